//! Tests of the function that announces services, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: everybody who waits gets one email, also after any failure, and one email at most is in doubt.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-announce");

/// The service that is open. No user can ask to be told.
const SERVICE: &str = "courses";

/// A table of its own with users who wait: an announcement reaches all users.
struct Waiting {
    stack: Stack,
    /// Of the function.
    own: Stack,
    users: Vec<TestUser>,
}

impl Waiting {
    async fn users(count: usize) -> Self {
        let stack = Stack::running();
        let mut waiting = Self {
            own: stack.with_own_tables(&["users"]).await,
            users: Vec::new(),
            stack,
        };
        for _ in 0..count {
            let user = TestUser::verified(&waiting.stack).await;
            waiting.put(&user, json!({"interests": interests(None)})).await;
            waiting.users.push(user);
        }
        waiting.want(json!({"service": SERVICE})).await;
        waiting
    }

    async fn put(&self, user: &TestUser, more: Value) {
        let mut item = user.record(&self.stack).await;
        let more = more.as_object().expect("attributes").clone();
        item.as_object_mut().expect("an item").extend(more);
        self.own.put_item("users", item).await;
    }

    /// Writes what staff want, as `POST /staff/announcements` does.
    async fn want(&self, more: Value) {
        let mut wanted = json!({"id": "a".repeat(32), "since": "2026-11-30T08:00:00Z", "inDoubt": false});
        let more = more.as_object().expect("attributes").clone();
        wanted.as_object_mut().expect("an object").extend(more);
        let item = json!({"pk": "announcements", "wanted": wanted, "waiting": {}, "sent": {}});
        self.own.put_item("users", item).await;
    }

    async fn run(&self) -> u16 {
        let function = FUNCTION.start(&self.own, &[]).await;
        function.send(&TestRequest::scheduled()).await.status
    }

    async fn item(&self, key: &str) -> Value {
        self.own.get_item("users", ("pk", key)).await
    }

    async fn announcements(&self) -> Value {
        self.item("announcements").await
    }

    /// How many emails about the service each user got.
    async fn emails(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for user in &self.users {
            let emails = self.stack.emails_to(&user.email).await;
            let about = emails.iter().filter(|email| email.body_text.contains("/about/courses"));
            counts.push(about.count());
        }
        counts
    }

    async fn interests(&self) -> Vec<Value> {
        let mut interests = Vec::new();
        for user in &self.users {
            interests.push(self.item(&format!("user#{}", user.id)).await["interests"].clone());
        }
        interests
    }
}

/// The interests of a user who waits for the service and for another one.
fn interests(announcement: Option<&str>) -> Value {
    let mut interest = json!({"askedAt": 1_767_225_600});
    if let Some(announcement) = announcement {
        interest["announcement"] = announcement.into();
    }
    json!({SERVICE: interest, "job": {"askedAt": 1_767_225_600}})
}

/// The interests that an announcement leaves.
fn left() -> Value {
    json!({"job": {"askedAt": 1_767_225_600}})
}

fn counts(ready: u32, held: u32, in_doubt: u32) -> Value {
    json!({"ready": ready, "held": held, "inDoubt": in_doubt})
}

#[tokio::test]
async fn each_user_who_waits_gets_one_email_in_their_language() {
    let waiting = Waiting::users(3).await;
    for (user, language) in waiting.users.iter().zip(testing::languages()) {
        let more = json!({"interests": interests(None), "language": language});
        waiting.put(user, more).await;
    }
    assert_eq!(waiting.run().await, 200);
    assert_eq!(waiting.interests().await, vec![left(); 3]);
    for (user, language) in waiting.users.iter().zip(testing::languages()) {
        let email = user.last_email(&waiting.stack).await;
        let mut lines = email.body_text.lines();
        let page = format!("/about/courses?lang={language}");
        let link = lines.find(|line| line.ends_with(&page)).expect("a link");
        let text = email.snapshot_text().replace(link, "[the service]");
        let text = text.replace(link.trim_end_matches(&page), "[site]");
        assert_snapshot!(format!("announced_{language}"), text);
    }
    let done = waiting.announcements().await;
    assert_eq!(
        (&done["wanted"], &done["sent"][SERVICE]["emails"], &done["waiting"]),
        (&Value::Null, &json!(3), &json!({"job": counts(3, 0, 0)}))
    );
    assert_eq!(waiting.run().await, 200, "nothing is wanted any more");
    assert_eq!(waiting.emails().await, [1; 3]);
}

#[tokio::test]
async fn counts_those_who_get_it_those_who_cannot_sign_in_and_those_in_doubt() {
    let waiting = Waiting::users(4).await;
    let [blocked, unverified, marked, _] = &waiting.users[..] else {
        return;
    };
    for (user, attribute, value) in [(blocked, "blocked", true), (unverified, "verified", false)] {
        let more = json!({"interests": interests(None), attribute: value});
        waiting.put(user, more).await;
    }
    let other = json!({"interests": interests(Some(&"0".repeat(32)))});
    waiting.put(marked, other).await;
    waiting.want(json!({})).await;
    assert_eq!(waiting.run().await, 200);
    let counted = waiting.announcements().await;
    assert_eq!(
        (&counted["waiting"][SERVICE], &counted["sent"], &counted["wanted"]),
        (&counts(1, 2, 1), &json!({}), &Value::Null)
    );
    assert_eq!(waiting.emails().await, [0; 4]);

    waiting.want(json!({"service": SERVICE})).await;
    assert_eq!(waiting.run().await, 200);
    assert_eq!(waiting.emails().await, [0, 0, 0, 1]);
    assert_eq!(waiting.announcements().await["waiting"][SERVICE], counts(0, 2, 1));
    waiting.want(json!({"service": SERVICE, "inDoubt": true})).await;
    assert_eq!(waiting.run().await, 200);
    assert_eq!(waiting.emails().await, [0, 0, 1, 1]);
}

#[tokio::test]
async fn after_any_fault_each_user_gets_one_email_and_one_at_most_is_in_doubt() {
    let prepare = async |_: &Stack| {
        let waiting = Waiting::users(2).await;
        (waiting.own.clone(), TestRequest::scheduled(), waiting)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, waiting| {
        // As the schedule does.
        expect!(case.retry(), 200);
        let after = waiting.announcements().await;
        assert_eq!(after["wanted"], Value::Null);
        let emails = waiting.emails().await;
        assert!(emails.iter().all(|count| *count <= 1), "{emails:?}");
        let in_doubt = &after["waiting"][SERVICE]["inDoubt"];
        assert!(in_doubt.as_u64().is_none_or(|count| count <= 1), "{after}");

        // Staff announce it to those who are left.
        waiting
            .want(json!({"id": "b".repeat(32), "service": SERVICE, "inDoubt": true}))
            .await;
        expect!(case.retry(), 200);
        assert_eq!(waiting.interests().await, vec![left(); 2]);
        assert!(waiting.emails().await.iter().all(|count| *count >= 1));
    })
    .await;
}
