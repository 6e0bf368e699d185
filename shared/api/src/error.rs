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

/// Every error code, with its HTTP status (contract, "Calls").
macro_rules! error_codes {
    ($($(#[$attribute:meta])* $code:ident: $status:ident,)*) => {
        /// On the wire it is the name in `snake_case`. The messages are in `shared/locales/<language>/errors.json` and `staffErrors.json`, which
        /// the web app reads, too.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, IntoStaticStr)]
        #[strum(serialize_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$attribute])* $code,)*
        }

        impl ErrorCode {
            /// See also [`ApiError::not_found`].
            pub const fn status(self) -> StatusCode {
                match self {
                    $(Self::$code => StatusCode::$status,)*
                }
            }
        }
    };
}

error_codes! {
    /// A fault of the API, which a retry does not fix: a malformed item, a missing variable.
    InternalError: INTERNAL_SERVER_ERROR,
    /// An AWS service failed or rejected a request, or every try conflicted with concurrent requests. A later retry may succeed.
    ServiceUnavailable: SERVICE_UNAVAILABLE,
    /// The body is not JSON, or has values of wrong types.
    MalformedRequest: BAD_REQUEST,
    RequestTooLarge: PAYLOAD_TOO_LARGE,

    /// The access token is missing, expired or revoked.
    Unauthorized: UNAUTHORIZED,
    /// The path names another user; or the request did not come through the CDN, in an environment that requires it.
    Forbidden: FORBIDDEN,

    // Fields, in the order of the form.
    /// A profile update without the id of the user.
    IdRequired: BAD_REQUEST,
    FullnameRequired: BAD_REQUEST,
    EmailInvalid: BAD_REQUEST,
    /// A password of fewer than 8 characters.
    PasswordTooShort: BAD_REQUEST,
    /// A password without an uppercase letter.
    PasswordUppercase: BAD_REQUEST,
    /// A password without a digit.
    PasswordNumber: BAD_REQUEST,
    /// A password that attackers try first.
    PasswordKnown: BAD_REQUEST,
    /// A password with fewer than 8 characters besides the user's name, the email address and the name of the site.
    PasswordPersonal: BAD_REQUEST,
    PhoneRequired: BAD_REQUEST,
    /// Not a phone number with its dial code.
    PhoneInvalid: BAD_REQUEST,
    AddressRequired: BAD_REQUEST,
    BirthdateRequired: BAD_REQUEST,
    BirthdateInFuture: BAD_REQUEST,
    /// Not the English name of a country.
    CountryInvalid: BAD_REQUEST,
    /// Neither student nor teacher.
    TypeInvalid: BAD_REQUEST,
    /// Not published versions of the terms and the privacy policy.
    ConsentInvalid: BAD_REQUEST,
    /// Too many characters for the field.
    FieldTooLong: BAD_REQUEST,
    /// Fields of a teacher for a student.
    TeacherNotAllowed: BAD_REQUEST,
    #[strum(serialize = "1_course_atleast_warning")]
    OneCourseAtLeast: BAD_REQUEST,
    #[strum(serialize = "2_courses_only_warning")]
    TwoCoursesOnly: BAD_REQUEST,
    /// Not a course of the catalogue.
    CourseNotFound: BAD_REQUEST,
    RunNotFound: BAD_REQUEST,
    /// A file that does not exist, belongs to another user, or is claimed.
    FileNotFound: BAD_REQUEST,

    UserAlreadyExists: CONFLICT,
    /// Too many requests from one network, or for one mailbox, without a proof of work: see [`ApiError::proof_required`].
    ProofRequired: TOO_MANY_REQUESTS,
    TooManyAccounts: TOO_MANY_REQUESTS,
    /// Unknown email address or wrong password.
    IncorrectCredentials: UNAUTHORIZED,
    /// The mailbox is not verified. A new verification link was sent.
    AccountNotVerified: FORBIDDEN,
    AccountBlocked: FORBIDDEN,
    TooManyAttempts: TOO_MANY_REQUESTS,
    /// The email address cannot be changed with the profile.
    EmailNotEditable: BAD_REQUEST,
    EmailUnchanged: BAD_REQUEST,
    /// A link to confirm or undo a change of the email address that is wrong, expired or used up.
    EmailChangeInvalid: BAD_REQUEST,
    /// A link to turn reminders off that is wrong or expired.
    ReminderLinkInvalid: BAD_REQUEST,
    /// Another request has changed the resource.
    Conflict: CONFLICT,
    MissingPassword: BAD_REQUEST,
    IncorrectPassword: FORBIDDEN,
    /// Not the current versions of the terms and the privacy policy.
    ConsentOutdated: CONFLICT,
    /// Too many requests in the window of a rate limit.
    TooManyRequests: TOO_MANY_REQUESTS,
    /// A password reset code that is wrong, expired or used up.
    InvalidCode: BAD_REQUEST,
    /// A password reset token that is missing, wrong, expired or consumed.
    ResetFailed: BAD_REQUEST,
    /// A verification token that is wrong or expired.
    VerificationInvalid: BAD_REQUEST,
    AlreadyVerified: CONFLICT,
    /// The browser has no valid sign-up proof, or the user is deleted.
    SignupNotFound: BAD_REQUEST,
    SessionNotFound: BAD_REQUEST,
    /// Not a user whom staff can see.
    UserNotFound: BAD_REQUEST,
    PasskeyNotFound: BAD_REQUEST,
    PasskeyNameRequired: BAD_REQUEST,
    PasskeyLimitReached: CONFLICT,
    /// The challenge for a passkey has expired or was used, or belongs to another requester. Also when the user changed since it was used.
    PasskeyExpired: BAD_REQUEST,
    /// A new passkey that does not match its challenge or this site, or was made without verifying the user.
    PasskeyInvalid: BAD_REQUEST,
    /// A sign-in with an unknown or removed passkey, or with an invalid signature or signature counter.
    PasskeyRefused: UNAUTHORIZED,

    /// A request of staff without a sign-in with a passkey, or, for some changes, without one of the last minutes.
    StaffSignInRequired: FORBIDDEN,
    /// A sign-in as staff with a passkey that no code has admitted yet.
    StaffCodeRequired: FORBIDDEN,
    /// A code that is wrong, expired or used up.
    StaffCodeInvalid: BAD_REQUEST,
    /// A change that would leave no owner.
    LastOwner: CONFLICT,
    /// A staff member deletes the account, or staff block one of themselves.
    StaffRolesHeld: CONFLICT,

    RunStarted: CONFLICT,
    RunFull: CONFLICT,
    RunOver: CONFLICT,
    /// A place in another run of the course is reserved for the user.
    PlaceReserved: CONFLICT,
    AlreadyEnrolled: CONFLICT,
    /// The user has no place in the run, and does not teach it.
    NotEnrolled: FORBIDDEN,
    CourseSessionNotFound: BAD_REQUEST,
    /// It is too early to join the session.
    SessionNotOpen: CONFLICT,
    SessionOver: CONFLICT,
    SessionCancelled: CONFLICT,
    /// Nobody has entered how one takes part in the session.
    MeetingMissing: CONFLICT,
    /// Staff change a run that is cancelled.
    RunCancelled: CONFLICT,
    /// The new start of a session is in the past.
    StartOver: BAD_REQUEST,
    /// Not an https URL.
    UrlInvalid: BAD_REQUEST,
    /// The title of a material: empty, too long, or of several lines.
    TitleInvalid: BAD_REQUEST,
    /// A run with as many materials as it may have.
    TooManyMaterials: CONFLICT,
    MaterialNotFound: BAD_REQUEST,
    /// The id of the run, which confirms its cancellation, is another one.
    NotConfirmed: BAD_REQUEST,
    /// The user has no place request for the course, or an operator has decided it.
    PlaceRequestNotFound: BAD_REQUEST,
    ReceiptNotFound: BAD_REQUEST,

    /// Not a positive amount with none or all of the decimals of its currency.
    AmountInvalid: BAD_REQUEST,
    /// A decision without the reason that it needs, or with one that is too long.
    ReasonRequired: BAD_REQUEST,
    /// The price list of the user's country does not have the course.
    PriceMissing: CONFLICT,
    /// The payment instructions say nothing of the currency of an offer.
    PaymentInstructionsMissing: CONFLICT,
    /// A way to pay without a known currency, or without a text in each language.
    PaymentInstructionsInvalid: BAD_REQUEST,
    /// Not days that are each once in the list, with a name in each language.
    ClosedDaysInvalid: BAD_REQUEST,
    /// The last day to pay is not between today and the first day of the run.
    PayByInvalid: BAD_REQUEST,
    DateInFuture: BAD_REQUEST,
    /// A payment in another currency than that of the offer, without what it counts for.
    CreditedRequired: BAD_REQUEST,
    PaymentNotFound: BAD_REQUEST,
    PaymentRepeated: CONFLICT,
    /// The event cannot happen in the state of the place.
    PlaceDecided: CONFLICT,
    MoneyHeld: CONFLICT,
    MoneyRefunded: CONFLICT,
    /// The user has money in another currency for the course.
    OtherCurrency: CONFLICT,

    /// The user has sent all the proofs of payment that an offer may have.
    ProofLimitReached: CONFLICT,
    ProofUndecided: CONFLICT,
    /// A proof of payment that is neither a photo nor a PDF.
    ProofFileTypeWrong: UNSUPPORTED_MEDIA_TYPE,
    ServiceNotFound: BAD_REQUEST,
    /// A message to the operator has no text.
    MessageRequired: BAD_REQUEST,
    /// A service that is open: there is nothing to wait for.
    ServiceOpen: CONFLICT,
    /// A service that users cannot use yet is not announced.
    ServiceNotOpen: CONFLICT,

    FileMissing: BAD_REQUEST,
    /// A CV of more than 2 MiB.
    CvFileTooLarge: PAYLOAD_TOO_LARGE,
    /// A CV whose name or content is not that of a PDF or Word document.
    CvFileTypeWrong: UNSUPPORTED_MEDIA_TYPE,
    /// A CV in RTF, whatever its name is.
    CvFileIsRtf: UNSUPPORTED_MEDIA_TYPE,
    /// A CV of Word 95 or older.
    CvFileTooOld: UNSUPPORTED_MEDIA_TYPE,
    /// A CV without pages, or with a part that cannot be read.
    CvFileDamaged: UNSUPPORTED_MEDIA_TYPE,
    /// A CV that is encrypted with a password, so its content cannot be checked.
    CvFileProtected: UNSUPPORTED_MEDIA_TYPE,
    /// A Word document with macros or controls.
    CvFileHasMacros: UNSUPPORTED_MEDIA_TYPE,
    /// A PDF with scripts, or with actions that start programs or send data.
    CvFileHasScripts: UNSUPPORTED_MEDIA_TYPE,
    /// A CV that contains other files.
    CvFileHasAttachments: UNSUPPORTED_MEDIA_TYPE,
    /// A CV that loads content or runs commands from elsewhere.
    CvFileHasExternalContent: UNSUPPORTED_MEDIA_TYPE,
    /// A CV with more parts, bytes or nesting than are checked.
    CvFileTooComplex: PAYLOAD_TOO_LARGE,
    /// A photo of more than 5 MiB.
    ImageFileTooLarge: PAYLOAD_TOO_LARGE,
    /// A photo with more pixels than are decoded.
    ImageTooManyPixels: PAYLOAD_TOO_LARGE,
    /// A photo that is not a valid JPEG, PNG, WebP or GIF.
    ImageFileTypeWrong: UNSUPPORTED_MEDIA_TYPE,

    UploadIdMissing: BAD_REQUEST,
    /// An upload that does not exist, has ended, or has expired.
    UploadNotFound: BAD_REQUEST,
    /// An upload that is already a file, and cannot be cancelled.
    UploadFinalized: CONFLICT,
    /// An index of a part that the video does not have.
    ChunkIndexInvalid: BAD_REQUEST,
    /// Parts that are missing or incomplete: see [`ApiError::missing_parts`].
    ChunkMissing: CONFLICT,
    /// A part of more than 5 MiB.
    ChunkTooLarge: PAYLOAD_TOO_LARGE,
    /// A video of more than 20 MiB.
    VideoTooLarge: PAYLOAD_TOO_LARGE,
    /// A video that is not MP4, `QuickTime`, `WebM` or Matroska with a video track.
    VideoTypeWrong: UNSUPPORTED_MEDIA_TYPE,
    #[strum(serialize = "video_longer_than_2_minutes")]
    VideoLongerThanTwoMinutes: UNPROCESSABLE_ENTITY,
    VideoProcessingFailed: UNPROCESSABLE_ENTITY,
}

impl ErrorCode {
    pub fn as_str(self) -> &'static str {
        self.into()
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
