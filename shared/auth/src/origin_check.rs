//! Whether a request came through the CDN, and the IP address of the client.

use std::net::{IpAddr, Ipv6Addr};

use api::{ApiRequest, ApiResult, RequestGuard};
use domain::Place;
use lambda_http::http::HeaderName;
use platform::warm_up;
use subtle::ConstantTimeEq;

use crate::secrets::{RotatedSecret, SecretVersion};

/// The client's IP address and port, which the CDN adds.
const VIEWER_ADDRESS: HeaderName = HeaderName::from_static("cloudfront-viewer-address");
/// Where the client's IP address is, approximately, which the CDN adds.
const VIEWER_COUNTRY: HeaderName = HeaderName::from_static("cloudfront-viewer-country");
const VIEWER_CITY: HeaderName = HeaderName::from_static("cloudfront-viewer-city");
/// The origin secret, which the CDN adds to every request.
const ORIGIN_SECRET: HeaderName = HeaderName::from_static("x-origin-secret");

/// Recognizes requests that came through the CDN by the origin secret. Only their headers with the client's IP address and place are
/// trusted: anybody can send such headers to the gateway.
#[derive(Debug)]
pub struct OriginCheck {
    /// While it is rotated, both versions arrive.
    secret: RotatedSecret,
}

impl OriginCheck {
    /// Compares with that secret.
    #[must_use]
    pub const fn new(secret: RotatedSecret) -> Self {
        Self { secret }
    }

    /// Whether a request came through the CDN.
    ///
    /// # Errors
    /// When the request has an origin secret, and ours cannot be read.
    pub async fn came_through_cdn(&self, request: &ApiRequest) -> ApiResult<bool> {
        match request.header(ORIGIN_SECRET) {
            Some(claimed) => self.is_secret(claimed).await,
            None => Ok(false),
        }
    }

    /// The client's IP address as rate limits count it (see [`limited_part`]): the one that the CDN names, else the one that the
    /// gateway saw.
    ///
    /// # Errors
    /// As [`Self::came_through_cdn`].
    pub async fn client_ip(&self, request: &ApiRequest) -> ApiResult<String> {
        let named = if self.came_through_cdn(request).await? {
            request.header(VIEWER_ADDRESS).and_then(without_port)
        } else {
            None
        };
        let seen = || request.source_ip().and_then(|address| address.parse().ok());
        Ok(named.or_else(seen).map_or_else(String::new, limited_part))
    }

    /// Where the client is, approximately, as the CDN names it. None when the request did not come through the CDN, or the CDN does not
    /// know.
    ///
    /// # Errors
    /// As [`Self::came_through_cdn`].
    pub async fn place(&self, request: &ApiRequest) -> ApiResult<Option<Place>> {
        if !self.came_through_cdn(request).await? {
            return Ok(None);
        }
        let country = request.header(VIEWER_COUNTRY);
        Ok(country.and_then(|country| Place::parse(country, request.header(VIEWER_CITY))))
    }

    /// Reads the secret before the first request.
    pub async fn warm_up(&self) {
        warm_up::finish(self.secret.current().await);
    }

    async fn is_secret(&self, claimed: &str) -> ApiResult<bool> {
        let is = |version: &SecretVersion| bool::from(claimed.as_bytes().ct_eq(&version.secret));
        Ok(self.secret.find(is).await?.is_some())
    }
}

impl RequestGuard for OriginCheck {
    async fn admits(&self, request: &ApiRequest) -> ApiResult<bool> {
        self.came_through_cdn(request).await
    }

    async fn warm_up(&self) {
        self.warm_up().await;
    }
}

/// The IP address of `198.51.100.10:46532`, `[2001:db8::1]:46532` or, as CloudFront writes it, `2001:db8::1:46532`.
fn without_port(viewer: &str) -> Option<IpAddr> {
    let (address, _port) = viewer.rsplit_once(':')?;
    address.trim_matches(['[', ']']).parse().ok()
}

/// The part of an IP address that its user cannot choose: all of an IPv4 address, and the /64 network of an IPv6 address, which
/// has 2⁶⁴ addresses.
fn limited_part(address: IpAddr) -> String {
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
    use crate::samples::request;

    const SECRET: (&str, &str) = ("x-origin-secret", "s3cret");
    const NAMED: (&str, &str) = ("cloudfront-viewer-address", "198.51.100.10:46532");

    fn check() -> OriginCheck {
        let version = |id: &str, secret: &[u8]| SecretVersion {
            id: id.to_owned(),
            secret: secret.to_vec(),
        };
        OriginCheck::new(RotatedSecret::known(
            version("2", b"s3cret"),
            Some(version("1", b"previous")),
        ))
    }

    #[tokio::test]
    async fn only_a_request_with_the_origin_secret_came_through_the_cdn() {
        for (headers, came) in [
            (vec![SECRET], true),
            (vec![("x-origin-secret", "previous")], true),
            (vec![("x-origin-secret", "other")], false),
            (vec![("x-origin-secret", "")], false),
            (vec![], false),
        ] {
            let request = request(&headers);
            assert_eq!(check().came_through_cdn(&request).await.unwrap(), came, "{headers:?}");
            assert_eq!(check().admits(&request).await.unwrap(), came, "{headers:?}");
        }
    }

    #[tokio::test]
    async fn address_and_place_are_believed_only_with_the_origin_secret() {
        let place = [("cloudfront-viewer-country", "DZ"), ("cloudfront-viewer-city", "Oran")];
        let named = [[NAMED].as_slice(), &place].concat();
        let with_secret = request(&[named.as_slice(), &[SECRET]].concat());
        assert_eq!(check().client_ip(&with_secret).await.unwrap(), "198.51.100.10");
        assert_eq!(
            check().place(&with_secret).await.unwrap(),
            Place::parse("DZ", Some("Oran"))
        );
        let without = request(&named);
        assert_eq!(check().client_ip(&without).await.unwrap(), "");
        assert_eq!(check().place(&without).await.unwrap(), None);
    }

    #[test]
    fn the_port_is_removed_from_the_ip_address_of_the_viewer() {
        let counted = |viewer: &str| without_port(viewer).map(limited_part);
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
