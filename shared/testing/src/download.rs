//! Files as their addresses give them.

use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};

/// What an address gives to anybody who has it.
#[derive(Debug, Clone)]
pub struct Download {
    /// The HTTP status.
    pub status: u16,
    /// What the content is.
    pub content_type: String,
    /// Whether a browser shows it, and what it is called.
    pub disposition: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Download {
    /// Reads what is at an address, without a token or a key.
    pub async fn of(address: &str) -> Self {
        let response = reqwest::get(address).await.expect("the address answers");
        let header = |name: HeaderName| {
            let value = response.headers().get(name).map(|value| value.to_str().expect("ASCII"));
            value.unwrap_or_default().to_owned()
        };
        Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE),
            disposition: header(CONTENT_DISPOSITION),
            bytes: response.bytes().await.expect("the content arrives whole").to_vec(),
        }
    }
}
