//! The loop around a handler: one request in, one answer out, one log line, and one of metrics.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use lambda_http::{Body, Error, Request, RequestExt, Response, service_fn};
use tokio::time::timeout;
use tracing::{Instrument, error, info, info_span};
use tracing_subscriber::EnvFilter;

use super::{Answer, ApiError, ApiRequest, ApiResult, ErrorCode};
use crate::{
    auth::origin::Cdn,
    aws,
    config::{ConfigError, Environment},
    metrics::{Call, Metrics},
};

/// The part of a call's time that the warm-up has: long enough for a connection and a read; with a call after it, still inside a
/// function's 10 s.
const WARM_UP_PART: u32 = 3;

/// One endpoint of the API: what it needs, and what it does with a request.
pub trait Endpoint: Send + Sync {
    /// Answers one request.
    fn handle(&self, request: &ApiRequest) -> impl Future<Output = ApiResult<Answer>> + Send;

    /// Does in the cold start what would otherwise slow the first request down: the first connection, the first copy.
    /// Nothing depends on it, so what fails here fails again, and is told, when a request comes.
    fn warm_up(&self) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// Serves an endpoint for the life of the instance. `wire` makes it from the environment, once.
///
/// The runtime never sees an error, because it would make a bare 500 of it: what a handler fails with is logged and answered
/// with its code, and an endpoint that could not be wired answers `internal_error` to every request.
///
/// # Errors
/// When the Lambda runtime itself cannot go on.
pub async fn serve<E: Endpoint>(wire: impl AsyncFnOnce(&Environment) -> Result<E, ConfigError>) -> Result<(), Error> {
    log_as_json();
    let instance = &Instance::start(wire).await;
    lambda_http::run(service_fn(move |request: Request| async move {
        let route = route(&request);
        let span = info_span!(
            "request",
            requestId = request.lambda_context_ref().map(|context| context.request_id.as_str()),
            method = %request.method(),
            route,
        );
        let answered = instance.respond(request, route.as_deref()).instrument(span);
        Ok::<_, Error>(answered.await)
    }))
    .await
}

/// Who alone is answered, unless everybody is.
async fn required_cdn(environment: &Environment) -> Result<Option<Cdn>, ConfigError> {
    let Some(secret) = environment.required_origin()? else {
        return Ok(None);
    };
    let client = aws_sdk_secretsmanager::Client::new(&aws::sdk_config(environment).await?);
    Ok(Some(Cdn::new(client, secret, environment.look_again_after()?)))
}

/// What lives as long as the process: the endpoint, or why there is none.
struct Instance<E> {
    endpoint: Result<E, ConfigError>,
    /// Who alone is answered, unless everybody is.
    cdn: Option<Cdn>,
    /// None without a namespace to put them in, and then no endpoint either.
    metrics: Option<Metrics>,
    release: String,
    is_fresh: AtomicBool,
}

impl<E: Endpoint> Instance<E> {
    async fn start(wire: impl AsyncFnOnce(&Environment) -> Result<E, ConfigError>) -> Self {
        let environment = Environment::of_process();
        let namespace = environment.metrics_namespace();
        // Boxed, since these futures hold whole SDK calls and would otherwise all be part of this one.
        let cdn = Box::pin(required_cdn(&environment)).await;
        let endpoint = match namespace.as_ref().err().or(cdn.as_ref().err()) {
            None => Box::pin(wire(&environment)).await,
            Some(cause) => Err(cause.clone()),
        };
        let cdn = cdn.ok().flatten();
        let warm_up = async |endpoint: &E| {
            let known = async {
                if let Some(cdn) = &cdn {
                    cdn.warm_up().await;
                }
            };
            tokio::join!(endpoint.warm_up(), known);
        };
        let call_timeout = environment.aws_call_timeout().unwrap_or_default();
        match &endpoint {
            // One that hangs is given up: the first request is waiting.
            Ok(endpoint) => timeout(call_timeout / WARM_UP_PART, Box::pin(warm_up(endpoint)))
                .await
                .unwrap_or_default(),
            Err(cause) => error!(%cause, "the function is misconfigured"),
        }
        Self {
            endpoint,
            cdn,
            metrics: namespace.ok().map(Metrics::new),
            release: environment.release(),
            is_fresh: AtomicBool::new(true),
        }
    }

    async fn respond(&self, request: Request, route: Option<&str>) -> Response<Body> {
        let started = Instant::now();
        let request = ApiRequest::new(request);
        let outcome = match &self.endpoint {
            Ok(endpoint) => Box::pin(self.handle(endpoint, &request)).await,
            Err(cause) => Err(ApiError::caused_by(ErrorCode::InternalError, cause.clone())),
        };

        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let code = outcome.as_ref().err().map(|cause| cause.code().as_str());
        self.count(route, milliseconds, code);
        let answer = match outcome {
            Ok(answer) => {
                info!(status = answer.status().as_u16(), milliseconds, "answered");
                answer
            }
            Err(cause) => {
                let status = cause.status().as_u16();
                if cause.status().is_server_error() {
                    error!(status, code, milliseconds, %cause, "failed");
                } else {
                    info!(status, code, milliseconds, "refused");
                }
                Answer::failure(&cause, request.language())
            }
        };
        answer.into_response()
    }

    async fn handle(&self, endpoint: &E, request: &ApiRequest) -> ApiResult<Answer> {
        match &self.cdn {
            Some(cdn) if !cdn.has_passed_on(request).await? => Err(ErrorCode::Forbidden.into()),
            _ => endpoint.handle(request).await,
        }
    }

    /// Writes the request's line of metrics.
    fn count(&self, route: Option<&str>, milliseconds: u64, code: Option<&'static str>) {
        let is_first = self.is_fresh.swap(false, Ordering::Relaxed);
        if let (Some(metrics), Some(route)) = (&self.metrics, route) {
            metrics.call(Call {
                route,
                milliseconds,
                code,
                is_first,
                release: &self.release,
            });
        }
    }
}

/// The route's template (`GET /users/{id}`): unlike the path, it names nobody.
fn route(request: &Request) -> Option<String> {
    use lambda_http::request::RequestContext;

    match request.request_context_ref()? {
        RequestContext::ApiGatewayV2(context) => context.route_key.clone(),
        _ => None,
    }
}

/// One JSON object a line on standard output (`docs/logging.md`). `RUST_LOG` sets the level, `info` unless told.
fn log_as_json() {
    let level = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(true)
        .with_span_list(false)
        .with_target(false)
        .with_env_filter(level)
        .init();
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, time::Duration};

    use super::*;

    #[test]
    fn services_that_hang_in_the_cold_start_and_then_leave_time_for_an_answer() {
        let call = Environment::of(BTreeMap::new()).aws_call_timeout().unwrap();
        let timeout = Duration::from_secs(10);
        assert!(include_str!("../../../template.yaml").contains("\n    Timeout: 10\n"));
        assert!(call / WARM_UP_PART + call < timeout, "{call:?}");
    }
}
