//! Jobs: functions without a route, which other functions, schedules and events invoke asynchronously.

use api::{ApiResult, ErrorCode, PROBE, RuntimeError};
use aws_sdk_lambda::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    operation::invoke::InvokeError,
    primitives::Blob,
    types::InvocationType,
};
use lambda_http::{LambdaEvent, lambda_runtime, service_fn};
use platform::{
    aws::LazyClient,
    causes,
    config::Environment,
    correlation, deadline,
    failure::{Failure, PlatformError},
    log,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::time::Instant;
use tracing::{Instrument, error, info, info_span};

use crate::{Wired, Wiring};

/// The event of a schedule. Jobs read none of its fields.
#[derive(Debug, Deserialize)]
pub struct Scheduled {}

pub trait Job: Send + Sync {
    /// What the function is invoked with.
    type Event: DeserializeOwned + Send;

    /// Does the job. After an error, Lambda invokes the function again with the same event, as often as the template says.
    fn run(&self, event: Self::Event) -> impl Future<Output = ApiResult<()>> + Send;
}

#[derive(Debug, Clone)]
pub struct JobFunction {
    client: LazyClient<Client>,
    name: String,
}

#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("the event of a job cannot be serialized")]
    Event(#[source] serde_json::Error),
    #[error("Lambda")]
    Lambda(#[source] Box<SdkError<InvokeError>>),
}

impl PlatformError for JobError {
    fn failure(&self) -> Failure {
        match self {
            Self::Event(_) => Failure::Internal,
            Self::Lambda(error) => Failure::of_aws_code(error.code()),
        }
    }
}

impl JobFunction {
    pub(crate) const fn new(client: LazyClient<Client>, name: String) -> Self {
        Self { client, name }
    }

    /// After an error, Lambda may have accepted the event: its response may have been lost.
    pub async fn start(&self, event: &impl Serialize) -> Result<(), JobError> {
        let event = serde_json::to_vec(&Correlated::new(event)).map_err(JobError::Event)?;
        let request = self.client.invoke().function_name(&self.name);
        let request = request.invocation_type(InvocationType::Event).payload(Blob::new(event));
        let accepted = request.send().await;
        accepted.map(|_| ()).map_err(|error| JobError::Lambda(Box::new(error)))
    }
}

/// An event, with the id of the request that starts the job.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Correlated<'a, E> {
    correlation_id: Option<String>,
    #[serde(flatten)]
    event: &'a E,
}

impl<'a, E> Correlated<'a, E> {
    fn new(event: &'a E) -> Self {
        Self {
            correlation_id: correlation::current(),
            event,
        }
    }
}

/// Serves a job for the life of the instance. It is made from the function's environment, once.
pub async fn serve_job<J: Job + Wired>() -> Result<(), RuntimeError> {
    let environment = Environment::of_process();
    log::init(&environment);
    let job = Wiring::of_function(environment).and_then(|wiring| J::wire(&wiring));
    if let Err(cause) = &job {
        error!(%cause, "the function is misconfigured");
    }
    let job = &job;
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| async move {
        let correlation_id = event.payload.pointer("/correlationId").and_then(Value::as_str);
        let span = info_span!(
            "job",
            requestId = event.context.request_id.as_str(),
            correlationId = correlation_id,
        );
        let outcome = respond(job.as_ref().ok(), event.payload, event.context.deadline);
        outcome.instrument(span).await
    }))
    .await
}

/// The error is the code only: Lambda keeps it together with the event of a job whose attempts all failed.
async fn respond<J: Job>(job: Option<&J>, event: Value, deadline: u64) -> Result<(), RuntimeError> {
    let started = Instant::now();
    let Some(job) = job else {
        return Err(ErrorCode::InternalError.as_str().into());
    };
    if is_probe(&event) {
        return Ok(());
    }
    let event = serde_json::from_value(event).map_err(|cause| {
        error!(cause = causes::of_json(&cause), "the event is malformed");
        ErrorCode::MalformedRequest.as_str()
    })?;
    let outcome = deadline::enforce(deadline, Box::pin(job.run(event)))
        .await
        .unwrap_or_else(|late| Err(late.into()));
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    match outcome {
        Ok(()) => {
            info!(milliseconds, "done");
            Ok(())
        }
        Err(cause) => {
            let code = cause.code().as_str();
            error!(code, milliseconds, %cause, "failed");
            Err(code.into())
        }
    }
}

/// Whether a deployment asks if the function starts. It sends every function the same event.
fn is_probe(event: &Value) -> bool {
    event.pointer("/requestContext/routeKey").and_then(Value::as_str) == Some(PROBE)
}

#[cfg(test)]
mod tests {
    use platform::causes::Causes;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_event_of_a_schedule_or_a_request_is_no_probe() {
        assert!(is_probe(
            &json!({"version": "2.0", "requestContext": {"routeKey": "probe"}})
        ));
        for event in [
            json!({}),
            json!(null),
            json!({"detail-type": "probe"}),
            json!({"requestContext": {"routeKey": "GET /"}}),
        ] {
            assert!(!is_probe(&event), "{event}");
        }
    }

    #[test]
    fn an_event_that_cannot_be_serialized_is_a_fault_of_the_platform() {
        let error = JobError::Event(serde::ser::Error::custom("why"));
        assert_eq!(error.failure(), Failure::Internal);
    }

    #[test]
    fn an_event_that_lambda_does_not_accept_may_be_sent_again() {
        let error = JobError::Lambda(Box::new(SdkError::timeout_error("no response")));
        assert_eq!(error.failure(), Failure::Unavailable);
        assert_eq!(Causes(&error).to_string(), "Lambda: request has timed out: no response");
    }
}
