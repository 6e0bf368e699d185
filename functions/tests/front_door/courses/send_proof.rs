//! Front-door tests of `POST /courses/{id}/place/proof`.
//!
//! Protected here: only a file that the user may claim becomes a proof, of an offer, at most three times, once each; and nobody else gets it.

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("courses-send-proof");
/// A course that has left the catalogue.
const COURSE: &str = "evening-classes";

/// A user with a place.
struct Offer {
    stack: Stack,
    user: TestUser,
    token: String,
}

impl Offer {
    async fn new(state: &str, proofs: usize) -> Self {
        let (stack, user) = Stack::with_user().await;
        let earlier = |index: usize| {
            let file = json!({"fileId": format!("{index:032x}"), "kind": "image", "name": "photo.jpg", "contentType": "image/jpeg"});
            // One of an earlier offer does not count.
            let sent_at = if index == 0 {
                "2026-01-01T00:00:00Z"
            } else {
                "2026-01-06T00:00:00Z"
            };
            json!({"file": file, "state": "refused", "sentAt": sent_at, "decidedAt": "2026-01-07T00:00:00Z", "reason": "Too dark"})
        };
        let place = json!({
            "userId": user.id, "courseId": COURSE, "runId": "spring", "start": "2999-03-27", "end": "2999-06-12", "state": state,
            "version": 4, "requestedAt": "2026-01-02T03:04:05Z", "decidedAt": "2026-01-05T00:00:00Z", "queue": state, "offer": {
                "price": {"amount": "11900.00", "currency": "DZD"}, "reference": "MS-7K4Q-92BX", "payBy": "2999-02-01",
                "refunds": [{"days": 0, "percent": 100}],
            }, "proofs": (0..=proofs).map(earlier).collect::<Vec<_>>(),
        });
        stack.put_item("placeRequests", place).await;
        let token = user.access_token(&stack).await;
        Self { stack, user, token }
    }

    fn send(&self, file: &str) -> TestRequest {
        let path = format!("/courses/{COURSE}/place/proof");
        TestRequest::post(&path)
            .bearer(&self.token)
            .json(&json!({"file": file}))
    }

    async fn photo(&self) -> TestFile {
        TestFile::upload_image(&self.stack, Some(&self.token)).await
    }

    /// The proofs that were sent with the endpoint.
    async fn sent(&self) -> Vec<Value> {
        let mut places = self.stack.scan_items("placeRequests").await;
        places.retain(|place| place["userId"] == self.user.id.as_str());
        let proofs = places[0]["proofs"].as_array().cloned().unwrap_or_default();
        proofs.into_iter().filter(|proof| proof["state"] == "sent").collect()
    }
}

#[tokio::test]
async fn claims_a_photo_or_a_pdf_once() {
    let offer = Offer::new("offered", 0).await;
    let (photo, pdf) = (offer.photo().await, TestFile::upload_document(&offer.stack, None).await);
    let request = offer.send(&photo.id).header("idempotency-key", &offer.user.id);
    let response = offer.stack.send(&request).await;
    assert_json_snapshot!(response, @r#"
    {
      "status": 200,
      "headers": {
        "cache-control": "no-store",
        "content-language": "en",
        "content-type": "application/json; charset=utf-8"
      },
      "body": {
        "message": "We have your proof of payment.",
        "success": true
      }
    }
    "#);
    for request in [request, offer.send(&photo.id), offer.send(&pdf.id)] {
        expect!(offer.stack.send(&request), 200);
    }
    let sent = offer.sent().await;
    let files: Vec<_> = sent.iter().map(|proof| &proof["file"]["fileId"]).collect();
    assert_eq!(files, [&json!(photo.id), &json!(pdf.id)]);
    for file in [&photo, &pdf] {
        assert!(file.is_claimed_by(&offer.stack, &offer.user.id).await);
        assert_eq!(file.record(&offer.stack).await["claimedAs"], "proof");
    }
    // Neither the user's profile nor another place gets it, and it is not deleted as other files are.
    let deletion = TestRequest::delete(&format!("/file/{}", photo.id)).bearer(&offer.token);
    refuses!(offer.stack, deletion, 404, "file_not_found");
    let other = Offer::new("offered", 0).await;
    refuses!(other.stack, other.send(&pdf.id), 400, "file_not_found");
}

#[tokio::test]
async fn an_offer_has_three_also_when_two_are_sent_at_once() {
    let offer = Offer::new("offered", 2).await;
    let (one, other) = (offer.photo().await, offer.photo().await);
    let (one, other) = (offer.send(&one.id), offer.send(&other.id));
    let (one, other) = tokio::join!(offer.stack.send(&one), offer.stack.send(&other));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(offer.sent().await.len(), 1);
    let fourth = offer.photo().await;
    refuses!(offer.stack, offer.send(&fourth.id), 409, "proof_limit_reached");
    assert!(fourth.is_unclaimed(&offer.stack).await);

    let offer = Offer::new("offered", 0).await;
    let (one, other) = (offer.photo().await, offer.photo().await);
    let (one, other) = (offer.send(&one.id), offer.send(&other.id));
    let sent = tokio::join!(offer.stack.send(&one), offer.stack.send(&other));
    assert_eq!((sent.0.status, sent.1.status), (200, 200));
    assert_eq!(offer.sent().await.len(), 2);
}

#[tokio::test]
async fn refuses_files_that_the_user_cannot_claim_or_that_show_no_payment() {
    let offer = Offer::new("offered", 0).await;
    let stack = &offer.stack;
    let other = TestUser::verified(stack).await;
    let other_token = other.access_token(stack).await;
    let uploaded = || TestFile::upload_image(stack, None);
    let infected = json!({"verdict": "infected", "version": "1", "at": "2026-01-05T00:00:00Z"});
    let word = json!("application/msword");
    for (file, refusal) in [
        (
            TestFile::upload_image(stack, Some(&other_token)).await,
            (400, "file_not_found"),
        ),
        (
            TestFile::sent_as_proof(stack, &offer.user).await.0,
            (400, "file_not_found"),
        ),
        (
            uploaded().await.with_attribute(stack, "expiresAt", 1).await,
            (400, "file_not_found"),
        ),
        (
            uploaded().await.with_attribute(stack, "scan", infected).await,
            (400, "file_not_found"),
        ),
        (
            uploaded()
                .await
                .with_attribute(stack, "removal", json!({"at": 1}))
                .await,
            (400, "file_not_found"),
        ),
        (TestFile::insert_video(stack).await, (415, "proof_file_type_wrong")),
        (
            TestFile::upload_document(stack, None)
                .await
                .with_attribute(stack, "contentType", word)
                .await,
            (415, "proof_file_type_wrong"),
        ),
    ] {
        expect!(stack.send(&offer.send(&file.id)), refusal);
    }
    for file in ["", "x", "0123456789abcdef0123456789abcdef"] {
        refuses!(stack, offer.send(file), 400, "file_not_found");
    }
    assert_eq!(offer.sent().await, [] as [Value; 0]);
}

#[tokio::test]
async fn only_an_offer_has_proofs() {
    for state in [
        "pending",
        "waiting",
        "accepted",
        "declined",
        "expired",
        "withdrawn",
        "cancelled",
    ] {
        let offer = Offer::new(state, 0).await;
        let photo = offer.photo().await;
        expect!(
            offer.stack.send(&offer.send(&photo.id)),
            (404, "place_request_not_found"),
            "{state}"
        );
        assert!(photo.is_unclaimed(&offer.stack).await);
    }
    let stack = Stack::running();
    expect!(
        stack.send(&TestRequest::post("/courses/x/place/proof").json(&json!({"file": "x"}))),
        (401, "unauthorized")
    );
}

#[tokio::test]
async fn after_any_fault_a_repetition_sends_it_once() {
    let prepare = async |_: &Stack| {
        let offer = Offer::new("offered", 0).await;
        let photo = offer.photo().await;
        (offer.send(&photo.id), (offer, photo))
    };
    faults::check_every_fault(FUNCTION, prepare, async |case, (offer, photo)| {
        expect!(case.retry(), 200);
        assert_eq!(offer.sent().await.len(), 1);
        assert!(photo.is_claimed_by(&offer.stack, &offer.user.id).await);
    })
    .await;
}

endpoint_checks!(
    FUNCTION,
    a_repetition_sends_these_requests_to_aws(async |_| {
        let offer = Offer::new("offered", 0).await;
        offer.send(&offer.photo().await.id)
    }),
    every_variable_is_required(&Offer::new("offered", 0).await.send("x")),
);
