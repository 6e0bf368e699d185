//! The running stack, as described by the file that `scripts/dev` or `scripts/test` wrote.

use std::{
    collections::BTreeMap,
    env, fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

use app::Wiring;
use aws_config::SdkConfig;
use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Credentials, Region, SharedCredentialsProvider},
    types::{AttributeValue, BillingMode, GlobalSecondaryIndex, KeyType},
};
use aws_sdk_s3::types::CreateBucketConfiguration;
use aws_smithy_http_client::Builder;
use futures_util::future::join_all;
use platform::config::Environment;
use serde::Deserialize;
use serde_json::Value;

use crate::{TestRequest, TestResponse, openapi, repository};

/// The URLs and names of a stack, from the file that `STACK_FILE` names, else from `.local/stack.json`.
#[derive(Debug, Clone, Deserialize)]
pub struct Stack {
    /// The stack's name. The names of its tables begin with it.
    pub stack: String,
    /// The URL of the gateway, without the `/api` of the site.
    pub api: String,
    /// The endpoint of every AWS service.
    pub aws: String,
    pub region: String,
    /// An access key that is valid for this stack only.
    pub credentials: StackCredentials,
    /// The names of the tables, by their key in the template: `courses`, `coursePrices`.
    pub tables: BTreeMap<String, String>,
    /// The names of the buckets, by their content: `files`.
    pub buckets: BTreeMap<String, String>,
    /// The ids of the secrets, by their purpose: `signingKey`.
    pub secrets: BTreeMap<String, String>,
    /// The URL that lists the emails that were sent.
    pub mail: String,
    /// Variables of the functions that a test starts with this stack, where they differ from those of the deployed functions.
    #[serde(skip)]
    variables: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackCredentials {
    pub access_key_id: String,
    pub secret_access_key: String,
}

impl Stack {
    /// The stack that the tests use. Fails the test when none is running.
    #[must_use]
    pub fn running() -> Self {
        let path = Self::description();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!(
                "no stack to test against: {} ({error}). Start one with scripts/dev",
                path.display()
            )
        });
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The environment variables that the stack deploys a function with, by its name in the template (`UsersLoginFunction`).
    #[must_use]
    pub fn function_variables(function: &str) -> Vec<(String, String)> {
        let path = Self::description().with_extension("functions.json");
        let text = fs::read_to_string(&path).expect("the file with the functions' variables exists");
        let functions: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&text).expect("variables");
        let variables = functions.get(function).expect("the function is deployed");
        // No function reads the first, and the other two are optional.
        let required = variables
            .iter()
            .filter(|(name, _)| !["SECRETS_REVISION", "AWS_CALL_TIMEOUT_SECONDS", "RELEASE"].contains(&name.as_str()));
        required.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    fn description() -> PathBuf {
        env::var_os("STACK_FILE").map_or_else(|| repository().join(".local/stack.json"), PathBuf::from)
    }

    /// Sends a request through the gateway and checks the response against the OpenAPI document.
    pub async fn send(&self, request: &TestRequest) -> TestResponse {
        let url = format!("{}{}", self.api.trim_end_matches('/'), request.path_and_query());
        let method = request.method().parse().expect("a method of HTTP");
        let mut sent = reqwest::Client::new().request(method, &url).body(request.bytes());
        for (name, value) in request.with_secret().await.headers() {
            sent = sent.header(name, value);
        }
        let received = sent
            .send()
            .await
            .unwrap_or_else(|error| panic!("the stack does not respond at {url}: {error}"));

        let status = received.status().as_u16();
        let headers = received.headers().clone();
        let body = received.text().await.expect("the body is complete and UTF-8");
        let headers = headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        let response = TestResponse::new(status, headers, &body).to(request);
        openapi::check(request.method(), request.path(), &response);
        response
    }

    /// Sends requests at the same time.
    pub async fn send_at_once(&self, requests: impl IntoIterator<Item = TestRequest>) -> Vec<TestResponse> {
        let send = async |request: TestRequest| self.send(&request).await;
        join_all(requests.into_iter().map(send)).await
    }

    #[must_use]
    pub fn dynamodb(&self) -> Client {
        Client::new(&self.sdk_config())
    }

    /// What the function of logins is made of, for tests that write users and sessions as functions do.
    pub(crate) fn wiring(&self) -> Wiring {
        let variables = Self::function_variables("UsersLoginFunction");
        Wiring::new(Environment::of(variables), self.sdk_config())
    }

    fn sdk_config(&self) -> SdkConfig {
        let StackCredentials {
            access_key_id,
            secret_access_key,
        } = &self.credentials;
        let credentials = Credentials::new(access_key_id, secret_access_key, None, None, "stack");
        SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            // Without TLS, which the local AWS does not support. Reading the machine's certificates takes longer than a request.
            .http_client(Builder::new().build_http())
            .endpoint_url(&self.aws)
            .region(Region::new(self.region.clone()))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .build()
    }

    #[must_use]
    pub fn s3(&self) -> aws_sdk_s3::Client {
        let config = aws_sdk_s3::config::Builder::from(&self.sdk_config());
        aws_sdk_s3::Client::from_conf(config.force_path_style(true).build())
    }

    /// Whether a bucket has an object with this key (`document/…`).
    pub async fn has_object(&self, bucket: &str, key: &str) -> bool {
        let name = self.buckets.get(bucket).expect("the stack has that bucket");
        let listed = self.s3().list_objects_v2().bucket(name).prefix(key).send().await;
        let listed = listed.expect("the bucket can be listed");
        listed.contents().iter().any(|object| object.key() == Some(key))
    }

    pub async fn count_multipart_uploads(&self, bucket: &str, key: &str) -> usize {
        let name = self.buckets.get(bucket).expect("the stack has that bucket");
        let listed = self.s3().list_multipart_uploads().bucket(name).send().await;
        let listed = listed.expect("uploads can be listed");
        let of_object = listed.uploads().iter().filter(|upload| upload.key() == Some(key));
        of_object.count()
    }

    /// Creates an empty bucket, for one test alone.
    pub async fn create_bucket(&self, name: &str) {
        let region = CreateBucketConfiguration::builder().location_constraint(self.region.as_str().into());
        let request = self.s3().create_bucket().bucket(name);
        let created = request.create_bucket_configuration(region.build()).send().await;
        created.expect("the bucket can be created");
    }

    #[must_use]
    pub fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        aws_sdk_secretsmanager::Client::new(&self.sdk_config())
    }

    #[must_use]
    pub fn cloudformation(&self) -> aws_sdk_cloudformation::Client {
        aws_sdk_cloudformation::Client::new(&self.sdk_config())
    }

    #[must_use]
    pub fn ses(&self) -> aws_sdk_sesv2::Client {
        aws_sdk_sesv2::Client::new(&self.sdk_config())
    }

    /// The current version id and value of a secret, such as `signingKey`.
    pub async fn secret(&self, name: &str) -> (String, String) {
        let id = self.secrets.get(name).expect("the stack has that secret");
        let request = self.secrets_manager().get_secret_value().secret_id(id);
        let secret = request.send().await.expect("the secret can be read");
        let text = |value: Option<String>| value.expect("a secret has a version and text");
        (text(secret.version_id), text(secret.secret_string))
    }

    /// The variable with which a function accepts the tokens of former releases.
    #[must_use]
    pub fn former_tokens(&self) -> (&str, &str) {
        let secret = self.secrets.get("signingKey").expect("the stack has that secret");
        ("FORMER_KEY_SECRET", secret)
    }

    /// This stack with empty tables in place of some of its own, which only the functions that the test starts use.
    pub async fn with_own_tables(&self, tables: &[&str]) -> Self {
        let mut stack = self.clone();
        for table in tables {
            // Requests to it are recorded by its key.
            let name = format!("{}.{table}", unique_name());
            self.create_empty_table(&name, table).await;
            stack = stack.with_table(table, &name);
        }
        stack
    }

    /// This stack with another table in place of one of its own.
    fn with_table(mut self, table: &str, name: &str) -> Self {
        let capitals = table.chars().map(|letter| {
            let separator = if letter.is_uppercase() { "_" } else { "" };
            format!("{separator}{}", letter.to_ascii_uppercase())
        });
        let variable = format!("{}_TABLE", capitals.collect::<String>());
        self.tables.insert(table.to_owned(), name.to_owned());
        self.with_variable(&variable, name)
    }

    /// This stack with a variable of the functions that the test starts.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The name of a table, which may be given by its key: `users`.
    fn table<'a>(&'a self, table: &'a str) -> &'a str {
        self.tables.get(table).map_or(table, String::as_str)
    }

    /// Creates an empty table for each table of the stack, named as another stack would name them. Returns the name of that stack.
    pub async fn create_empty_tables(&self) -> String {
        let stack = unique_name();
        for (table, deployed) in &self.tables {
            let suffix = deployed
                .strip_prefix(&self.stack)
                .expect("a table is named after its stack");
            self.create_empty_table(&format!("{stack}{suffix}"), table).await;
        }
        stack
    }

    async fn create_empty_table(&self, name: &str, like: &str) {
        let client = self.dynamodb();
        let deployed = self
            .tables
            .get(like)
            .unwrap_or_else(|| panic!("the stack has no table {like}"));
        let described = client
            .describe_table()
            .table_name(deployed)
            .send()
            .await
            .expect("the table is deployed");
        let described = described.table().expect("a description");
        let indexes = described.global_secondary_indexes().iter().map(|index| {
            let like = GlobalSecondaryIndex::builder()
                .set_index_name(index.index_name.clone())
                .set_key_schema(index.key_schema.clone())
                .set_projection(index.projection.clone());
            like.build().expect("an index has a name and keys")
        });
        let indexes: Vec<_> = indexes.collect();
        client
            .create_table()
            .table_name(name)
            .set_key_schema(Some(described.key_schema().to_vec()))
            .set_attribute_definitions(Some(described.attribute_definitions().to_vec()))
            .set_global_secondary_indexes((!indexes.is_empty()).then_some(indexes))
            .billing_mode(BillingMode::PayPerRequest)
            .send()
            .await
            .expect("the table can be created");
    }

    /// The items of a table. Here and below, tables are given by their key or their name.
    pub async fn scan_items(&self, table: &str) -> Vec<Value> {
        let pages = self
            .dynamodb()
            .scan()
            .table_name(self.table(table))
            .into_paginator()
            .items()
            .send();
        let items: Vec<_> = pages.collect::<Result<_, _>>().await.expect("the table can be read");
        serde_dynamo::from_items(items).expect("items are JSON")
    }

    /// Writes an item without any validation.
    pub async fn put_item(&self, table: &str, item: Value) {
        let item = serde_dynamo::to_item(item).expect("the item is an object");
        let request = self
            .dynamodb()
            .put_item()
            .table_name(self.table(table))
            .set_item(Some(item));
        request.send().await.expect("the item can be written");
    }

    /// The item with a partition key, such as `pk`; null when there is none.
    pub async fn get_item(&self, table: &str, key: (&str, &str)) -> Value {
        let request = self
            .dynamodb()
            .get_item()
            .table_name(self.table(table))
            .consistent_read(true);
        let request = request.key(key.0, AttributeValue::S(key.1.to_owned()));
        let item = request.send().await.expect("the table can be read").item;
        item.map_or(Value::Null, |item| {
            serde_dynamo::from_item(item).expect("items are JSON")
        })
    }

    pub async fn delete_item(&self, table: &str, key: (&str, &str)) {
        let request = self.dynamodb().delete_item().table_name(self.table(table));
        let request = request.key(key.0, AttributeValue::S(key.1.to_owned()));
        request.send().await.expect("the item can be deleted");
    }

    pub(crate) async fn partition_key(&self, table: &str) -> String {
        let described = self.dynamodb().describe_table().table_name(table).send().await;
        let described = described.expect("the table is there").table.expect("a description");
        let mut keys = described.key_schema().iter();
        let key = keys.find(|key| *key.key_type() == KeyType::Hash);
        key.expect("a table has a partition key").attribute_name().to_owned()
    }

    /// The environment variables with which a function uses this stack. The time limit of an AWS request is longer than when deployed,
    /// so that a busy machine fails no test.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, &str); 5] {
        [
            ("AWS_CALL_TIMEOUT_SECONDS", "20"),
            ("AWS_ENDPOINT_URL", &self.aws),
            ("AWS_REGION", &self.region),
            ("AWS_ACCESS_KEY_ID", &self.credentials.access_key_id),
            ("AWS_SECRET_ACCESS_KEY", &self.credentials.secret_access_key),
        ]
    }
}

/// A name that no other test uses, in this run or another.
#[must_use]
pub fn unique_name() -> String {
    let (time, number) = unique_numbers();
    format!("test-{time}-{number}")
}

/// A unique id in the form of a user's id. Its first digits, from which tests make IP addresses, rarely repeat.
pub(crate) fn unique_id() -> String {
    let (time, number) = unique_numbers();
    format!("{:08x}{time:016x}{number:08x}", time & 0xffff_ffff)
}

/// The time in nanoseconds, and a counter.
fn unique_numbers() -> (u128, u32) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is right");
    (since_epoch.as_nanos(), COUNT.fetch_add(1, Ordering::Relaxed))
}
