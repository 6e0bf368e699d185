//! The rules of a user that was read: what has expired, and what has ended.

use domain::{EmailChangeId, EmailRecipient, Language, ServiceArea, SessionId};
use platform::clock;
use serde_json::{Map, Value, json};

use super::*;

/// The time of the tests, in seconds since the epoch.
const NOW: u64 = 1_800_000_000;

/// The user of the sample, with these attributes besides the required ones.
fn user(attributes: Value) -> User {
    let mut item: Map<String, Value> = serde_json::from_str(include_str!("sample.json")).unwrap();
    let Value::Object(attributes) = attributes else {
        panic!("attributes are an object");
    };
    item.extend(attributes);
    serde_json::from_value(item.into()).unwrap()
}

fn id(digit: char) -> String {
    digit.to_string().repeat(32)
}

fn session(token_version: u64, expires_at: u64) -> Value {
    json!({"createdAt": NOW - 100, "lastSeenAt": NOW - 10, "expiresAt": expires_at, "endsAt": NOW + 50, "idleSeconds": 20,
        "tokenVersion": token_version})
}

#[test]
fn a_session_is_live_until_it_expires_or_all_are_ended() {
    let user = user(json!({"sessions": {
        id('a'): session(3, NOW + 1),
        id('b'): session(3, NOW),
        id('c'): session(2, NOW + 1),
    }}));
    let is_live = |digit| user.live_session(&id(digit).parse().unwrap(), NOW).is_some();
    assert_eq!(['a', 'b', 'c', 'd'].map(is_live), [true, false, false, false]);
    assert_eq!(user.live_sessions(NOW).count(), 1);
}

#[test]
fn a_use_extends_a_session_until_its_end() {
    let session: Session = serde_json::from_value(session(3, NOW)).unwrap();
    assert_eq!(session.expiry_after_use(NOW + 29), NOW + 49);
    assert_eq!(session.expiry_after_use(NOW + 31), NOW + 50);
}

#[test]
fn the_session_that_is_kept_gets_the_next_token_version() {
    let user = user(json!({"sessions": {id('a'): session(3, NOW + 1), id('b'): session(3, NOW + 1)}}));
    let kept: SessionId = id('a').parse().unwrap();
    let expected: Session = serde_json::from_value(session(4, NOW + 1)).unwrap();
    assert_eq!(user.sessions_with_only(&kept), Sessions::from([(kept, expected)]));
    assert_eq!(user.sessions_with_only(&SessionId::random()), Sessions::new());
}

#[test]
fn an_email_address_is_claimed_until_its_claim_expires() {
    let claim = |expires_at| EmailClaim {
        expires_at,
        ..EmailClaim::of(&id('1').parse().unwrap())
    };
    assert_eq!(
        [None, Some(NOW + 1), Some(NOW)].map(|end| claim(end).holds(NOW)),
        [true, true, false]
    );
}

#[test]
fn a_change_of_the_email_address_is_pending_until_it_expires() {
    let pending = |expires_at| {
        let change = json!({"changeId": id('c'), "email": "new@example.org", "expiresAt": expires_at});
        user(json!({"emailChange": change})).pending_email_change(NOW).is_some()
    };
    assert!(pending(NOW + 1) && !pending(NOW));
}

#[test]
fn a_change_of_the_email_address_can_be_reverted_until_it_expires() {
    let previous = |digit, email, expires_at| json!({"changeId": id(digit), "email": email, "expiresAt": expires_at});
    let user = user(json!({
        "previousEmails": [previous('a', "first@example.org", NOW), previous('b', "second@example.org", NOW + 1)],
        "revertedEmailChange": id('c'),
    }));
    let emails = user.revertible_emails(NOW).map(|previous| previous.email.as_str());
    assert_eq!(emails.collect::<Vec<_>>(), ["second@example.org"]);
    let claimed = user.claimed_emails(NOW).into_iter().map(EmailAddress::as_str);
    assert_eq!(claimed.collect::<Vec<_>>(), ["amina@example.org", "second@example.org"]);
    let changes: [EmailChangeId; 3] = ['a', 'b', 'c'].map(|digit| id(digit).parse().unwrap());
    assert_eq!(
        changes.each_ref().map(|id| user.has_made_email_change(id)),
        [false, true, false]
    );
    assert_eq!(
        changes.each_ref().map(|id| user.has_reverted_email_change(id)),
        [false, false, true]
    );
}

#[test]
fn an_export_that_was_not_finished_in_time_has_failed_until_it_is_forgotten() {
    use DataExportState::{Failed, Making, Ready};

    let requested_at = NOW;
    let (deadline, forgotten_at) = (NOW + MAKING_PERIOD.as_secs(), NOW + ARCHIVE_PERIOD.as_secs());
    let state_at = |state, expires_at, now| {
        let export = json!({"exportId": id('e'), "state": state, "requestedAt": requested_at, "expiresAt": expires_at});
        let export = user(json!({"dataExport": export})).current_data_export(now)?;
        Some((export.state, export.expires_at))
    };
    for (state, expires_at, now, expected) in [
        (Making, deadline, deadline - 1, Some((Making, deadline))),
        (Making, deadline, deadline, Some((Failed, forgotten_at))),
        (Making, deadline, forgotten_at - 1, Some((Failed, forgotten_at))),
        (Making, deadline, forgotten_at, None),
        (Ready, forgotten_at, forgotten_at - 1, Some((Ready, forgotten_at))),
        (Ready, forgotten_at, forgotten_at, None),
        // Finished earlier than it could be forgotten.
        (Ready, deadline, deadline, None),
    ] {
        assert_eq!(state_at(state, expires_at, now), expected, "{state:?} {}", now - NOW);
    }
}

#[test]
fn a_new_export_is_made_for_some_minutes() {
    let before = clock::seconds();
    let export = DataExport::now();
    assert!((before..=clock::seconds()).contains(&export.requested_at));
    assert_eq!(export.expires_at - export.requested_at, MAKING_PERIOD.as_secs());
}

#[test]
fn a_user_awaits_verification_unless_verified_rejected_or_blocked() {
    let awaits = |changes| {
        let mut user = user(json!({"verified": false}));
        let (verified, rejected, blocked) = changes;
        (user.verified, user.rejected, user.blocked) = (verified, rejected, blocked);
        user.awaits_verification()
    };
    assert!(awaits((false, false, false)));
    assert!(!awaits((true, false, false)) && !awaits((false, true, false)) && !awaits((false, false, true)));
}

#[test]
fn what_is_missing_or_false_is_not_stored() {
    let written = serde_json::to_value(user(json!({}))).unwrap();
    for name in ["rejected", "sessions", "previousEmails"] {
        assert_eq!(written.get(name), None, "{name}");
    }
    assert_eq!(written["profile"].get("files"), None);
    let rejected = user(json!({"rejected": true}));
    assert_eq!(serde_json::to_value(rejected).unwrap()["rejected"], true);
}

#[test]
fn a_profile_without_a_file_has_the_others() {
    let file = |digit, kind| json!({"fileId": id(digit), "kind": kind, "name": "a.b", "contentType": ""});
    let mut user = user(json!({}));
    user.profile.files = serde_json::from_value(json!({
        "image": file('a', "image"), "curriculum": file('b', "document"), "video": file('c', "video"),
    }))
    .unwrap();
    assert_eq!(user.profile.files.ids().count(), 3);
    for digit in ['a', 'b', 'c'] {
        let without = user.profile.without_file(&id(digit).parse().unwrap()).unwrap();
        let kept: Vec<_> = without.files.ids().map(|id| id.as_str().to_owned()).collect();
        let others: Vec<_> = ['a', 'b', 'c']
            .into_iter()
            .filter(|other| *other != digit)
            .map(id)
            .collect();
        assert_eq!(kept, others);
    }
    assert_eq!(user.profile.without_file(&id('d').parse().unwrap()), None);
    let stored = serde_json::to_value(&user).unwrap();
    assert_eq!(serde_json::from_value::<User>(stored).unwrap(), user);
}

#[test]
fn the_services_that_a_user_awaits_are_those_of_the_map() {
    let user = user(json!({"interests": {"consulting": {"askedAt": 1}, "job": {"askedAt": 2}}}));
    let awaited: Vec<_> = user.awaited_services().map(ServiceArea::as_str).collect();
    assert_eq!(awaited, ["consulting", "job"]);
    let asked_at = |area| user.interest_in(area).map(|interest| interest.asked_at);
    assert_eq!(asked_at(ServiceArea::Job), Some(2));
    assert_eq!(asked_at(ServiceArea::Psychology), None);
}

#[test]
fn an_email_greets_a_verified_user_in_the_language_of_the_user() {
    let user = user(json!({}));
    let recipient = EmailRecipient::from(&user);
    assert_eq!(
        (recipient.email(), recipient.language()),
        (&user.email, Language::Arabic)
    );
    assert_eq!(recipient.greeting_name(), Some("Amina Benali"));
    assert_eq!(recipient.country(), Some(user.profile.country.as_str()));
}
