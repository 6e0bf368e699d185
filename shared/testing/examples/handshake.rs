//! Sends one request to an endpoint with the HTTPS client of functions: `scripts/bench handshakes` counts its instructions with TLS and
//! without.
//!
//!     handshake URL FILE-WITH-THE-TRUSTED-AUTHORITY
#![allow(
    unused_crate_dependencies,
    reason = "a target of a package uses a part of its dependencies"
)]

use std::error::Error;

use aws_sdk_dynamodb::{
    Client, Config,
    config::{BehaviorVersion, Credentials, Region, retry::RetryConfig},
};
use platform::aws::https_client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(url), Some(roots), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("usage: handshake URL FILE-WITH-THE-TRUSTED-AUTHORITY".into());
    };
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(https_client(&std::fs::read(roots)?))
        .endpoint_url(url)
        .region(Region::new("eu-west-3"))
        .credentials_provider(Credentials::new("id", "key", None, None, "benchmark"))
        .retry_config(RetryConfig::disabled());
    Client::from_conf(config.build()).list_tables().send().await?;
    Ok(())
}
