use super::{
    ENDED_STAYS, PASSWORD_ENDS_SESSIONS, SignIn,
    account::{CHANGE_ENDS_SESSION, ENDED_CHANGES, ENDED_TOKEN, EXCHANGED_BY_ANOTHER, EXCHANGED_TWICE, OLD_PASSWORD},
    mutation::Mutation,
};
use crate::{check, check_for};

#[test]
fn sessions_and_resets_hold() {
    let checked = check("sign-in, 3 requests, 1 fault", SignIn::new(3, 1)).unwrap();
    assert!(checked.holds(), "{checked:#?}");
}

/// A property that a mutation violates with two requests.
const fn violated_by(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::SessionWithoutVersion | Mutation::ChangeKeepsSessions => PASSWORD_ENDS_SESSIONS,
        Mutation::ChangeWithoutCondition => OLD_PASSWORD,
        Mutation::ChangeWithoutSession => ENDED_CHANGES,
        Mutation::ChangeWithoutVersion => CHANGE_ENDS_SESSION,
        Mutation::EndOthersWithoutSession => ENDED_STAYS,
        Mutation::CodeStays => EXCHANGED_TWICE,
        Mutation::OneCodeForAll => EXCHANGED_BY_ANOTHER,
        Mutation::ResetWithoutHash | Mutation::CodeWithoutHash => ENDED_TOKEN,
    }
}

#[test]
fn each_mutation_is_found() {
    for mutation in Mutation::ALL {
        let property = violated_by(mutation);
        let mutated = SignIn {
            mutation: Some(mutation),
            ..SignIn::new(2, 0)
        };
        let checked = check_for(&format!("{mutation:?}"), mutated, property).unwrap();
        assert!(checked.violations.contains_key(property), "{mutation:?}");
    }
}
