//! Forms: every field is looked at, in form order, before any is refused (contract, "Validation codes").

use domain::{
    Birthdate, BirthdateError, Country, EmailAddress, FileId, Password, PasswordError, PhoneNumber, is_invisible,
};

use super::{ApiError, ApiResult, ErrorCode};

/// The longest name, in characters.
const NAME_MAX: usize = 100;
/// The longest address, in characters, with the city joined to it.
const ADDRESS_MAX: usize = 300;

/// Collects what is wrong with the fields of a form.
#[derive(Debug, Default)]
pub struct Form {
    faults: Vec<(&'static str, ErrorCode)>,
}

impl Form {
    /// The full name.
    pub fn fullname(&mut self, value: Option<String>) -> Option<String> {
        self.text("fullname", value, ErrorCode::FullnameRequired, NAME_MAX)
    }

    /// The postal address.
    pub fn address(&mut self, value: Option<String>) -> Option<String> {
        self.text("address", value, ErrorCode::AddressRequired, ADDRESS_MAX)
    }

    /// The e-mail address of an account.
    pub fn email(&mut self, value: Option<String>) -> Option<EmailAddress> {
        let email = value.unwrap_or_default().parse().ok();
        self.required("email", email, ErrorCode::EmailInvalid)
    }

    /// The password of a new account.
    pub fn password(&mut self, value: Option<String>) -> Option<Password> {
        self.chosen_password("password", Password::new(value.unwrap_or_default()))
    }

    /// The password that takes the place of a forgotten one.
    pub fn new_password(&mut self, value: Option<String>) -> Option<Password> {
        self.chosen_password("newPassword", Password::for_reset(value.unwrap_or_default()))
    }

    /// The first phone number.
    pub fn phone1(&mut self, value: Option<String>) -> Option<PhoneNumber> {
        match filled(value) {
            Some(number) => self.required("phone1", number.parse().ok(), ErrorCode::PhoneInvalid),
            None => self.fault("phone1", ErrorCode::PhoneRequired),
        }
    }

    /// The second phone number, which may be left empty.
    pub fn phone2(&mut self, value: Option<String>) -> Option<PhoneNumber> {
        let number = filled(value)?;
        self.required("phone2", number.parse().ok(), ErrorCode::PhoneInvalid)
    }

    /// The birthdate.
    pub fn birthdate(&mut self, value: Option<String>) -> Option<Birthdate> {
        match Birthdate::parse(value.unwrap_or_default().trim()) {
            Ok(birthdate) => Some(birthdate),
            Err(BirthdateError::NotADate) => self.fault("birthdate", ErrorCode::BirthdateRequired),
            Err(BirthdateError::InFuture) => self.fault("birthdate", ErrorCode::BirthdateInFuture),
        }
    }

    /// The country, by its English name.
    pub fn country(&mut self, value: Option<String>) -> Option<&'static Country> {
        let country = Country::by_english_name(&value.unwrap_or_default());
        self.required("country", country, ErrorCode::CountryInvalid)
    }

    /// A file that was uploaded, by its id. Whether there is such a file is not known here.
    pub fn file(&mut self, field: &'static str, id: Option<String>) -> Option<FileId> {
        self.required(field, id?.parse().ok(), ErrorCode::FileNotFound)
    }

    /// Notes that a field is not as it should be.
    pub fn fault<T>(&mut self, field: &'static str, code: ErrorCode) -> Option<T> {
        self.faults.push((field, code));
        None
    }

    /// A value that may be missing only for a fault.
    pub fn required<T>(&mut self, field: &'static str, value: Option<T>, code: ErrorCode) -> Option<T> {
        value.or_else(|| self.fault(field, code))
    }

    /// What was read, when no field was refused.
    ///
    /// # Errors
    /// All faults, with the code of the first.
    pub fn finish<T>(self, read: Option<T>) -> ApiResult<T> {
        match read {
            Some(read) if self.faults.is_empty() => Ok(read),
            _ => Err(ApiError::invalid(self.faults)),
        }
    }

    fn chosen_password(&mut self, field: &'static str, chosen: Result<Password, PasswordError>) -> Option<Password> {
        let code = match chosen {
            Ok(password) => return Some(password),
            Err(PasswordError::TooShort) => ErrorCode::PasswordTooShort,
            Err(PasswordError::TooLong) => ErrorCode::FieldTooLong,
            Err(PasswordError::NoUppercase) => ErrorCode::PasswordUppercase,
            Err(PasswordError::NoDigit) => ErrorCode::PasswordNumber,
        };
        self.fault(field, code)
    }

    fn text(&mut self, field: &'static str, value: Option<String>, missing: ErrorCode, most: usize) -> Option<String> {
        match filled(value) {
            Some(text) if text.chars().count() > most => self.fault(field, ErrorCode::FieldTooLong),
            Some(text) => Some(text),
            None => self.fault(field, missing),
        }
    }
}

/// A text that shows something, in one line: trimmed, with a space for every run of white space and control characters, and
/// without what nobody sees. A name is written into mails, where a line of its own would pass for ours.
fn filled(value: Option<String>) -> Option<String> {
    let value = value?.replace(is_invisible, "");
    let words = value.split(|character: char| character.is_whitespace() || character.is_control());
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    text.contains(char::is_alphanumeric).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line() {
        let text = |value: &str| filled(Some(value.to_owned()));
        assert_eq!(text(" Amina\r\n\u{0} Benali ").as_deref(), Some("Amina Benali"));
        assert_eq!(text("أمينة بن علي").as_deref(), Some("أمينة بن علي"));
        assert_eq!(
            text("\u{202e}Amina\u{2066} Be\u{ad}nali\u{feff}").as_deref(),
            Some("Amina Benali")
        );
        for nothing in [" \n", "\u{200b}\u{200d}", "\u{3164}", "\u{200d}", "…"] {
            assert_eq!(text(nothing), None, "{nothing:?}");
        }
    }
}
