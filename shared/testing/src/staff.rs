//! Staff who have signed in. Each test makes its own.

use std::collections::BTreeSet;

use auth::staff::new_sign_in;
use domain::{PasskeyId, SessionId, StaffRole};
use serde_json::{Value, json};
use store::{
    audit::{Action, AuditRecord},
    users::{Staff, StaffOutcome},
};

use crate::{Stack, TestRequest, TestSession, TestUser};

/// A user with roles, with what their browser has.
#[derive(Debug, Clone)]
pub struct TestStaff {
    pub user: TestUser,
    pub session: TestSession,
    /// The cookie of the sign-in as staff.
    pub cookie: String,
    pub passkey: PasskeyId,
}

impl TestStaff {
    /// A verified user with these roles who has signed in as staff now.
    pub async fn signed_in(stack: &Stack, roles: &[StaffRole]) -> Self {
        // Boxed, because the futures of SDK calls are large.
        Box::pin(Self::of_user(stack, TestUser::verified(stack).await, roles)).await
    }

    /// Gives a user these roles, and signs them in as staff.
    pub async fn of_user(stack: &Stack, user: TestUser, roles: &[StaffRole]) -> Self {
        let users = stack.wiring().users().expect("the variables of a function");
        let passkey = PasskeyId::random();
        let staff = Staff {
            roles: roles.iter().copied().collect::<BTreeSet<_>>(),
            version: 1,
            passkeys: vec![passkey.clone()],
            code: None,
        };
        let session = user.sign_in(stack).await;
        let stored = json!({"name": "Key", "createdAt": 1, "credential": "{}"});
        let stored = serde_json::from_value(stored).expect("a passkey");
        let read = user.stored(stack).await;
        let added = users.add_passkey(&read, &passkey, &stored, 5).await;
        assert!(added.expect("the table can be written"));
        let audit = stack.wiring().audit().expect("the variables of a function");
        let action = Action::StaffChange { roles: roles.to_vec() };
        let record = AuditRecord::now("test".to_owned(), Some(read.user_id.clone()), action);
        let record = audit.record_item(&record).expect("a record");
        let written = users.set_staff(&read, Some(&staff), record).await;
        assert_eq!(written.expect("the table can be written"), StaffOutcome::Written);
        let (sign_in, cookie) = new_sign_in(passkey.clone(), &staff).expect("random numbers");
        let id: SessionId = session.id.parse().expect("an id");
        let read = user.stored(stack).await;
        let signed_in = users.sign_in_staff(&read, &id, &staff, &sign_in).await;
        assert!(signed_in.expect("the table can be written"));
        Self {
            user,
            session,
            cookie: cookie.to_string(),
            passkey,
        }
    }

    /// The request as the member's browser sends it.
    #[must_use]
    pub fn sends(&self, request: TestRequest) -> TestRequest {
        request.bearer(&self.session.token).cookie(&self.cookie)
    }

    /// Records that the member did something about a user.
    pub async fn has_done(&self, stack: &Stack, action: Action, subject: &TestUser) {
        let audit = stack.wiring().audit().expect("the variables of a function");
        let (member, subject) = (
            &self.user.stored(stack).await.user_id,
            subject.stored(stack).await.user_id,
        );
        let record = AuditRecord::of_staff(member, Some(subject), action);
        audit.put(&record).await.expect("the table can be written");
    }

    /// Changes the time of the sign-in, as if time had passed.
    pub async fn sign_in_ages(&self, stack: &Stack, seconds: u64) {
        let sessions = &self.user.record(stack).await["sessions"];
        let mut sign_in = sessions[&self.session.id]["staff"].clone();
        let at = sign_in["at"].as_u64().expect("a time");
        sign_in["at"] = (at - seconds).into();
        self.user.set_session(stack, &self.session, "staff", sign_in).await;
    }
}

impl Stack {
    /// The running stack, and a staff member of the test with these roles.
    pub async fn with_staff(roles: &[StaffRole]) -> (Self, TestStaff) {
        let stack = Self::running();
        let staff = TestStaff::signed_in(&stack, roles).await;
        (stack, staff)
    }
}

/// The payment instructions of a version: dinars are paid into that account.
#[must_use]
pub fn payment_instructions(version: u32, account: &str) -> Value {
    let text = json!({"en": "At the post office.", "fr": "À la poste.", "ar": "في مكتب البريد."});
    let way = json!({"currency": "DZD", "method": "ccp", "account": account, "text": text});
    json!({"payer": "instructions", "paymentId": format!("{version:010}"), "version": version, "ways": [way]})
}
