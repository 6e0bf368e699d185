//! Agreements to the terms and the privacy policy as the API returns them.

use domain::LegalVersions;
use serde::Serialize;
use store::users::Consent;

/// Whether the user must be asked to agree to the terms and the privacy policy.
#[derive(Debug, Serialize)]
pub struct ConsentView<'a> {
    /// Whether the last agreement is missing, or is to earlier versions than the current ones.
    required: bool,
    current: LegalVersions,
    given: Option<&'a Consent>,
}

impl<'a> ConsentView<'a> {
    pub fn new(given: Option<&'a Consent>) -> Self {
        let current = LegalVersions::current();
        Self {
            required: given.is_none_or(|given| !given.versions.cover(&current)),
            current,
            given,
        }
    }
}
