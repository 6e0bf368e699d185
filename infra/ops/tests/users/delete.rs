//! `ops users delete`.

use crate::prelude::*;

#[tokio::test]
async fn deletes_a_user_with_all_their_data() {
    let stack = Stack::running();
    let cv = TestFile::upload_document(&stack, None).await;
    let registration = TestUser::teacher_registration(&stack, &cv, None).await;
    let user = TestUser::verified_with(&stack, &registration).await;
    let token = user.access_token(&stack).await;
    user.set_attribute(&stack, "language", "ar".into()).await;
    let payment = json!({
        "payer": format!("user#{}", user.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "120.00", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item("payments", payment).await;

    let output = ops(&stack, &["users", "delete", &user.email]).failure();
    assert!(output.contains("--yes"), "{output}");
    let output = ops(&stack, &["users", "delete", &user.email, "--dry-run"]).success();
    assert!(output.starts_with("Dry run: this would permanently delete"), "{output}");
    assert!(cv.has_object(&stack).await && !user.record(&stack).await.is_null());

    let output = ops(&stack, &["users", "delete", &user.email, "--yes"]).success();
    assert!(
        output.starts_with(&format!("Permanently deleted: {}", user.id)),
        "{output}"
    );
    assert!(cv.is_removed(&stack).await);
    for (name, table) in &stack.tables {
        let items = Value::from(stack.scan_items(table).await).to_string();
        assert!(!items.contains(&user.email), "{name}");
        assert!(name == "audit" || !items.contains(&user.id), "{name}");
    }
    let me = TestRequest::get("/users/me").bearer(&token);
    refuses!(stack, me, 401, "unauthorized");
    assert_eq!(user.last_email(&stack).await.subject, "حُذف حسابك · مسار");

    let again = ops(&stack, &["users", "delete", &user.email, "--yes", "--json"]).failure();
    assert!(again.contains("account_not_found"), "{again}");
    let records = audit_records(&stack, &user.id).await;
    assert_eq!((records.len(), &records[0]["action"]), (1, &json!("account_delete")));
}

#[tokio::test]
async fn a_deletion_removes_the_email_address_from_the_suppression_list() {
    let (stack, user) = Stack::with_user().await;
    stack.suppress_email(&user.email, "BOUNCE").await;
    let output = ops(&stack, &["users", "delete", &user.email, "--yes"]).success();
    assert!(output.contains("No email was sent"), "{output}");
    assert!(!stack.is_email_suppressed(&user.email).await);
    assert_eq!(stack.emails_to(&user.email).await.len(), 0);
}

#[tokio::test]
async fn an_interrupted_deletion_can_be_repeated() {
    let (stack, user) = Stack::with_user().await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("dynamodb TransactWriteItems users");
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = proxy.in_front_of(&stack);
    let id = user.id.clone();
    let delete = move || ops(&through_proxy, &["users", "delete", &id, "--yes"]);
    let output = tokio::task::spawn_blocking(delete).await.expect("it ran").failure();
    assert!(
        output.contains("Run the command again: it continues where it stopped."),
        "{output}"
    );
    assert!(!user.record(&stack).await.is_null());

    ops(&stack, &["users", "delete", &user.id, "--yes"]).success();
    assert!(user.record(&stack).await.is_null());
    let records = audit_records(&stack, &user.id).await;
    assert_eq!(records.len(), 2, "one for each attempt: {records:?}");
}

#[tokio::test]
async fn deletes_the_leftovers_of_a_user_by_id() {
    let (stack, user) = Stack::with_user().await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::nth("dynamodb Query files", 2);
    proxy.inject_fault(target, Fault::ServerError, true);
    let through_proxy = proxy.in_front_of(&stack);
    let email = user.email.clone();
    let delete = move || ops(&through_proxy, &["users", "delete", &email, "--yes"]);
    let output = tokio::task::spawn_blocking(delete).await.expect("it ran").failure();
    assert!(
        output.contains(&format!("Run the command again with the id {}", user.id)),
        "{output}"
    );
    assert!(user.record(&stack).await.is_null());

    let payment = json!({
        "payer": format!("user#{}", user.id), "paymentId": "course#project-management", "courseId": "project-management",
        "amount": "87.31", "currency": "EUR", "paidAt": "2026-03-31T23:30:15Z",
    });
    stack.put_item("payments", payment).await;
    let has_leftovers = async || {
        let payments = stack.scan_items("payments").await;
        payments
            .iter()
            .any(|payment| payment["payer"] == format!("user#{}", user.id))
    };
    let output = ops(&stack, &["users", "delete", &user.id, "--dry-run"]).success();
    assert!(
        output.ends_with("this would delete what an interrupted deletion left."),
        "{output}"
    );
    assert!(has_leftovers().await);
    let output = ops(&stack, &["users", "delete", &user.id, "--yes"]).success();
    assert_eq!(
        output,
        format!("There is no user {}, and all remaining data is deleted.", user.id)
    );
    assert!(!has_leftovers().await);
    assert_eq!(audit_records(&stack, &user.id).await.len(), 2);
}
