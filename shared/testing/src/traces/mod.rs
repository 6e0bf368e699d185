//! Traces: what a real function sends to AWS is compared with a model of `shared/model` (docs/model.md).
//!
//! A [`Scene`] says which request of a model a test sends, and which real users the model's are. It maps each recorded
//! request to a step of the model, or says that the model does not have it. [`check`] then requires that each trace is a path of the
//! model: of a run without a fault, and of runs with a fault at each step.

mod calls;
mod sign_in;

use std::{collections::BTreeMap, fmt::Debug, panic::AssertUnwindSafe};

use futures_util::{FutureExt, StreamExt, stream};
use model::conformance::{self, Call, Protocol, StateOf, Trace, TraceOf};

use crate::{
    DeployedFunction, Stack, TestRequest,
    faults::{AwsRequest, Fault, InjectedFault, NthRequest, Proxy, case_permit, preparation_permit},
};

pub use model::sign_in::{
    account::{Browser, Password},
    process::Request as SignInRequest,
};
pub use sign_in::SignInScene;

/// A request of a model, with what it is about in the stack.
pub trait Scene {
    type Model: Protocol;
    /// What tables and bucket have of it.
    type Stored: Debug;

    fn model(&self) -> Self::Model;

    fn request(&self) -> <Self::Model as Protocol>::Request;

    fn before(&self) -> StateOf<Self::Model>;

    /// Learns the ids of what the function creates.
    fn learn(&mut self, requests: &[AwsRequest]);

    /// The step of the model that a request to AWS is. None when the model does not have it.
    ///
    /// # Errors
    /// When it should be a step of the model, and none matches.
    fn step(&self, request: &AwsRequest) -> Result<Option<<Self::Model as Protocol>::Step>, String>;

    /// Whether the function makes a step of several requests, one after the other.
    fn has_several_requests(step: &<Self::Model as Protocol>::Step) -> bool;

    /// Whether a repetition of the step cannot do what the first attempt has not done.
    fn is_read(step: &<Self::Model as Protocol>::Step) -> bool;

    fn stored(&self, stack: &Stack) -> impl Future<Output = Self::Stored>;

    /// How a state of the model, and its response, differ from what is stored and from the response of the function.
    fn difference(
        &self,
        state: &StateOf<Self::Model>,
        response: Option<<Self::Model as Protocol>::Response>,
        stored: &Self::Stored,
        status: Option<u16>,
    ) -> Option<String>;
}

/// What a recorded request is a part of.
type StepOf<S> = <<S as Scene>::Model as Protocol>::Step;

type RequestOf<S> = <<S as Scene>::Model as Protocol>::Request;

/// A recorded run of a function.
#[derive(Debug)]
struct Recording<R> {
    requests: Vec<AwsRequest>,
    /// The status of its response. None when it ended before.
    status: Option<u16>,
    /// Another request, which was handled from its beginning to its end before AWS got that request.
    meanwhile: Option<(NthRequest, R)>,
}

/// How a run of a function is disturbed at a read, and whether each attempt is: the function ends before AWS gets the request, or AWS fails.
const AT_READS: [(Fault, bool); 2] = [(Fault::Hang, true), (Fault::ServerError, true)];
/// At a write, AWS may also carry out the request, and each response is lost, or the first one.
const AT_WRITES: [(Fault, bool); 4] = [
    (Fault::Hang, true),
    (Fault::ServerError, true),
    (Fault::ResponseLost, true),
    (Fault::ResponseLost, false),
];

/// Sends a request to a function, and checks that the trace is a path of the model: without a fault, and with each of these faults at each
/// step of the model: the function ends before it, AWS fails, the response is lost once, or each time.
pub async fn check<S: Scene>(function: DeployedFunction, prepare: impl AsyncFn(&Stack) -> (TestRequest, S)) {
    let stack = Stack::running();
    let disturbances = check_once(function, &prepare).await;
    assert!(!disturbances.is_empty(), "the model has no step of the function");
    let checked = stream::iter(&disturbances).map(|disturbance| {
        let check = async {
            let _permit = case_permit().await;
            let (request, mut scene) = {
                let _permit = preparation_permit().await;
                prepare(&stack).await
            };
            let recording = record(function, &stack, Some(disturbance), &request).await;
            check_recording(&stack, &mut scene, &recording).await;
        };
        let check = AssertUnwindSafe(check).catch_unwind();
        check.map(move |checked| checked.is_err().then(|| disturbance.to_string()))
    });
    let checked = checked.buffer_unordered(disturbances.len());
    let failed: Vec<_> = checked.filter_map(async |failed| failed).collect().await;
    assert!(
        failed.is_empty(),
        "{} of {} cases: {failed:#?}",
        failed.len(),
        disturbances.len()
    );
}

/// As [`check`], without faults.
pub async fn check_without_faults<S: Scene>(
    function: DeployedFunction,
    prepare: impl AsyncFn(&Stack) -> (TestRequest, S),
) {
    check_once(function, &prepare).await;
}

/// As [`check_without_faults`], with another request that is handled before AWS gets one of the function: the n-th one of that name. The
/// other request must succeed. `prepare` returns it last, also as a request of the model.
pub async fn check_with_another<S: Scene>(
    function: DeployedFunction,
    (name, occurrence): (&str, usize),
    prepare: impl AsyncFn(&Stack) -> (TestRequest, S, TestRequest, RequestOf<S>),
) {
    let stack = Stack::running();
    let (request, mut scene, other, meanwhile) = prepare(&stack).await;
    let target = NthRequest::nth(name, occurrence);
    let proxy = Proxy::start(&stack).await;
    // The first attempt waits, and does nothing.
    let refusal = if name.contains("Transact") {
        Fault::TransactionConflict
    } else {
        Fault::ServerError
    };
    proxy.hold_and_fail(target.clone(), refusal);
    let instance = function.start(&proxy.in_front_of(&stack), &[Proxy::NO_TIMEOUT]).await;
    let handle_another = async {
        proxy.wait_for_request(&target).await;
        let response = stack.send(&other).await;
        proxy.release();
        response
    };
    let (response, another) = tokio::join!(instance.send(&request), handle_another);
    assert!(another.status < 300, "{another:?}");
    let recording = Recording {
        requests: proxy.requests(),
        status: Some(response.status),
        meanwhile: Some((target, meanwhile)),
    };
    check_recording(&stack, &mut scene, &recording).await;
}

/// Checks a run without a fault. Returns the faults of each step.
async fn check_once<S: Scene>(
    function: DeployedFunction,
    prepare: &impl AsyncFn(&Stack) -> (TestRequest, S),
) -> Vec<InjectedFault> {
    let stack = Stack::running();
    let (request, mut scene) = {
        let _permit = preparation_permit().await;
        prepare(&stack).await
    };
    let recording = record(function, &stack, None, &request).await;
    check_recording(&stack, &mut scene, &recording).await;
    disturbances(&scene, &recording.requests)
}

/// Checks that a recorded trace is a path of the model.
///
/// Without a fault, the check must notice another order: it must refuse each trace that lacks a call, or has two neighbours exchanged.
async fn check_recording<S: Scene>(stack: &Stack, scene: &mut S, recording: &Recording<RequestOf<S>>) {
    scene.learn(&recording.requests);
    let trace = trace(scene, recording);
    let stored = scene.stored(stack).await;
    let status = recording.status;
    let explained = explain(scene, &trace, &stored, status);
    explained.unwrap_or_else(|unexplained| panic!("{unexplained}\nThe status is {status:?}."));
    if recording.requests.iter().any(|request| request.fault.is_some()) {
        return;
    }
    for (what, mutated) in trace.mutations::<S::Model>() {
        let explained = explain(scene, &mutated, &stored, status);
        assert!(
            explained.is_err(),
            "the model also explains the trace {what}: {trace:#?}"
        );
    }
}

fn explain<S: Scene>(
    scene: &S,
    trace: &TraceOf<S::Model>,
    stored: &S::Stored,
    status: Option<u16>,
) -> Result<(), String> {
    let difference = |state: &_, response| scene.difference(state, response, stored, status);
    let explained = conformance::explain(&scene.model(), &scene.before(), trace, difference);
    explained.map_err(|unexplained| unexplained.to_string())
}

/// The calls that are steps of the model. Several requests that are one step are one call, which ends as the last one.
fn trace<S: Scene>(scene: &S, recording: &Recording<RequestOf<S>>) -> TraceOf<S::Model> {
    let mut calls: Vec<Call<RequestOf<S>, StepOf<S>>> = Vec::new();
    let mut counts = BTreeMap::<String, usize>::new();
    let mut other = recording.meanwhile.as_ref();
    for (request, ending) in calls::of(&recording.requests) {
        let occurrence = counts.entry(request.name.clone()).or_default();
        *occurrence += 1;
        let is_target =
            |(target, _): &mut &(NthRequest, _)| target.name == request.name && target.occurrence == *occurrence;
        let meanwhile = other.take_if(is_target).map(|(_, other)| *other);
        let step = scene.step(&request);
        let step = step.unwrap_or_else(|error| panic!("{error}: {request:#?}"));
        let Some(step) = step else { continue };
        match calls.last_mut() {
            Some(last) if last.step == step && S::has_several_requests(&step) => last.ending = ending,
            _ => calls.push(Call {
                step,
                meanwhile,
                ending,
                name: request.name,
            }),
        }
    }
    let has_other = calls.iter().any(|call| call.meanwhile.is_some());
    assert_eq!(
        has_other,
        recording.meanwhile.is_some(),
        "the model has the step that waits"
    );
    Trace {
        request: scene.request(),
        calls,
    }
}

/// Each fault of each request that is a step of the model.
fn disturbances<S: Scene>(scene: &S, requests: &[AwsRequest]) -> Vec<InjectedFault> {
    let mut disturbances = Vec::new();
    for (index, request) in requests.iter().enumerate() {
        let earlier = requests.iter().take(index);
        let target = NthRequest::nth(
            &request.name,
            1 + earlier.filter(|earlier| earlier.name == request.name).count(),
        );
        let Ok(Some(step)) = scene.step(request) else { continue };
        let faults = if S::is_read(&step) { &AT_READS[..] } else { &AT_WRITES };
        disturbances.extend(faults.iter().map(|&(fault, persistent)| InjectedFault {
            target: target.clone(),
            fault,
            persistent,
        }));
    }
    disturbances
}

/// Runs a function behind a proxy.
async fn record<R>(
    function: DeployedFunction,
    stack: &Stack,
    disturbance: Option<&InjectedFault>,
    request: &TestRequest,
) -> Recording<R> {
    let proxy = Proxy::start(stack).await;
    if let Some(injected) = disturbance {
        proxy.inject_fault(injected.target.clone(), injected.fault, injected.persistent);
    }
    let instance = function.start(&proxy.in_front_of(stack), &[]).await;
    let status = match disturbance {
        Some(InjectedFault { target, fault, .. }) if *fault == Fault::Hang => {
            tokio::select! {
                response = instance.send(request) => panic!("{target} was not awaited: {response:?}"),
                () = proxy.wait_for_request(target) => None,
            }
        }
        _ => Some(instance.send(request).await.status),
    };
    // Kills the process.
    drop(instance);
    Recording {
        requests: proxy.requests(),
        status,
        meanwhile: None,
    }
}
