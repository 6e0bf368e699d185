//! Checks the models with more requests and more faults than the unit tests do. `scripts/test --full` runs it (docs/model.md).
#![allow(clippy::expect_used, reason = "a test stops at the first failure")]

use model::{check, files::Files, scans::Scans, sign_in::SignIn};
use stateright as _;

#[test]
fn claims_of_files_hold() {
    for (requests, faults) in [(3, 2), (4, 1)] {
        let name = format!("claims, {requests} requests, {faults} faults");
        let checked = check(&name, Files::claims(requests, faults)).expect("the output can be written");
        assert!(checked.holds(), "{checked:#?}");
    }
}

#[test]
fn uploads_of_files_hold() {
    for (requests, faults) in [(3, 2), (4, 1)] {
        let name = format!("uploads, {requests} requests, {faults} faults");
        let checked = check(&name, Files::uploads(requests, faults)).expect("the output can be written");
        assert!(checked.holds(), "{checked:#?}");
    }
}

#[test]
fn sessions_and_resets_hold() {
    for (requests, faults) in [(3, 2), (4, 0)] {
        let name = format!("sign-in, {requests} requests, {faults} faults");
        let checked = check(&name, SignIn::new(requests, faults)).expect("the output can be written");
        assert!(checked.holds(), "{checked:#?}");
    }
}

#[test]
fn scans_of_files_hold() {
    for (reports, faults) in [(3, 2), (4, 1)] {
        let name = format!("scans, {reports} results, {faults} faults");
        let checked = check(&name, Scans::new(reports, faults)).expect("the output can be written");
        assert!(checked.holds(), "{checked:#?}");
    }
}
