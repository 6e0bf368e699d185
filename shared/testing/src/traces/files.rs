//! The model of files: which request to AWS is which of its steps, and what of tables and bucket is its state.
//!
//! | Request to AWS | Step |
//! | --- | --- |
//! | `GetItem`, `PutItem`, `DeleteItem`, `Query`, `Scan` of users, files, uploads | by the table |
//! | `UpdateItem files` | `Lock`, `Unlock`, `EndDeletion` |
//! | `UpdateItem uploads` | `Refuse` |
//! | `TransactWriteItems` | by what it writes: `WriteProfile`, `MarkDeleted`, `DeleteUser`, `Finalize`, `Cancel` |
//! | S3, about the object of a file | by the operation |
//!
//! The model has no other tables, secrets, emails and archives. A read of an item that the scene does not have is one of the cold start.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use model::{
    conformance::StateOf,
    files::{
        Files, State,
        aws::{AwsRequest as Step, Deletion, Lock, ProfileWrite},
        cloud::{
            Cloud, Deadline, Existence, File, FileId, Object, Outcome, Pair, Record, Refusal, UPLOADED, Upload,
            UploadRecord, User, UserId,
        },
        process::{Request, Response},
    },
};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{
    Scene,
    values::{all_named, number, text},
};
use crate::{Stack, TestFile, TestUpload, TestUser, UNFINISHED_DEADLINE, faults::AwsRequest};

/// The longest time, in seconds, by which the code postpones a deadline.
const MOST_POSTPONED: u64 = 2;
/// The tables of the model. It has no others.
const TABLES: [&str; 3] = ["users", "files", "uploads"];

/// A request of the model of files, with the users, files and uploads that it is about.
#[derive(Debug, Clone)]
pub struct FilesScene {
    request: Request,
    names: Names,
    before: Cloud,
    is_valid_video: bool,
}

/// What the users, files and uploads of the model are in the stack.
#[derive(Debug, Clone, Default)]
struct Names {
    /// Tables by their names in AWS.
    tables: BTreeMap<String, String>,
    users: Pair<Option<String>>,
    /// Email addresses of users who do not exist yet.
    emails: Pair<Option<String>>,
    /// Keys of objects: kind and id.
    files: Pair<Option<String>>,
    /// The key of the upload's item.
    upload: Option<String>,
    /// Deadlines that were set, by file, in seconds since the epoch. A later one that differs little was postponed.
    deadlines: Pair<Vec<u64>>,
}

impl FilesScene {
    /// A scene with nothing stored.
    #[must_use]
    pub fn new(stack: &Stack, request: Request) -> Self {
        let tables = stack.tables.iter().map(|(key, name)| (name.clone(), key.clone()));
        let names = Names {
            tables: tables.collect(),
            ..Names::default()
        };
        Self {
            request,
            names,
            before: Cloud::default(),
            is_valid_video: true,
        }
    }

    #[must_use]
    pub fn user(self, id: UserId, user: &TestUser) -> Self {
        self.user_id(id, &user.id)
    }

    #[must_use]
    pub fn user_id(mut self, id: UserId, user: &str) -> Self {
        *self.names.users.of_mut(id) = Some(user.to_owned());
        self
    }

    /// With the email address of a user who does not exist yet, or should not.
    #[must_use]
    pub fn email(mut self, id: UserId, email: &str) -> Self {
        *self.names.emails.of_mut(id) = Some(email.to_owned());
        self
    }

    #[must_use]
    pub fn object(mut self, id: FileId, key: &str) -> Self {
        *self.names.files.of_mut(id) = Some(key.to_owned());
        self
    }

    #[must_use]
    pub fn file(self, id: FileId, file: &TestFile) -> Self {
        self.object(id, &file.object_key())
    }

    /// With an upload, whose parts are an accepted video or not.
    pub async fn upload(mut self, stack: &Stack, upload: &TestUpload, is_valid_video: bool) -> Self {
        let record = upload.record(stack).await;
        self.names.upload = record["upload"].as_str().map(str::to_owned);
        self.is_valid_video = is_valid_video;
        self.object(UPLOADED, &upload.object_key(stack).await)
    }

    /// Reads what is stored before the request.
    pub async fn observed(mut self, stack: &Stack) -> Self {
        self.learn_stored(stack).await;
        let mut before = self.stored(stack).await;
        for id in FileId::ALL {
            before.files.of_mut(id).is_known = self.names.files.of(id).is_some();
        }
        before.upload.is_known = self.names.upload.is_some();
        before.upload.is_valid = self.is_valid_video;
        self.before = before;
        self
    }

    async fn record(&self, stack: &Stack, id: FileId) -> Value {
        match self.names.file_id(id) {
            Some(file) => stack.get_item(&stack.tables["files"], ("fileId", file)).await,
            None => Value::Null,
        }
    }

    async fn stored_user(&self, stack: &Stack, id: UserId) -> Result<User, String> {
        let Some(user) = self.known_user(stack, id).await else {
            return Ok(User::default());
        };
        let key = format!("user#{user}");
        let item = stack.get_item(&stack.tables["users"], ("pk", &key)).await;
        let marker = key_of_deleted_owner(&user);
        let marker = stack.get_item(&stack.tables["uploads"], ("upload", &marker)).await;
        let version = item["profileVersion"].as_u64().unwrap_or_default();
        Ok(User {
            existence: if item.is_null() {
                Existence::Not
            } else {
                Existence::Exists
            },
            file: self.names.file_of_profile(&item["profile"]),
            version: u8::try_from(version).map_err(|_| "the profile has been edited too often".to_owned())?,
            marker: !marker.is_null(),
            ..User::default()
        })
    }

    /// The id of a user, by the claim on the email address if the test has not named it.
    async fn known_user(&self, stack: &Stack, id: UserId) -> Option<String> {
        if let Some(user) = self.names.users.of(id) {
            return Some(user.clone());
        }
        let key = format!("email#{}", self.names.emails.of(id).as_ref()?);
        let claim = stack.get_item(&stack.tables["users"], ("pk", &key)).await;
        claim["userId"].as_str().map(str::to_owned)
    }

    async fn stored_file(&self, stack: &Stack, id: FileId, day: u8) -> Result<File, String> {
        let record = self.record(stack, id).await;
        let record = (!record.is_null())
            .then(|| self.names.record(id, &record, day))
            .transpose()?;
        let mut object = None;
        if let Some(key) = self.names.files.of(id)
            && stack.has_object("files", key).await
        {
            // The local AWS leaves out the tags of a multipart upload.
            let is_of_upload = id == UPLOADED && self.names.upload.is_some();
            let is_tagged = is_of_upload || stack.object_tags("files", key).await == ["claim=pending"];
            object = Some(Object {
                is_tagged,
                is_old: false,
            });
        }
        Ok(File {
            record,
            object,
            ..File::default()
        })
    }

    async fn stored_upload(&self, stack: &Stack) -> Result<Upload, String> {
        let item = match &self.names.upload {
            Some(key) => stack.get_item(&stack.tables["uploads"], ("upload", key)).await,
            None => Value::Null,
        };
        let record = (!item.is_null()).then(|| {
            let owner = item["owner"].as_str().map(|owner| self.names.user(owner)).transpose()?;
            let outcome = match &item["outcome"] {
                Value::Null => None,
                Value::String(_) => Some(Outcome::Finalized),
                refused => {
                    let reason = refused["refused"].as_str().unwrap_or_default();
                    Some(Outcome::Refused(refusal(reason)?))
                }
            };
            Ok::<_, String>(UploadRecord { owner, outcome })
        });
        let object = self.names.files.of(UPLOADED).as_deref().unwrap_or_default();
        Ok(Upload {
            record: record.transpose()?,
            is_open: stack.count_multipart_uploads("files", object).await > 0,
            ..Upload::default()
        })
    }

    async fn try_stored(&self, stack: &Stack) -> Result<Cloud, String> {
        let now = u64::try_from(Timestamp::now().as_second()).map_err(|_| "the clock is wrong")?;
        let deadlines = FileId::ALL.map(|id| self.names.deadlines.of(id).iter());
        let is_expired = deadlines.into_iter().flatten().any(|deadline| *deadline <= now);
        let day = u8::from(is_expired);
        Ok(Cloud {
            users: Pair {
                first: self.stored_user(stack, UserId::A).await?,
                second: self.stored_user(stack, UserId::B).await?,
            },
            files: Pair {
                first: self.stored_file(stack, FileId::One, day).await?,
                second: self.stored_file(stack, FileId::Two, day).await?,
            },
            upload: self.stored_upload(stack).await?,
            day,
        })
    }

    fn dynamodb(&self, operation: &str, body: &Value) -> Result<Option<Step>, String> {
        if operation == "TransactWriteItems" {
            return self.transaction(body);
        }
        let table = self.names.table(body);
        if !TABLES.contains(&table) {
            return Ok(None);
        }
        let is_conditional = body["ConditionExpression"].is_string();
        let key = body["Key"].as_object().into_iter().flatten().next();
        let key = key.and_then(|(_, value)| text(value)).unwrap_or_default();
        let values = &body["ExpressionAttributeValues"];
        let owner = || self.names.user(text(&values[":owner"]).unwrap_or_default());
        Ok(Some(match (operation, table) {
            // The operator's tool looks whether the user exists, which the model knows.
            ("GetItem", "users") if matches!(self.request, Request::FinishDeletion(_)) => return Ok(None),
            ("GetItem", "users") => match self.names.user_of_key(key) {
                Some(user) => Step::GetUser(user),
                None => return Ok(None),
            },
            ("GetItem", "files") => match self.names.file(key) {
                Ok(file) => Step::GetFile(file),
                Err(_) => return Ok(None),
            },
            ("GetItem", "uploads") if self.names.upload.as_deref() != Some(key) => return Ok(None),
            // The deletion of a user has the key from the index.
            ("GetItem", "uploads") if self.is_deletion_of_user() => Step::GetUploadByKey,
            ("GetItem", "uploads") => Step::GetUpload,
            ("Query", "files") => Step::QueryFiles {
                owner: owner()?,
                is_late: false,
            },
            ("Query", "uploads") => Step::QueryUploads {
                owner: owner()?,
                is_late: false,
            },
            ("Scan", "files") => Step::ScanFiles,
            ("PutItem", "files") => Step::PutFile {
                file: self.names.file(text(&body["Item"]["fileId"]).unwrap_or_default())?,
                owner: self.names.owner(&body["Item"])?,
            },
            ("PutItem", "uploads") => Step::PutUpload(self.names.owner(&body["Item"])?),
            ("DeleteItem", "files") => {
                let file = self.names.file(key)?;
                match number(&values[":read"]) {
                    Some(read) => Step::DeleteExpiredFile {
                        file,
                        read: self.names.deadline(file, read, self.before.day)?,
                    },
                    None => Step::DeleteFile(file),
                }
            }
            ("DeleteItem", "uploads") => Step::DeleteUpload,
            ("UpdateItem", "files") if is_conditional => {
                let file = self.names.file(key)?;
                let deadline = |name: &str| {
                    let seconds = number(&values[name]).ok_or_else(|| format!("an update of files has no {name}"))?;
                    self.names.deadline(file, seconds, self.before.day)
                };
                if number(&values[":unfinished"]) == Some(UNFINISHED_DEADLINE) {
                    let deadline = deadline(":expiresAt")?;
                    return Ok(Some(Step::EndDeletion { file, deadline }));
                }
                let read = deadline(":read")?;
                let expression = body["UpdateExpression"].as_str().unwrap_or_default();
                if expression.contains("REMOVE taggingUntil") {
                    let sets_deadline = values[":expiresAt"].is_object();
                    // No lock ends by itself during a recording.
                    let lock = Lock {
                        deadline: read,
                        after: 0,
                    };
                    let deadline = sets_deadline.then(|| deadline(":expiresAt")).transpose()?;
                    Step::Unlock { file, lock, deadline }
                } else {
                    Step::Lock { file, read }
                }
            }
            ("UpdateItem", "uploads") if is_conditional => {
                let refused = &values[":outcome"]["M"]["refused"];
                Step::Refuse(refusal(text(refused).unwrap_or_default())?)
            }
            _ => return Err(format!("the model has no {operation} of {table}")),
        }))
    }

    /// A transaction is a step by what it writes. Each of its writes must have a condition.
    fn transaction(&self, body: &Value) -> Result<Option<Step>, String> {
        let items = body["TransactItems"].as_array().into_iter().flatten();
        let mut written = Written::default();
        for item in items {
            let (operation, item) = item.as_object().into_iter().flatten().next().ok_or("an empty item")?;
            let table = self.names.table(item).to_owned();
            if TABLES.contains(&table.as_str()) {
                self.transaction_item(operation, &table, item, &mut written)?;
            }
        }
        written.step()
    }

    fn transaction_item(
        &self,
        operation: &str,
        table: &str,
        item: &Value,
        written: &mut Written,
    ) -> Result<(), String> {
        let values = &item["ExpressionAttributeValues"];
        let key = item["Key"].as_object().into_iter().flatten().next();
        let key = key.and_then(|(_, value)| text(value)).unwrap_or_default();
        let is_conditional = item["ConditionExpression"].is_string();
        match (operation, table) {
            ("Put", "uploads") => {
                written.has_marker = true;
                return Ok(());
            }
            _ if !is_conditional => return Err(format!("{operation} of {table} has no condition")),
            ("Put", "users") => {
                let key = text(&item["Item"]["pk"]).unwrap_or_default();
                if key.starts_with("user#") {
                    let user = self.names.user_of_key(key).ok_or("a new user of no scene")?;
                    written.profile = Some((user, None, self.names.file_of_profile(&item["Item"])));
                }
            }
            ("Update", "users") => {
                let user = self.names.user_of_key(key).ok_or("a user of no scene")?;
                let read = number(&values[":read"]).and_then(|version| u8::try_from(version).ok());
                let read = read.ok_or("a profile is written with the version that was read")?;
                written.profile = Some((user, Some(read), self.names.file_of_profile(&values[":profile"])));
            }
            ("Delete", "users") if key.starts_with("user#") => {
                let user = self.names.user_of_key(key).ok_or("a user of no scene")?;
                let read = number(&values[":read"]).and_then(|version| u8::try_from(version).ok());
                written.deleted_user = Some((user, read.ok_or("a user is deleted as it was read")?));
            }
            // The claim on an email address.
            (_, "users") => {}
            ("Put", "files") => {
                let file = self.names.file(text(&item["Item"]["fileId"]).unwrap_or_default())?;
                written.new_file = Some((file, self.names.owner(&item["Item"])?));
            }
            ("Update", "files") => self.update_of_file(key, item, written)?,
            ("Update", "uploads") => written.outcome = Some(values[":outcome"].clone()),
            ("ConditionCheck", "uploads") => written.requires_owner = true,
            _ => return Err(format!("the model has no {operation} of {table} in a transaction")),
        }
        Ok(())
    }

    fn update_of_file(&self, key: &str, item: &Value, written: &mut Written) -> Result<(), String> {
        let file = self.names.file(key)?;
        let values = &item["ExpressionAttributeValues"];
        let day = self.before.day;
        let deadline = |name: &str| {
            let seconds = number(&values[name]);
            seconds
                .map(|seconds| self.names.deadline(file, seconds, day))
                .transpose()
        };
        let expression = item["UpdateExpression"].as_str().unwrap_or_default();
        if expression.contains("deleted") {
            if number(&values[":expiresAt"]) != Some(UNFINISHED_DEADLINE) {
                return Err("the record of a deleted file does not expire before its object is deleted".to_owned());
            }
            written.deleted_file = Some((file, deadline(":read")?));
        } else if let Some(read) = deadline(":read")? {
            written.claimed = Some((file, read));
        } else {
            written.released = Some((file, deadline(":expiresAt")?.ok_or("a released file has a deadline")?));
        }
        Ok(())
    }

    fn s3(&self, operation: &str, path: &str) -> Result<Option<Step>, String> {
        let is_save = matches!(self.request, Request::Register(..) | Request::Update(..));
        match operation {
            // After a refused request about a tag, the list shows whether there is an object. The model has both in one step.
            "ListObjectsV2" if is_save => return Ok(None),
            "ListObjectsV2" if self.request == Request::Sweep => return Ok(Some(Step::ListOldObjects)),
            "ListObjectsV2" => return Ok(Some(Step::FindObject)),
            // Open uploads are the lifecycle's, too. The model of the sweep has none.
            "ListMultipartUploads" => return Ok(None),
            _ => {}
        }
        let key = path.split('/').skip(2).collect::<Vec<_>>().join("/");
        if key.starts_with("export/") {
            return Ok(None);
        }
        let file = self.names.file_of_object(&key)?;
        Ok(Some(match operation {
            "PutObject" => Step::PutObject(file),
            "DeleteObject" => Step::DeleteObject(file),
            "DeleteObjectTagging" => Step::RemoveTag(file),
            "PutObjectTagging" => Step::SetTag(file),
            "CreateMultipartUpload" if file == UPLOADED => Step::CreateMultipart,
            "CompleteMultipartUpload" if file == UPLOADED => Step::Complete,
            "AbortMultipartUpload" if file == UPLOADED => Step::Abort,
            "ListParts" if file == UPLOADED => Step::ListParts,
            "GetObject" if file == UPLOADED => Step::InspectObject,
            _ => return Err(format!("the model has no {operation} of an object")),
        }))
    }

    const fn is_deletion_of_user(&self) -> bool {
        matches!(self.request, Request::DeleteUser(_) | Request::FinishDeletion(_))
    }
}

impl Scene for FilesScene {
    type Model = Files;
    type Stored = Cloud;

    fn model(&self) -> Files {
        Files::of_one_request()
    }

    fn request(&self) -> Request {
        self.request
    }

    fn before(&self) -> State {
        State::before(self.before, self.request)
    }

    fn learn(&mut self, requests: &[AwsRequest]) {
        for request in requests {
            let items = request.body["TransactItems"].as_array().into_iter().flatten();
            let puts = items.map(|item| &item["Put"]).chain([&request.body]);
            for item in puts.map(|put| &put["Item"]) {
                self.learn_item(item);
            }
            self.learn_deadline(&request.body);
            if request.name == "s3 CreateMultipartUpload" {
                let key = request.path.split('/').skip(2).collect::<Vec<_>>().join("/");
                *self.names.files.of_mut(UPLOADED) = Some(key);
            }
        }
    }

    /// Deadlines, unless they are postponed ones of those that are known.
    async fn learn_stored(&mut self, stack: &Stack) {
        for id in FileId::ALL {
            let record = self.record(stack, id).await;
            let deadline = record["expiresAt"].as_u64();
            let deadline = deadline.filter(|deadline| self.names.deadline(id, *deadline, 0).is_err());
            self.names.deadlines.of_mut(id).extend(deadline);
        }
    }

    fn step(&self, request: &AwsRequest) -> Result<Option<Step>, String> {
        let mut words = request.name.split(' ');
        let (service, operation) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match service {
            "dynamodb" => self.dynamodb(operation, &request.body),
            "s3" => self.s3(operation, &request.path),
            "cloudformation" | "secretsmanager" | "ses" | "sts" => Ok(None),
            _ => Err(format!("an unknown service, {service}")),
        }
    }

    fn has_several_requests(step: &Step) -> bool {
        matches!(step, Step::InspectObject)
    }

    fn is_read(step: &Step) -> bool {
        step.is_read()
    }

    async fn stored(&self, stack: &Stack) -> Cloud {
        self.try_stored(stack)
            .await
            .unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    fn difference(
        &self,
        state: &StateOf<Files>,
        response: Option<Response>,
        stored: &Cloud,
        status: Option<u16>,
    ) -> Option<String> {
        let expected = state.cloud.stored();
        if let Some(status) = status
            && !response.is_some_and(|response| is_response(self.request, response, status))
        {
            return Some(format!(
                "the model responds with {response:?}, and the function with {status}"
            ));
        }
        let stored = stored.stored();
        (expected != stored).then(|| format!("the model has {expected:#?}, and AWS {stored:#?}"))
    }
}

/// Whether a response of the model is one of a function with that status.
fn is_response(request: Request, response: Response, status: u16) -> bool {
    match response {
        Response::Done => matches!(status, 200 | 201),
        Response::NotFound => matches!(status, 400 | 404),
        Response::Refused => (400..500).contains(&status),
        Response::Conflict => matches!(status, 400 | 409 | 503),
        // After the user is deleted, a failure is reported to the operator instead.
        Response::Unavailable => status == 503 || matches!(request, Request::DeleteUser(_)) && status == 200,
    }
}

/// What a transaction writes.
#[derive(Debug, Default)]
struct Written {
    /// The user, the version that was read, and the file that the profile then refers to.
    profile: Option<(UserId, Option<u8>, Option<FileId>)>,
    claimed: Option<(FileId, Deadline)>,
    released: Option<(FileId, Deadline)>,
    /// The file, and the deadline that was read.
    deleted_file: Option<(FileId, Option<Deadline>)>,
    /// The user, and the version that was read.
    deleted_user: Option<(UserId, u8)>,
    has_marker: bool,
    new_file: Option<(FileId, Option<UserId>)>,
    /// Of an upload.
    outcome: Option<Value>,
    requires_owner: bool,
}

impl Written {
    fn step(&self) -> Result<Option<Step>, String> {
        let Self {
            profile,
            claimed,
            released,
            ..
        } = *self;
        if let Some((file, read)) = self.deleted_file {
            let profile = match profile {
                Some((user, version, _)) => Some((user, version.ok_or("a new user deletes no file")?)),
                None => None,
            };
            return Ok(Some(Step::MarkDeleted(Deletion {
                file,
                read,
                profile,
                is_referred_to: false,
            })));
        }
        if let Some((user, version)) = self.deleted_user {
            return if self.has_marker {
                Ok(Some(Step::DeleteUser { user, version }))
            } else {
                Err("the deletion of a user puts a marker".to_owned())
            };
        }
        if let Some(outcome) = &self.outcome {
            return match self.new_file {
                Some((UPLOADED, owner)) if owner.is_some() == self.requires_owner => Ok(Some(Step::Finalize(owner))),
                None if text(&outcome["M"]["refused"]) == Some("cancelled") => Ok(Some(Step::Cancel)),
                _ => Err("an upload ends with its file, or is cancelled".to_owned()),
            };
        }
        Ok(profile.map(|(user, version, file)| {
            Step::WriteProfile(ProfileWrite {
                user,
                version,
                file,
                claimed,
                released,
            })
        }))
    }
}

impl FilesScene {
    /// Learns the ids of what is put, unless the scene has one.
    fn learn_item(&mut self, item: &Value) {
        if let Some(id) = text(&item["pk"]).and_then(|key| key.strip_prefix("user#"))
            && let Request::Register(user, _) = self.request
        {
            *self.names.users.of_mut(user) = Some(id.to_owned());
        }
        if let (Some(id), Some(kind)) = (text(&item["fileId"]), text(&item["kind"])) {
            if let Request::UploadFile(_, file) = self.request {
                *self.names.files.of_mut(file) = Some(format!("{kind}/{id}"));
            }
            if let Ok(file) = self.names.file(id) {
                self.names.deadlines.of_mut(file).extend(number(&item["expiresAt"]));
            }
        }
        if let (Some(key), Some(_)) = (text(&item["upload"]), text(&item["multipartId"])) {
            self.names.upload.get_or_insert_with(|| key.to_owned());
        }
    }

    /// Learns the deadline that the end of a deletion or of a release sets.
    fn learn_deadline(&mut self, update: &Value) {
        let Some(file) = text(&update["Key"]["fileId"]).and_then(|id| self.names.file(id).ok()) else {
            return;
        };
        let set = number(&update["ExpressionAttributeValues"][":expiresAt"]);
        self.names.deadlines.of_mut(file).extend(set);
    }
}

impl Names {
    fn table(&self, body: &Value) -> &str {
        let name = body["TableName"].as_str().unwrap_or_default();
        self.tables.get(name).map_or("", String::as_str)
    }

    /// The user with a key of the users table: of the user, or of the claim on the email address.
    fn user_of_key(&self, key: &str) -> Option<UserId> {
        UserId::ALL.into_iter().find(|id| {
            let is_user = (self.users.of(*id).as_deref()).is_some_and(|user| key.strip_prefix("user#") == Some(user));
            let email = self.emails.of(*id).as_deref();
            is_user || email.is_some_and(|email| key.strip_prefix("email#") == Some(email))
        })
    }

    fn user(&self, id: &str) -> Result<UserId, String> {
        let found = UserId::ALL
            .into_iter()
            .find(|user| self.users.of(*user).as_deref() == Some(id));
        found.ok_or_else(|| format!("the scene has no user {id}"))
    }

    fn owner(&self, item: &Value) -> Result<Option<UserId>, String> {
        text(&item["owner"]).map(|owner| self.user(owner)).transpose()
    }

    fn file_id(&self, id: FileId) -> Option<&str> {
        Some(self.files.of(id).as_deref()?.split_once('/')?.1)
    }

    fn file(&self, id: &str) -> Result<FileId, String> {
        let found = FileId::ALL.into_iter().find(|file| self.file_id(*file) == Some(id));
        found.ok_or_else(|| format!("the scene has no file {id}"))
    }

    fn file_of_object(&self, key: &str) -> Result<FileId, String> {
        let found = FileId::ALL
            .into_iter()
            .find(|file| self.files.of(*file).as_deref() == Some(key));
        found.ok_or_else(|| format!("the scene has no object {key}"))
    }

    /// The file of the scene that a profile refers to. It may refer to others.
    fn file_of_profile(&self, profile: &Value) -> Option<FileId> {
        let ids = all_named(profile, "fileId");
        FileId::ALL
            .into_iter()
            .find(|file| self.file_id(*file).is_some_and(|id| ids.contains(&id)))
    }

    fn record(&self, id: FileId, item: &Value, day: u8) -> Result<Record, String> {
        let now = u64::try_from(Timestamp::now().as_second()).map_err(|_| "the clock is wrong")?;
        let owner = item["owner"].as_str().map(|owner| self.user(owner)).transpose()?;
        let deadline = item["expiresAt"].as_u64();
        Ok(Record {
            owner,
            deadline: deadline.map(|deadline| self.deadline(id, deadline, day)).transpose()?,
            deleted: item["deleted"] == true,
            is_locked: item["taggingUntil"].as_u64().is_some_and(|end| end > now),
        })
    }

    /// A deadline: how many seconds it is after one that was set.
    fn deadline(&self, file: FileId, seconds: u64, day: u8) -> Result<Deadline, String> {
        if let Some(postponed) = seconds.checked_sub(UNFINISHED_DEADLINE) {
            return Ok(Deadline {
                seconds: u8::try_from(postponed).map_err(|_| "a small number")?,
                ..Deadline::UNFINISHED
            });
        }
        let now = u64::try_from(Timestamp::now().as_second()).map_err(|_| "the clock is wrong")?;
        let postponed = self
            .deadlines
            .of(file)
            .iter()
            .filter_map(|set| seconds.checked_sub(*set));
        let postponed = postponed.min().filter(|postponed| *postponed <= MOST_POSTPONED);
        let postponed = postponed.ok_or_else(|| format!("no deadline is {seconds} s: {:?}", self.deadlines))?;
        Ok(Deadline {
            day: if seconds <= now { 0 } else { day },
            seconds: u8::try_from(postponed).map_err(|_| "a small number")?,
        })
    }
}

fn refusal(name: &str) -> Result<Refusal, String> {
    match name {
        "type_wrong" | "too_long" | "unreadable" => Ok(Refusal::Invalid),
        "owner_gone" => Ok(Refusal::OwnerDeleted),
        "cancelled" => Ok(Refusal::Cancelled),
        _ => Err(format!("the model has no refusal {name}")),
    }
}

/// The key of the marker of a deleted user in the uploads table.
fn key_of_deleted_owner(user: &str) -> String {
    format!("gone#{}", URL_SAFE_NO_PAD.encode(Sha256::digest(user)))
}
