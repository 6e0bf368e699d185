//! Conformance: whether the requests to AWS that were recorded of a real function are a path of a model.
//!
//! A trace has the calls of one request, each of which is a step of the model. The search starts at the state that was stored before, and
//! takes the actions of the model that send these steps, until all calls are taken and the model is where the function was: the request
//! has ended with its response, and what is stored is what was found afterwards.
//!
//! `shared/testing` records traces, and says which request to AWS is which step (docs/model.md).

use std::fmt::{self, Debug, Display};

use stateright::Model;

/// A model of requests that are handled in steps, each of which is a call to AWS.
pub trait Protocol: Model<State: Clone> {
    /// A call to AWS, as far as a recording shows it.
    type Step: Clone + Debug + PartialEq;
    /// What a client or an operator asks for.
    type Request: Copy + Debug;
    type Response: Copy + Debug + PartialEq;

    /// The states after a call that ended in that way, with the response if that was the end of the request.
    fn follow(
        &self,
        state: &Self::State,
        step: &Self::Step,
        ending: Ending,
    ) -> Vec<(Self::State, Option<Self::Response>)>;

    /// The calls that the model may make next.
    fn allowed(&self, state: &Self::State) -> Vec<Self::Step>;

    /// Whether the handler makes two calls at the same time, so that either may come first. Both are reads.
    fn are_concurrent(request: Self::Request, one: &Self::Step, other: &Self::Step) -> bool;

    /// The state after another request was handled, from its beginning to its end.
    fn after_another(&self, state: &Self::State, request: Self::Request) -> Self::State;

    /// The state in which a handler that loops has begun again after it got that response. None when no handler does.
    fn begin_again(&self, state: &Self::State, request: Self::Request, response: Self::Response)
    -> Option<Self::State>;
}

/// How a call ended. The SDK's retries are part of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// AWS responded. It did nothing at the attempts before.
    Answered,
    /// AWS responded, after an attempt that it carried out and whose response was lost.
    Repeated,
    /// AWS did nothing, and no attempt got a response of the service.
    Failed,
    /// AWS carried it out, and no attempt got the response.
    Lost,
    /// The function ended before AWS got it.
    CutOff,
}

#[derive(Clone, Debug)]
pub struct Call<R, S> {
    pub step: S,
    /// Another request, which was handled from its beginning to its end before AWS got this call.
    pub meanwhile: Option<R>,
    pub ending: Ending,
    /// What it is called in messages: the name of the request to AWS.
    pub name: String,
}

/// What was recorded of a request.
#[derive(Clone, Debug)]
pub struct Trace<R, S> {
    pub request: R,
    /// The calls, in the order in which AWS got them.
    pub calls: Vec<Call<R, S>>,
}

pub type StateOf<P> = <P as Model>::State;

pub type TraceOf<P> = Trace<<P as Protocol>::Request, <P as Protocol>::Step>;

/// Why a trace is not a path of the model.
#[derive(Debug)]
pub struct Unexplained<R, S> {
    trace: Trace<R, S>,
    /// The places of the calls of the longest path, in its order.
    path: Vec<usize>,
    /// The steps that the model allows after that path.
    allowed: Vec<S>,
    /// How the ends of paths of all calls differ from what the function has done.
    differences: Vec<String>,
}

/// A path of some of the calls.
struct Node<P: Protocol> {
    /// The places of the calls, in the order of the path.
    path: Vec<usize>,
    state: P::State,
    /// Of the request, when it has ended.
    response: Option<P::Response>,
}

/// Finds a path of the model that makes the calls of a trace. It starts at a state with the request, which has not begun. `difference` says
/// how the end of a path differs from what the function has done: it gets the last state, and the response if there is one.
pub fn explain<P: Protocol>(
    model: &P,
    start: &P::State,
    trace: &TraceOf<P>,
    difference: impl Fn(&P::State, Option<P::Response>) -> Option<String>,
) -> Result<(), Unexplained<P::Request, P::Step>> {
    let mut unexplained = Unexplained {
        trace: trace.clone(),
        path: Vec::new(),
        allowed: Vec::new(),
        differences: Vec::new(),
    };
    let mut nodes: Vec<Node<P>> = vec![Node {
        path: Vec::new(),
        state: start.clone(),
        response: None,
    }];
    while let Some(node) = nodes.pop() {
        if trace.is_explained_by::<P>(&node.path) {
            match difference(&node.state, node.response) {
                None => return Ok(()),
                Some(difference) => unexplained.differences.push(difference),
            }
        }
        let state = match node.response {
            None => Some(node.state),
            Some(response) => model.begin_again(&node.state, trace.request, response),
        };
        unexplained.note(&node.path, state.as_ref().map(|state| model.allowed(state)));
        let Some(state) = state else { continue };
        for (place, call) in trace.next_calls::<P>(&node.path) {
            let state = match call.meanwhile {
                Some(request) => &model.after_another(&state, request),
                None => &state,
            };
            let next = model.follow(state, &call.step, call.ending);
            nodes.extend(next.into_iter().map(|(state, response)| Node {
                path: [&node.path[..], &[place]].concat(),
                state,
                response,
            }));
        }
    }
    Err(unexplained)
}

impl<R: Copy, S: Clone + PartialEq> Trace<R, S> {
    /// The calls that may be the next ones after a path: those that had to wait for none of the others that are left.
    fn next_calls<P: Protocol<Request = R, Step = S>>(&self, path: &[usize]) -> Vec<(usize, &Call<R, S>)> {
        let calls = self.calls.iter().enumerate();
        let left: Vec<_> = calls.filter(|(place, _)| !path.contains(place)).collect();
        let may_be_next = |number: usize, call: &Call<R, S>| {
            let mut earlier = left.iter().take(number);
            earlier.all(|(_, before)| P::are_concurrent(self.request, &before.step, &call.step))
        };
        let next = left.iter().enumerate();
        let next = next.filter(|(number, (_, call))| may_be_next(*number, call));
        next.map(|(_, place_and_call)| *place_and_call).collect()
    }

    /// Whether a path has all calls. A function that ends at one call may have made others at the same time.
    fn is_explained_by<P: Protocol<Request = R, Step = S>>(&self, path: &[usize]) -> bool {
        let mut left = self.calls.iter().enumerate().filter(|(place, _)| !path.contains(place));
        let end = self.calls.iter().find(|call| call.ending == Ending::CutOff);
        left.all(|(_, call)| end.is_some_and(|end| P::are_concurrent(self.request, &end.step, &call.step)))
    }

    /// The traces that differ in one place: a call is missing, or two neighbours are exchanged. Each with what was changed.
    pub fn mutations<P: Protocol<Request = R, Step = S>>(&self) -> Vec<(String, Self)> {
        let missing = self.calls.iter().enumerate().map(|(place, call)| {
            let mut calls = self.calls.clone();
            calls.remove(place);
            (format!("without call {}, {}", place + 1, call.name), calls)
        });
        let exchanged = self.calls.windows(2).enumerate().filter_map(|(place, pair)| {
            let [first, second] = pair else { return None };
            if first.step == second.step || P::are_concurrent(self.request, &first.step, &second.step) {
                return None;
            }
            let mut calls = self.calls.clone();
            calls.swap(place, place + 1);
            let what = format!("{}, {} before {}", place + 1, second.name, first.name);
            Some((format!("with call {what}"), calls))
        });
        let request = self.request;
        let traces = missing.chain(exchanged);
        traces.map(|(what, calls)| (what, Self { request, calls })).collect()
    }
}

impl<R, S: PartialEq> Unexplained<R, S> {
    /// Notes a path, and the steps that the model allows after it, if no path was longer. None when the request has ended.
    fn note(&mut self, path: &[usize], allowed: Option<Vec<S>>) {
        if path.len() < self.path.len() {
            return;
        }
        if path.len() > self.path.len() {
            self.path = path.to_vec();
            self.allowed.clear();
        }
        for step in allowed.into_iter().flatten() {
            if !self.allowed.contains(&step) {
                self.allowed.push(step);
            }
        }
    }
}

impl<R: Debug, S: Debug> Display for Unexplained<R, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trace { request, calls } = &self.trace;
        writeln!(formatter, "no path of the model explains this trace of {request:?}:")?;
        for (place, call) in calls.iter().enumerate() {
            let mark = if self.path.contains(&place) { '+' } else { '-' };
            if let Some(other) = &call.meanwhile {
                writeln!(formatter, "  meanwhile, {other:?}")?;
            }
            let Call { step, ending, name, .. } = call;
            writeln!(formatter, "{mark} {}. {name}: {step:?}, {ending:?}", place + 1)?;
        }
        let number = self.path.len();
        writeln!(formatter, "The longest path has {number} of {} calls (+).", calls.len())?;
        if self.allowed.is_empty() {
            writeln!(
                formatter,
                "After them, the model allows no call: the request has ended."
            )?;
        } else {
            writeln!(formatter, "After them, the model allows:")?;
        }
        for step in &self.allowed {
            writeln!(formatter, "  {step:?}")?;
        }
        for difference in &self.differences {
            writeln!(formatter, "After all calls: {difference}")?;
        }
        Ok(())
    }
}
