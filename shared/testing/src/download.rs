//! Downloads of files through their URLs.

use reqwest::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};

/// The response to a `GET` of a URL, without a token or a key.
#[derive(Debug, Clone)]
pub struct Download {
    pub status: u16,
    /// The header `Content-Type`; empty when there is none.
    pub content_type: String,
    /// The header `Content-Disposition`; empty when there is none.
    pub disposition: String,
    /// The header `Cache-Control`; empty when there is none.
    pub cache_control: String,
    pub bytes: Vec<u8>,
}

impl Download {
    pub async fn from_url(url: &str) -> Self {
        let response = reqwest::get(url).await.expect("the URL can be reached");
        let header = |name: HeaderName| {
            let value = response.headers().get(name).map(|value| value.to_str().expect("ASCII"));
            value.unwrap_or_default().to_owned()
        };
        Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE),
            disposition: header(CONTENT_DISPOSITION),
            cache_control: header(CACHE_CONTROL),
            bytes: response.bytes().await.expect("the body is complete").to_vec(),
        }
    }
}
