//! The dependencies of `POST /file/image`.

use app::Wiring;
use auth::upload_authorizer::UploadAuthorizer;
use files::FileService;
use platform::config::ConfigError;

/// The dependencies of the endpoint.
pub(crate) struct UploadImage {
    pub(crate) upload_authorizer: UploadAuthorizer,
    pub(crate) files: FileService,
}

impl UploadImage {
    /// Makes the dependencies from the function's environment.
    ///
    /// # Errors
    /// When a variable is missing or malformed.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            upload_authorizer: wiring.upload_authorizer()?,
            files: wiring.files()?,
        })
    }
}
