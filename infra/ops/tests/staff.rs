//! `ops staff`, by running the real binary.

use crate::prelude::*;

#[tokio::test]
async fn grants_a_role_with_a_code_and_keeps_the_last_owner() {
    let (stack, user) = Stack::with_user().await;
    let item = user.record(&stack).await;
    let name = stack.create_empty_tables().await;
    let users = format!("{name}-users");
    let claim = json!({"pk": format!("email#{}", user.email), "userId": user.id});
    stack.put_item(&users, claim).await;
    stack.put_item(&users, item).await;
    let grant = |arguments: &[&str]| ops_on(&stack, &name, &[&["staff", "grant", &user.email], arguments].concat());

    let dry = grant(&["owner", "--dry-run"]).success();
    assert!(dry.starts_with("Dry run: the roles would be owner: "), "{dry}");
    let granted = grant(&["owner", "--json"]).json();
    assert_eq!(granted["roles"], json!(["owner"]));
    assert_eq!(granted["code"].as_str().expect("a code").len(), 23);
    let key = format!("user#{}", user.id);
    let stored = stack.get_item(&users, ("pk", &key)).await;
    assert_eq!(stored["staff"]["roles"], json!(["owner"]));
    assert!(grant(&["--json"]).has_failed_with("last_owner"));
    grant(&["owner", "finance"]).success();
    let records = stack.scan_items(&format!("{name}-audit")).await;
    assert_eq!(records.len(), 2);
}
