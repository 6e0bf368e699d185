//! What goes wrong, as a client is told: a stable code, its status, and words in the person's language.

use std::{error::Error as StdError, fmt};

use domain::{ChunkIndex, Language};
use lambda_http::http::StatusCode;
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use strum::{EnumIter, IntoStaticStr};

use super::translations;

/// What a handler returns.
pub type ApiResult<T> = Result<T, ApiError>;

/// Every code that the API answers. The wire form is the name in `snake_case`; the words are in
/// `shared/locales/<language>/errors.json`, which the web app reads too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// A fault of ours that trying again will not mend: a malformed item, a missing setting.
    InternalError,
    /// A service that the function depends on did not answer as it should. Trying again later helps.
    ServiceUnavailable,
    /// The body is not JSON, or has values of other types than the operation takes.
    MalformedRequest,
    /// The body is larger than any that the operation could want.
    RequestTooLarge,

    /// No token, or one that opens nothing (any more).
    Unauthorized,
    /// Somebody else's account; or a call past the CDN, where only what comes through it is answered.
    Forbidden,

    // Fields, in form order.
    /// No full name.
    FullnameRequired,
    /// Not an e-mail address.
    EmailInvalid,
    /// A password of fewer than 8 characters.
    PasswordTooShort,
    /// A password without an uppercase letter.
    PasswordUppercase,
    /// A password without a digit.
    PasswordNumber,
    /// No first phone number.
    PhoneRequired,
    /// Not a phone number with its dial code.
    PhoneInvalid,
    /// No address.
    AddressRequired,
    /// No birthdate.
    BirthdateRequired,
    /// A birthdate after today.
    BirthdateInFuture,
    /// Not the English name of a country.
    CountryInvalid,
    /// Neither student nor teacher.
    TypeInvalid,
    /// More characters than the field takes.
    FieldTooLong,
    /// Teacher's data for somebody who is no teacher.
    TeacherNotAllowed,
    /// A teacher without a course.
    #[strum(serialize = "1_course_atleast_warning")]
    OneCourseAtLeast,
    /// A teacher with more than two courses.
    #[strum(serialize = "2_courses_only_warning")]
    TwoCoursesOnly,
    /// Not a course of the catalogue.
    CourseNotFound,
    /// A file that is not there, is somebody else's, or is claimed already.
    FileNotFound,

    /// An account with this e-mail exists.
    UserAlreadyExists,
    /// Too many accounts from one address today.
    TooManyAccounts,
    /// Unknown e-mail or wrong password.
    IncorrectCredentials,
    /// The mailbox was not proved yet; a new link was mailed.
    AccountNotVerified,
    /// An operator closed the account.
    AccountBlocked,
    /// Too many failed attempts.
    TooManyAttempts,
    /// The e-mail of an account stays.
    EmailNotEditable,
    /// Somebody else changed it meanwhile.
    Conflict,
    /// No password.
    MissingPassword,
    /// Not the account's password.
    IncorrectPassword,
    /// Too many mails to one address.
    TooManyRequests,
    /// A reset code that is wrong, expired or used up.
    InvalidCode,
    /// No proof of the mailbox, or one that is wrong, expired or used.
    ResetFailed,
    /// A link that verifies nothing.
    VerificationInvalid,

    /// An upload without a file.
    FileMissing,
    /// A CV of more than 2 MiB.
    CvFileTooLarge,
    /// A CV that is no PDF or Word document, by its name or by its content.
    CvFileTypeWrong,
    /// A photo of more than 5 MiB, or of more pixels than can be decoded.
    ImageFileTooLarge,
    /// A photo that is no JPEG, PNG, WebP or GIF, or is broken.
    ImageFileTypeWrong,

    /// An upload that is not known, has ended, or whose time is over.
    UploadNotFound,
    /// A chunk that has no place in the video.
    ChunkIndexInvalid,
    /// Chunks that have not arrived, or not whole; see [`ApiError::chunks_missing`].
    ChunkMissing,
    /// A video of more than 20 MiB.
    VideoTooLarge,
    /// A video that is no MP4, `QuickTime`, `WebM` or Matroska with pictures in it.
    VideoTypeWrong,
    /// A video of more than two minutes.
    #[strum(serialize = "video_longer_than_2_minutes")]
    VideoLongerThanTwoMinutes,
    /// A video that cannot be read.
    VideoProcessingFailed,
}

impl ErrorCode {
    /// The code on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The HTTP status that goes with the code (contract, "Calls"); see also [`ApiError::not_found`].
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::ServiceUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::RequestTooLarge | Self::CvFileTooLarge | Self::ImageFileTooLarge | Self::VideoTooLarge => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Self::CvFileTypeWrong | Self::ImageFileTypeWrong | Self::VideoTypeWrong => {
                StatusCode::UNSUPPORTED_MEDIA_TYPE
            }
            Self::VideoLongerThanTwoMinutes | Self::VideoProcessingFailed => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unauthorized | Self::IncorrectCredentials => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::AccountNotVerified | Self::AccountBlocked | Self::IncorrectPassword => {
                StatusCode::FORBIDDEN
            }
            Self::UserAlreadyExists | Self::Conflict | Self::ChunkMissing => StatusCode::CONFLICT,
            Self::TooManyAccounts | Self::TooManyAttempts | Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::MalformedRequest
            | Self::FullnameRequired
            | Self::EmailInvalid
            | Self::PasswordTooShort
            | Self::PasswordUppercase
            | Self::PasswordNumber
            | Self::PhoneRequired
            | Self::PhoneInvalid
            | Self::AddressRequired
            | Self::BirthdateRequired
            | Self::BirthdateInFuture
            | Self::CountryInvalid
            | Self::TypeInvalid
            | Self::FieldTooLong
            | Self::TeacherNotAllowed
            | Self::OneCourseAtLeast
            | Self::TwoCoursesOnly
            | Self::CourseNotFound
            | Self::FileNotFound
            | Self::EmailNotEditable
            | Self::MissingPassword
            | Self::InvalidCode
            | Self::ResetFailed
            | Self::VerificationInvalid
            | Self::FileMissing
            | Self::UploadNotFound
            | Self::ChunkIndexInvalid => StatusCode::BAD_REQUEST,
        }
    }

    /// The sentence for a person.
    #[must_use]
    pub fn message(self, language: Language) -> &'static str {
        translations::errors(language).text(self.as_str())
    }
}

/// An error on its way to the client, with the cause on its way to the log.
#[derive(Debug)]
pub struct ApiError {
    code: ErrorCode,
    status: StatusCode,
    /// What is wrong with which field, in form order.
    fields: Vec<(&'static str, ErrorCode)>,
    /// Which chunks of a video are missing.
    missing: Vec<ChunkIndex>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl ApiError {
    /// An error whose cause is logged and never sent.
    pub fn caused_by(code: ErrorCode, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            code,
            status: code.status(),
            fields: Vec::new(),
            missing: Vec::new(),
            cause: Some(cause.into()),
        }
    }

    /// Fields that are not as they should be, in form order; the code is that of the first.
    #[must_use]
    pub fn invalid(fields: Vec<(&'static str, ErrorCode)>) -> Self {
        let code = fields.first().map_or(ErrorCode::MalformedRequest, |(_, code)| *code);
        Self {
            code,
            status: code.status(),
            fields,
            missing: Vec::new(),
            cause: None,
        }
    }

    /// What the path of the request names is not there, or is not for this person.
    #[must_use]
    pub fn not_found(code: ErrorCode) -> Self {
        let status = StatusCode::NOT_FOUND;
        Self { status, ..code.into() }
    }

    /// Chunks of a video that have to be sent before it can be finished, or sent again.
    #[must_use]
    pub fn chunks_missing(missing: Vec<ChunkIndex>) -> Self {
        Self {
            missing,
            ..ErrorCode::ChunkMissing.into()
        }
    }

    pub(crate) fn missing(&self) -> &[ChunkIndex] {
        &self.missing
    }

    pub(crate) fn fields(&self) -> &[(&'static str, ErrorCode)] {
        &self.fields
    }

    /// The status of the answer: that of the code, unless it is about the path.
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// What the client is told.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        self.code
    }
}

/// A refusal that needs no cause.
impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            status: code.status(),
            fields: Vec::new(),
            missing: Vec::new(),
            cause: None,
        }
    }
}

/// A failure of an AWS service, or a fault of ours. The cause is logged and never sent.
impl<E: PlatformError> From<E> for ApiError {
    fn from(error: E) -> Self {
        let code = match error.failure() {
            Failure::Unavailable => ErrorCode::ServiceUnavailable,
            Failure::Internal => ErrorCode::InternalError,
        };
        Self::caused_by(code, error)
    }
}

/// The code and its causes, in one line, for the log.
impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code.as_str())?;
        match self.cause.as_deref() {
            Some(cause) => write!(formatter, ": {}", Causes(cause)),
            None => Ok(()),
        }
    }
}
