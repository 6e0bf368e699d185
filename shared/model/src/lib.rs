//! Models of the protocols between functions, tables and the bucket. Tests check each in every state that its requests can reach, with a
//! fault of AWS or the end of a function at any step (docs/model.md).
//!
//! A model has the steps and the conditions of the code that it names. Only the front-door tests depend on this crate: they compare what
//! functions really send to AWS with the paths of a model ([`conformance`]).

#![allow(
    clippy::match_same_arms,
    clippy::struct_excessive_bools,
    clippy::trivially_copy_pass_by_ref,
    reason = "a state machine is a table with a row for each state, and its states are small"
)]

pub mod conformance;
pub mod files;
pub mod scans;
pub mod sign_in;

use std::{collections::BTreeMap, fmt::Debug, hash::Hash, io, io::Write};

use stateright::{Checker, Expectation, HasDiscoveries, Model};

/// How many threads check a model.
const THREADS: usize = 2;

#[derive(Debug)]
pub struct Checked {
    pub states: usize,
    /// The steps to each violation, by the property that is violated.
    pub violations: BTreeMap<&'static str, Vec<String>>,
    /// Examples that should exist, and do not.
    pub missing: Vec<&'static str>,
}

/// Checks every state of a model, until a property is violated. Writes how many states there are.
pub fn check<M>(name: &str, model: M) -> io::Result<Checked>
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + PartialEq + Hash + Send + Sync + 'static,
    M::Action: Clone + Debug + PartialEq,
{
    check_until(name, model, HasDiscoveries::AnyFailures)
}

/// As [`check`], until that property is violated.
pub fn check_for<M>(name: &str, model: M, property: &'static str) -> io::Result<Checked>
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + PartialEq + Hash + Send + Sync + 'static,
    M::Action: Clone + Debug + PartialEq,
{
    check_until(name, model, HasDiscoveries::AnyOf([property].into()))
}

fn check_until<M>(name: &str, model: M, end: HasDiscoveries) -> io::Result<Checked>
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + PartialEq + Hash + Send + Sync + 'static,
    M::Action: Clone + Debug + PartialEq,
{
    let checker = model.checker().threads(THREADS).finish_when(end).spawn_bfs().join();
    let mut discoveries = checker.discoveries();
    let mut missing = Vec::new();
    for property in checker.model().properties() {
        if property.expectation == Expectation::Sometimes && discoveries.remove(property.name).is_none() {
            missing.push(property.name);
        }
    }
    let violations = discoveries.into_iter().map(|(property, path)| {
        let steps = path.into_actions().iter().map(|action| format!("{action:?}")).collect();
        (property, steps)
    });
    let result = Checked {
        states: checker.unique_state_count(),
        violations: violations.collect(),
        missing,
    };
    // Not by a macro, whose output a passing test does not show.
    writeln!(
        io::stdout(),
        "{name}: {} states, at most {} steps",
        result.states,
        checker.max_depth()
    )?;
    Ok(result)
}

impl Checked {
    /// Whether every property holds, and every example exists.
    pub fn holds(&self) -> bool {
        self.violations.is_empty() && self.missing.is_empty()
    }
}
