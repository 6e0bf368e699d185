//! What users read about decisions and payments.

use calcard::{Entry, Parser, common::timezone::Tz};

use super::super::place::{COURSE, Clerks, Desk, payment, session};
use crate::prelude::*;

#[tokio::test]
async fn a_user_reads_about_each_decision_in_their_language() {
    let first = Desk::new().await;
    for (run, days) in [
        ("spring", ["2999-03-27", "2999-04-03"]),
        ("autumn", ["2999-09-05", "2999-09-12"]),
    ] {
        let more = json!({"taken": 1, "sessions": [session(1, days[0]), session(2, days[1])]});
        first
            .put_run_with(run, more, json!({"start": days[0], "end": days[1]}))
            .await;
    }
    let clerks = Clerks::of(&first).await;
    for language in testing::languages() {
        let desk = first.with_learner().await;
        desk.learner
            .set_attribute(&desk.stack, "language", json!(language))
            .await;
        let mut texts = Vec::new();
        let mut read = async |run: &str| {
            let email = desk.learner.last_email(&desk.stack).await;
            texts.push(email.snapshot_text());
            if !run.is_empty() {
                texts.push(calendar_file(&email, run));
            }
        };
        desk.offer_with_proof().await;
        let refuse = json!({"event": "refuse_proof", "reason": "The photo shows no amount."});
        clerks.decide(&desk, refuse).await;
        read("").await;
        let retract = json!({"event": "retract", "reason": "The room is smaller."});
        clerks.decide(&desk, retract).await;
        // The offer has the reference of the earlier one.
        let offer = json!({"event": "offer", "payBy": "2999-02-01"});
        clerks.decide(&desk, offer).await;
        read("").await;
        clerks.record(&desk, &payment("T-1", "11900")).await;
        read("spring").await;
        let to_autumn = json!({"event": "move", "run": "autumn"});
        clerks.decide(&desk, to_autumn).await;
        read("autumn").await;
        let other = first.with_learner().await;
        other
            .learner
            .set_attribute(&desk.stack, "language", json!(language))
            .await;
        let decline = json!({"event": "decline", "reason": "Le groupe est complet.\n<b>Merci</b> & à bientôt"});
        clerks.decide(&other, decline).await;
        texts.push(other.learner.last_email(&desk.stack).await.snapshot_text());
        assert_snapshot!(language, texts.join("\n=====\n"));
    }
}

/// The calendar file of an email, with unfolded lines and without the time of the decision.
fn calendar_file(email: &SentEmail, run: &str) -> String {
    let file = &email.attachments[0];
    assert_eq!(
        (file.content_type.as_str(), &file.file_name, email.attachments.len()),
        ("text/calendar", &format!("{COURSE}-{run}.ics"), 1)
    );
    let text = file.text();
    let parsed = Parser::new(&text).entry();
    assert!(
        matches!(&parsed, Entry::ICalendar(calendar) if calendar.expand_dates(Tz::Floating, 100).errors.is_empty()),
        "{text}"
    );
    let lines = text
        .split_inclusive("\r\n")
        .filter(|line| !line.starts_with("DTSTAMP:"));
    lines.collect::<String>().replace("\r\n ", "").replace("\r\n", "\n")
}
