//! Many users who read and write at the same time. Every response must belong to its user, no read may miss a write that was acknowledged
//! before, and every acknowledged write must be there at the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use testing::{DOCUMENT, Stack, TestRequest, TestResponse, TestUser};

/// How many users there are. Each uses two devices at the same time: one saves the profile, the other one reads and uploads.
const USERS: usize = 24;
const ROUNDS: usize = 20;
/// How many users sign in at the same time before the load begins.
const SIGN_INS: usize = 4;
/// The services, in the order in which a device asks to be told of them.
const SERVICES: [&str; 4] = ["consulting", "job", "networking", "psychology"];

type Statuses = Mutex<BTreeMap<(&'static str, u16), usize>>;

/// What a user wrote and the API acknowledged, besides the profile.
#[derive(Default)]
struct Written {
    files: Vec<String>,
    interests: BTreeSet<&'static str>,
}

struct ActiveUser {
    user: TestUser,
    token: String,
    /// The number of the profile that was sent last, and of the one whose write was acknowledged last.
    sent: AtomicUsize,
    acknowledged: AtomicUsize,
}

pub(crate) async fn measure() {
    let stack = Stack::running();
    let template = TestUser::verified(&stack).await;
    let users = stream::iter(0..USERS).map(async |_| ActiveUser::sign_in(&stack, &template).await);
    let users: Vec<_> = users.buffer_unordered(SIGN_INS).collect().await;

    let statuses = Statuses::default();
    let started = Instant::now();
    let load = stream::iter(&users).map(async |user| {
        let reads = user.read_and_upload(&stack, &statuses);
        tokio::join!(reads, user.save_profiles(&stack, &statuses)).0
    });
    let written: Vec<_> = load.buffered(USERS).collect().await;
    let seconds = started.elapsed().as_secs_f64();
    for (user, written) in users.iter().zip(&written) {
        user.check(&stack, written).await;
    }

    println!("\n{USERS} users, each with two devices at the same time");
    let statuses = statuses.into_inner().expect("no user failed");
    for ((request, status), count) in &statuses {
        println!("{count:>6} times {status}  {request}");
    }
    let requests: usize = statuses.values().sum();
    let files: usize = written.iter().map(|written| written.files.len()).sum();
    println!("{requests} requests in {seconds:.1} s; {USERS} profiles and {files} files were read back");
}

impl ActiveUser {
    async fn sign_in(stack: &Stack, template: &TestUser) -> Self {
        let user = template.duplicate(stack).await;
        let token = user.access_token(stack).await;
        let signed_in = Self {
            user,
            token,
            sent: AtomicUsize::new(0),
            acknowledged: AtomicUsize::new(0),
        };
        let saved = stack.send(&signed_in.save(0)).await;
        assert_eq!(saved.status, 200, "{saved:?}");
        signed_in
    }

    /// The request that saves a profile, which states its user and its number.
    fn save(&self, number: usize) -> TestRequest {
        let profile = json!({
            "_id": self.user.id,
            "fullname": self.user.id,
            "phone1": "+213551234567",
            "address": number.to_string(),
            "country": "Algeria",
            "birthdate": "1990-01-01",
        });
        TestRequest::put(&format!("/users/{}", self.user.id))
            .json(&profile)
            .bearer(&self.token)
    }

    /// Sends a request, and counts its status. The API may refuse to work under load, but it may not fail otherwise.
    async fn send(
        &self,
        stack: &Stack,
        statuses: &Statuses,
        what: &'static str,
        request: TestRequest,
    ) -> Option<TestResponse> {
        let response = stack.send(&request.bearer(&self.token)).await;
        let status = response.status;
        *statuses
            .lock()
            .expect("no user failed")
            .entry((what, status))
            .or_default() += 1;
        assert!(status < 300 || status == 503, "{what}: {response:?}");
        (status < 300).then_some(response)
    }

    async fn save_profiles(&self, stack: &Stack, statuses: &Statuses) {
        for number in 1..=ROUNDS {
            self.sent.store(number, Ordering::SeqCst);
            let request = self.save(number);
            if let Some(saved) = self.send(stack, statuses, "PUT /users/{id}", request).await {
                assert_eq!(self.number_of(saved.data()), number);
                self.acknowledged.store(number, Ordering::SeqCst);
            }
        }
    }

    async fn read_and_upload(&self, stack: &Stack, statuses: &Statuses) -> Written {
        let mut written = Written::default();
        for round in 0..ROUNDS {
            let least = self.acknowledged.load(Ordering::SeqCst);
            let me = TestRequest::get("/users/me");
            if let Some(me) = self.send(stack, statuses, "GET /users/me", me).await {
                let most = self.sent.load(Ordering::SeqCst);
                let number = self.number_of(me.data());
                assert!((least..=most).contains(&number), "{number} of {least} to {most}");
            }
            let document = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
            if let Some(uploaded) = self.send(stack, statuses, "POST /file/document", document).await {
                written.files.push(text(&uploaded.data()["_id"]).to_owned());
            }
            let service = SERVICES[round % SERVICES.len()];
            let interest = TestRequest::post(&format!("/services/{service}/interest"));
            let added = self.send(stack, statuses, "POST /services/{id}/interest", interest);
            if added.await.is_some() {
                written.interests.insert(service);
            }
        }
        written
    }

    /// Checks what is stored when nobody writes any more.
    async fn check(&self, stack: &Stack, written: &Written) {
        let me = TestRequest::get("/users/me").bearer(&self.token);
        let me = stack.send(&me).await;
        let (least, most) = (
            self.acknowledged.load(Ordering::SeqCst),
            self.sent.load(Ordering::SeqCst),
        );
        assert!((least..=most).contains(&self.number_of(me.data())), "{me:?}");
        let interests = me.data()["interests"].as_array().expect("interests");
        let interests: BTreeSet<_> = interests.iter().map(text).collect();
        assert!(interests.is_superset(&written.interests), "{interests:?}");
        for file in &written.files {
            let record = stack.get_item(&stack.tables["files"], ("fileId", file)).await;
            assert_eq!(record["owner"], self.user.id.as_str());
            assert!(stack.has_object("files", &format!("document/{file}")).await);
        }
    }

    /// The number of a profile, which must be this user's.
    fn number_of(&self, profile: &Value) -> usize {
        assert_eq!(profile["_id"], self.user.id.as_str());
        assert_eq!(profile["email"], self.user.email.as_str());
        assert_eq!(profile["fullname"], self.user.id.as_str());
        text(&profile["address"]).parse().expect("a number")
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}
