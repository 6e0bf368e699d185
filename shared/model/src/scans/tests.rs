use super::{
    Scans,
    mutation::Mutation,
    properties::{INFECTED_STAYS, OBJECT_DELETED, ONLY_CLEARED},
};
use crate::{check, check_for};

#[test]
fn scans_of_files_hold() {
    let checked = check("scans, 2 results, 1 fault", Scans::new(2, 1)).unwrap();
    assert!(checked.holds(), "{checked:#?}");
}

/// The smallest model in which a mutation shows, and a property that it violates.
const fn violation_of(mutation: Mutation) -> (Scans, &'static str) {
    match mutation {
        Mutation::UrlWithoutVersion => (Scans::new(1, 0), ONLY_CLEARED),
        Mutation::AnyVerdictReplaces => (Scans::new(2, 0), INFECTED_STAYS),
        Mutation::DeletionNotRepeated => (Scans::new(1, 1), OBJECT_DELETED),
    }
}

#[test]
fn each_mutation_is_found() {
    for mutation in Mutation::ALL {
        let (model, property) = violation_of(mutation);
        let mutated = Scans {
            mutation: Some(mutation),
            ..model
        };
        let checked = check_for(&format!("{mutation:?}"), mutated, property).unwrap();
        assert!(checked.violations.contains_key(property), "{mutation:?}");
    }
}
