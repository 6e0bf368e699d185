//! Clients of AWS services: made once per cold start, with the same TLS, timeouts and retries everywhere.

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};

use crate::config::{ConfigError, Environment};

/// The first try and one more: with more, a person waits for an answer that will not be better.
const ATTEMPTS: u32 = 2;

/// The configuration that all clients share: region, credentials and endpoint from the environment, which on a developer's
/// machine names the local emulator (`AWS_ENDPOINT_URL`) and is the only difference to AWS.
///
/// Of the time for a call with its retries, one attempt has half, and of that a TCP connection with its TLS handshake two thirds.
///
/// # Errors
/// When the time for a call is malformed.
pub async fn sdk_config(environment: &Environment) -> Result<SdkConfig, ConfigError> {
    let call_timeout = environment.aws_call_timeout()?;
    // HTTPS by rustls on ring.
    let http_client = Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .build_https();
    let config = aws_config::defaults(BehaviorVersion::latest())
        .http_client(http_client)
        .timeout_config(
            TimeoutConfig::builder()
                .connect_timeout(call_timeout / 3)
                .operation_attempt_timeout(call_timeout / 2)
                .operation_timeout(call_timeout)
                .build(),
        )
        .retry_config(RetryConfig::standard().with_max_attempts(ATTEMPTS))
        .load()
        .await;
    Ok(config)
}
