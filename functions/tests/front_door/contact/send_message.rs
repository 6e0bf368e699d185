//! Front-door tests of `POST /contact`.
//!
//! Protected here: the operator gets the message with the address for the reply, only verified users get a copy, and messages are limited.

use mail::Operator;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("contact-send-message");

fn message(body: &Value) -> TestRequest {
    TestRequest::post("/contact").json(body)
}

fn of_visitor(text: &str) -> Value {
    json!({"fullname": " Amina Benali ", "email": "Amina@Example.org", "message": text})
}

/// The email with that text which the operator got.
async fn received(stack: &Stack, text: &str) -> Option<SentEmail> {
    let address = Operator::of(domain::Language::English).mail;
    let emails = stack.emails_to(address).await;
    emails.into_iter().find(|email| email.body_text.contains(text))
}

#[tokio::test]
async fn a_visitors_message_reaches_the_operator_alone() {
    let stack = Stack::running();
    let text = format!("Is it in French?\n{}", TestUser::registered(&stack).await.id);
    let sent = stack.send(&message(&of_visitor(&text))).await;
    assert_eq!(
        (sent.status, &sent.body["message"]),
        (200, &json!("Thank you. Your message was sent."))
    );
    let email = received(&stack, &text).await.expect("an email");
    assert_eq!(email.subject, "Masar: message from Amina Benali");
    assert_eq!(email.reply_to, ["amina@example.org"]);
    assert!(email.body_text.contains("Account: none"), "{}", email.body_text);
    assert!(stack.emails_to("amina@example.org").await.is_empty());
}

#[tokio::test]
async fn a_user_gets_a_copy_in_their_language() {
    let stack = Stack::running();
    for language in testing::languages() {
        let user = TestUser::verified(&stack).await;
        user.set_attribute(&stack, "language", json!(language)).await;
        let token = user.access_token(&stack).await;
        let text = format!("Mon reçu <b>2027</b> {}", user.id);
        let request = message(&json!({"message": text, "email": "other@example.org"})).bearer(&token);
        expect!(stack.send(&request), 200);
        let email = received(&stack, &text).await.expect("an email");
        assert_eq!(email.reply_to, [user.email.as_str()]);
        let copy = user.last_email(&stack).await.snapshot_text().replace(&user.id, "[id]");
        assert_snapshot!(format!("copy_{language}"), copy);
    }
}

#[tokio::test]
async fn each_field_is_checked() {
    let stack = Stack::running();
    let refused = expect!(stack.send(&message(&json!({"email": "nobody", "message": " "}))), 400);
    assert_eq!(
        refused.body["errors"],
        json!({"fullname": "fullname_required", "email": "email_invalid", "message": "message_required"})
    );
    let long = stack.send(&message(&of_visitor(&"é".repeat(3001)))).await;
    assert_eq!(long.body["errors"], json!({"message": "field_too_long"}));
    let forged = message(&of_visitor("Hello")).bearer("forged");
    refuses!(stack, forged, 401, "unauthorized");
}

#[tokio::test]
async fn messages_of_an_address_and_of_a_user_are_limited() {
    let stack = Stack::running();
    testing::in_one_window(Duration::from_hours(1), async || {
        let (user, token) = TestUser::signed_in(&stack).await;
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "MessagesPerIp:2")]).await;
        let from_address = |request: TestRequest| request.of_ip(&user.client_ip_and_port());
        let of_visitor = from_address(message(&of_visitor("Hello")));
        let of_user = from_address(message(&json!({"message": "Hello"})).bearer(&token));
        for request in [of_visitor, of_user] {
            for _ in 0..2 {
                expect!(function.send(&request), 200);
            }
            refuses!(function, request, 429, "too_many_requests");
        }
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    succeeds_after_any_fault(after_any_fault_a_repetition_sends_it, async |stack| {
        let (_, token) = TestUser::signed_in(stack).await;
        message(&json!({"message": "Hello"})).bearer(&token)
    }),
);
