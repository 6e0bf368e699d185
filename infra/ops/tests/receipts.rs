//! `ops receipts`, by running the real binary on tables of the test. The tests of the doctor raise the counter.

use crate::prelude::*;

#[tokio::test]
async fn exports_the_receipts_of_a_year_in_their_order() {
    let stack = Stack::running();
    let name = stack.create_empty_tables().await;
    let details = json!({
        "language": "fr", "operator": {"name": "Masar", "address": "Oran", "registration": "1", "tax": "included"}, "learner": "Amina Benali",
        "payer": {"name": "Sonatel SARL", "address": "Oran", "taxNumber": "42"}, "courseId": "excel", "course": "Excel; avancé",
        "runStart": "2027-03-27", "runEnd": "2027-06-12", "method": "ccp", "receivedOn": "2027-01-05", "reference": "MS-7K4Q-92BX",
    });
    for (number, kind, amount, details) in [
        ("2027-000002", "refund", "-3100.00", None),
        ("2027-000001", "payment", "11900.00", Some(details)),
        ("2026-000001", "payment", "1.00", None),
    ] {
        let mut receipt = json!({
            "payer": format!("receipts#{}", &number[..4]), "paymentId": number, "number": number, "kind": kind,
            "issuedOn": "2027-01-05", "amount": amount, "currency": "DZD",
        });
        // They stay when the account is deleted.
        receipt["tax"] = json!({"percent": "19", "amount": "1.50"});
        if let Some(details) = details {
            receipt["details"] = details;
            receipt["cash"] = json!({"stampDuty": "119.00", "total": "12019.00"});
        }
        stack.put_item(&format!("{name}-payments"), receipt).await;
    }
    let table = ops_on(&stack, &name, &["receipts", "export", "2027"]).success();
    let text = table.strip_prefix('\u{feff}').map(|rows| rows.replace("\r\n", "\n"));
    insta::assert_snapshot!(text.unwrap_or_default(), @r#"
    number;issued on;kind;amount;currency;tax included;stamp duty;method;received on;reference;learner;payer;payer tax number;course;run start;run end
    2027-000001;2027-01-05;payment;11900,00;DZD;1,50;119,00;"ccp";"2027-01-05";"MS-7K4Q-92BX";"Amina Benali";"Sonatel SARL";"42";"Excel; avancé";"2027-03-27";"2027-06-12"
    2027-000002;2027-01-05;refund;-3100,00;DZD;1,50;;"account deleted";"account deleted";"account deleted";"account deleted";"account deleted";"account deleted";"account deleted";"account deleted";"account deleted"
    "#);
}
