//! Types and rules of the platform. A value of such a type is valid: input is parsed once, and not checked again.

#[path = "../build/accents.rs"]
mod accents;
mod announcement;
mod birthdate;
mod closed_days;
mod country;
mod course;
mod course_details;
mod data_export;
mod duties;
mod email;
mod email_change;
mod file;
mod file_name;
mod id;
mod invisible;
mod language;
mod legal;
mod material;
mod money;
mod passkey;
mod password;
mod payment_instructions;
mod phone;
mod place_money;
mod place_state;
mod price;
#[cfg(test)]
mod properties;
mod reason;
mod receipt;
mod recipient;
mod run_session;
mod service_area;
mod session;
mod session_notice;
mod staff;
mod time_zone;
mod upload;
mod user;

pub use announcement::{AnnouncementId, AnnouncementIdError};
pub use birthdate::{Birthdate, BirthdateError};
pub use closed_days::{ClosedDay, ClosedDays, ClosedDaysError};
pub use country::Country;
pub use course::{Course, CourseId, CourseIdError, CourseType};
pub use course_details::{
    CourseDetails, CourseFacts, CourseFormat, CourseLevel, CourseRun, RunId, RunIdError, Weekday,
};
pub use data_export::{DataExportId, DataExportIdError};
pub use duties::{CashTotal, IncludedTax, StampDuty};
pub use email::{EmailAddress, EmailAddressError};
pub use email_change::{EmailChangeId, EmailChangeIdError};
pub use file::{
    Audience, Content, FileId, FileIdError, FileKind, FileReference, FileRules, FileScan, FileUse, PROOF_KEPT_FOR,
    ScanVerdict,
};
pub use file_name::{FileName, FileNameError};
pub use id::random as random_id;
pub use invisible::{is_invisible, is_joiner};
pub use language::{Language, Localized};
pub use legal::LegalVersions;
pub use material::{MAX_MATERIALS, Material, https_url, material_title};
pub use money::{Money, MoneyError};
pub use passkey::{PasskeyId, PasskeyIdError};
pub use password::{Password, PasswordError, PersonalWords};
pub use payment_instructions::{PaymentInstructions, PaymentInstructionsError, PaymentWay, WayToPay};
pub use phone::{PhoneNumber, PhoneNumberError};
pub use place_money::{
    Balance, Credited, LedgerEntry, LedgerEntryKind, MAX_PROOFS, PaymentMethod, PaymentReference, ProofState,
    REFUND_RULE, RefundStep, offer_expires_at, pay_by, pay_by_after_refusal, payment_reminder_at, retained,
};
pub use place_state::{CountChange, MoneyCondition, PlaceEvent, PlaceMail, PlaceState, PlaceTransition};
pub use price::{CoursePrice, PriceList};
pub use reason::{ReasonError, reason};
pub use receipt::{
    DocumentDetails, Payer, Proforma, ProformaPlace, Receipt, ReceiptNumber, ReceiptOperator, TaxStatement,
};
pub use recipient::EmailRecipient;
pub use run_session::{Joining, RunSession};
pub use service_area::ServiceArea;
pub use session::{DeviceName, Place, SessionId, SessionIdError};
pub use session_notice::{NoticeKind, SessionNotice, due_notices, has_notices};
pub use staff::StaffRole;
pub use time_zone::time_zone_name;
pub use upload::{
    MAX_FORM_PARTS, MAX_PARTS, MAX_VIDEO_BYTES, PART_BYTES, PartIndex, PartIndexError, UploadId, UploadIdError,
};
pub use user::{ReviewStatus, TeacherApproval, UNVERIFIED_PERIOD, UserId, UserIdError, UserType};
