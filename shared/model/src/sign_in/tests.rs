use super::{
    ENDED_STAYS, PASSWORD_ENDS_SESSIONS, SignIn,
    account::{ENDED_TOKEN, EXCHANGED_BY_ANOTHER, EXCHANGED_TWICE, OLD_PASSWORD},
    mutation::Mutation,
};
use crate::{check, check_for};

#[test]
fn sessions_and_resets_hold() {
    let checked = check("sign-in, 3 requests, 1 fault", SignIn::new(3, 1)).unwrap();
    assert!(checked.holds(), "{checked:#?}");
}

/// The smallest model in which a mutation shows, and a property that it violates.
fn violation_of(mutation: Mutation) -> (SignIn, &'static str) {
    match mutation {
        Mutation::SessionWithoutVersion | Mutation::ChangeKeepsSessions => (SignIn::new(2, 0), PASSWORD_ENDS_SESSIONS),
        Mutation::ChangeWithoutHash => (SignIn::new(2, 0), OLD_PASSWORD),
        Mutation::EndOthersWithoutSession => (SignIn::new(2, 0), ENDED_STAYS),
        Mutation::CodeStays => (SignIn::new(2, 0), EXCHANGED_TWICE),
        Mutation::OneCodeForAll => (SignIn::new(2, 0), EXCHANGED_BY_ANOTHER),
        Mutation::ResetWithoutVersion | Mutation::CodeWithoutVersion => (SignIn::new(2, 0), ENDED_TOKEN),
    }
}

#[test]
fn each_mutation_is_found() {
    for mutation in Mutation::ALL {
        let (model, property) = violation_of(mutation);
        let mutated = SignIn {
            mutation: Some(mutation),
            ..model
        };
        let checked = check_for(&format!("{mutation:?}"), mutated, property).unwrap();
        assert!(checked.violations.contains_key(property), "{mutation:?}");
    }
}
