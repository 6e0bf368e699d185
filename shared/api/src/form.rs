//! Validation of forms. All fields are validated, in the order of the form, before the form is refused (contract, "Validation
//! codes").

use domain::{
    Birthdate, BirthdateError, Country, EmailAddress, FileId, LegalVersions, Password, PasswordError, PersonalWords,
    PhoneNumber, RunId, is_invisible, is_joiner,
};
use platform::clock;

use super::{ApiError, ApiResult, ErrorCode};

/// The maximum length of a name, in characters.
const NAME_MAX: usize = 100;
/// The maximum length of the name of a passkey, in characters.
const PASSKEY_NAME_MAX: usize = 50;
const MESSAGE_MAX: usize = 3000;
/// The maximum length of a postal address with its city, in characters.
const ADDRESS_MAX: usize = 300;

#[derive(Debug, Default)]
pub struct Form {
    errors: Vec<(&'static str, ErrorCode)>,
}

impl Form {
    pub fn fullname(&mut self, value: Option<String>) -> Option<String> {
        self.text("fullname", normalized(value), ErrorCode::FullnameRequired, NAME_MAX)
    }

    pub fn passkey_name(&mut self, value: Option<String>) -> Option<String> {
        self.text("name", visible(value), ErrorCode::PasskeyNameRequired, PASSKEY_NAME_MAX)
    }

    /// The name of a new passkey. Without one, the passkey has the name of the device, which may be empty.
    pub fn new_passkey_name(&mut self, value: Option<String>, device: String) -> Option<String> {
        match visible(value) {
            None => Some(device),
            name => self.passkey_name(name),
        }
    }

    /// A text that can be left out, of at most `max` characters.
    pub fn optional_text(&mut self, field: &'static str, value: Option<String>, max: usize) -> Option<String> {
        let text = visible(value)?;
        let fits = text.chars().count() <= max;
        self.required(field, fits.then_some(text), ErrorCode::FieldTooLong)
    }

    /// A message to the operator. Its lines stay.
    pub fn message(&mut self, value: Option<String>) -> Option<String> {
        let text = value.map(|text| text.trim().to_owned());
        let text = text.filter(|text| !text.is_empty());
        self.text("message", text, ErrorCode::MessageRequired, MESSAGE_MAX)
    }

    /// The id of a run. Whether the run exists is not checked here.
    pub fn run(&mut self, value: Option<String>) -> Option<RunId> {
        let run = RunId::try_from(value.unwrap_or_default()).ok();
        self.required("run", run, ErrorCode::RunNotFound)
    }

    pub fn address(&mut self, value: Option<String>) -> Option<String> {
        self.text("address", normalized(value), ErrorCode::AddressRequired, ADDRESS_MAX)
    }

    pub fn email(&mut self, value: Option<String>) -> Option<EmailAddress> {
        let email = value.unwrap_or_default().parse().ok();
        self.required("email", email, ErrorCode::EmailInvalid)
    }

    /// The password of a new user. [`Self::impersonal`] follows when name and email address are known.
    pub fn password(&mut self, value: Option<String>) -> Option<Password> {
        self.chosen_password("password", Password::new(value.unwrap_or_default()))
    }

    /// The password that replaces a forgotten one. [`Self::impersonal`] follows when the user is known.
    pub fn new_password(&mut self, value: Option<String>) -> Option<Password> {
        self.chosen_password("newPassword", Password::for_reset(value.unwrap_or_default()))
    }

    /// The password, if it is more than the user's name and email address and the name of the site.
    pub fn impersonal(
        &mut self,
        field: &'static str,
        password: Password,
        fullname: &str,
        email: &EmailAddress,
    ) -> Option<Password> {
        let impersonal = !password.rests_on(&PersonalWords::of(fullname, email));
        self.required(field, impersonal.then_some(password), ErrorCode::PasswordPersonal)
    }

    pub fn phone1(&mut self, value: Option<String>) -> Option<PhoneNumber> {
        match normalized(value) {
            Some(number) => self.required("phone1", number.parse().ok(), ErrorCode::PhoneInvalid),
            None => self.reject("phone1", ErrorCode::PhoneRequired),
        }
    }

    /// The second phone number, which is optional.
    pub fn phone2(&mut self, value: Option<String>) -> Option<PhoneNumber> {
        let number = normalized(value)?;
        self.required("phone2", number.parse().ok(), ErrorCode::PhoneInvalid)
    }

    pub fn birthdate(&mut self, value: Option<String>) -> Option<Birthdate> {
        match Birthdate::parse(value.unwrap_or_default().trim(), clock::now()) {
            Ok(birthdate) => Some(birthdate),
            Err(BirthdateError::NotADate) => self.reject("birthdate", ErrorCode::BirthdateRequired),
            Err(BirthdateError::InFuture) => self.reject("birthdate", ErrorCode::BirthdateInFuture),
        }
    }

    /// The birthdate in a registration, where it is optional.
    pub fn optional_birthdate(&mut self, value: Option<String>) -> Option<Birthdate> {
        let value = normalized(value)?;
        self.birthdate(Some(value))
    }

    /// The versions of the terms and the privacy policy to which the user agrees.
    pub fn consent(&mut self, versions: LegalVersions) -> Option<LegalVersions> {
        let published = versions.are_published().then_some(versions);
        self.required("consent", published, ErrorCode::ConsentInvalid)
    }

    /// The country, by its English name or another usual one.
    pub fn country(&mut self, value: Option<String>) -> Option<&'static Country> {
        let country = Country::by_english_name(&value.unwrap_or_default());
        self.required("country", country, ErrorCode::CountryInvalid)
    }

    /// The id of a file. Whether the file exists is not checked here.
    pub fn file(&mut self, field: &'static str, id: Option<String>) -> Option<FileId> {
        self.required(field, id?.parse().ok(), ErrorCode::FileNotFound)
    }

    /// As [`Self::file`], for a file that can be left out. Some clients send an empty text then.
    pub fn optional_file(&mut self, field: &'static str, id: Option<String>) -> Option<FileId> {
        self.file(field, id.filter(|id| !id.is_empty()))
    }

    /// The password with which a user confirms a request. Whether it is right is not checked here.
    pub fn current_password(&mut self, field: &'static str, value: Option<String>) -> Option<String> {
        let password = value.filter(|password| !password.is_empty());
        self.required(field, password, ErrorCode::MissingPassword)
    }

    pub fn reject<T>(&mut self, field: &'static str, code: ErrorCode) -> Option<T> {
        self.errors.push((field, code));
        None
    }

    /// The value, or a rejected field when there is none.
    pub fn required<T>(&mut self, field: &'static str, value: Option<T>, code: ErrorCode) -> Option<T> {
        value.or_else(|| self.reject(field, code))
    }

    /// A form of one field.
    pub fn one<T>(parse: impl FnOnce(&mut Self) -> Option<T>) -> ApiResult<T> {
        let mut form = Self::default();
        let parsed = parse(&mut form);
        form.finish(parsed)
    }

    /// The parsed form, when no field is rejected.
    pub fn finish<T>(self, parsed: Option<T>) -> ApiResult<T> {
        match parsed {
            Some(parsed) if self.errors.is_empty() => Ok(parsed),
            _ => Err(ApiError::invalid(self.errors)),
        }
    }

    fn chosen_password(&mut self, field: &'static str, chosen: Result<Password, PasswordError>) -> Option<Password> {
        let code = match chosen {
            Ok(password) => return Some(password),
            Err(PasswordError::TooShort) => ErrorCode::PasswordTooShort,
            Err(PasswordError::TooLong) => ErrorCode::FieldTooLong,
            Err(PasswordError::NoUppercase) => ErrorCode::PasswordUppercase,
            Err(PasswordError::NoDigit) => ErrorCode::PasswordNumber,
            Err(PasswordError::Known) => ErrorCode::PasswordKnown,
        };
        self.reject(field, code)
    }

    fn text(&mut self, field: &'static str, text: Option<String>, missing: ErrorCode, max: usize) -> Option<String> {
        match text {
            Some(text) if text.chars().count() > max => self.reject(field, ErrorCode::FieldTooLong),
            Some(text) => Some(text),
            None => self.reject(field, missing),
        }
    }
}

/// A text in one line: trimmed, with one space for each run of whitespace and control characters, and without invisible characters.
/// None when nothing visible is left. A name is part of emails, where a line break would let it imitate our text.
fn visible(value: Option<String>) -> Option<String> {
    let value = value?.replace(is_invisible, "");
    let words = value.split(|character: char| character.is_whitespace() || character.is_control());
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    text.contains(|character| !is_blank(character)).then_some(text)
}

/// Whether a character shows nothing by itself: a space, a joiner, a variation selector or the empty braille pattern.
const fn is_blank(character: char) -> bool {
    is_joiner(character) || matches!(character, ' ' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// As [`visible`], and None without a letter or a digit, as every name, address and number of a person has.
fn normalized(value: Option<String>) -> Option<String> {
    visible(value).filter(|text| text.contains(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_normalized_to_one_line() {
        let text = |value: &str| normalized(Some(value.to_owned()));
        assert_eq!(text(" Amina\r\n\u{0} Benali ").as_deref(), Some("Amina Benali"));
        assert_eq!(text("أمينة بن علي").as_deref(), Some("أمينة بن علي"));
        assert_eq!(
            text("\u{202e}Amina\u{2066} Be\u{ad}nali\u{feff}").as_deref(),
            Some("Amina Benali")
        );
        for character in ('\0'..=char::MAX).filter(|character| is_invisible(*character)) {
            let name = format!("{character}Amina {character}Be{character}nali{character}");
            assert_eq!(
                text(&name).as_deref(),
                Some("Amina Benali"),
                "{}",
                character.escape_unicode()
            );
        }
        for nothing in [" \n", "\u{200b}\u{200d}", "\u{3164}", "\u{200d}", "…"] {
            assert_eq!(text(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn an_optional_file_may_be_empty() {
        let mut form = Form::default();
        let text = |value: &str| Some(value.to_owned());
        assert_eq!(form.optional_file("image", None), None);
        assert_eq!(form.optional_file("image", text("")), None);
        assert!(form.finish(Some(())).is_ok());
        let mut form = Form::default();
        assert_eq!(form.optional_file("image", text("no id")), None);
        assert_eq!(form.file("teacher.curriculum", text("")), None);
        assert!(form.errors.len() == 2);
    }

    #[test]
    fn the_name_of_a_passkey_and_a_message_may_be_an_emoji() {
        let mut form = Form::default();
        let text = |value: &str| Some(value.to_owned());
        assert_eq!(form.passkey_name(text(" 🔑\u{200b}")), text("🔑"));
        assert_eq!(
            form.new_passkey_name(text("👩\u{200d}💻"), "Firefox".to_owned()),
            text("👩\u{200d}💻")
        );
        for nothing in [None, text(" \n"), text("\u{200b}\u{200d}"), text("\u{fe0f} \u{2800}")] {
            assert_eq!(
                form.new_passkey_name(nothing.clone(), "Firefox".to_owned()),
                text("Firefox")
            );
            assert_eq!(form.optional_text("message", nothing, 2), None);
        }
        assert_eq!(form.optional_text("message", text("👍"), 2), text("👍"));
        assert!(form.finish(Some(())).is_ok());
        assert_eq!(Form::default().passkey_name(text("\u{200d}")), None);
    }
}
