//! Front-door tests of `GET /users/me/receipts/{number}`.
//!
//! Protected here: what a receipt says, and that nobody else reads it.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("users-get-receipt");

fn get(token: &str, number: &str) -> TestRequest {
    TestRequest::get(&format!("/users/me/receipts/{number}")).bearer(token)
}

/// A user with a receipt, whose number no other test has.
async fn with_receipt(stack: &Stack) -> (TestUser, String) {
    let user = TestUser::verified(stack).await;
    let serial = u32::from_str_radix(&user.id[..7], 16).expect("hexadecimal digits");
    let number = format!("2001-{serial:06}");
    let receipt = json!({
        "payer": "receipts#2001", "paymentId": number, "userId": user.id, "number": number, "kind": "payment", "issuedOn": "2001-01-20",
        "amount": "11900.00", "currency": "DZD", "details": {
            "language": "fr", "operator": {"name": "Voies", "address": "1 rue Longue", "registration": "RC 1", "tax": "included"},
            "learner": "Amina Benali", "courseId": "excel", "course": "Excel au travail", "runStart": "2001-03-27", "runEnd": "2001-06-12",
            "method": "ccp", "receivedOn": "2001-01-19", "reference": "MS-7K4Q-92BX",
        },
    });
    stack.put_item("payments", receipt).await;
    (user, number)
}

#[tokio::test]
async fn returns_what_the_receipt_said_on_the_day_of_its_issue() {
    let stack = Stack::running();
    let (user, number) = with_receipt(&stack).await;
    let response = stack.send(&get(&user.access_token(&stack).await, &number)).await;
    assert_json_snapshot!(response, { ".body.data.number" => "[number]" }, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "data": {
          "amount": "11900.00",
          "currency": "DZD",
          "details": {
            "course": "Excel au travail",
            "courseId": "excel",
            "language": "fr",
            "learner": "Amina Benali",
            "method": "ccp",
            "operator": {
              "address": "1 rue Longue",
              "name": "Voies",
              "registration": "RC 1",
              "tax": "included"
            },
            "receivedOn": "2001-01-19",
            "reference": "MS-7K4Q-92BX",
            "runEnd": "2001-06-12",
            "runStart": "2001-03-27"
          },
          "issuedOn": "2001-01-20",
          "kind": "payment",
          "number": "[number]"
        },
        "success": true
      }
    }
    "#);
}

#[tokio::test]
async fn a_receipt_of_another_user_is_not_found() {
    let stack = Stack::running();
    let (_, number) = with_receipt(&stack).await;
    let token = TestUser::verified(&stack).await.access_token(&stack).await;
    for number in [number.as_str(), "1999-000001", "counter", "2001-1", "%23"] {
        refuses!(stack, get(&token, number), 404, "receipt_not_found");
    }
}

endpoint_checks!(
    FUNCTION,
    returns_401_without_a_valid_token(|token| get(token, "2001-000001")),
    every_variable_is_required(&get("any", "2001-000001")),
    succeeds_after_any_fault(after_any_fault_a_repetition_returns_the_receipt, async |stack| {
        let (user, number) = with_receipt(stack).await;
        get(&user.access_token(stack).await, &number)
    }),
);
