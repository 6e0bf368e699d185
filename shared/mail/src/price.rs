//! Prices as users of a country write them.

use domain::{Country, Language};

const NO_BREAK_SPACE: char = '\u{a0}';
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';
const LEFT_TO_RIGHT_ISOLATE: char = '\u{2066}';
const POP_ISOLATE: char = '\u{2069}';

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// With the decimals of its currency.
    pub amount: String,
    /// ISO 4217.
    pub currency: String,
    /// The ISO 3166-1 code of the user's country.
    pub country: String,
}

impl Price {
    /// Writes the price as `formatPrice` of the web app does, without decimals that are zero; `shared/data/price-cases.json` has cases
    /// for both.
    ///
    /// In Arabic it is isolated from the text around it. Otherwise an email program would show `US$` as `$US`.
    pub(super) fn write(&self, language: Language) -> String {
        let region = self.home_region();
        let symbol = symbol(&self.currency, language, region.is_some());
        let number = self.number(language, region.unwrap_or_default());
        match language {
            Language::English if symbol.ends_with(char::is_alphabetic) => format!("{symbol}{NO_BREAK_SPACE}{number}"),
            Language::English => format!("{symbol}{number}"),
            Language::French => format!("{number}{NO_BREAK_SPACE}{symbol}"),
            Language::Arabic => format!(
                "{LEFT_TO_RIGHT_ISOLATE}{RIGHT_TO_LEFT_MARK}{number}{NO_BREAK_SPACE}{symbol}{RIGHT_TO_LEFT_MARK}{POP_ISOLATE}"
            ),
        }
    }

    /// The code of the user's country, if the currency is its own: codes of currencies begin with that of the country (ISO 4217).
    fn home_region(&self) -> Option<&'static str> {
        let region = Country::by_code(&self.country)?.code();
        self.currency.starts_with(region).then_some(region)
    }

    fn number(&self, language: Language, region: &str) -> String {
        let (group, point) = separators(language, region);
        let (whole, decimals) = self.amount.split_once('.').unwrap_or((&self.amount, ""));
        let mut number = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                number.push(group);
            }
            number.push(digit);
        }
        if decimals.chars().any(|digit| digit != '0') {
            number.push(point);
            number.push_str(decimals);
        }
        number
    }
}

/// What separates thousands, and what separates decimals.
fn separators(language: Language, region: &str) -> (char, char) {
    match (language, region) {
        (Language::French, "MA") | (Language::Arabic, "DZ" | "LY" | "MA" | "MR" | "TN") => ('.', ','),
        (Language::French, "CA") => (NO_BREAK_SPACE, ','),
        (Language::French, _) => ('\u{202f}', ','),
        (Language::English | Language::Arabic, _) => (',', '.'),
    }
}

/// The symbol of a currency. Without one of its own, it is its code.
fn symbol(currency: &str, language: Language, is_home: bool) -> &str {
    use Language::{Arabic, English, French};
    match (currency, language, is_home) {
        ("DZD", English | French, true) => "DA",
        ("MAD", English | French, true) => "DH",
        ("TND", English | French, true) => "DT",
        ("AED", Arabic, _) => "د.إ.",
        ("DZD", Arabic, _) => "د.ج.",
        ("EGP", Arabic, _) => "ج.م.",
        ("MAD", Arabic, _) => "د.م.",
        ("SAR", Arabic, _) => "ر.س.",
        ("TND", Arabic, _) => "د.ت.",
        ("CAD", English | French, true) | ("USD", English, true) => "$",
        ("CAD", English | Arabic, _) => "CA$",
        ("CAD", French, false) => "$CA",
        ("USD", English | Arabic, _) => "US$",
        ("USD", French, _) => "$US",
        ("EUR", _, _) => "€",
        ("GBP", English, _) => "£",
        ("GBP", French, _) => "£GB",
        ("GBP", Arabic, _) => "UK£",
        _ => currency,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    struct Case {
        country: String,
        amount: String,
        currency: String,
        /// By language, without the kinds of spaces and without direction marks.
        written: BTreeMap<String, String>,
    }

    /// `country` is an English name, as in the cases.
    fn write(amount: &str, currency: &str, language: Language, country: &str) -> String {
        let country = Country::by_english_name(country).map_or("", Country::code);
        let price = Price {
            amount: amount.to_owned(),
            currency: currency.to_owned(),
            country: country.to_owned(),
        };
        price.write(language)
    }

    #[test]
    fn writes_what_the_web_app_writes() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../data/price-cases.json")).expect("the cases are JSON");
        for case in cases {
            for language in Language::ALL {
                let written = write(&case.amount, &case.currency, language, &case.country);
                let readable: String = written
                    .chars()
                    .filter(|character| !matches!(character, '\u{200f}' | '\u{2066}' | '\u{2069}'))
                    .map(|character| if character.is_whitespace() { ' ' } else { character })
                    .collect();
                assert_eq!(readable, case.written[language.code()], "{}", case.country);
            }
        }
    }

    #[test]
    fn no_line_breaks_inside_and_no_text_around_reorders_it() {
        for (language, written) in [
            (Language::English, "DA\u{a0}19,900"),
            (Language::French, "19\u{202f}900\u{a0}DA"),
            (Language::Arabic, "\u{2066}\u{200f}19.900\u{a0}د.ج.\u{200f}\u{2069}"),
        ] {
            assert_eq!(write("19900.00", "DZD", language, "Algeria"), written);
        }
    }

    #[test]
    fn a_currency_without_a_symbol_has_its_code() {
        for (language, written) in [
            (Language::English, "JPY\u{a0}12,900"),
            (Language::French, "12\u{202f}900\u{a0}JPY"),
            (Language::Arabic, "\u{2066}\u{200f}12,900\u{a0}JPY\u{200f}\u{2069}"),
        ] {
            assert_eq!(write("12900", "JPY", language, "Japan"), written);
        }
        assert_eq!(write("1.250", "IQD", Language::English, "Atlantis"), "IQD\u{a0}1.250");
    }
}
