//! The CDN that a request comes through, and the address that it comes from.

use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};

use aws_sdk_secretsmanager::Client;
use lambda_http::http::HeaderName;
use subtle::ConstantTimeEq;

use super::secrets::{RotatedSecret, Secret};
use crate::http::{ApiRequest, ApiResult};

/// What the CDN says of the client: its address and port.
const VIEWER_ADDRESS: HeaderName = HeaderName::from_static("cloudfront-viewer-address");
/// By what the CDN is known.
const ORIGIN_SECRET: HeaderName = HeaderName::from_static("x-origin-secret");

/// The CDN in front of the API, whose word on the client's address is believed, and nobody else's.
#[derive(Debug)]
pub struct Cdn {
    secret: Secret,
    /// Asked for when it is not that: while it is rotated, some send the one and some the other.
    versions: RotatedSecret,
}

impl Cdn {
    /// The CDN that knows the secret with that ARN or name (see [`RotatedSecret::new`]).
    #[must_use]
    pub fn new(client: Client, secret: String, look_again_after: Duration) -> Self {
        Self {
            secret: Secret::new(client.clone(), secret.clone()),
            versions: RotatedSecret::new(client, secret, look_again_after),
        }
    }

    /// Whether a request comes through the CDN.
    ///
    /// # Errors
    /// When a request claims to, and the secret that would tell cannot be read.
    pub async fn has_passed_on(&self, request: &ApiRequest) -> ApiResult<bool> {
        match request.header(ORIGIN_SECRET) {
            Some(claimed) => self.is_secret(claimed).await,
            None => Ok(false),
        }
    }

    /// Where a request comes from, as limits count it: what the CDN says, else what the gateway saw.
    ///
    /// # Errors
    /// When a request claims to come through the CDN, and the secret that would tell cannot be read.
    pub async fn client_address(&self, request: &ApiRequest) -> ApiResult<String> {
        let told = if self.has_passed_on(request).await? {
            request.header(VIEWER_ADDRESS).and_then(without_port)
        } else {
            None
        };
        let seen = || request.source_ip().and_then(|address| address.parse().ok());
        Ok(told.or_else(seen).map_or_else(String::new, household))
    }

    /// Reads the secret, so that the first request need not.
    pub async fn warm_up(&self) {
        self.secret.value().await.ok();
    }

    async fn is_secret(&self, claimed: &str) -> ApiResult<bool> {
        let is = |secret: &[u8]| bool::from(claimed.as_bytes().ct_eq(secret));
        Ok(is(self.secret.value().await?) || self.versions.find(|version| is(&version.secret)).await?.is_some())
    }
}

/// The address of `198.51.100.10:46532`, `[2001:db8::1]:46532` or, as CloudFront writes it, `2001:db8::1:46532`.
fn without_port(viewer: &str) -> Option<IpAddr> {
    let (address, _port) = viewer.rsplit_once(':')?;
    address.trim_matches(['[', ']']).parse().ok()
}

/// The part of an address that a household or a machine cannot choose at will: of IPv6 it is the network, since everybody has
/// 2⁶⁴ addresses in theirs.
fn household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            format!("{}/64", Ipv6Addr::from_bits(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewers_address_comes_with_a_port() {
        let counted = |viewer: &str| without_port(viewer).map(household);
        assert_eq!(counted("198.51.100.10:46532").as_deref(), Some("198.51.100.10"));
        assert_eq!(
            counted("2001:db8:1:2:3:4:5:6:46532").as_deref(),
            Some("2001:db8:1:2::/64")
        );
        assert_eq!(counted("2001:db8::1:46532").as_deref(), Some("2001:db8::/64"));
        assert_eq!(counted("[2001:db8::1]:46532").as_deref(), Some("2001:db8::/64"));
        assert_eq!(
            counted("[::ffff:198.51.100.10]:46532").as_deref(),
            Some("198.51.100.10")
        );
        for nonsense in ["", "198.51.100.10", "somewhere:1", "198.51.100.10, 10.0.0.1:1"] {
            assert_eq!(counted(nonsense), None, "{nonsense:?}");
        }
    }
}
