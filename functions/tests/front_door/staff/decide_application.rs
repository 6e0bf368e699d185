//! Front-door tests of `POST /staff/applications/{user}/decision`.
//!
//! Protected here: a decision is written once with its audit record, the teacher gets an email, and of two contrary decisions the second is refused.

use super::teacher;
use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("staff-decide-application");

fn decide(user: &TestUser, body: &Value) -> TestRequest {
    TestRequest::post(&format!("/staff/applications/{}/decision", user.id)).json(body)
}

fn approve(user: &TestUser) -> TestRequest {
    decide(user, &json!({"decision": "approve", "version": null}))
}

#[tokio::test]
async fn a_decision_is_emailed_and_shown_in_the_teachers_language() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    for language in testing::languages() {
        let teacher = teacher(&stack).await;
        teacher.set_attribute(&stack, "language", language.into()).await;
        let me = TestRequest::get("/users/me").bearer(&teacher.access_token(&stack).await);
        let approved = stack.send(&staff.sends(approve(&teacher))).await;
        let version = approved.data()["version"].clone();
        let expected = json!({"status": "approved", "version": version, "untold": false});
        assert_eq!(approved.data(), &expected);
        assert_eq!(
            stack.send(&me).await.data()["teacher"]["review"],
            json!({"status": "approved"})
        );
        assert_snapshot!(
            format!("approved_{language}"),
            teacher.last_email(&stack).await.snapshot_text()
        );

        let reason = "Le CV est illisible.\n<b>Merci</b> & à bientôt";
        let decline = json!({"decision": "decline", "reason": reason, "version": version});
        expect!(stack.send(&staff.sends(decide(&teacher, &decline))), 200);
        let review = json!({"status": "declined", "reason": reason});
        assert_eq!(stack.send(&me).await.data()["teacher"]["review"], review);
        assert_snapshot!(
            format!("declined_{language}"),
            teacher.last_email(&stack).await.snapshot_text()
        );

        let record = teacher.record(&stack).await;
        assert_eq!(record["application"], "declined", "it is in the list of declined ones");
        let request = TestRequest::get(&format!("/staff/applications/{}", teacher.id));
        let shown = stack.send(&staff.sends(request)).await;
        let history = shown.data()["history"].as_array().expect("a list");
        let kinds: Vec<_> = history.iter().map(|entry| &entry["kind"]).collect();
        assert_eq!(kinds, ["teacher_decline", "teacher_approve"]);
        let name = &staff.user.record(&stack).await["profile"]["fullname"];
        assert!(history.iter().all(|entry| &entry["by"] == name), "{history:?}");
        assert!(
            !shown.data()["history"].to_string().contains("illisible"),
            "the reason is free text, which the record leaves out"
        );
    }
}

#[tokio::test]
async fn the_second_of_two_is_refused_or_repeats() {
    let (stack, staff) = Stack::with_staff(&[StaffRole::Admissions]).await;
    let teacher = teacher(&stack).await;
    let emails = async || stack.emails_to(&teacher.email).await.len();
    let before = emails().await;
    let first = stack.send(&staff.sends(approve(&teacher))).await;
    assert_eq!(emails().await, before + 1);
    let otherwise = json!({"decision": "decline", "reason": "No", "version": null});
    refuses!(stack, staff.sends(decide(&teacher, &otherwise)), 409, "conflict");
    let repeated = stack.send(&staff.sends(approve(&teacher))).await;
    assert_eq!(repeated.data(), first.data(), "it was decided so");
    assert_eq!(emails().await, before + 1);

    let again = json!({"decision": "approve", "version": first.data()["version"]});
    let again = stack.send(&staff.sends(decide(&teacher, &again))).await;
    assert_eq!(again.data()["status"], "approved");
    assert_eq!(emails().await, before + 2, "the email is sent again");
}

#[tokio::test]
async fn refuses_students_the_own_application_and_a_decline_without_a_reason() {
    let stack = Stack::running();
    let staff = TestStaff::of_user(&stack, teacher(&stack).await, &[StaffRole::Admissions]).await;
    refuses!(stack, staff.sends(approve(&staff.user)), 403, "forbidden");
    let student = TestUser::verified(&stack).await;
    refuses!(stack, staff.sends(approve(&student)), 404, "user_not_found");
    for (reason, code) in [
        (Value::Null, "malformed_request"),
        (" ".into(), "malformed_request"),
        ("a".repeat(1001).into(), "field_too_long"),
    ] {
        let body = json!({"decision": "decline", "reason": reason, "version": null});
        refuses!(stack, staff.sends(decide(&student, &body)), 400, code, "{reason}");
    }
}

/// An email that SES refuses does not undo the decision, and a repetition sends it.
#[tokio::test]
async fn after_any_fault_a_repetition_decides_and_tells() {
    let prepare = async |stack: &Stack| {
        let staff = TestStaff::signed_in(stack, &[StaffRole::Admissions]).await;
        let teacher = teacher(stack).await;
        let emails = stack.emails_to(&teacher.email).await.len();
        (staff.sends(approve(&teacher)), (teacher, emails))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (teacher, emails)| {
        let stack = Stack::running();
        let repeated = expect!(case.retry(), 200);
        assert_eq!(repeated.data()["untold"], false);
        assert_eq!(teacher.record(&stack).await["review"].get("untold"), None);
        assert!(stack.emails_to(&teacher.email).await.len() > *emails);
    })
    .await;
}
