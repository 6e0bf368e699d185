//! The dependencies of `POST /file/image`.

use app::Wiring;
use auth::upload_authorizer::UploadAuthorizer;
use files::FileService;
use platform::config::ConfigError;

/// The clients and services that the handler uses.
pub(crate) struct UploadImage {
    pub(crate) upload_authorizer: UploadAuthorizer,
    pub(crate) files: FileService,
}

impl UploadImage {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            upload_authorizer: wiring.upload_authorizer_without_users()?,
            files: wiring.files()?,
        })
    }
}
