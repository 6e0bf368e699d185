//! `ops users export`.

use std::{fs, io::Read};

use tempfile::TempDir;
use zip::ZipArchive;

use crate::prelude::*;

/// Checks that the document has exactly these files, and when the unclaimed ones are deleted.
fn check_files(data: &Value, claimed: &[&TestFile], unclaimed: &[&TestFile]) {
    let files = data["files"].as_array().expect("files");
    assert_eq!(files.len(), claimed.len() + unclaimed.len());
    let find = |id: &str| files.iter().find(|file| file["fileId"] == id).expect(id);
    assert!(claimed.iter().all(|file| find(&file.id)["expiresAt"].is_null()));
    assert!(unclaimed.iter().all(|file| find(&file.id)["expiresAt"].is_string()));
}

#[tokio::test]
async fn exports_all_data_of_a_user_to_a_zip_file() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let mut registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let versions = json!({"terms": "2026-11-22", "privacy": "2026-11-22"});
    registration["consent"] = versions.clone();
    let user = TestUser::verified_with(&stack, &registration).await;
    let token = user.access_token(&stack).await;
    let again = TestFile::upload_document(&stack, Some(&token)).await;
    user.add_passkey(&stack, &token).await;
    let lost = TestFile::upload_image(&stack, Some(&token))
        .await
        .without_object(&stack)
        .await;
    let (proof_file, proof) = TestFile::sent_as_proof(&stack, &user).await;
    again.clone().with_attribute(&stack, "name", "cv: \"1\".pdf").await;
    let payment = json!({
        "payer": format!("user#{}", user.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "120.00", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item("payments", payment).await;
    let asked = json!({
        "userId": user.id, "courseId": "project-management", "runId": "2027-spring", "start": "2027-03-27",
        "end": "2027-06-12", "state": "declined", "requestedAt": "2026-01-02T03:04:05Z", "message": "In French?",
        "decidedAt": "2026-01-03T03:04:05Z", "reason": "In Arabic only.", "proofs": [proof],
    });
    stack.put_item("placeRequests", asked.clone()).await;
    let interests = json!({"job": {"askedAt": 1_767_225_600, "announcement": "0".repeat(32)}});
    user.set_attribute(&stack, "interests", interests).await;
    let change = json!({"changeId": "0".repeat(32), "email": "new@example.org", "expiresAt": 1_767_225_600});
    user.set_attribute(&stack, "emailChange", change).await;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("user.zip");
    let export = ["users", "export", &user.email, "--to", path.to_str().expect("text")];

    let output = ops(&stack, &[&export[..], &["--dry-run"]].concat()).success();
    assert!(output.starts_with("Dry run: "), "{output}");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    assert_eq!(audit_records(&stack, &user.id).await, [] as [Value; 0]);

    let output = ops(&stack, &export).success();
    assert!(
        output.ends_with("\n  not files/photo.jpg: its object is missing"),
        "{output}"
    );
    assert_eq!(
        folder.path().read_dir().expect("a folder").count(),
        1,
        "and no temporary file"
    );
    let mut zip = ZipArchive::new(fs::File::open(&path).expect("it is there")).expect("a zip file");
    let names = zip.file_names().map(|name| name.expect("a name").into_owned());
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "data.json",
            "files/cv_ _1_.pdf",
            "files/photo (2).jpg",
            "files/سيرة ذاتية.pdf",
            "readme.txt"
        ]
    );
    let mut read = |name: &str| {
        let mut bytes = Vec::new();
        let mut entry = zip.by_name(name).expect("it is in it");
        entry.read_to_end(&mut bytes).expect("it can be read");
        bytes
    };
    assert_eq!(read("files/سيرة ذاتية.pdf"), DOCUMENT);
    let data: Value = serde_json::from_slice(&read("data.json")).expect("JSON");
    assert_contains(&data["account"], &json!({"id": user.id, "email": user.email}));
    assert_eq!(data["account"]["consent"]["terms"], versions["terms"]);
    assert_eq!(data["account"]["enrolments"][0]["amount"], "120.00");
    let interests = json!([{"service": "job", "askedAt": "2026-01-01T00:00:00Z"}]);
    assert_eq!(data["account"]["interests"], interests);
    assert_eq!(data["account"]["emailChange"]["expiresAt"], "2026-01-01T00:00:00Z");
    assert!(data["account"]["sessions"][0]["lastSeenAt"].is_string(), "{data}");
    assert!(data["account"]["passkeys"][0]["name"].is_string(), "{data}");
    let mut exported = asked;
    exported.as_object_mut().expect("an object").remove("userId");
    assert_eq!(data["placeRequests"], json!([exported]));
    let readme = String::from_utf8(read("readme.txt")).expect("UTF-8");
    assert!(readme.starts_with("\u{feff}Your data on Masar\n"), "{readme}");
    check_files(&data, &[&cv, &proof_file], &[&again, &lost]);
    let secrets = ["passwordHash", "argon2", "tokenVersion", "arn:aws"];
    let text = data.to_string();
    assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");

    let again = ops(&stack, &export).failure();
    assert!(
        again.ends_with("user.zip cannot be created: it exists already"),
        "{again}"
    );
    let records = audit_records(&stack, &user.id).await;
    assert_eq!((records.len(), &records[0]["action"]), (1, &json!("account_export")));
}
