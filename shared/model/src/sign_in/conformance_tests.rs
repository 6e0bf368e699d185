//! Traces that the model itself makes.

use super::{
    SignIn, State,
    process::{Next, Process, Response},
    requests, signed_in,
};
use crate::conformance::{Call, Ending, TraceOf, explain};

#[test]
fn each_trace_is_explained_unless_a_call_is_missing_or_misplaced() {
    let model = SignIn::new(1, 0);
    let possible = requests()
        .into_iter()
        .filter(|request| request.is_possible(&signed_in()));
    for request in possible {
        let (mut account, mut process, mut calls) = (signed_in(), Process::of(request), Vec::new());
        let response = loop {
            let step = process.next_request(&account);
            let reply = account.perform(step, None);
            calls.push(Call {
                step: step.shown(),
                meanwhile: None,
                ending: Ending::Answered,
                name: format!("{step:?}"),
            });
            match process.resume(reply, &account) {
                Next::Step(next) => process = next,
                Next::End(response) => break response,
            }
        };
        let is_explained = |trace: &TraceOf<SignIn>| {
            let difference = |state: &State, ended: Option<Response>| {
                let is_same = state.account.sessions == account.sessions && ended == Some(response);
                (!is_same).then(|| "another end".to_owned())
            };
            explain(&model, &State::before(signed_in(), request), trace, difference).is_ok()
        };
        let trace = TraceOf::<SignIn> { request, calls };
        assert!(is_explained(&trace), "{trace:#?}");
        for (what, mutated) in trace.mutations::<SignIn>() {
            assert!(!is_explained(&mutated), "{what}: {trace:#?}");
        }
    }
}
