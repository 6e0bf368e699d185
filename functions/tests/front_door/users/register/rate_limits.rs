//! The rate limit of registrations per IP address.

use super::{FUNCTION, client_ip_and_port, email, email_claim, register, registration_with, teacher_registration_with};
use crate::prelude::*;

/// The window of the rate limit of registrations.
const DAY: Duration = Duration::from_hours(24);

/// No registration needs a proof of work, and no more than five are possible.
const FIVE: [(&str, &str); 1] = [("RATE_LIMITS", "RegistrationsPerIp:5,RegistrationsWithProofPerIp:5")];
/// The same with one.
const ONE: [(&str, &str); 1] = [("RATE_LIMITS", "RegistrationsPerIp:1,RegistrationsWithProofPerIp:1")];

#[tokio::test]
async fn limits_registrations_per_ip_address_and_day() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        let function = FUNCTION.start(&stack, &FIVE).await;
        let client_ip = client_ip_and_port(&TestUser::registration());
        let existing = TestUser::registered(&stack).await;

        // A refused registration counts, too. Invalid fields do not.
        let again = register(&registration_with("email", existing.email.as_str())).of_ip(&client_ip);
        refuses!(function, again, 409, "user_already_exists");
        let teacher = register(&teacher_registration_with(
            json!({"courses": ["none"], "curriculum": "0123456789abcdef0123456789abcdef"}),
        ));
        refuses!(function, teacher.of_ip(&client_ip), 400, "course_not_found");
        for _ in 0..3 {
            let invalid = register(&registration_with("email", "no address")).of_ip(&client_ip);
            refuses!(function, invalid, 400, "email_invalid");
            expect!(
                function.send(&register(&TestUser::registration()).of_ip(&client_ip)),
                201
            );
        }
        let sixth = TestUser::registration();
        let response = function.send(&register(&sixth).of_ip(&client_ip)).await;
        assert_json_snapshot!((response.status, response.body), @r#"
    [
      429,
      {
        "code": "too_many_accounts",
        "message": "Too many accounts were created from this IP address today. Please try again tomorrow.",
        "success": false
      }
    ]
    "#);
        assert_eq!(email_claim(&stack, email(&sixth)).await, Value::Null);

        // All addresses of an IPv6 network count together. Another network counts separately.
        let neighbour = client_ip.replace("::1:", ":a:b:c:d:");
        refuses!(function, register(&sixth).of_ip(&neighbour), 429, "too_many_accounts");
        let another = client_ip_and_port(&TestUser::registration());
        expect!(function.send(&register(&sixth).of_ip(&another)), 201);
    })
    .await;
}

#[tokio::test]
async fn ignores_an_ip_address_sent_without_the_origin_secret() {
    in_one_window(DAY, async || {
        let stack = Stack::running();
        // All requests without the secret count for one IP address, which has registered a user before.
        TestUser::registered(&stack).await;
        let function = FUNCTION.start(&stack, &ONE).await;
        let client_ip = client_ip_and_port(&TestUser::registration());

        let forged = register(&TestUser::registration()).header("cloudfront-viewer-address", &client_ip);
        refuses!(function, forged, 429, "too_many_accounts");
        let guessed = register(&TestUser::registration()).through_cdn("a guess", &client_ip);
        refuses!(function, guessed, 429, "too_many_accounts");
        let genuine = register(&TestUser::registration()).of_ip(&client_ip);
        expect!(function.send(&genuine), 201);
    })
    .await;
}
