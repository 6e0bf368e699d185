//! A request, with the questions that more than one endpoint asks of it.

use lambda_http::{Request, RequestExt, http::header};

use crate::domain::Language;

/// A request as it came through the gateway.
#[derive(Debug)]
pub struct ApiRequest {
    inner: Request,
    language: Language,
}

impl ApiRequest {
    pub(crate) fn new(inner: Request) -> Self {
        let parameters = inner.query_string_parameters_ref();
        let language = match parameters.and_then(|all| all.first("lang")) {
            Some(code) => Language::from_code(code).unwrap_or_default(),
            None => header_of(&inner, header::ACCEPT_LANGUAGE).map_or_else(Language::default, Language::negotiate),
        };
        Self { inner, language }
    }

    /// The language of names, descriptions and messages: `?lang=`, else `Accept-Language`, else English (contract,
    /// "Conventions").
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Whether [`Self::language`] came from the address, so that one address has one language.
    #[must_use]
    pub fn names_language(&self) -> bool {
        self.query("lang").is_some()
    }

    /// A query parameter, decoded. Of a repeated one, the first.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.inner.query_string_parameters_ref()?.first(name)
    }

    /// A header's value, when it is text.
    #[must_use]
    pub fn header(&self, name: header::HeaderName) -> Option<&str> {
        header_of(&self.inner, name)
    }
}

fn header_of(request: &Request, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}
