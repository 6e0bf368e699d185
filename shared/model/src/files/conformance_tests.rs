//! Traces that the model itself makes, with and without a fault of the protocol.

use super::{
    Files, State,
    aws::Reply,
    cloud::{Cloud, FileId, UserId},
    mutation::Mutation,
    process::{Next, Request, Response},
};
use crate::conformance::{Call, Ending, TraceOf, explain};

/// What a request sends when it is handled alone, its response, and what is stored afterwards.
fn record(model: &Files, mut cloud: Cloud, request: Request) -> (TraceOf<Files>, Response, Cloud) {
    let (mut calls, mut process) = (Vec::new(), request.process());
    let response = loop {
        let step = process.next_request();
        let reply: Reply = cloud.perform(step, model.mutation);
        let step = step.shown();
        calls.push(Call {
            step,
            meanwhile: None,
            ending: Ending::Answered,
            name: format!("{step:?}"),
        });
        match process.resume(reply, model.context(&cloud)) {
            Next::Step(next) => process = next,
            Next::End(response) => break response,
        }
    };
    (TraceOf::<Files> { request, calls }, response, cloud)
}

/// Whether the model explains a trace with that response and with that end.
fn is_explained(before: Cloud, trace: &TraceOf<Files>, response: Response, after: &Cloud) -> bool {
    let model = Files::of_one_request();
    let start = State::before(before, trace.request);
    let difference = |state: &State, ended: Option<Response>| {
        let is_same = state.cloud.stored() == after.stored() && ended == Some(response);
        (!is_same).then(|| "another end".to_owned())
    };
    explain(&model, &start, trace, difference).is_ok()
}

/// Each request that is possible with what a model has at its beginning, today and a day later.
fn cases() -> Vec<(Cloud, Request)> {
    let models = [Files::claims(1, 0), Files::uploads(1, 0)];
    let cases = models.iter().flat_map(|model| {
        let clouds = model.clouds.iter().flat_map(|cloud| {
            let mut later = *cloud;
            later.pass_day();
            [*cloud, later]
        });
        clouds.flat_map(|cloud| model.requests.iter().map(move |request| (cloud, *request)))
    });
    cases.filter(|(cloud, request)| request.is_possible(cloud)).collect()
}

#[test]
fn each_trace_is_explained_unless_a_call_is_missing_or_misplaced() {
    let model = Files::of_one_request();
    let mut number = 0;
    for (cloud, request) in cases() {
        let (trace, response, after) = record(&model, cloud, request);
        assert!(is_explained(cloud, &trace, response, &after), "{cloud:#?} {trace:#?}");
        for (what, mutated) in trace.mutations::<Files>() {
            assert!(!is_explained(cloud, &mutated, response, &after), "{what}: {trace:#?}");
            number += 1;
        }
    }
    assert!(number > 100, "{number}");
}

/// Handlers that send their requests in another order, or not all of them.
#[test]
fn another_order_of_a_handler_is_found() {
    for mutation in [
        Mutation::TagRemovedAfterClaim,
        Mutation::TagSetBeforeRelease,
        Mutation::TagSetWithoutLock,
        Mutation::ReleaseWithoutTag,
        Mutation::ObjectDeletedBeforeMark,
        Mutation::NoSecondPass,
        Mutation::RecordDeletedBeforeObject,
        Mutation::UploadDeletedFirst,
        Mutation::RefundOutsideTransaction,
        Mutation::SweepWithoutCondition,
    ] {
        let mutated = Files {
            mutation: Some(mutation),
            ..Files::of_one_request()
        };
        let is_found = cases().into_iter().any(|(cloud, request)| {
            let (trace, response, after) = record(&mutated, cloud, request);
            !is_explained(cloud, &trace, response, &after)
        });
        assert!(is_found, "{mutation:?}");
    }
}

#[test]
fn the_message_shows_the_trace_and_what_the_model_allows() {
    let cloud = Files::claims(1, 0).clouds.remove(1);
    let request = Request::DeleteFile(UserId::A, FileId::One);
    let (mut trace, ..) = record(&Files::of_one_request(), cloud, request);
    trace.calls.remove(1);
    let explained = explain(
        &Files::of_one_request(),
        &State::before(cloud, request),
        &trace,
        |_, _| None,
    );
    let message = explained.unwrap_err().to_string();
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(
        lines,
        [
            "no path of the model explains this trace of DeleteFile(A, One):",
            "+ 1. GetUser(A): GetUser(A), Answered",
            &format!("- 2. {0}: {0}, Answered", trace.calls[1].name),
            "- 3. DeleteObject(One): DeleteObject(One), Answered",
            &format!("- 4. {0}: {0}, Answered", trace.calls[3].name),
            "The longest path has 1 of 4 calls (+).",
            "After them, the model allows:",
            "  GetFile(One)",
        ]
    );
}
