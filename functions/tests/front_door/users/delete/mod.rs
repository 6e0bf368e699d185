//! Front-door tests of `POST /users/delete`.
//!
//! - `privacy`: no personal data, file or upload remains; payments become anonymous.
//! - `validation`: the password is required, and guessing it is limited.
//! - `emails`: the email about the deletion, and SES's suppression list.
//! - `concurrency`: changes that happen during the deletion.
//! - `faults`: failures of AWS, and missing configuration.

mod concurrency;
mod emails;
mod faults;
mod privacy;
mod validation;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-delete");

struct SignedInUser {
    user: TestUser,
    token: String,
}

impl SignedInUser {
    /// A copy of a verified user, to whom no email was sent.
    async fn create(stack: &Stack) -> Self {
        Self::sign_in(stack, TestUser::verified(stack).await).await
    }

    async fn with_stack() -> (Stack, Self) {
        let stack = Stack::running();
        let signed_in = Self::create(&stack).await;
        (stack, signed_in)
    }

    async fn sign_in(stack: &Stack, user: TestUser) -> Self {
        let token = user.access_token(stack).await;
        Self { user, token }
    }

    /// A teacher with four files: some that the profile refers to, one that it has replaced, and one that it never referred to.
    async fn create_teacher(stack: &Stack) -> (Self, [TestFile; 4]) {
        let (cv, video) = (
            TestFile::upload_document(stack, None).await,
            TestFile::insert_video(stack).await,
        );
        let registration = TestUser::teacher_registration(stack, &cv, Some(&video)).await;
        let signed_in = Self::sign_in(stack, TestUser::verified_with(stack, &registration).await).await;
        let another_cv = TestFile::upload_document(stack, Some(&signed_in.token)).await;
        let image = TestFile::upload_image(stack, Some(&signed_in.token)).await;
        let mut update = registration;
        update["_id"] = signed_in.user.id.as_str().into();
        update["birthdate"] = "1994-02-28".into();
        update["teacher"]["curriculum"] = another_cv.id.as_str().into();
        let request = TestRequest::put(&format!("/users/{}", signed_in.user.id)).bearer(&signed_in.token);
        expect!(stack.send(&request.json(&update)), 200);
        (signed_in, [cv, video, another_cv, image])
    }

    fn delete(&self) -> TestRequest {
        self.delete_with(&self.user.password)
    }

    fn delete_with(&self, password: &str) -> TestRequest {
        TestRequest::post("/users/delete")
            .bearer(&self.token)
            .json(&json!({"password": password}))
    }

    async fn upload_document(&self, stack: &Stack) -> String {
        let upload = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
        let response = stack.send(&upload.bearer(&self.token)).await;
        response.data()["_id"].as_str().expect("an id").to_owned()
    }

    /// Starts the upload of a video and stores its first part.
    async fn start_video_upload(&self, stack: &Stack) -> StartedUpload {
        let start = TestRequest::post("/file/video/start-upload").bearer(&self.token);
        let upload = TestUpload::start_with(stack, &start).await;
        upload.store_part(stack, 0, b"one").await;
        StartedUpload {
            record: upload.record(stack).await,
            upload,
        }
    }

    /// Writes a ready export with its archive, as `make-export` leaves it.
    async fn insert_archive(&self, stack: &Stack) {
        let export = json!({
            "exportId": self.user.id, "state": "ready", "requestedAt": 1_767_225_600, "expiresAt": 4_102_444_800_u64,
        });
        self.user.set_attribute(stack, "dataExport", export).await;
        self.put_archive(stack).await;
    }

    async fn put_archive(&self, stack: &Stack) {
        let put = stack.s3().put_object().bucket(&stack.buckets["files"]);
        let written = put.key(self.archive_key()).send().await;
        written.expect("the object can be written");
    }

    async fn has_archive(&self, stack: &Stack) -> bool {
        stack.has_object("files", &self.archive_key()).await
    }

    fn archive_key(&self) -> String {
        format!("export/{}", self.user.id)
    }

    /// Records payments, as an operator does.
    async fn record_payments(&self, stack: &Stack, times: usize) {
        for number in 0..times {
            let payment = json!({
                "payer": format!("user#{}", self.user.id),
                "paymentId": format!("{}-{number}", self.user.id),
                "courseId": "project-management",
                "amount": format!("{number}.50"),
                "currency": "TND",
                "paidAt": "2026-03-31T23:30:15Z",
            });
            stack.put_item("payments", payment).await;
        }
    }

    /// Asks for a place in two courses. One request is accepted, so it has one of the run's two taken places.
    async fn ask_for_places(&self, stack: &Stack) {
        let id = &self.user.id;
        for (course, state) in [("evening-classes", "accepted"), ("business-plan", "pending")] {
            let request = json!({
                "userId": id, "courseId": course, "runId": id, "start": "2999-03-27", "end": "2999-06-12", "state": state,
                "requestedAt": "2026-01-02T03:04:05Z",
            });
            stack.put_item("placeRequests", request).await;
        }
        let run = json!({"courseId": "evening-classes", "part": format!("run#{id}"), "taken": 2});
        stack.put_item("courseDetails", run).await;
    }

    /// How many places of the run of [`Self::ask_for_places`] are taken. The run is deleted: no catalogue has it.
    async fn take_run(&self, stack: &Stack) -> Value {
        let part = format!("run#{}", self.user.id);
        let items = stack.scan_items("courseDetails").await;
        let run = items.into_iter().find(|item| item["part"] == part.as_str());
        let key = |name: &str| AttributeValue::S(name.to_owned());
        let delete = stack
            .dynamodb()
            .delete_item()
            .table_name(&stack.tables["courseDetails"]);
        let delete = delete.key("courseId", key("evening-classes")).key("part", key(&part));
        delete.send().await.expect("the item can be deleted");
        run.expect("the run")["taken"].clone()
    }
}

/// The upload of a video, with its record as it was after the start.
struct StartedUpload {
    upload: TestUpload,
    record: Value,
}

impl StartedUpload {
    /// Whether its file is removed, and nothing says whose it was.
    async fn is_removed(&self, stack: &Stack) -> bool {
        is_removed(stack, &self.upload.file_id()).await
    }

    /// The number of its objects and of its open multipart uploads.
    async fn count_objects_and_uploads(&self, stack: &Stack) -> (usize, usize) {
        let object = self.upload.object_key();
        let exists = stack.has_object("files", &object).await;
        (
            usize::from(exists),
            stack.count_multipart_uploads("files", &object).await,
        )
    }

    /// Writes the video's object, as an interrupted finalization leaves it.
    async fn put_object(&self, stack: &Stack) {
        let object = stack.s3().put_object().bucket(&stack.buckets["files"]);
        let object = object.key(self.upload.object_key());
        object.send().await.expect("the object can be written");
    }
}

/// Whether a file is removed, and nothing says whose it was.
async fn is_removed(stack: &Stack, file: &str) -> bool {
    let record = stack.get_item("files", ("fileId", file)).await;
    record["removal"].is_object() && record["owner"].is_null() && record["name"] == "file.bin"
}

async fn dump_tables(stack: &Stack) -> String {
    let mut all = String::new();
    for table in stack.tables.values() {
        all += &Value::from(stack.scan_items(table).await).to_string();
    }
    all
}
