//! Tests of the function that publishes the catalogue, which has no route: they invoke the binary as the schedule does.
//!
//! Protected here: that a snapshot equals the responses of the API in each language, that only changes are written, that courses which are
//! gone are deleted, that the next attempt repairs what another has left, malformed items, and failures of AWS.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("operator-publish-catalogue");

fn texts(english: &str) -> Value {
    json!({"en": english, "fr": format!("{english} (fr)"), "ar": format!("{english} (ar)")})
}

fn course(id: &str, position: u32) -> Value {
    json!({
        "courseId": id, "type": "cpd", "position": position, "enrollmentCount": 3, "name": texts(id),
        "description": texts("What it teaches."), "facts": {"hours": 6, "starts": ["2001-01-06", "2999-01-05"]},
    })
}

/// A site and a catalogue, for one test alone.
struct Site {
    /// With the tables of this catalogue.
    stack: Stack,
    bucket: String,
}

impl Site {
    async fn new() -> Self {
        let stack = Stack::running().with_own_tables(&["courses", "courseDetails"]).await;
        let bucket = new_bucket(&stack).await;
        Self { stack, bucket }
    }

    async fn insert(&self, course: Value) {
        self.stack.put_item("courses", course).await;
    }

    async fn insert_run(&self, course: &str, id: &str, end: &str, taken: Option<u32>) {
        let mut item = json!({"courseId": course, "part": format!("run#{id}"), "run": {
            "id": id, "start": "2001-01-06", "end": end, "weekdays": ["saturday"], "time": "09:30",
            "timeZone": "Africa/Algiers", "places": 12, "teacher": "0123456789abcdef0123456789abcdef",
        }});
        if let Some(taken) = taken {
            item["taken"] = taken.into();
        }
        self.stack.put_item("courseDetails", item).await;
    }

    /// Publishes the catalogue, and returns the names of the requests to AWS.
    async fn publish(&self) -> Vec<String> {
        let proxy = Proxy::start(&self.stack).await;
        let function = self.start(FUNCTION, proxy.endpoint()).await;
        expect!(function.send(&TestRequest::scheduled()), 200);
        let requests = proxy.requests().into_iter().map(|request| request.name);
        let mut requests: Vec<_> = requests.collect();
        // It sends them at the same time.
        requests[..3].sort();
        requests
    }

    /// Starts a function that reads the same catalogue.
    async fn start(&self, function: DeployedFunction, aws: &str) -> Function {
        let variables = [
            ("SITE_BUCKET", self.bucket.as_str()),
            ("CATALOGUE_MAX_AGE_SECONDS", "0"),
            ("AWS_ENDPOINT_URL", aws),
        ];
        function.start(&self.stack, &variables).await
    }

    /// Writes an object that no attempt would write.
    async fn put(&self, key: &str) {
        put(&self.stack, &self.bucket, key).await;
    }

    async fn keys(&self) -> Vec<String> {
        keys(&self.stack, &self.bucket).await
    }
}

async fn keys(stack: &Stack, bucket: &str) -> Vec<String> {
    let listed = stack.s3().list_objects_v2().bucket(bucket).send().await;
    let listed = listed.expect("the bucket can be listed");
    let keys = listed.contents().iter().filter_map(|object| object.key());
    keys.map(str::to_owned).collect()
}

async fn new_bucket(stack: &Stack) -> String {
    let name = format!("site-{}", unique_name());
    stack.create_bucket(&name).await;
    name
}

async fn put(stack: &Stack, bucket: &str, key: &str) {
    let request = stack.s3().put_object().bucket(bucket).key(key);
    let written = request.body(b"{}".to_vec().into()).send().await;
    written.expect("the bucket can be written");
}

/// The JSON of an object, with its content type and the header for caches.
async fn read(stack: &Stack, bucket: &str, key: &str) -> (Value, String, String) {
    let object = stack.s3().get_object().bucket(bucket).key(key).send().await;
    let object = object.unwrap_or_else(|error| panic!("{key}: {error:?}"));
    let header = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let (content_type, caches) = (header(object.content_type()), header(object.cache_control()));
    let bytes = object.body.collect().await.expect("the body is complete").to_vec();
    let json = serde_json::from_slice(&bytes).expect("the object is JSON");
    (json, content_type, caches)
}

#[tokio::test]
async fn publishes_what_the_api_responds_in_each_language() {
    let site = Site::new().await;
    site.insert(course("physics", 20)).await;
    site.insert(course("chemistry", 10)).await;
    let mut withdrawn = course("alchemy", 5);
    withdrawn["withdrawn"] = true.into();
    site.insert(withdrawn).await;
    site.insert_run("chemistry", "now", "2999-12-29", Some(12)).await;
    site.insert_run("chemistry", "past", "2001-03-03", None).await;
    site.publish().await;

    let list = site
        .start(DeployedFunction::named("courses-list"), &site.stack.aws)
        .await;
    let page = site
        .start(DeployedFunction::named("courses-get"), &site.stack.aws)
        .await;
    let mut expected = Vec::new();
    for language in ["en", "fr", "ar"] {
        for (function, path) in [
            (&list, "courses"),
            (&page, "courses/chemistry"),
            (&page, "courses/physics"),
        ] {
            let key = format!("catalogue/{language}/{path}");
            let (json, content_type, caches) = read(&site.stack, &site.bucket, &key).await;
            let request = TestRequest::get(&format!("/{path}")).query("lang", language);
            assert_eq!(json, function.send(&request).await.body, "{key}");
            assert_eq!(content_type, "application/json; charset=utf-8");
            assert_eq!(caches, "public, max-age=60, stale-while-revalidate=60");
            expected.push(key);
        }
    }
    expected.sort();
    assert_eq!(site.keys().await, expected);
    let (chemistry, ..) = read(&site.stack, &site.bucket, "catalogue/fr/courses/chemistry").await;
    assert_eq!(chemistry["data"]["name"], "chemistry (fr)");
    assert_eq!(chemistry["data"]["runs"][0]["placesLeft"], 0);
    assert_eq!(chemistry["data"]["runs"][1], Value::Null);
}

#[tokio::test]
async fn deletes_what_is_gone_and_follows_changes() {
    let site = Site::new().await;
    site.insert(course("physics", 20)).await;
    site.insert(course("chemistry", 10)).await;
    site.publish().await;

    let physics = ("courseId", "physics");
    site.stack.delete_item("courses", physics).await;
    site.insert_run("chemistry", "now", "2999-12-29", None).await;
    site.publish().await;
    assert_eq!(
        site.keys().await,
        [
            "catalogue/ar/courses",
            "catalogue/ar/courses/chemistry",
            "catalogue/en/courses",
            "catalogue/en/courses/chemistry",
            "catalogue/fr/courses",
            "catalogue/fr/courses/chemistry",
        ]
    );
    let (page, ..) = read(&site.stack, &site.bucket, "catalogue/en/courses/chemistry").await;
    assert_eq!(page["data"]["runs"][0]["id"], "now");
    let (list, ..) = read(&site.stack, &site.bucket, "catalogue/en/courses").await;
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn sends_these_requests_to_aws() {
    let site = Site::new().await;
    site.insert(course("chemistry", 10)).await;
    site.publish().await;
    site.put("catalogue/ar/courses").await;
    site.put("catalogue/ar/courses/gone").await;
    assert_eq!(
        site.publish().await,
        [
            "dynamodb Scan courseDetails",
            "dynamodb Scan courses",
            "s3 ListObjectsV2",
            "s3 PutObject",
            "s3 DeleteObject",
        ]
    );
}

#[tokio::test]
async fn only_reads_when_nothing_has_changed() {
    let site = Site::new().await;
    site.insert(course("chemistry", 10)).await;
    site.publish().await;
    assert_eq!(
        site.publish().await,
        [
            "dynamodb Scan courseDetails",
            "dynamodb Scan courses",
            "s3 ListObjectsV2"
        ]
    );
}

/// As after an attempt that failed, or that read the tables before another and wrote after it.
#[tokio::test]
async fn writes_again_what_another_attempt_has_left() {
    let site = Site::new().await;
    site.insert(course("chemistry", 10)).await;
    site.publish().await;
    let list = read(&site.stack, &site.bucket, "catalogue/fr/courses").await;
    let keys = site.keys().await;

    site.put("catalogue/fr/courses").await;
    site.put("catalogue/fr/courses/of-another-attempt").await;
    let page = "catalogue/fr/courses/chemistry";
    let deletion = site.stack.s3().delete_object().bucket(&site.bucket).key(page);
    deletion.send().await.expect("the object can be deleted");
    site.publish().await;
    assert_eq!(read(&site.stack, &site.bucket, "catalogue/fr/courses").await, list);
    assert_eq!(site.keys().await, keys);
}

#[tokio::test]
async fn keeps_the_page_of_a_course_with_a_malformed_item_and_publishes_the_others() {
    let site = Site::new().await;
    site.insert(course("chemistry", 10)).await;
    site.insert(course("physics", 20)).await;
    site.publish().await;
    let page = read(&site.stack, &site.bucket, "catalogue/en/courses/chemistry").await;

    let malformed = json!({"courseId": "chemistry", "part": "run#now", "run": "next spring"});
    site.stack.put_item("courseDetails", malformed).await;
    site.insert_run("physics", "now", "2999-12-29", None).await;
    site.publish().await;
    assert_eq!(
        read(&site.stack, &site.bucket, "catalogue/en/courses/chemistry").await,
        page
    );
    let (physics, ..) = read(&site.stack, &site.bucket, "catalogue/en/courses/physics").await;
    assert_eq!(physics["data"]["runs"][0]["id"], "now");
}

/// A bucket with the stack's catalogue, of which one object is old and one is gone.
async fn outdated_bucket(stack: &Stack) -> String {
    let bucket = new_bucket(stack).await;
    let function = FUNCTION.start(stack, &[("SITE_BUCKET", &bucket)]).await;
    expect!(function.send(&TestRequest::scheduled()), 200);
    put(stack, &bucket, "catalogue/ar/courses").await;
    put(stack, &bucket, "catalogue/ar/courses/gone").await;
    bucket
}

#[tokio::test]
async fn after_any_fault_the_next_attempt_publishes_the_rest() {
    let prepare = async |stack: &Stack| {
        let bucket = outdated_bucket(stack).await;
        let own = stack.clone().with_variable("SITE_BUCKET", &bucket);
        (own, TestRequest::scheduled(), bucket)
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, bucket| {
        let stack = &case.stack;
        expect!(case.retry(), 200);
        let keys = keys(stack, bucket).await;
        assert!(!keys.contains(&"catalogue/ar/courses/gone".to_owned()), "{keys:?}");
        let (list, ..) = read(stack, bucket, "catalogue/ar/courses").await;
        assert!(list["data"].as_array().is_some_and(|courses| courses.len() > 10));
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    fails_when_tables_are_unreachable_or_do_not_respond(&TestRequest::scheduled()),
    every_variable_is_required(&TestRequest::scheduled()),
);
