//! Errors of the API: a stable error code, its status, and a message in the language of the request.

use std::{error::Error as StdError, fmt};

use domain::{Language, PartIndex};
use lambda_http::http::StatusCode;
use platform::{
    causes::Causes,
    failure::{Failure, PlatformError},
};
use strum::{EnumIter, IntoStaticStr};

use super::translations;

pub type ApiResult<T> = Result<T, ApiError>;

/// Every error code of the API. On the wire it is the name in `snake_case`. The messages are in
/// `shared/locales/<language>/errors.json` and `staffErrors.json`, which the web app reads, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// A fault of the API, which a retry does not fix: a malformed item, a missing variable.
    InternalError,
    /// An AWS service failed or rejected a request, or every try conflicted with concurrent requests. A later retry may succeed.
    ServiceUnavailable,
    /// The body is not JSON, or has values of wrong types.
    MalformedRequest,
    RequestTooLarge,

    /// The access token is missing, expired or revoked.
    Unauthorized,
    /// The path names another user; or the request did not come through the CDN, in an environment that requires it.
    Forbidden,

    // Fields, in the order of the form.
    /// A profile update without the id of the user.
    IdRequired,
    FullnameRequired,
    EmailInvalid,
    /// A password of fewer than 8 characters.
    PasswordTooShort,
    /// A password without an uppercase letter.
    PasswordUppercase,
    /// A password without a digit.
    PasswordNumber,
    /// A password that attackers try first.
    PasswordKnown,
    /// A password with fewer than 8 characters besides the user's name, the email address and the name of the site.
    PasswordPersonal,
    PhoneRequired,
    /// Not a phone number with its dial code.
    PhoneInvalid,
    AddressRequired,
    BirthdateRequired,
    BirthdateInFuture,
    /// Not the English name of a country.
    CountryInvalid,
    /// Neither student nor teacher.
    TypeInvalid,
    /// Not published versions of the terms and the privacy policy.
    ConsentInvalid,
    /// Too many characters for the field.
    FieldTooLong,
    /// Fields of a teacher for a student.
    TeacherNotAllowed,
    #[strum(serialize = "1_course_atleast_warning")]
    OneCourseAtLeast,
    #[strum(serialize = "2_courses_only_warning")]
    TwoCoursesOnly,
    /// Not a course of the catalogue.
    CourseNotFound,
    RunNotFound,
    /// A file that does not exist, belongs to another user, or is claimed.
    FileNotFound,

    UserAlreadyExists,
    /// Too many requests from one network, or for one mailbox, without a proof of work: see [`ApiError::proof_required`].
    ProofRequired,
    TooManyAccounts,
    /// Unknown email address or wrong password.
    IncorrectCredentials,
    /// The mailbox is not verified. A new verification link was sent.
    AccountNotVerified,
    AccountBlocked,
    TooManyAttempts,
    /// The email address cannot be changed with the profile.
    EmailNotEditable,
    EmailUnchanged,
    /// A link to confirm or undo a change of the email address that is wrong, expired or used up.
    EmailChangeInvalid,
    /// A link to turn reminders off that is wrong or expired.
    ReminderLinkInvalid,
    /// Another request has changed the resource.
    Conflict,
    MissingPassword,
    IncorrectPassword,
    /// Not the current versions of the terms and the privacy policy.
    ConsentOutdated,
    /// Too many requests in the window of a rate limit.
    TooManyRequests,
    /// A password reset code that is wrong, expired or used up.
    InvalidCode,
    /// A password reset token that is missing, wrong, expired or consumed.
    ResetFailed,
    /// A verification token that is wrong or expired.
    VerificationInvalid,
    AlreadyVerified,
    /// The browser has no valid sign-up proof, or the user is deleted.
    SignupNotFound,
    SessionNotFound,
    /// Not a user whom staff can see.
    UserNotFound,
    PasskeyNotFound,
    PasskeyNameRequired,
    PasskeyLimitReached,
    /// The challenge for a passkey has expired or was used, or belongs to another requester. Also when the user changed since it was used.
    PasskeyExpired,
    /// A new passkey that does not match its challenge or this site, or was made without verifying the user.
    PasskeyInvalid,
    /// A sign-in with an unknown or removed passkey, or with an invalid signature or signature counter.
    PasskeyRefused,

    /// A request of staff without a sign-in with a passkey, or, for some changes, without one of the last minutes.
    StaffSignInRequired,
    /// A sign-in as staff with a passkey that no code has admitted yet.
    StaffCodeRequired,
    /// A code that is wrong, expired or used up.
    StaffCodeInvalid,
    /// A change that would leave no owner.
    LastOwner,
    /// A staff member deletes the account, or staff block one of themselves.
    StaffRolesHeld,

    RunStarted,
    RunFull,
    RunOver,
    /// A place in another run of the course is reserved for the user.
    PlaceReserved,
    AlreadyEnrolled,
    /// The user has no place in the run, and does not teach it.
    NotEnrolled,
    CourseSessionNotFound,
    /// It is too early to join the session.
    SessionNotOpen,
    SessionOver,
    SessionCancelled,
    /// Nobody has entered how one takes part in the session.
    MeetingMissing,
    /// Staff change a run that is cancelled.
    RunCancelled,
    /// The new start of a session is in the past.
    StartOver,
    /// Not an https URL.
    UrlInvalid,
    /// The title of a material: empty, too long, or of several lines.
    TitleInvalid,
    /// A run with as many materials as it may have.
    TooManyMaterials,
    MaterialNotFound,
    /// The id of the run, which confirms its cancellation, is another one.
    NotConfirmed,
    /// The user has no place request for the course, or an operator has decided it.
    PlaceRequestNotFound,
    ReceiptNotFound,

    /// Not a positive amount with none or all of the decimals of its currency.
    AmountInvalid,
    /// A decision without the reason that it needs, or with one that is too long.
    ReasonRequired,
    /// The price list of the user's country does not have the course.
    PriceMissing,
    /// The payment instructions say nothing of the currency of an offer.
    PaymentInstructionsMissing,
    /// A way to pay without a known currency, or without a text in each language.
    PaymentInstructionsInvalid,
    /// Not days that are each once in the list, with a name in each language.
    ClosedDaysInvalid,
    /// The last day to pay is not between today and the first day of the run.
    PayByInvalid,
    DateInFuture,
    /// A payment in another currency than that of the offer, without what it counts for.
    CreditedRequired,
    PaymentNotFound,
    PaymentRepeated,
    /// The event cannot happen in the state of the place.
    PlaceDecided,
    MoneyHeld,
    MoneyRefunded,
    /// The user has money in another currency for the course.
    OtherCurrency,

    /// The user has sent all the proofs of payment that an offer may have.
    ProofLimitReached,
    ProofUndecided,
    /// A proof of payment that is neither a photo nor a PDF.
    ProofFileTypeWrong,
    ServiceNotFound,
    /// A message to the operator has no text.
    MessageRequired,
    /// A service that is open: there is nothing to wait for.
    ServiceOpen,
    /// A service that users cannot use yet is not announced.
    ServiceNotOpen,

    FileMissing,
    /// A CV of more than 2 MiB.
    CvFileTooLarge,
    /// A CV whose name or content is not that of a PDF or Word document.
    CvFileTypeWrong,
    /// A CV in RTF, whatever its name is.
    CvFileIsRtf,
    /// A CV of Word 95 or older.
    CvFileTooOld,
    /// A CV without pages, or with a part that cannot be read.
    CvFileDamaged,
    /// A CV that is encrypted with a password, so its content cannot be checked.
    CvFileProtected,
    /// A Word document with macros or controls.
    CvFileHasMacros,
    /// A PDF with scripts, or with actions that start programs or send data.
    CvFileHasScripts,
    /// A CV that contains other files.
    CvFileHasAttachments,
    /// A CV that loads content or runs commands from elsewhere.
    CvFileHasExternalContent,
    /// A CV with more parts, bytes or nesting than are checked.
    CvFileTooComplex,
    /// A photo of more than 5 MiB.
    ImageFileTooLarge,
    /// A photo with more pixels than are decoded.
    ImageTooManyPixels,
    /// A photo that is not a valid JPEG, PNG, WebP or GIF.
    ImageFileTypeWrong,

    UploadIdMissing,
    /// An upload that does not exist, has ended, or has expired.
    UploadNotFound,
    /// An upload that is already a file, and cannot be cancelled.
    UploadFinalized,
    /// An index of a part that the video does not have.
    ChunkIndexInvalid,
    /// Parts that are missing or incomplete: see [`ApiError::missing_parts`].
    ChunkMissing,
    /// A part of more than 5 MiB.
    ChunkTooLarge,
    /// A video of more than 20 MiB.
    VideoTooLarge,
    /// A video that is not MP4, `QuickTime`, `WebM` or Matroska with a video track.
    VideoTypeWrong,
    #[strum(serialize = "video_longer_than_2_minutes")]
    VideoLongerThanTwoMinutes,
    VideoProcessingFailed,
}

impl ErrorCode {
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The HTTP status of the error code (contract, "Calls"). See also [`ApiError::not_found`].
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::ServiceUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::RequestTooLarge
            | Self::CvFileTooLarge
            | Self::CvFileTooComplex
            | Self::ImageFileTooLarge
            | Self::ImageTooManyPixels
            | Self::ChunkTooLarge
            | Self::VideoTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::CvFileTypeWrong
            | Self::CvFileIsRtf
            | Self::CvFileTooOld
            | Self::CvFileDamaged
            | Self::CvFileProtected
            | Self::CvFileHasMacros
            | Self::CvFileHasScripts
            | Self::CvFileHasAttachments
            | Self::CvFileHasExternalContent
            | Self::ImageFileTypeWrong
            | Self::ProofFileTypeWrong
            | Self::VideoTypeWrong => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::VideoLongerThanTwoMinutes | Self::VideoProcessingFailed => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unauthorized | Self::IncorrectCredentials | Self::PasskeyRefused => StatusCode::UNAUTHORIZED,
            Self::Forbidden
            | Self::AccountNotVerified
            | Self::AccountBlocked
            | Self::IncorrectPassword
            | Self::StaffSignInRequired
            | Self::StaffCodeRequired
            | Self::NotEnrolled => StatusCode::FORBIDDEN,
            Self::UserAlreadyExists
            | Self::AlreadyVerified
            | Self::PasskeyLimitReached
            | Self::Conflict
            | Self::ConsentOutdated
            | Self::RunStarted
            | Self::RunFull
            | Self::RunOver
            | Self::PlaceReserved
            | Self::AlreadyEnrolled
            | Self::ProofLimitReached
            | Self::ProofUndecided
            | Self::LastOwner
            | Self::PriceMissing
            | Self::PaymentInstructionsMissing
            | Self::PaymentRepeated
            | Self::PlaceDecided
            | Self::MoneyHeld
            | Self::MoneyRefunded
            | Self::OtherCurrency
            | Self::StaffRolesHeld
            | Self::SessionNotOpen
            | Self::SessionOver
            | Self::SessionCancelled
            | Self::MeetingMissing
            | Self::RunCancelled
            | Self::TooManyMaterials
            | Self::ServiceOpen
            | Self::ServiceNotOpen
            | Self::UploadFinalized
            | Self::ChunkMissing => StatusCode::CONFLICT,
            Self::ProofRequired | Self::TooManyAccounts | Self::TooManyAttempts | Self::TooManyRequests => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::MalformedRequest
            | Self::IdRequired
            | Self::FullnameRequired
            | Self::MessageRequired
            | Self::EmailInvalid
            | Self::PasswordTooShort
            | Self::PasswordUppercase
            | Self::PasswordNumber
            | Self::PasswordKnown
            | Self::PasswordPersonal
            | Self::PhoneRequired
            | Self::PhoneInvalid
            | Self::AddressRequired
            | Self::BirthdateRequired
            | Self::BirthdateInFuture
            | Self::CountryInvalid
            | Self::TypeInvalid
            | Self::ConsentInvalid
            | Self::FieldTooLong
            | Self::TeacherNotAllowed
            | Self::OneCourseAtLeast
            | Self::TwoCoursesOnly
            | Self::CourseNotFound
            | Self::RunNotFound
            | Self::CourseSessionNotFound
            | Self::PlaceRequestNotFound
            | Self::ReceiptNotFound
            | Self::AmountInvalid
            | Self::PaymentInstructionsInvalid
            | Self::ClosedDaysInvalid
            | Self::ReasonRequired
            | Self::PayByInvalid
            | Self::DateInFuture
            | Self::CreditedRequired
            | Self::PaymentNotFound
            | Self::ServiceNotFound
            | Self::FileNotFound
            | Self::EmailNotEditable
            | Self::EmailUnchanged
            | Self::EmailChangeInvalid
            | Self::ReminderLinkInvalid
            | Self::MissingPassword
            | Self::InvalidCode
            | Self::ResetFailed
            | Self::VerificationInvalid
            | Self::SignupNotFound
            | Self::FileMissing
            | Self::UploadIdMissing
            | Self::UploadNotFound
            | Self::ChunkIndexInvalid
            | Self::SessionNotFound
            | Self::UserNotFound
            | Self::PasskeyNotFound
            | Self::PasskeyNameRequired
            | Self::PasskeyExpired
            | Self::PasskeyInvalid
            | Self::StaffCodeInvalid
            | Self::StartOver
            | Self::UrlInvalid
            | Self::TitleInvalid
            | Self::MaterialNotFound
            | Self::NotConfirmed => StatusCode::BAD_REQUEST,
        }
    }

    pub fn message(self, language: Language) -> &'static str {
        translations::errors(language).text(self.as_str())
    }
}

/// An error: its code is for the client, its cause for the log.
#[derive(Debug)]
pub struct ApiError {
    code: ErrorCode,
    status: StatusCode,
    /// The invalid fields with their error codes, in the order of the form.
    fields: Vec<(&'static str, ErrorCode)>,
    missing: Vec<PartIndex>,
    challenge: Option<Box<serde_json::Value>>,
    /// How many seconds the client has to wait before it repeats the request.
    retry_after: Option<u64>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl ApiError {
    /// An error whose cause is logged and never sent. The cause quotes nothing of the request, because the log must not contain tokens,
    /// passwords and personal data.
    pub fn caused_by(code: ErrorCode, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..code.into()
        }
    }

    /// Invalid fields, in the order of the form. The error code is that of the first.
    pub fn invalid(fields: Vec<(&'static str, ErrorCode)>) -> Self {
        let code = fields.first().map_or(ErrorCode::MalformedRequest, |(_, code)| *code);
        Self { fields, ..code.into() }
    }

    /// 404: the resource that the path names does not exist, or belongs to another user.
    pub fn not_found(code: ErrorCode) -> Self {
        let status = StatusCode::NOT_FOUND;
        Self { status, ..code.into() }
    }

    /// Parts of a video that the client has to send, or send again, before the upload can be finalized.
    pub fn missing_parts(missing: Vec<PartIndex>) -> Self {
        Self {
            missing,
            ..ErrorCode::ChunkMissing.into()
        }
    }

    /// A proof of work that the client has to send with the repeated request.
    pub fn proof_required(challenge: serde_json::Value) -> Self {
        Self {
            challenge: Some(Box::new(challenge)),
            ..ErrorCode::ProofRequired.into()
        }
    }

    /// With the seconds that the client has to wait before it repeats the request.
    #[must_use]
    pub const fn with_retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    pub(crate) const fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    pub(crate) fn challenge(&self) -> Option<&serde_json::Value> {
        self.challenge.as_deref()
    }

    pub(crate) fn missing(&self) -> &[PartIndex] {
        &self.missing
    }

    pub(crate) fn fields(&self) -> &[(&'static str, ErrorCode)] {
        &self.fields
    }

    /// The status of the response: that of the error code, unless it is [`Self::not_found`].
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// The cause with its own causes, for the log. None for an error without one.
    pub fn cause(&self) -> Option<Causes<'_>> {
        self.cause.as_deref().map(|cause| Causes(cause))
    }

    /// Whether the platform failed, and not the request.
    pub fn is_internal(&self) -> bool {
        self.status.is_server_error()
    }

    pub const fn code(&self) -> ErrorCode {
        self.code
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            status: code.status(),
            fields: Vec::new(),
            missing: Vec::new(),
            challenge: None,
            retry_after: None,
            cause: None,
        }
    }
}

/// A failure of an AWS service, or a fault of the platform. The cause is logged and never sent. A rejection by AWS looks to the client like
/// any failure of a dependency.
impl<E: PlatformError> From<E> for ApiError {
    fn from(error: E) -> Self {
        let code = match error.failure() {
            Failure::Unavailable | Failure::Rejected => ErrorCode::ServiceUnavailable,
            Failure::Internal => ErrorCode::InternalError,
        };
        Self::caused_by(code, error)
    }
}

/// The error code and its causes, in one line, for the log.
impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code.as_str())?;
        match self.cause() {
            Some(cause) => write!(formatter, ": {cause}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Failed(Failure);

    impl fmt::Display for Failed {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("users: denied")
        }
    }

    impl StdError for Failed {}

    impl PlatformError for Failed {
        fn failure(&self) -> Failure {
            self.0
        }
    }

    #[test]
    fn a_failure_of_aws_and_a_fault_of_the_platform_have_their_status_and_cause() {
        for (failure, status) in [
            (Failure::Unavailable, 503),
            (Failure::Rejected, 503),
            (Failure::Internal, 500),
        ] {
            let error = ApiError::from(Failed(failure));
            assert_eq!(error.status().as_u16(), status, "{failure:?}");
            assert!(error.to_string().ends_with(": users: denied"), "{error}");
        }
    }
}
