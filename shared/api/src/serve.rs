//! Serves requests: each gets a response, a log line, and a line of metrics.

use std::sync::atomic::{AtomicBool, Ordering};

use lambda_http::{
    Adapter, Body, Error, LambdaEvent, Request, RequestExt, Response, Service as _, lambda_runtime, service_fn,
};
use platform::{
    config::{ConfigError, Environment},
    correlation, deadline, log,
    metrics::{Metrics, ServedRequest},
    warm_up,
};
use serde_json::Value;
use tokio::time::{Instant, timeout};
use tracing::{Instrument, error, field::display, info, info_span};

use super::{ApiError, ApiRequest, ApiResponse, ApiResult, ErrorCode, StatusCode, event};

/// The route key by which a deployment asks a version of a function whether it works, before it gets requests. API Gateway sets the route
/// keys of requests from outside, and has no such route.
pub const PROBE: &str = "probe";

/// The time limit of the warm-up is that of an AWS call, divided by this number. It is enough for a connection and a read. The warm-up and
/// one AWS call together end within the function's 10 s.
const WARM_UP_DIVISOR: u32 = 3;

pub trait Endpoint: WarmUp + Send + Sync {
    fn handle(&self, request: &ApiRequest) -> impl Future<Output = ApiResult<ApiResponse>> + Send;
}

pub trait WarmUp {
    /// Prepares the first request in the cold start: opens connections, and reads what many requests need. No request depends on it.
    /// A failure is ignored, because the first request fails in the same way and reports it. A probe reports it, too: each step ends with
    /// [`warm_up::finish`].
    fn warm_up(&self) -> impl Future<Output = ()> + Send;
}

pub trait RequestGuard: WarmUp + Send + Sync {
    /// Whether the endpoint handles the request. A request that is not admitted gets `forbidden`.
    fn admits(&self, request: &ApiRequest) -> impl Future<Output = ApiResult<bool>> + Send;
}

#[derive(Debug)]
pub struct Service<E, G> {
    pub endpoint: E,
    /// None when every request is admitted.
    pub guard: Option<G>,
}

/// Serves an endpoint for the life of the instance. `wire` makes it, once.
///
/// Handlers never return `Err` to the Lambda runtime, which would respond with a bare 500. An error is logged, and the response has
/// its code. A handler that takes too long is ended before Lambda stops the function, with `service_unavailable`. A function that could
/// not be wired responds to every request with `internal_error`.
pub async fn serve<E: Endpoint, G: RequestGuard>(
    environment: &Environment,
    wire: impl FnOnce() -> Result<Service<E, G>, ConfigError>,
) -> Result<(), Error> {
    log::init(environment);
    let instance = &Instance::start(environment, wire).await;
    let mut requests = Adapter::from(service_fn(move |request: Request| async move {
        let (route, correlation_id) = gateway_context(&request).unzip();
        let correlation_id = correlation_id.flatten().unwrap_or_default();
        let span = info_span!(
            "request",
            requestId = request.lambda_context_ref().map(|context| context.request_id.as_str()),
            correlationId = correlation_id,
            method = %request.method(),
            route,
        );
        let response = instance.respond(request, route.as_deref()).instrument(span);
        Ok::<_, Error>(correlation::scope(&correlation_id, response).await)
    }));
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| {
        let (event, context) = event.into_parts();
        let response = event::request_of(event).map(|request| requests.call(LambdaEvent::new(request, context)));
        async move { response?.await }
    }))
    .await
}

/// What lives as long as the process: the service, or why it could not be wired.
struct Instance<E, G> {
    service: Result<Service<E, G>, ConfigError>,
    /// None when the namespace is missing. Then there is no service, either.
    metrics: Option<Metrics>,
    is_fresh: AtomicBool,
}

impl<E: Endpoint, G: RequestGuard> Instance<E, G> {
    async fn start(environment: &Environment, wire: impl FnOnce() -> Result<Service<E, G>, ConfigError>) -> Self {
        let namespace = environment.metrics_namespace();
        let service = match &namespace {
            Ok(_) => wire(),
            Err(cause) => Err(cause.clone()),
        };
        let call_timeout = environment.aws_call_timeout().unwrap_or_default();
        match &service {
            // Limited, because the first request is waiting. Boxed, because the future contains whole SDK calls.
            Ok(service) => timeout(call_timeout / WARM_UP_DIVISOR, Box::pin(service.warm_up()))
                .await
                .unwrap_or_default(),
            Err(cause) => error!(%cause, "the function is misconfigured"),
        }
        Self {
            service,
            metrics: namespace.ok().map(Metrics::new),
            is_fresh: AtomicBool::new(true),
        }
    }

    async fn respond(&self, request: Request, route: Option<&str>) -> Response<Body> {
        let started = Instant::now();
        let deadline = request
            .lambda_context_ref()
            .map_or(u64::MAX, |context| context.deadline);
        let request = ApiRequest::new(request);
        let is_probe = route == Some(PROBE);
        let outcome = match &self.service {
            Ok(service) => deadline::enforce(deadline, Box::pin(service.answer(&request, is_probe)))
                .await
                .unwrap_or_else(|late| Err(late.into())),
            Err(cause) => Err(ApiError::caused_by(ErrorCode::InternalError, cause.clone())),
        };

        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        if !is_probe {
            self.count(route, milliseconds, outcome.as_ref().err());
        }
        log_outcome(&outcome, milliseconds);
        let response = outcome.unwrap_or_else(|cause| ApiResponse::failure(&cause, request.language()));
        response.into_response()
    }

    fn count(&self, route: Option<&str>, milliseconds: u64, error: Option<&ApiError>) {
        let is_first = self.is_fresh.swap(false, Ordering::Relaxed);
        if let (Some(metrics), Some(route)) = (&self.metrics, route) {
            metrics.count_request(ServedRequest {
                route,
                milliseconds,
                code: error.map(|error| error.code().as_str()),
                is_first,
            });
        }
    }
}

impl<E: Endpoint, G: RequestGuard> Service<E, G> {
    async fn answer(&self, request: &ApiRequest, is_probe: bool) -> ApiResult<ApiResponse> {
        if is_probe {
            self.probe(request).await
        } else {
            self.handle(request).await
        }
    }

    /// Fails when the function cannot read its secrets or its table.
    async fn probe(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let failures = warm_up::run(self.warm_up()).await;
        if failures.is_empty() {
            ApiResponse::private(request, StatusCode::OK, ())
        } else {
            Err(ApiError::caused_by(ErrorCode::ServiceUnavailable, failures.join("; ")))
        }
    }

    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        if request.had_invalid_headers() {
            return Err(ErrorCode::MalformedRequest.into());
        }
        match &self.guard {
            Some(guard) if !guard.admits(request).await? => Err(ErrorCode::Forbidden.into()),
            _ => self.endpoint.handle(request).await,
        }
    }

    async fn warm_up(&self) {
        let guard = async {
            if let Some(guard) = &self.guard {
                guard.warm_up().await;
            }
        };
        tokio::join!(self.endpoint.warm_up(), guard);
    }
}

fn log_outcome(outcome: &ApiResult<ApiResponse>, milliseconds: u64) {
    match outcome {
        Ok(response) => info!(status = response.status().as_u16(), milliseconds, "answered"),
        Err(cause) => {
            let (status, code) = (cause.status().as_u16(), cause.code().as_str());
            if cause.status().is_server_error() {
                error!(status, code, milliseconds, %cause, "failed");
            } else {
                let cause = cause.cause().map(display);
                info!(status, code, milliseconds, cause, "refused");
            }
        }
    }
}

/// The route's template (`GET /users/{id}`), which unlike the path contains no ids, and the gateway's id of the request.
fn gateway_context(request: &Request) -> Option<(String, Option<String>)> {
    use lambda_http::request::RequestContext;

    match request.request_context_ref()? {
        RequestContext::ApiGatewayV2(context) => Some((context.route_key.clone()?, context.request_id.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
        time::Duration,
    };

    use serde_json::json;
    use tracing::subscriber::with_default;

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The fields of the log line of an error, without its time.
    fn logged(error: ApiError) -> Value {
        let log = Log::default();
        let written = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_target(false)
            .without_time()
            .with_writer(move || written.clone());
        with_default(subscriber.finish(), || log_outcome(&Err(error), 7));
        let line = log.0.lock().unwrap();
        serde_json::from_slice(&line).unwrap()
    }

    #[test]
    fn a_refusal_is_logged_with_its_cause() {
        let error = ApiError::caused_by(ErrorCode::Unauthorized, "token refused: ExpiredSignature");
        assert_eq!(
            logged(error),
            json!({"level": "INFO", "message": "refused", "status": 401, "code": "unauthorized", "milliseconds": 7,
                "cause": "token refused: ExpiredSignature"})
        );
        assert_eq!(
            logged(ErrorCode::Forbidden.into()),
            json!({"level": "INFO", "message": "refused", "status": 403, "code": "forbidden", "milliseconds": 7})
        );
    }

    #[test]
    fn a_failure_is_logged_with_its_code_and_its_cause() {
        let error = ApiError::caused_by(ErrorCode::ServiceUnavailable, "users: connection refused");
        assert_eq!(
            logged(error),
            json!({"level": "ERROR", "message": "failed", "status": 503, "code": "service_unavailable", "milliseconds": 7,
                "cause": "service_unavailable: users: connection refused"})
        );
    }

    #[test]
    fn a_warm_up_and_a_call_that_time_out_leave_time_for_a_response() {
        let call = Environment::of::<String>([]).aws_call_timeout().unwrap();
        let timeout = Duration::from_secs(10);
        assert!(include_str!("../../../template.yaml").contains("\n    Timeout: 10\n"));
        assert!(call / WARM_UP_DIVISOR + call < timeout, "{call:?}");
    }
}
