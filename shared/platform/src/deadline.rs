//! The deadline of an invocation: the time at which Lambda stops a function that has not responded.
//!
//! A stopped function sends no response and no log line. So a handler ends before its deadline, with `service_unavailable`. Optional work
//! after the decisive write ends earlier: the write has succeeded, and the response must report that. Work whose failure the handler
//! undoes ends even earlier: a handler that the deadline ends undoes nothing. Within such work, these functions count from its end.

use std::{error::Error, panic::resume_unwind, time::Duration};

use tokio::{
    task::spawn_blocking,
    time::{Instant, timeout_at},
};

use crate::{
    causes::Causes,
    clock,
    failure::{Failure, PlatformError},
};

/// Longer than any invocation of Lambda. It is used when there is no deadline.
const LONGEST: Duration = Duration::from_hours(1);
/// The time reserved for the response: its log line, its metrics, and sending it to the runtime.
const RESPONSE_TIME: Duration = Duration::from_millis(500);
/// The time reserved for the handler after its optional work.
const HANDLER_TIME: Duration = Duration::from_millis(500);
/// The time reserved for undoing what failed work has begun: a request to AWS that is tried twice, and [`HANDLER_TIME`].
const UNDO_TIME: Duration = Duration::from_secs(3);

tokio::task_local! {
    /// When the handler of the current invocation, or the current part of it, must have ended.
    static END: Instant;
}

#[derive(Debug, thiserror::Error)]
#[error("the function's time was nearly over")]
pub struct DeadlineError;

impl PlatformError for DeadlineError {
    fn failure(&self) -> Failure {
        Failure::Unavailable
    }
}

/// Runs the handler of an invocation, and ends it before the deadline, which is in milliseconds since the epoch.
pub async fn enforce<T>(deadline_milliseconds: u64, handler: impl Future<Output = T>) -> Result<T, DeadlineError> {
    let end = Instant::now() + time_until(deadline_milliseconds).saturating_sub(RESPONSE_TIME);
    timeout_at(end, END.scope(end, handler))
        .await
        .map_err(|_| DeadlineError)
}

/// Runs optional work of a handler, and ends it early enough for the handler to respond. Without an invocation, as in the operator's
/// tool, there is no limit.
pub fn leave_time_to_respond<T>(work: impl Future<Output = T>) -> impl Future<Output = Result<T, DeadlineError>> {
    leave(HANDLER_TIME, work)
}

/// As [`leave_time_to_respond`], for work whose failure is only logged.
pub async fn finish_before_response<T, E: Error + 'static>(
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, String> {
    match leave_time_to_respond(work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(cause)) => Err(Causes(&cause).to_string()),
        Err(late) => Err(late.to_string()),
    }
}

/// Runs work whose failure the handler undoes, and ends it early enough for that. Without an invocation, there is no limit.
pub fn leave_time_to_undo<T>(work: impl Future<Output = T>) -> impl Future<Output = Result<T, DeadlineError>> {
    leave(UNDO_TIME, work)
}

/// Computes in another thread what takes long, so that the deadline can end the handler meanwhile. The thread then goes on until it has the
/// result, which nobody gets.
///
/// A panic of the computation is one of the handler: it ends the process of a deployed function.
pub async fn compute<T: Send + 'static>(computation: impl FnOnce() -> T + Send + 'static) -> T {
    let computed = spawn_blocking(computation).await;
    // There is an error only where panics unwind, as in tests.
    computed.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

fn leave<T>(time: Duration, work: impl Future<Output = T>) -> impl Future<Output = Result<T, DeadlineError>> {
    // Boxed, because most work contains whole SDK calls.
    Box::pin(async move {
        match END.try_with(|end| *end) {
            Ok(end) => {
                let end = end.checked_sub(time).unwrap_or(end);
                timeout_at(end, END.scope(end, work)).await.map_err(|_| DeadlineError)
            }
            Err(_) => Ok(work.await),
        }
    })
}

fn time_until(deadline_milliseconds: u64) -> Duration {
    let now = u64::try_from(clock::now().as_millisecond()).unwrap_or_default();
    Duration::from_millis(deadline_milliseconds.saturating_sub(now)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use std::{future::pending, sync::mpsc};

    use tokio::time::sleep;

    use super::*;

    /// More than the time between two steps of a test on a busy machine.
    const MARGIN: Duration = Duration::from_secs(1);

    /// The deadline of an invocation that began now, as the runtime states it.
    fn deadline_in(time: Duration) -> u64 {
        let now = u64::try_from(clock::now().as_millisecond()).unwrap();
        now + u64::try_from(time.as_millis()).unwrap()
    }

    #[tokio::test]
    async fn a_handler_that_waits_ends_before_the_deadline() {
        let deadline = deadline_in(RESPONSE_TIME + Duration::from_millis(20));
        assert!(enforce(deadline, pending::<()>()).await.is_err());
        assert!(clock::now().as_millisecond() < i64::try_from(deadline).unwrap());
    }

    #[tokio::test]
    async fn work_that_can_be_left_out_ends_before_the_handler() {
        let handler = async { leave_time_to_respond(pending::<()>()).await.is_err() };
        let deadline = deadline_in(RESPONSE_TIME + HANDLER_TIME + Duration::from_millis(20));
        assert!(enforce(deadline, handler).await.is_ok_and(|left_out| left_out));
    }

    #[tokio::test]
    async fn work_whose_failure_is_logged_ends_with_its_result_or_the_cause() {
        let finished = |result: Result<u8, DeadlineError>| finish_before_response(async { result });
        assert_eq!(finished(Ok(7)).await, Ok(7));
        assert_eq!(finished(Err(DeadlineError)).await, Err(DeadlineError.to_string()));
        let handler = finish_before_response(pending::<Result<(), DeadlineError>>());
        let deadline = deadline_in(RESPONSE_TIME + HANDLER_TIME + Duration::from_millis(20));
        assert!(enforce(deadline, handler).await.is_ok_and(|late| late.is_err()));
    }

    #[tokio::test]
    async fn work_that_is_undone_leaves_time_for_that() {
        let handler = async {
            let work = leave_time_to_undo(pending::<()>()).await;
            let undone = leave_time_to_respond(sleep(UNDO_TIME.saturating_sub(HANDLER_TIME + MARGIN))).await;
            work.is_err() && undone.is_ok()
        };
        assert!(
            enforce(deadline_in(RESPONSE_TIME + UNDO_TIME + MARGIN), handler)
                .await
                .is_ok_and(|undone| undone)
        );
    }

    #[tokio::test]
    async fn a_part_of_work_that_is_undone_leaves_its_time_too() {
        let work = async { leave_time_to_respond(pending::<()>()).await.is_err() };
        let handler = async { leave_time_to_undo(work).await.is_ok_and(|left_out| left_out) };
        let deadline = deadline_in(RESPONSE_TIME + UNDO_TIME + HANDLER_TIME + MARGIN);
        assert!(enforce(deadline, handler).await.is_ok_and(|ended| ended));
    }

    #[tokio::test]
    async fn work_outside_an_invocation_has_no_limit() {
        assert!(leave_time_to_respond(async {}).await.is_ok());
        assert!(leave_time_to_undo(async {}).await.is_ok());
    }

    #[tokio::test]
    async fn a_handler_ends_while_it_computes() {
        let (let_it_end, end) = mpsc::channel::<()>();
        let deadline = deadline_in(RESPONSE_TIME + MARGIN);
        assert!(enforce(deadline, compute(move || end.recv())).await.is_err());
        drop(let_it_end);
    }

    #[tokio::test]
    #[should_panic(expected = "while it computes")]
    async fn a_panic_of_a_computation_is_one_of_the_handler() {
        compute(|| panic!("while it computes")).await;
    }

    #[tokio::test]
    async fn a_deadline_in_the_past_leaves_no_time() {
        assert!(enforce(0, pending::<()>()).await.is_err());
    }
}
