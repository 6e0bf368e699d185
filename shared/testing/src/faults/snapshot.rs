//! The requests of a function to AWS, and what it responds while one of them fails: snapshots in `functions/aws_requests`.
//! `INSTA_UPDATE=always scripts/test NAME` rewrites them. The rules for roles read them (`infra/rules/test_permissions.py`).

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
};

use insta::Settings;

use super::fault::{InjectedFault, NthRequest};
use crate::repository;

/// The statuses of the responses while a request fails persistently, by the fault.
#[derive(Debug, Default)]
pub(super) struct Outcomes(BTreeMap<NthRequest, BTreeMap<&'static str, u16>>);

impl Outcomes {
    /// Keeps the outcomes of the faults that persist in every run. Requests for secrets are left out: the first function that issues tokens
    /// on a stack sends more of them.
    pub(super) fn insert(&mut self, injected: &InjectedFault, status: u16) {
        let is_of_secrets = injected.target.name.starts_with("secretsmanager ");
        if injected.persistent && injected.fault.tests_a_condition() && !is_of_secrets {
            let request = self.0.entry(injected.target.clone()).or_default();
            request.insert(injected.fault.title(), status);
        }
    }

    pub(super) fn check_snapshot(&self, binary: &str) {
        check(binary, &self.lines());
    }

    /// A line for each request, with its number unless it is a scan, whose pages depend on what other tests store: `2 dynamodb GetItem
    /// users: 503`, or with the faults where their statuses differ.
    fn lines(&self) -> Vec<String> {
        let mut by_name = BTreeMap::<&str, (usize, BTreeSet<String>)>::new();
        for (NthRequest { name, .. }, statuses) in &self.0 {
            let distinct: BTreeSet<_> = statuses.values().collect();
            let outcome = if let (1, Some(status)) = (distinct.len(), distinct.first()) {
                status.to_string()
            } else {
                let named = statuses.iter().map(|(fault, status)| format!("{fault} {status}"));
                named.collect::<Vec<_>>().join(", ")
            };
            let (count, outcomes) = by_name.entry(name).or_default();
            *count += 1;
            outcomes.insert(outcome);
        }
        let line = |(name, (count, outcomes)): (&str, (usize, BTreeSet<String>))| {
            let count = if name.contains(" Scan ") {
                "all".to_owned()
            } else {
                count.to_string()
            };
            let outcomes: Vec<_> = outcomes.into_iter().collect();
            format!("{count} {name}: {}", outcomes.join(" or "))
        };
        by_name.into_iter().map(line).collect()
    }
}

/// Compares lines with the snapshot of the function and the running test.
pub(super) fn check(binary: &str, lines: &[String]) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(repository().join("functions/aws_requests"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = format!("{binary}.{}", test_name());
    settings.bind(|| insta::assert_snapshot!(name, lines.join("\n")));
}

/// The name of the running test. Rust gives it to the test's thread.
fn test_name() -> String {
    let thread = thread::current();
    let path = thread.name().unwrap_or_default();
    let (_, name) = path
        .rsplit_once("::")
        .expect("a test in a thread of its own, without --test-threads=1");
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Fault;

    #[test]
    fn requests_have_a_line_with_what_differs() {
        let mut outcomes = Outcomes::default();
        for (name, occurrence, fault, status) in [
            ("dynamodb Scan courses", 1, Fault::ServerError, 503),
            ("dynamodb Scan courses", 2, Fault::ServerError, 503),
            ("ses SendEmail", 1, Fault::ServerError, 201),
            ("ses SendEmail", 1, Fault::ResponseLost, 503),
        ] {
            let (name, persistent) = (name.to_owned(), true);
            let target = NthRequest { name, occurrence };
            let injected = InjectedFault {
                target,
                fault,
                persistent,
            };
            outcomes.insert(&injected, status);
        }
        assert_eq!(
            outcomes.lines(),
            [
                "all dynamodb Scan courses: 503",
                "1 ses SendEmail: response lost 503, server error 201"
            ]
        );
    }
}
