//! The calls of recorded requests: an attempt and its repetitions are one call.

use model::conformance::Ending;

use crate::faults::{AwsRequest, Fault};

/// The calls, in the order of their first attempts.
///
/// A request repeats an earlier one that has failed when it is the same. A transaction that was refused because of another one is sent
/// again with another token.
pub(super) fn of(requests: &[AwsRequest]) -> Vec<(AwsRequest, Ending)> {
    let mut calls: Vec<Vec<&AwsRequest>> = Vec::new();
    for request in requests {
        let repeated = calls.iter_mut().rev().find(|attempts| {
            let last = attempts.last();
            last.is_some_and(|last| last.fault.is_some() && is_same(last, request))
        });
        match repeated {
            Some(attempts) => attempts.push(request),
            None => calls.push(vec![request]),
        }
    }
    let with_ending = calls.into_iter().filter_map(|attempts| {
        let first = (*attempts.first()?).clone();
        Some((first, ending(&attempts)))
    });
    with_ending.collect()
}

fn is_same(one: &AwsRequest, other: &AwsRequest) -> bool {
    let without_token = |request: &AwsRequest| {
        let mut body = request.body.clone();
        if let Some(fields) = body.as_object_mut() {
            fields.remove("ClientRequestToken");
        }
        body
    };
    let is_carried_out = one.fault.is_some_and(Fault::is_carried_out);
    let has_same_body = if is_carried_out {
        one.body == other.body
    } else {
        without_token(one) == without_token(other)
    };
    one.name == other.name && one.path == other.path && has_same_body
}

fn ending(attempts: &[&AwsRequest]) -> Ending {
    let is_carried_out = attempts
        .iter()
        .filter_map(|attempt| attempt.fault)
        .any(Fault::is_carried_out);
    let last = attempts.last().and_then(|last| last.fault);
    match (last, is_carried_out) {
        (None, false) => Ending::Answered,
        (None, true) => Ending::Repeated,
        (Some(_), true) => Ending::Lost,
        // The function is killed while the proxy holds the request.
        (Some(Fault::Hang), false) if attempts.len() == 1 => Ending::CutOff,
        (Some(_), false) => Ending::Failed,
    }
}
