//! Clients of AWS services: made once per cold start, with the same TLS, timeouts and retries everywhere.

use std::time::Duration;

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_dynamodb::config::SharedHttpClient;
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};

/// Time for a TCP connection and TLS handshake.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for one attempt of a call.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time for a call with its retries. A function answers `service_unavailable` after it, well inside its own 10 s.
const CALL_TIMEOUT: Duration = Duration::from_secs(6);
/// The first try and one more: with more, a person waits for an answer that will not be better.
const ATTEMPTS: u32 = 2;

/// The configuration that all clients share: region, credentials and endpoint from the environment, which on a developer's
/// machine names the local emulator (`AWS_ENDPOINT_URL`) and is the only difference to AWS.
pub async fn sdk_config() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .http_client(http_client())
        .timeout_config(
            TimeoutConfig::builder()
                .connect_timeout(CONNECT_TIMEOUT)
                .operation_attempt_timeout(ATTEMPT_TIMEOUT)
                .operation_timeout(CALL_TIMEOUT)
                .build(),
        )
        .retry_config(RetryConfig::standard().with_max_attempts(ATTEMPTS))
        .load()
        .await
}

/// HTTPS by rustls on ring.
#[must_use]
pub fn http_client() -> SharedHttpClient {
    Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .build_https()
}
