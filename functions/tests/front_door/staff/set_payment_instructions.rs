//! Front-door tests of `PUT /staff/payment-instructions`.
//!
//! Protected here: a change needs a sign-in with the passkey in the last ten minutes and the present version, every owner gets an email, and
//! each version stays.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-set-payment-instructions");

fn set(version: u32, ways: &Value) -> TestRequest {
    TestRequest::put("/staff/payment-instructions").json(&json!({"version": version, "ways": ways}))
}

fn ways(account: &str) -> Value {
    payment_instructions(1, account)["ways"].clone()
}

/// An owner and finance, in tables of their own: each owner gets an email, and other tests read the stack's instructions.
struct Till {
    stack: Stack,
    owner: TestStaff,
    finance: TestStaff,
}

impl Till {
    async fn new() -> Self {
        let running = Stack::running();
        let stack = running.with_own_tables(&["users", "payments"]).await;
        let till = Self {
            owner: TestStaff::signed_in(&stack, &[StaffRole::Owner]).await,
            finance: TestStaff::signed_in(&stack, &[StaffRole::Finance]).await,
            stack,
        };
        let list = json!({"pk": "staff", "members": [till.owner.user.id, till.finance.user.id], "owners": [till.owner.user.id]});
        till.stack.put_item("users", list).await;
        for member in [&till.owner, &till.finance] {
            let record = member.user.record(&running).await;
            till.stack.put_item("users", record).await;
        }
        till
    }

    async fn function(&self) -> Function {
        FUNCTION.start(&self.stack, &[]).await
    }

    /// The versions in the table, the first one first.
    async fn versions(&self) -> Vec<Value> {
        let mut items = self.stack.scan_items("payments").await;
        items.sort_by_key(|item| item["paymentId"].to_string());
        items
    }
}

#[tokio::test]
async fn keeps_each_version_and_tells_the_owners_in_their_language() {
    let till = Till::new().await;
    let function = till.function().await;
    for (version, language) in testing::languages().iter().enumerate() {
        let mut owner = till.owner.user.record(&till.stack).await;
        owner["language"] = json!(language);
        till.stack.put_item("users", owner).await;
        let version = u32::try_from(version).expect("a few");
        let changed = expect!(
            function.send(&till.finance.sends(set(version, &ways(&format!(" {language} 3 "))))),
            200
        );
        assert_eq!(
            (&changed.data()["version"], &changed.data()["ways"]),
            (&json!(version + 1), &ways(&format!("{language} 3")))
        );
        let email = till.owner.user.last_email(&till.stack).await;
        let mut lines = email.body_text.lines();
        let link = lines.find(|line| line.contains("/staff/payment-instructions"));
        let text = email.snapshot_text().replace(link.expect("a link"), "[the page]");
        assert_snapshot!(format!("email_{language}"), text);
    }
    assert!(till.stack.emails_to(&till.finance.user.email).await.is_empty());
    let accounts: Vec<_> = till
        .versions()
        .await
        .iter()
        .map(|version| version["ways"][0]["account"].clone())
        .collect();
    assert_eq!(json!(accounts), json!(["en 3", "fr 3", "ar 3"]));

    for version in [0, 1, 4, 40] {
        expect!(
            function.send(&till.owner.sends(set(version, &ways("9")))),
            (409, "conflict"),
            "not after {version}"
        );
    }
    expect!(
        function.send(&till.owner.sends(set(2, &ways("ar 3")))),
        200,
        "the response to the first attempt may be lost"
    );
    let emails = till.stack.emails_to(&till.owner.user.email).await;
    let told = emails
        .iter()
        .filter(|email| email.body_text.contains("/staff/payment-instructions"));
    assert_eq!(told.count(), 4, "and its email, too");
    assert_eq!(till.versions().await.len(), 3);
}

#[tokio::test]
async fn refuses_ways_that_nobody_can_use_and_a_sign_in_of_long_ago() {
    let till = Till::new().await;
    let function = till.function().await;
    let mut unknown = ways("1");
    unknown[0]["currency"] = "XXZ".into();
    expect!(
        function.send(&till.finance.sends(set(0, &unknown))),
        (400, "payment_instructions_invalid")
    );
    expect!(
        function.send(&till.finance.sends(set(u32::MAX, &ways("1")))),
        (400, "payment_instructions_invalid")
    );
    till.finance.sign_in_ages(&till.stack, 11 * 60).await;
    let aged = till.finance.user.record(&till.stack).await;
    till.stack.put_item("users", aged).await;
    expect!(
        function.send(&till.finance.sends(set(0, &ways("1")))),
        (403, "staff_sign_in_required")
    );
    assert!(till.versions().await.is_empty());
}

/// As after a response that was lost.
#[tokio::test]
async fn after_any_fault_a_repeated_change_is_done() {
    let till = Till::new().await;
    let instructions = payment_instructions(1, "0012 3");
    till.stack.put_item("payments", instructions).await;
    let prepare = async |_: &Stack| (till.stack.clone(), till.finance.sends(set(0, &ways("0012 3"))), ());
    checks::succeeds_after_any_fault(FUNCTION, prepare).await;
    assert_eq!(till.versions().await.len(), 1);
}

#[tokio::test]
async fn after_any_fault_they_are_set_once_or_as_they_were() {
    let till = Till::new().await;
    let prepare = async |_: &Stack| {
        let own = till.stack.with_own_tables(&["payments"]).await;
        (own, till.finance.sends(set(0, &ways("0012 3"))), ())
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, ()| {
        expect!(case.retry(), 200);
        let versions = case.stack.scan_items("payments").await;
        assert_eq!((versions.len(), &versions[0]["version"]), (1, &json!(1)));
    })
    .await;
}
