//! The configuration of the AWS SDK: the same TLS, timeouts and retries for all clients.

use std::{
    ops::Deref,
    sync::{Arc, LazyLock},
};

use aws_config::{
    BehaviorVersion, Region, SdkConfig, environment::EnvironmentVariableCredentialsProvider, retry::RetryConfig,
    timeout::TimeoutConfig,
};
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_http_client::{
    Builder,
    tls::{Provider, TlsContext, TrustStore, rustls_provider::CryptoMode},
};
use aws_types::{
    sdk_config::SharedHttpClient,
    service_config::{LoadServiceConfig, ServiceConfigKey},
};

use crate::config::{ConfigError, Environment};

/// The first attempt and one retry. More would delay the response without improving it.
const ATTEMPTS: u32 = 2;

const TLS: Provider = Provider::Rustls(CryptoMode::Ring);

/// The certificate authorities of Amazon Trust Services, which issue the certificates of all AWS services.
const AMAZON_ROOTS: &[u8] = include_bytes!("amazon-roots.pem");

/// The configuration of a function's clients. Region, credentials and endpoint are variables that Lambda sets; nothing else is searched
/// for them. On a developer's machine, `AWS_ENDPOINT_URL` names the local AWS.
pub fn function_config(environment: &Environment) -> Result<SdkConfig, ConfigError> {
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(https_client(AMAZON_ROOTS))
        .region(Region::new(environment.aws_region()?))
        .credentials_provider(SharedCredentialsProvider::new(
            EnvironmentVariableCredentialsProvider::new(),
        ))
        .service_config(ServiceEndpoints(environment.clone()))
        .timeout_config(timeouts(environment)?)
        .retry_config(retries());
    config.set_endpoint_url(environment.aws_endpoint());
    Ok(config.build())
}

/// The HTTPS client of functions, with the certificate authorities that it trusts. Functions trust Amazon's only: `scripts/bench` measures
/// TLS handshakes with its own.
pub fn https_client(roots: &[u8]) -> SharedHttpClient {
    let trusted = TrustStore::empty().with_pem_certificate(roots);
    // Building the context checks nothing, and does not fail.
    let context = TlsContext::builder()
        .with_trust_store(trusted)
        .build()
        .unwrap_or_default();
    Builder::new().tls_provider(TLS).tls_context(context).build_https()
}

/// A client of an AWS service that is made when it is first used. Clones share it, with its connections.
#[derive(Debug, Clone)]
pub struct LazyClient<C>(Arc<LazyLock<C, MakeClient<C>>>);

type MakeClient<C> = Box<dyn FnOnce() -> C + Send>;

impl<C> LazyClient<C> {
    /// The client that `make` returns.
    pub fn new(make: impl FnOnce() -> C + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl<C> Deref for LazyClient<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.0
    }
}

/// The endpoints of single services, with which tests make one service fail.
#[derive(Debug)]
struct ServiceEndpoints(Environment);

impl LoadServiceConfig for ServiceEndpoints {
    fn load_config(&self, key: ServiceConfigKey<'_>) -> Option<String> {
        let is_endpoint = key.env() == "AWS_ENDPOINT_URL";
        is_endpoint.then(|| self.0.aws_endpoint_of(key.service_id())).flatten()
    }
}

/// The configuration of the clients of an operator's tool. It finds region and credentials as every AWS tool does, and trusts the
/// certificate authorities of the machine, because an operator's network may have its own.
pub async fn operator_config(environment: &Environment) -> Result<SdkConfig, ConfigError> {
    let config = aws_config::defaults(BehaviorVersion::latest())
        .http_client(Builder::new().tls_provider(TLS).build_https())
        .timeout_config(timeouts(environment)?)
        .retry_config(retries());
    Ok(config.load().await)
}

/// One attempt has half of the time limit of a call, and a TCP connection with its TLS handshake has a third.
fn timeouts(environment: &Environment) -> Result<TimeoutConfig, ConfigError> {
    let call = environment.aws_call_timeout()?;
    Ok(TimeoutConfig::builder()
        .connect_timeout(call / 3)
        .operation_attempt_timeout(call / 2)
        .operation_timeout(call)
        .build())
}

fn retries() -> RetryConfig {
    RetryConfig::standard().with_max_attempts(ATTEMPTS)
}
