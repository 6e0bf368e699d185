//! The email about the deletion, and SES's suppression list.

use super::{FUNCTION, SignedInUser, is_removed};
use crate::prelude::*;

#[tokio::test]
async fn responds_and_sends_an_email_in_the_language_of_the_user() {
    let stack = Stack::running();
    for language in testing::languages() {
        let signed_in = SignedInUser::create(&stack).await;
        signed_in.user.set_attribute(&stack, "language", json!(language)).await;
        let response = stack.send(&signed_in.delete().query("lang", language)).await;
        assert_json_snapshot!(format!("response_{language}"), response);
        let sent_email = signed_in.user.last_email(&stack).await;
        assert_snapshot!(format!("email_{language}"), sent_email.snapshot_text());
    }
}

#[tokio::test]
async fn removes_a_bounced_email_address_from_the_suppression_list_and_sends_no_email() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let email = &signed_in.user.email;
    stack.suppress_email(email, "BOUNCE").await;
    assert!(stack.is_email_suppressed(email).await);
    let emails = stack.emails_to(email).await.len();
    expect!(stack.send(&signed_in.delete()), 200);
    assert!(!stack.is_email_suppressed(email).await);
    assert_eq!(stack.emails_to(email).await.len(), emails, "it would bounce again");
}

#[tokio::test]
async fn keeps_an_email_address_with_a_complaint_on_the_suppression_list() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    stack.suppress_email(&signed_in.user.email, "COMPLAINT").await;
    expect!(stack.send(&signed_in.delete()), 200);
    assert!(stack.is_email_suppressed(&signed_in.user.email).await);
}

#[tokio::test]
async fn deletes_nothing_while_the_suppression_list_is_unreachable() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let file = signed_in.upload_document(&stack).await;
    let outage = faults::Outage::start(&stack).await;
    let function = FUNCTION
        .start(&stack, &[("AWS_ENDPOINT_URL_SESV2", outage.endpoint())])
        .await;
    refuses!(function, signed_in.delete(), 503, "service_unavailable");
    assert!(!is_removed(&stack, &file).await && !signed_in.user.record(&stack).await.is_null());
    outage.end();
    expect!(function.send(&signed_in.delete()), 200);
    assert!(signed_in.user.record(&stack).await.is_null());
}

#[tokio::test]
async fn deletes_a_user_in_the_sandbox_of_ses_which_has_no_suppression_list() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let proxy = Proxy::start(&stack).await;
    let target = NthRequest::first("ses GetSuppressedDestination");
    proxy.inject_fault(target, Fault::Forbidden, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = FUNCTION.start(&stack, &through_proxy).await;
    expect!(function.send(&signed_in.delete()), 200);
    function.wait_for_log("suppression list not read").await;
    assert_eq!(signed_in.user.record(&stack).await, Value::Null);
}

#[tokio::test]
async fn succeeds_and_logs_when_the_email_cannot_be_sent() {
    let (stack, signed_in) = SignedInUser::with_stack().await;
    let proxy = Proxy::start(&stack).await;
    proxy.inject_fault(NthRequest::first("ses SendEmail"), Fault::ServerError, true);
    let function = FUNCTION.start(&proxy.in_front_of(&stack), &[]).await;
    expect!(function.send(&signed_in.delete()), 200);
    assert_eq!(function.wait_for_log("mail not sent").await["mail"], "account_deleted");
    function.wait_for_metrics("MailsFailed", 1).await;
    for secret in [&signed_in.user.email, &signed_in.user.password, &signed_in.token] {
        assert!(!function.log().contains(secret), "{}", function.log());
    }
    assert_eq!(signed_in.user.record(&stack).await, Value::Null);
}
