//! The configuration of the AWS SDK: the same TLS, timeouts and retries for all clients.

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, rustls_provider::CryptoMode},
};

use crate::config::{ConfigError, Environment};

/// The first attempt and one retry. More would delay the response without improving it.
const ATTEMPTS: u32 = 2;

/// The configuration of all clients. Region, credentials and endpoint come from the environment. On a developer's machine,
/// `AWS_ENDPOINT_URL` names the local AWS.
///
/// One attempt has half of the time limit of a call, and a TCP connection with its TLS handshake has a third.
///
/// # Errors
/// When the time limit is malformed.
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
