//! The steps of a warm-up. No request depends on them: a failure is reported by the request that needs the step, or by a probe of a release.

use std::{cell::RefCell, error::Error};

use tokio::task_local;

use crate::causes::Causes;

task_local! {
    static FAILURES: RefCell<Vec<String>>;
}

/// Runs a warm-up. Returns the causes of its steps that failed.
pub async fn run(warm_up: impl Future<Output = ()>) -> Vec<String> {
    FAILURES
        .scope(RefCell::default(), async {
            warm_up.await;
            FAILURES.with(RefCell::take)
        })
        .await
}

pub fn finish<T, E: Error + 'static>(outcome: Result<T, E>) {
    if let Err(error) = outcome {
        let cause = Causes(&error).to_string();
        // Outside of `run`, nobody asks.
        FAILURES.try_with(|failures| failures.borrow_mut().push(cause)).ok();
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[tokio::test]
    async fn a_warm_up_reports_every_step_that_failed() {
        let step = async |outcome: Result<(), &'static str>| finish(outcome.map_err(io::Error::other));
        let failures = run(async {
            tokio::join!(step(Err("one")), step(Ok(())), step(Err("three")));
        });
        assert_eq!(failures.await, ["one", "three"]);
        assert!(run(step(Ok(()))).await.is_empty());
    }

    #[test]
    fn a_step_outside_of_a_warm_up_fails_silently() {
        finish(Err::<(), _>(io::Error::other("why")));
    }
}
