//! `POST /users/delete`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::{sync::Mutex, time::Duration};

use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use testing::{
    Call, File, Function, Person, Stack, VideoUpload,
    faults::{self, Fault, Proxy, Step},
    in_one_window, put,
};

const BINARY: &str = "users-delete";
const NAME: &str = "UsersDeleteFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};

/// Somebody who is signed in.
struct SignedIn {
    person: Person,
    token: String,
}

impl SignedIn {
    async fn on(stack: &Stack) -> Self {
        Self::with(stack, Person::verified(stack).await).await
    }

    async fn with(stack: &Stack, person: Person) -> Self {
        let token = person.token(stack).await;
        Self { person, token }
    }

    /// A teacher, and everything that was uploaded: what the profile refers to, what it referred to once, and what it never did.
    async fn teacher_on(stack: &Stack) -> (Self, [File; 4]) {
        let (cv, video) = (File::document(stack, None).await, File::video(stack).await);
        let registration = Person::teacher_registration(stack, &cv, Some(&video)).await;
        let signed_in = Self::with(stack, Person::verified_with(stack, &registration).await).await;
        let another_cv = File::document(stack, Some(&signed_in.token)).await;
        let photo = File::image(stack, Some(&signed_in.token)).await;
        let mut update = registration;
        update["birthdate"] = "1994-02-28".into();
        update["teacher"]["curriculum"] = another_cv.id.as_str().into();
        let call = Call::put(&format!("/users/{}", signed_in.person.id)).bearer(&signed_in.token);
        assert_eq!(stack.send(&call.json(&update)).await.status, 200);
        (signed_in, [cv, video, another_cv, photo])
    }

    fn delete(&self) -> Call {
        self.delete_with(&self.person.password)
    }

    fn delete_with(&self, password: &str) -> Call {
        Call::post("/users/delete")
            .bearer(&self.token)
            .json(&json!({"password": password}))
    }

    /// Uploads a document, and returns its id.
    async fn uploads(&self, stack: &Stack) -> String {
        let upload = Call::post("/file/document").file("document", "cv.pdf", b"%PDF-1.7");
        let reply = stack.send(&upload.bearer(&self.token)).await;
        reply.data()["_id"].as_str().expect("an id").to_owned()
    }

    /// Starts to upload a video, whose first chunk arrives.
    async fn begins_to_upload(&self, stack: &Stack) -> Begun {
        let start = Call::post("/file/video/start-upload").bearer(&self.token);
        let upload = VideoUpload::started_by(stack, &start).await;
        upload.store(stack, 0, b"one").await;
        Begun {
            object: upload.object(stack).await,
            record: upload.record(stack).await,
            upload,
        }
    }

    /// Records payments, as an operator does.
    async fn pays(&self, stack: &Stack, times: usize) {
        for number in 0..times {
            let payment = json!({
                "payer": format!("user#{}", self.person.id),
                "paymentId": format!("{}-{number}", self.person.id),
                "courseId": "project-management",
                "amount": format!("{number}.50"),
                "currency": "TND",
                "paidAt": "2026-03-31T23:30:15Z",
            });
            stack.put_item(&stack.tables["payments"], payment).await;
        }
    }
}

/// The upload of a video that was begun, as the table had it then.
struct Begun {
    upload: VideoUpload,
    object: String,
    record: Value,
}

impl Begun {
    /// Whether there is nothing of it: no record of it or of a file, no object, no open upload.
    async fn is_gone(&self, stack: &Stack) -> bool {
        let file = self.record["fileId"].as_str().expect("an id");
        let file = stack.item(&stack.tables["files"], ("fileId", file)).await;
        self.upload.record(stack).await.is_null() && file.is_null() && self.in_the_bucket(stack).await == (0, 0)
    }

    /// How many objects there are of it, and how many uploads in parts are open.
    async fn in_the_bucket(&self, stack: &Stack) -> (usize, usize) {
        let is_there = stack.has_object("files", &self.object).await;
        (usize::from(is_there), stack.open_uploads("files", &self.object).await)
    }

    /// Puts an object where that of the video would be, as a finalization leaves it that is cut off.
    async fn is_joined(&self, stack: &Stack) {
        let object = stack
            .s3()
            .put_object()
            .bucket(&stack.buckets["files"])
            .key(&self.object);
        object.send().await.expect("the object can be written");
    }

    /// Becomes a file.
    async fn is_kept(&self, stack: &Stack) {
        self.is_joined(stack).await;
        let file = json!({
            "fileId": self.record["fileId"], "kind": "video", "name": "me.mp4", "contentType": "video/mp4", "size": 3,
            "createdAt": "2026-01-01T00:00:00Z", "expiresAt": self.record["expiresAt"], "owner": self.record["owner"],
        });
        stack.put_item(&stack.tables["files"], file).await;
        self.upload.set(stack, "outcome", json!("kept")).await;
    }
}

async fn is_kept(stack: &Stack, file: &str) -> bool {
    stack.has_object("files", &format!("document/{file}")).await
}

/// Everything that the stack's tables hold, as text.
async fn everything(stack: &Stack) -> String {
    let mut all = String::new();
    for table in stack.tables.values() {
        all += &Value::from(stack.items(table).await).to_string();
    }
    all
}

#[tokio::test]
async fn no_item_anywhere_holds_anything_of_the_person_afterwards() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let SignedIn { person, token } = &signed_in;
    let traces = json!({
        "fullname": format!("Name of {}", person.id),
        "phone1": format!("+2135{}", &person.email[5..14]),
        "phone2": format!("+2136{}", &person.email[5..14]),
        "address": format!("Address of {}", person.id),
        "country": "Algeria",
        "birthdate": "1994-02-28",
    });
    let update = Call::put(&format!("/users/{}", person.id)).bearer(token).json(&traces);
    assert_eq!(stack.send(&update).await.status, 200);
    person.reset_code(&stack).await;
    signed_in.pays(&stack, 3).await;
    let files = [signed_in.uploads(&stack).await, signed_in.uploads(&stack).await];
    let begun = signed_in.begins_to_upload(&stack).await;
    let video = begun.record["fileId"].as_str().expect("an id");
    let deleted = signed_in.uploads(&stack).await;
    let delete = Call::delete(&format!("/file/{deleted}")).bearer(token);
    assert_eq!(stack.send(&delete).await.status, 200);

    let names: Vec<&str> = ["fullname", "phone1", "phone2", "address"]
        .map(|field| traces[field].as_str().expect("text"))
        .into_iter()
        .chain([person.id.as_str(), person.email.as_str(), video])
        .chain(files.iter().map(String::as_str))
        .collect();
    let before = everything(&stack).await;
    for name in &names {
        assert!(before.contains(name), "{name} is looked for where it is");
    }

    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
    let after = everything(&stack).await;
    for name in &names {
        assert!(!after.contains(name), "{name} is still there");
    }

    for file in &files {
        assert!(!is_kept(&stack, file).await);
    }

    // The account is nobody's: its token, its password, its links, its code.
    let me = Call::get("/users/me").bearer(token);
    assert_eq!(stack.send(&me).await.outcome(), (401, "unauthorized"));
    assert_eq!(
        stack.send(&person.login()).await.outcome(),
        (401, "incorrect_credentials")
    );
    assert_eq!(stack.send(&signed_in.delete()).await.outcome(), (401, "unauthorized"));
    let mails = stack.mails_to(&person.email).await;
    let verify = Call::post("/users/verify-email").json(&json!({"token": mails[0].token()}));
    assert_eq!(stack.send(&verify).await.outcome(), (400, "verification_invalid"));
    let code = json!({"email": person.email, "resetCode": mails[1].code()});
    let reply = stack.send(&Call::post("/users/verify-reset-code").json(&code)).await;
    assert_eq!(reply.outcome(), (400, "invalid_code"));

    // And the address is free.
    let mut registration = Person::registration();
    registration["email"] = person.email.as_str().into();
    let again = stack.send(&Call::post("/users/register").json(&registration)).await;
    assert_eq!(again.status, 201);
    assert_ne!(again.data()["_id"], person.id.as_str());
}

#[tokio::test]
async fn no_file_of_a_teacher_is_left() {
    let stack = Stack::running();
    let (signed_in, files) = SignedIn::teacher_on(&stack).await;
    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
    for file in files {
        assert!(!file.has_object(&stack).await, "{file:?}");
        assert_eq!(file.record(&stack).await, Value::Null, "{file:?}");
    }
}

#[tokio::test]
async fn uploads_of_videos_end_with_all_that_has_arrived() {
    let stack = Stack::running();
    let (signed_in, other) = (SignedIn::on(&stack).await, SignedIn::on(&stack).await);
    let [open, joined, kept, refused] = [(); 4].map(|()| signed_in.begins_to_upload(&stack));
    let (open, joined, kept, refused) = (open.await, joined.await, kept.await, refused.await);
    joined.is_joined(&stack).await;
    kept.is_kept(&stack).await;
    refused
        .upload
        .set(&stack, "outcome", json!({"refused": "too_long"}))
        .await;
    let of_other = other.begins_to_upload(&stack).await;
    let address = open.upload.address(&stack, 1, 3).await;
    assert_eq!(open.in_the_bucket(&stack).await, (0, 1));
    assert_eq!(joined.in_the_bucket(&stack).await, (1, 1));

    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
    for begun in [&open, &joined, &kept, &refused] {
        assert!(begun.is_gone(&stack).await, "{}", begun.record);
        for call in [begun.upload.finalize("video.mp4", 1), begun.upload.announce(0, 1)] {
            assert_eq!(stack.send(&call).await.outcome(), (400, "upload_not_found"));
        }
    }
    assert_eq!(
        put(&address, b"two".to_vec()).await,
        404,
        "it is known to nobody any more"
    );
    assert_eq!(of_other.in_the_bucket(&stack).await, (0, 1));
    assert_eq!(of_other.upload.record(&stack).await, of_other.record);
}

#[tokio::test]
async fn of_payments_amount_currency_and_date_remain() {
    let stack = Stack::running();
    let payments = stack.empty_table_like("payments").await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("PAYMENTS_TABLE", &payments)]).await;
    let signed_in = SignedIn::on(&stack).await;
    for (payer, id, amount) in [
        (signed_in.person.id.as_str(), "a", "149.500"),
        (signed_in.person.id.as_str(), "b", "20.000"),
        ("somebody-else", "a", "5.000"),
    ] {
        let payment = json!({
            "payer": format!("user#{payer}"), "paymentId": id, "courseId": "project-management", "amount": amount,
            "currency": "TND", "paidAt": "2026-03-31T23:30:15Z",
        });
        stack.put_item(&payments, payment).await;
    }

    let free = json!({
        "payer": format!("user#{}", signed_in.person.id), "paymentId": "course#creative-journaling",
        "courseId": "creative-journaling", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item(&payments, free).await;

    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    let mut items = stack.items(&payments).await;
    items.sort_by_key(|item| item["amount"].to_string());
    for item in items.iter_mut().filter(|item| item["payer"] != "user#somebody-else") {
        let payer = item["payer"].as_str().expect("a payer").to_owned();
        let (kind, random) = payer.split_once('#').expect("a kind of payer");
        assert_eq!((kind, random.len()), ("anonymous", 32));
        assert_eq!(item["paymentId"].as_str().map(str::len), Some(32));
        item["payer"] = "anonymous#[random]".into();
        item["paymentId"] = "[random]".into();
    }
    assert_json_snapshot!(items);
}

#[tokio::test]
async fn a_payment_that_cannot_be_read_is_not_taken_for_a_free_one() {
    let stack = Stack::running();
    let payments = stack.empty_table_like("payments").await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("PAYMENTS_TABLE", &payments)]).await;
    for (field, value) in [("amount", json!(149.5)), ("currency", Value::Null)] {
        let signed_in = SignedIn::on(&stack).await;
        let mut payment = json!({
            "payer": format!("user#{}", signed_in.person.id), "paymentId": "course#project-management",
            "courseId": "project-management", "amount": "149.500", "currency": "TND", "paidAt": "2026-03-31T23:30:15Z",
        });
        payment[field] = value;
        stack.put_item(&payments, payment.clone()).await;
        assert_eq!(
            function.send(&signed_in.delete()).await.outcome(),
            (500, "internal_error")
        );
        assert!(stack.items(&payments).await.contains(&payment));
    }
}

#[tokio::test]
async fn many_payments_are_all_made_anonymous() {
    let stack = Stack::running();
    let payments = stack.empty_table_like("payments").await;
    let mut with_table = stack.clone();
    with_table.tables.insert("payments".to_owned(), payments.clone());
    let function = Function::deployed(BINARY, &stack, NAME, &[("PAYMENTS_TABLE", &payments)]).await;
    let signed_in = SignedIn::on(&stack).await;
    signed_in.pays(&with_table, 120).await;

    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    let items = stack.items(&payments).await;
    let anonymous = |item: &&Value| {
        item["payer"]
            .as_str()
            .is_some_and(|payer| payer.starts_with("anonymous#"))
    };
    assert_eq!((items.len(), items.iter().filter(anonymous).count()), (120, 120));
}

#[tokio::test]
async fn it_is_said_and_mailed_in_the_language_of_the_person() {
    let stack = Stack::running();
    for language in ["en", "fr", "ar"] {
        let signed_in = SignedIn::on(&stack).await;
        let login = signed_in.person.login().query("lang", language);
        assert_eq!(stack.send(&login).await.status, 200);
        let reply = stack.send(&signed_in.delete().query("lang", language)).await;
        assert_json_snapshot!(format!("reply_{language}"), reply);
        let mail = signed_in.person.last_mail(&stack).await;
        assert_snapshot!(format!("mail_{language}"), mail.seen());
    }
}

#[tokio::test]
async fn without_the_password_nothing_is_deleted() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let before = signed_in.person.item(&stack).await;

    let missing = Call::post("/users/delete").bearer(&signed_in.token).query("lang", "fr");
    let reply = stack.send(&missing.clone().json(&json!({}))).await;
    assert_json_snapshot!(reply);
    let null = stack.send(&missing.json(&json!({"password": null}))).await;
    assert_eq!(null.outcome(), (400, "missing_password"));
    assert_eq!(
        stack.send(&signed_in.delete_with("")).await.outcome(),
        (400, "missing_password")
    );
    let wrong = stack
        .send(&signed_in.delete_with("Wrong horse 1").query("lang", "fr"))
        .await;
    assert_json_snapshot!(wrong);
    let right = json!({"password": signed_in.person.password});
    let without_token = Call::post("/users/delete").json(&right);
    assert_eq!(stack.send(&without_token).await.outcome(), (401, "unauthorized"));
    assert_eq!(signed_in.person.item(&stack).await, before);
}

#[tokio::test]
async fn a_token_does_not_help_to_guess_the_password() {
    in_one_window(Duration::from_mins(15), async || {
        let stack = Stack::running();
        let signed_in = SignedIn::on(&stack).await;
        for _ in 0..10 {
            let reply = stack.send(&signed_in.delete_with("Wrong horse 1")).await;
            assert_eq!(reply.outcome(), (403, "incorrect_password"));
        }
        assert_eq!(
            stack.send(&signed_in.delete()).await.outcome(),
            (429, "too_many_attempts")
        );
        assert_eq!(stack.send(&signed_in.person.login()).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_blocked_account_stays() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    signed_in.person.set(&stack, "blocked", json!(true)).await;
    assert_eq!(
        stack.send(&signed_in.delete()).await.outcome(),
        (403, "account_blocked")
    );
    assert_ne!(signed_in.person.item(&stack).await, Value::Null);
}

#[tokio::test]
async fn a_deletion_that_is_cut_off_can_be_repeated_and_finishes() {
    let stack = Stack::running();
    let absent = "no-such-table";
    for table in ["PAYMENTS_TABLE", "PASSWORD_RESETS_TABLE"] {
        let signed_in = SignedIn::on(&stack).await;
        signed_in.pays(&stack, 2).await;
        let cut_off = Function::deployed(BINARY, &stack, NAME, &[(table, absent)]).await;
        let reply = cut_off.send(&signed_in.delete()).await;
        assert_eq!(reply.outcome(), (503, "service_unavailable"), "{table}");
        assert!(cut_off.logged("failed").await["cause"].to_string().contains(absent));

        // The account is there, so the person can try again.
        assert_eq!(stack.send(&signed_in.person.login()).await.status, 200, "{table}");
        assert_eq!(stack.send(&signed_in.delete()).await.status, 200, "{table}");
        assert!(!everything(&stack).await.contains(&signed_in.person.id), "{table}");
    }
}

#[tokio::test]
async fn two_deletions_at_once_are_one() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    signed_in.pays(&stack, 5).await;
    let deletions: Vec<_> = (0..4)
        .map(|_| {
            let (stack, delete) = (stack.clone(), signed_in.delete());
            tokio::spawn(async move { stack.send(&delete).await.status })
        })
        .collect();
    let mut statuses = Vec::new();
    for deletion in deletions {
        statuses.push(deletion.await.expect("an answer"));
    }
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(
        statuses.iter().all(|status| [200, 401].contains(status)),
        "{statuses:?}"
    );
    assert!(!everything(&stack).await.contains(&signed_in.person.id));
    assert_eq!(
        stack.mails_to(&signed_in.person.email).await.len(),
        2,
        "that of signing up, and one of leaving"
    );
}

#[tokio::test]
async fn a_file_that_is_claimed_at_the_same_moment_goes_too() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let id = &signed_in.person.id;
    let mut edits = Vec::new();
    for _ in 0..2 {
        let photo = File::image(&stack, None).await;
        let mut profile = Person::registration();
        profile["email"] = Value::Null;
        profile["birthdate"] = "1994-02-28".into();
        profile["image"] = photo.id.as_str().into();
        let edit = Call::put(&format!("/users/{id}"))
            .bearer(&signed_in.token)
            .json(&profile);
        edits.push((photo, edit));
    }
    let deletion = {
        let (stack, delete) = (stack.clone(), signed_in.delete());
        tokio::spawn(async move { stack.send(&delete).await.status })
    };
    // One after the other, for as long as there is an account.
    for (_, edit) in &edits {
        stack.send(edit).await;
    }
    assert_eq!(deletion.await.expect("an answer"), 200);
    for (photo, _) in &edits {
        assert_ne!(photo.record(&stack).await["owner"], id.as_str(), "{photo:?}");
        assert!(
            !photo.has_object(&stack).await || photo.waits(&stack).await,
            "{photo:?}"
        );
    }
}

#[tokio::test]
async fn a_payment_that_is_kept_just_before_the_account_is_gone_is_made_anonymous_too() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "dynamodb TransactWriteItems users uploads".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step.clone(), Fault::Conflict, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;
    let delete = signed_in.delete();
    let pay = async {
        proxy.is_asked(&step).await;
        signed_in.pays(&stack, 1).await;
        proxy.end();
    };
    let (reply, ()) = tokio::join!(function.send(&delete), pay);
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(!everything(&stack).await.contains(&signed_in.person.id));
}

#[tokio::test]
async fn a_video_that_is_finished_just_before_the_account_is_gone_goes_too() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let begun = signed_in.begins_to_upload(&stack).await;
    let mut nobodys = begun.record.clone();
    nobodys.as_object_mut().expect("a record").remove("owner");
    stack.put_item(&stack.tables["uploads"], nobodys).await;

    // What deletes the account is held up.
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "dynamodb TransactWriteItems users uploads".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step.clone(), Fault::Conflict, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;
    let delete = signed_in.delete();
    let finish = async {
        proxy.is_asked(&step).await;
        stack.put_item(&stack.tables["uploads"], begun.record.clone()).await;
        begun.is_kept(&stack).await;
        proxy.end();
    };
    let (reply, ()) = tokio::join!(function.send(&delete), finish);
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(begun.is_gone(&stack).await, "{}", begun.record);
}

#[tokio::test]
async fn what_is_not_deleted_after_the_account_is_logged_and_fails_nothing() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "dynamodb Query uploads".to_owned(),
        occurrence: 2,
    };
    proxy.fail(step, Fault::ServerError, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;
    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    let line = function.logged("file of a deleted account not deleted").await;
    assert_eq!(
        (&line["level"], &line["account"]),
        (&json!("ERROR"), &json!(signed_in.person.id))
    );
    function.metrics("DeletionsIncomplete", 1).await;
    assert_eq!(signed_in.person.item(&stack).await, Value::Null);
}

#[tokio::test]
async fn an_address_that_bounced_is_taken_off_the_suppression_list_and_gets_no_more_mail() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let email = &signed_in.person.email;
    stack.suppress(email, "BOUNCE").await;
    assert!(stack.is_suppressed(email).await);
    let mails = stack.mails_to(email).await.len();
    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
    assert!(!stack.is_suppressed(email).await);
    assert_eq!(
        stack.mails_to(email).await.len(),
        mails,
        "it would bounce, and list the address again"
    );
}

#[tokio::test]
async fn an_address_whose_owner_complained_stays_on_the_suppression_list() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    stack.suppress(&signed_in.person.email, "COMPLAINT").await;
    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
    assert!(stack.is_suppressed(&signed_in.person.email).await);
}

#[tokio::test]
async fn nothing_is_deleted_while_the_suppression_list_is_out_of_reach() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let file = signed_in.uploads(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    let function = Function::deployed(BINARY, &stack, NAME, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())]).await;
    let reply = function.send(&signed_in.delete()).await;
    assert_eq!(reply.outcome(), (503, "service_unavailable"));
    assert!(is_kept(&stack, &file).await && !signed_in.person.item(&stack).await.is_null());
    outage.end();
    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    assert!(signed_in.person.item(&stack).await.is_null());
}

#[tokio::test]
async fn mail_that_cannot_be_sent_is_logged_and_fails_nothing() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "ses SendEmail".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step, Fault::ServerError, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;
    assert_eq!(function.send(&signed_in.delete()).await.status, 200);
    assert_eq!(function.logged("mail not sent").await["mail"], "account_deleted");
    function.metrics("MailsFailed", 1).await;
    for secret in [&signed_in.person.email, &signed_in.person.password, &signed_in.token] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
    assert_eq!(signed_in.person.item(&stack).await, Value::Null);
}

#[tokio::test]
async fn a_body_that_is_not_as_it_should_be_is_a_400() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let call = Call::post("/users/delete").bearer(&signed_in.token);
    for body in [&b""[..], b"password=x", b"null", b"{\"password\": 1}"] {
        let reply = stack.send(&call.clone().body(body)).await;
        assert_eq!(reply.outcome(), (400, "malformed_request"), "{}", body.escape_ascii());
    }
    let reply = stack.send(&call.json(&json!({"password": "x".repeat(100_000)}))).await;
    assert_eq!(reply.outcome(), (413, "request_too_large"));
}

#[tokio::test]
async fn services_that_are_out_of_reach_are_a_503_until_they_are_back() {
    let stack = Stack::running();
    let signed_in = SignedIn::on(&stack).await;
    let outage = faults::Outage::of(&stack).await;
    for service in ["AWS_ENDPOINT_URL_SECRETS_MANAGER", "AWS_ENDPOINT_URL_DYNAMODB"] {
        let function = Function::deployed(BINARY, &stack, NAME, &[(service, outage.endpoint())]).await;
        let reply = function.send(&signed_in.delete()).await;
        assert_eq!(reply.outcome(), (503, "service_unavailable"), "{service}");
    }
    let variables = Stack::variables_of(NAME);
    faults::check_tables_unreachable(BINARY, &variables, &signed_in.delete()).await;
    faults::check_tables_hanging(BINARY, &variables, &signed_in.delete()).await;
    assert_eq!(stack.send(&signed_in.delete()).await.status, 200);
}

#[tokio::test]
async fn whatever_fails_the_person_is_gone_or_can_repeat_it() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedIn::on(stack).await;
        signed_in.pays(stack, 2).await;
        let file = signed_in.uploads(stack).await;
        let begun = signed_in.begins_to_upload(stack).await;
        begun.is_joined(stack).await;
        (signed_in.delete(), (signed_in, file, begun))
    };
    // All tables are read once for all cases: they hold what every other test has written.
    let gone = Mutex::new(Vec::new());
    faults::check_each_step(DEPLOYED, prepare, async |case, (signed_in, file, begun)| {
        let stack = Stack::running();
        let is_gone = signed_in.person.item(&stack).await.is_null();
        if case.reply.status == 200 {
            assert!(is_gone);
        }
        if is_gone {
            assert!(!is_kept(&stack, file).await, "the account goes last");
            assert!(begun.is_gone(&stack).await, "the account goes last");
        }
        let again = case.again().await;
        assert_eq!(again.status, if is_gone { 401 } else { 200 }, "{again:?}");
        assert!(!is_kept(&stack, file).await);
        assert!(begun.is_gone(&stack).await);
        let mut gone = gone.lock().expect("no case panics while it holds it");
        gone.push((signed_in.person.id.clone(), case.failing()));
    })
    .await;
    let everything = everything(&Stack::running()).await;
    for (id, failing) in gone.into_inner().expect("no case panics while it holds it") {
        assert!(!everything.contains(&id), "{failing}");
    }
}

#[tokio::test]
async fn a_deletion_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedIn::on(stack).await;
        signed_in.pays(stack, 1).await;
        (signed_in.delete(), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem users",
            "dynamodb UpdateItem attempts",
            "dynamodb UpdateItem attempts",
            "ses GetSuppressedDestination",
            "dynamodb Query payments",
            "dynamodb TransactWriteItems payments",
            "dynamodb Query payments",
            "dynamodb Query uploads",
            "dynamodb Query files",
            "dynamodb DeleteItem passwordResets",
            "dynamodb TransactWriteItems users uploads",
            "dynamodb Query uploads",
            "dynamodb Query files",
            "dynamodb Query payments",
            "ses SendEmail",
        ]
    );
}

#[tokio::test]
async fn ending_an_upload_asks_this_of_aws() {
    let prepare = async |stack: &Stack| {
        let signed_in = SignedIn::on(stack).await;
        signed_in.begins_to_upload(stack).await;
        (signed_in.delete(), ())
    };
    let asked = faults::requests_of_a_call(DEPLOYED, prepare).await;
    let of_upload = asked.iter().skip_while(|request| *request != "dynamodb Query uploads");
    let of_upload: Vec<_> = of_upload
        .take_while(|request| *request != "dynamodb Query files")
        .collect();
    assert_eq!(
        of_upload,
        [
            "dynamodb Query uploads",
            "dynamodb GetItem uploads",
            "dynamodb UpdateItem uploads",
            "s3 AbortMultipartUpload",
            "s3 DeleteObject",
            "dynamodb DeleteItem files",
            "dynamodb DeleteItem uploads",
        ]
    );
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    let call = Call::post("/users/delete")
        .bearer("any")
        .json(&json!({"password": "any"}));
    faults::check_each_variable_is_required(BINARY, &variables, &call).await;
}
