//! The running stack, as `scripts/dev` or `scripts/test` described it.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

use aws_config::SdkConfig;
use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Credentials, Region, SharedCredentialsProvider},
    types::{AttributeValue, BillingMode, GlobalSecondaryIndex, KeyType},
};
use aws_sdk_s3::types::CreateBucketConfiguration;
use aws_smithy_http_client::Builder;
use serde::Deserialize;
use serde_json::Value;

use crate::{Call, Reply, openapi};

/// The addresses and names of a stack: the file that `STACK_FILE` names, else `.local/stack.json`.
#[derive(Debug, Clone, Deserialize)]
pub struct Stack {
    /// Its name, which the names of its tables begin with.
    pub stack: String,
    /// The API as the gateway serves it, without the `/api` of the site.
    pub api: String,
    /// The endpoint of every AWS service.
    pub aws: String,
    /// The region that everything is in.
    pub region: String,
    /// A key of the stack's own user. It opens nothing else.
    pub credentials: StackCredentials,
    /// Table names by what they hold: `courses`, `coursePrices`.
    pub tables: BTreeMap<String, String>,
    /// Bucket names by what they hold: `files`.
    pub buckets: BTreeMap<String, String>,
    /// Ids of secrets by what they are: `signingKey`.
    pub secrets: BTreeMap<String, String>,
    /// Where the mails that were sent can be read.
    pub mail: String,
}

/// An access key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackCredentials {
    /// Its id.
    pub access_key_id: String,
    /// Its secret.
    pub secret_access_key: String,
}

impl Stack {
    /// The stack that the tests run against. Fails the test when there is none.
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

    /// The variables that a function is deployed with, such as `UsersLoginFunction`, for a [`crate::Function`] with others on
    /// top.
    #[must_use]
    pub fn variables_of(function: &str) -> Vec<(String, String)> {
        let path = Self::description().with_extension("functions.json");
        let text = fs::read_to_string(&path).expect("the functions are described beside the stack");
        let functions: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&text).expect("variables");
        let variables = functions.get(function).expect("the function is deployed");
        // Nobody reads the first, and the others have defaults.
        let others = variables
            .iter()
            .filter(|(name, _)| !["SECRETS_REVISION", "AWS_CALL_TIMEOUT_SECONDS", "RELEASE"].contains(&name.as_str()));
        others.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    fn description() -> PathBuf {
        env::var_os("STACK_FILE").map_or_else(|| repository().join(".local/stack.json"), PathBuf::from)
    }

    /// Sends a request through the gateway, and holds the answer against the OpenAPI document.
    pub async fn send(&self, call: &Call) -> Reply {
        let url = format!("{}{}", self.api.trim_end_matches('/'), call.path_and_query());
        let method = call.method().parse().expect("a method of HTTP");
        let mut request = reqwest::Client::new().request(method, &url).body(call.bytes());
        for (name, value) in call.headers() {
            request = request.header(name, value);
        }
        let response = request
            .send()
            .await
            .unwrap_or_else(|error| panic!("the stack does not answer at {url}: {error}"));

        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let body = response.text().await.expect("the body arrives whole and is UTF-8");
        let headers = headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        let reply = Reply::new(status, headers, &body);
        openapi::check(call.method(), call.path(), &reply);
        reply
    }

    /// A client of the stack's DynamoDB.
    #[must_use]
    pub fn dynamodb(&self) -> Client {
        Client::new(&self.sdk_config())
    }

    fn sdk_config(&self) -> SdkConfig {
        let StackCredentials {
            access_key_id,
            secret_access_key,
        } = &self.credentials;
        let credentials = Credentials::new(access_key_id, secret_access_key, None, None, "stack");
        SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            // Without TLS, which the local AWS does not speak: to read the machine's certificates takes longer than a call.
            .http_client(Builder::new().build_http())
            .endpoint_url(&self.aws)
            .region(Region::new(self.region.clone()))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .build()
    }

    /// A client of the stack's S3.
    #[must_use]
    pub fn s3(&self) -> aws_sdk_s3::Client {
        let config = aws_sdk_s3::config::Builder::from(&self.sdk_config());
        aws_sdk_s3::Client::from_conf(config.force_path_style(true).build())
    }

    /// Whether a bucket has an object, such as `document/…`.
    pub async fn has_object(&self, bucket: &str, key: &str) -> bool {
        let name = self.buckets.get(bucket).expect("the stack has that bucket");
        let listed = self.s3().list_objects_v2().bucket(name).prefix(key).send().await;
        let listed = listed.expect("the bucket can be listed");
        listed.contents().iter().any(|object| object.key() == Some(key))
    }

    /// How many uploads in parts are open of an object.
    pub async fn open_uploads(&self, bucket: &str, key: &str) -> usize {
        let name = self.buckets.get(bucket).expect("the stack has that bucket");
        let listed = self.s3().list_multipart_uploads().bucket(name).send().await;
        let listed = listed.expect("uploads can be listed");
        let of_object = listed.uploads().iter().filter(|upload| upload.key() == Some(key));
        of_object.count()
    }

    /// The tags of an object, as in `claim=pending`.
    pub async fn tags(&self, bucket: &str, key: &str) -> Vec<String> {
        let name = self.buckets.get(bucket).expect("the stack has that bucket");
        let tags = self.s3().get_object_tagging().bucket(name).key(key).send().await;
        let tags = tags.expect("the object is there");
        let tags = tags
            .tag_set()
            .iter()
            .map(|tag| format!("{}={}", tag.key(), tag.value()));
        tags.collect()
    }

    /// Makes an empty bucket, for one test alone.
    pub async fn make_bucket(&self, name: &str) {
        let here = CreateBucketConfiguration::builder().location_constraint(self.region.as_str().into());
        let request = self.s3().create_bucket().bucket(name);
        let made = request.create_bucket_configuration(here.build()).send().await;
        made.expect("the bucket can be made");
    }

    /// A client of the stack's Secrets Manager.
    #[must_use]
    pub fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        aws_sdk_secretsmanager::Client::new(&self.sdk_config())
    }

    /// A client of the stack's `CloudFormation`.
    #[must_use]
    pub fn cloudformation(&self) -> aws_sdk_cloudformation::Client {
        aws_sdk_cloudformation::Client::new(&self.sdk_config())
    }

    /// A client of the stack's SES.
    #[must_use]
    pub fn ses(&self) -> aws_sdk_sesv2::Client {
        aws_sdk_sesv2::Client::new(&self.sdk_config())
    }

    /// The version and the value of a secret, such as `signingKey`, as it is now.
    pub async fn secret(&self, name: &str) -> (String, String) {
        let id = self.secrets.get(name).expect("the stack has that secret");
        let request = self.secrets_manager().get_secret_value().secret_id(id);
        let secret = request.send().await.expect("the secret can be read");
        let text = |value: Option<String>| value.expect("a secret has a version and text");
        (text(secret.version_id), text(secret.secret_string))
    }

    /// Makes an empty table with the keys of a deployed one, for one test alone, and returns its name.
    pub async fn empty_table_like(&self, table: &str) -> String {
        let name = unique_name();
        self.make_empty_table(&name, table).await;
        name
    }

    /// As [`Self::empty_table_like`], for each of a deployed stack's tables, named as that stack would name them. Returns the
    /// name of the stack that they seem to belong to.
    pub async fn empty_tables_of_a_stack(&self) -> String {
        let stack = unique_name();
        for (table, deployed) in &self.tables {
            let suffix = deployed
                .strip_prefix(&self.stack)
                .expect("a table is named after its stack");
            self.make_empty_table(&format!("{stack}{suffix}"), table).await;
        }
        stack
    }

    async fn make_empty_table(&self, name: &str, like: &str) {
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
            .expect("the table can be made");
    }

    /// Every item of a table.
    pub async fn items(&self, table: &str) -> Vec<Value> {
        let pages = self.dynamodb().scan().table_name(table).into_paginator().items().send();
        let items: Vec<_> = pages.collect::<Result<_, _>>().await.expect("the table can be read");
        serde_dynamo::from_items(items).expect("items are JSON")
    }

    /// Writes an item as it is, right or wrong.
    pub async fn put_item(&self, table: &str, item: Value) {
        let item = serde_dynamo::to_item(item).expect("the item is an object");
        let request = self.dynamodb().put_item().table_name(table).set_item(Some(item));
        request.send().await.expect("the item can be written");
    }

    /// The item with a partition key, such as `pk`; null when there is none.
    pub async fn item(&self, table: &str, key: (&str, &str)) -> Value {
        let request = self.dynamodb().get_item().table_name(table).consistent_read(true);
        let request = request.key(key.0, AttributeValue::S(key.1.to_owned()));
        let item = request.send().await.expect("the table can be read").item;
        item.map_or(Value::Null, |item| {
            serde_dynamo::from_item(item).expect("items are JSON")
        })
    }

    /// Deletes the item with a partition key.
    pub async fn delete_item(&self, table: &str, key: (&str, &str)) {
        let request = self.dynamodb().delete_item().table_name(table);
        let request = request.key(key.0, AttributeValue::S(key.1.to_owned()));
        request.send().await.expect("the item can be deleted");
    }

    /// The name of a table's partition key.
    pub(crate) async fn partition_key(&self, table: &str) -> String {
        let described = self.dynamodb().describe_table().table_name(table).send().await;
        let described = described.expect("the table is there").table.expect("a description");
        let mut keys = described.key_schema().iter();
        let key = keys.find(|key| *key.key_type() == KeyType::Hash);
        key.expect("a table has a partition key").attribute_name().to_owned()
    }

    /// The environment in which a function reaches this stack, with more time for a call than on AWS: a machine that does much else
    /// at once is slow, and no test is about that.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, &str); 6] {
        [
            ("AWS_CALL_TIMEOUT_SECONDS", "20"),
            ("AWS_ENDPOINT_URL", &self.aws),
            ("AWS_REGION", &self.region),
            ("AWS_ACCESS_KEY_ID", &self.credentials.access_key_id),
            ("AWS_SECRET_ACCESS_KEY", &self.credentials.secret_access_key),
            ("AWS_EC2_METADATA_DISABLED", "true"),
        ]
    }
}

/// A name that no other test has, in this run or another.
pub(crate) fn unique_name() -> String {
    let (time, number) = unique_numbers();
    format!("test-{time}-{number}")
}

/// An id, in the form that accounts have, that nobody else has. Its first digits, too, are those of few others.
pub(crate) fn unique_id() -> String {
    let (time, number) = unique_numbers();
    format!("{:08x}{time:016x}{number:08x}", time & 0xffff_ffff)
}

/// The time in nanoseconds, and a number that is counted up.
fn unique_numbers() -> (u128, u32) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is right");
    (since_epoch.as_nanos(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The repository's root.
#[must_use]
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
