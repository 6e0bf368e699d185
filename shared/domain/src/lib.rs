//! Parsed types and their rules: who holds one holds a valid one, so nothing deeper in checks again.

mod birthdate;
mod country;
mod course;
mod email;
mod file;
mod file_name;
mod language;
mod money;
mod opaque;
mod password;
mod phone;
mod price;
mod recipient;
mod upload;
mod user;
mod visible;

pub use birthdate::{Birthdate, BirthdateError};
pub use country::Country;
pub use course::{Course, CourseId, CourseIdError, CourseType};
pub use email::{EmailAddress, EmailAddressError};
pub use file::{FileId, FileIdError, FileKind, FileReference};
pub use file_name::{FileName, FileNameError};
pub use language::{Language, Localized};
pub use money::{Money, MoneyError};
pub use password::{Password, PasswordError};
pub use phone::{PhoneNumber, PhoneNumberError};
pub use price::{CoursePrice, PriceList};
pub use recipient::EmailRecipient;
pub use upload::{MAX_PARTS, PART_BYTES, PartIndex, PartIndexError, UploadId, UploadIdError};
pub use user::{ReviewStatus, TeacherApproval, UserId, UserIdError, UserType};
pub use visible::is_invisible;
