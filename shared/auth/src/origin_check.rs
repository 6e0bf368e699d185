//! Whether a request came through the CDN, and the IP address of the client.

use std::net::{IpAddr, Ipv6Addr};

use api::{ApiRequest, ApiResult, RequestGuard, WarmUp};
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

    /// The client: its IP address is the one that the CDN names, else the one that the gateway saw.
    pub async fn client(&self, request: &ApiRequest) -> ApiResult<Client> {
        let named = if self.came_through_cdn(request).await? {
            request.header(VIEWER_ADDRESS).and_then(without_port)
        } else {
            None
        };
        let seen = || request.source_ip().and_then(|address| address.parse().ok());
        Ok(Client::of(named.or_else(seen)))
    }

    /// Where the client is, approximately, as the CDN names it. None when the request did not come through the CDN, or the CDN does not
    /// know.
    pub async fn place(&self, request: &ApiRequest) -> ApiResult<Option<Place>> {
        if !self.came_through_cdn(request).await? {
            return Ok(None);
        }
        let country = request.header(VIEWER_COUNTRY);
        Ok(country.and_then(|country| Place::parse(country, request.header(VIEWER_CITY))))
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
}

impl WarmUp for OriginCheck {
    async fn warm_up(&self) {
        warm_up::finish(self.secret.current().await);
    }
}

/// The IP address of `198.51.100.10:46532`, `[2001:db8::1]:46532` or, as CloudFront writes it, `2001:db8::1:46532`.
fn without_port(viewer: &str) -> Option<IpAddr> {
    let (address, _port) = viewer.rsplit_once(':')?;
    address.trim_matches(['[', ']']).parse().ok()
}

/// The prefixes of IPv6 addresses that count as one client, from that of a subnet to that of a site, with how many times the attempts of
/// one subnet they have. Whoever has a /48 has 65,536 subnets.
const NETWORKS: [(u32, u64); 3] = [(64, 1), (56, 2), (48, 4)];

/// A client, as rate limits count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// With how many times the attempts of the first they have.
    networks: Vec<(String, u64)>,
}

impl Client {
    fn of(address: Option<IpAddr>) -> Self {
        let networks = match address.map(|address| address.to_canonical()) {
            Some(IpAddr::V4(address)) => vec![(address.to_string(), 1)],
            Some(IpAddr::V6(address)) => {
                let network = |(length, times): (u32, u64)| {
                    let host_bits = 128 - length;
                    let bits = address.to_bits() >> host_bits << host_bits;
                    (format!("{}/{length}", Ipv6Addr::from_bits(bits)), times)
                };
                NETWORKS.map(network).to_vec()
            }
            None => vec![(String::new(), 1)],
        };
        Self { networks }
    }

    /// The part of its IP address that its user cannot choose: all of an IPv4 address, and the /64 network of an IPv6 address, which
    /// has 2⁶⁴ addresses.
    pub fn address(&self) -> &str {
        self.networks.first().map_or("", |(network, _)| network)
    }

    /// [`Self::address`] and the larger networks around it, with how many times the attempts of the first they have.
    pub fn networks(&self) -> impl Iterator<Item = (&str, u64)> {
        self.networks.iter().map(|(network, times)| (network.as_str(), *times))
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
        assert_eq!(check().client(&with_secret).await.unwrap().address(), "198.51.100.10");
        assert_eq!(
            check().place(&with_secret).await.unwrap(),
            Place::parse("DZ", Some("Oran"))
        );
        let without = request(&named);
        assert_eq!(check().client(&without).await.unwrap().address(), "");
        assert_eq!(check().place(&without).await.unwrap(), None);
    }

    #[test]
    fn the_port_is_removed_from_the_ip_address_of_the_viewer() {
        let counted = |viewer: &str| {
            let address = without_port(viewer);
            address.map(|address| Client::of(Some(address)).address().to_owned())
        };
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
        let networks = Client::of("2001:db8:1:2ff:3::4".parse().ok());
        assert_eq!(
            networks.networks().collect::<Vec<_>>(),
            [
                ("2001:db8:1:2ff::/64", 1),
                ("2001:db8:1:200::/56", 2),
                ("2001:db8:1::/48", 4)
            ]
        );
        assert_eq!(Client::of(None).address(), "");
        for nonsense in ["", "198.51.100.10", "somewhere:1", "198.51.100.10, 10.0.0.1:1"] {
            assert_eq!(counted(nonsense), None, "{nonsense:?}");
        }
    }
}
