//! The operator of the site, as emails name it.

use domain::{Language, StampDuty, TaxStatement};
use rust_decimal::{Decimal, dec};

/// The operator in one language, from `infra/operator.toml`.
#[derive(Debug, PartialEq, Eq)]
pub struct Operator {
    pub name: &'static str,
    pub address: &'static str,
    pub mail: &'static str,
    /// How soon the operator usually decides on a place request. Empty when the operator does not say it.
    pub decision: &'static str,
    /// The register and the number in it, or that there is none, and the tax number. Empty when the operator says neither.
    pub registration: &'static str,
    pub tax: TaxStatement,
    /// The rate of the tax that prices include.
    pub tax_percent: Option<Decimal>,
    /// On receipts of cash.
    pub stamp_duty: Option<StampDuty>,
    /// The rule of the seat's time zone in POSIX form, such as `CET-1`.
    pub time_zone: &'static str,
}

/// In the order of [`Language::ALL`], as `build.rs` generates it.
static OPERATORS: [Operator; Language::ALL.len()] = include!(concat!(env!("OUT_DIR"), "/operator.rs"));

impl Operator {
    pub fn of(language: Language) -> &'static Self {
        let [english, french, arabic] = &OPERATORS;
        match language {
            Language::English => english,
            Language::French => french,
            Language::Arabic => arabic,
        }
    }

    /// The lines of the signature.
    pub const fn lines(&self) -> [&'static str; 3] {
        [self.name, self.address, self.mail]
    }
}

#[cfg(test)]
#[path = "../build/operator.rs"]
mod file;

#[cfg(test)]
mod tests {
    use super::{Operator, file};
    use domain::Language;

    const FILE: &str = include_str!("../../../infra/operator.toml");

    const OWN: &str = "
        [contact]
        mail = 'contact@site.org'
        [name]
        en = 'Ways \"East & West\" Ltd'
        fr = 'Voies'
        ar = 'سبل'
        [address]
        en = '1 Long Lane'
        fr = '1 rue Longue'
        ar = 'شارع 1'
        [decision]
        en = 'within a week'
        fr = ''
        ar = ''
        [registration]
        en = 'RC 1'
        [prices]
        tax = 'included'
        tax_percent = '5.5'
        [court]
        en = 'The web app alone needs it.'
    ";

    fn fault(text: &str) -> String {
        file::read(text).expect_err("a fault")
    }

    #[test]
    fn the_constants_have_the_values_of_the_file() {
        let values: toml::Table = FILE.parse().expect("the file is TOML");
        let value = |table: &str, key: &str| values[table][key].as_str().expect("a text").to_owned();
        for language in Language::ALL {
            let Operator {
                name,
                address,
                mail,
                decision,
                registration,
                tax,
                tax_percent,
                stamp_duty,
                time_zone,
            } = Operator::of(language);
            assert_eq!(*name, value("name", language.code()));
            assert_eq!(*address, value("address", language.code()));
            assert_eq!(*mail, value("contact", "mail"));
            assert_eq!(*decision, value("decision", language.code()));
            let numbers = ["registration", "taxation"].map(|table| value(table, language.code()));
            assert_eq!(*registration, numbers.join(" · "));
            assert_eq!(serde_json::json!(tax), value("prices", "tax"));
            let percent = tax_percent.map(|percent| percent.to_string());
            assert_eq!(percent, Some(value("prices", "tax_percent")));
            let duty = stamp_duty.expect("a duty");
            let rates = duty.rates.iter().map(|(above, each)| format!("{above}: {each}"));
            assert_eq!(rates.collect::<Vec<_>>().join(", "), value("stamp_duty", "rates"));
            assert_eq!(duty.least.to_string(), value("stamp_duty", "least"));
            assert_eq!(duty.currency, value("stamp_duty", "currency"));
            assert_eq!(Some(*time_zone), file::posix_rule(&value("seat", "time_zone")));
        }
    }

    #[test]
    fn the_values_are_written_as_rust() {
        let source = file::read(OWN).expect("no fault").source();
        assert!(source.starts_with(
            r#"[Operator { name: "Ways \"East & West\" Ltd", address: "1 Long Lane", mail: "contact@site.org", decision: "within a week", registration: "RC 1", tax: domain::TaxStatement::Included, tax_percent: Some(dec!(5.5)), stamp_duty: None, time_zone: "CET-1" }, "#
        ));
        assert!(source.ends_with(
            r#"Operator { name: "سبل", address: "شارع 1", mail: "contact@site.org", decision: "", registration: "", tax: domain::TaxStatement::Included, tax_percent: Some(dec!(5.5)), stamp_duty: None, time_zone: "CET-1" }]"#
        ));
    }

    #[test]
    fn an_error_names_the_place_and_the_correction() {
        assert!(fault(&OWN.replace("[name]", "[name")).contains("line 4"));
        let missing = fault(&OWN.replace("ar = 'سبل'\n", ""));
        assert!(
            missing.contains("line 4") && missing.contains("missing field `ar`"),
            "{missing}"
        );
        let empty = fault(&OWN.replace("1 rue Longue", " "));
        assert_eq!(
            empty,
            "address.fr is empty or has several lines. Write the operator's postal address on one line."
        );
        for key in ["decision", "registration"] {
            let without = OWN.replace(&format!("[{key}]"), "[unknown]");
            let source = file::read(&without).expect("no fault").source();
            assert!(source.contains(&format!("{key}: \"\"")), "{source}");
        }
        assert_eq!(
            fault(&OWN.replace("'within a week'", "\"within\\na week\"")),
            "decision.en has several lines. Write how soon you usually decide on one line."
        );
        for rate in ["19%", "-19", "1."] {
            let fault = fault(&OWN.replace("'5.5'", &format!("'{rate}'")));
            assert!(fault.starts_with("prices.tax_percent is"), "{fault}");
        }
        assert!(fault(&OWN.replace("'included'", "'excluded'")).starts_with("prices.tax_percent is"));
        let unstated = file::read(&OWN.replace("'5.5'", "''")).expect("no fault").source();
        assert!(unstated.contains("tax_percent: None"), "{unstated}");
        for (currency, least, rates, is_right) in [
            ("DZD", "5", "300: 1, 30000: 1.5", true),
            ("dzd", "5", "300: 1", false),
            ("DZD", "", "300: 1", false),
            ("DZD", "5", "", false),
            ("DZD", "5", "300: 1,", false),
            ("DZD", "5", "300", false),
            ("DZD", "5", "30000: 1.5, 300: 1", false),
        ] {
            let table = format!("[stamp_duty]\ncurrency = '{currency}'\nleast = '{least}'\nrates = '{rates}'\n[court]");
            let read = file::read(&OWN.replace("[court]", &table));
            assert_eq!(read.is_ok(), is_right, "{read:?}");
        }
        for zone in ["Algiers", "/", "Africa/", "Africa/Al giers"] {
            let seat = format!("[seat]\ntime_zone = '{zone}'\n[court]");
            let expected = format!("seat.time_zone is {zone:?}, which is no time zone.");
            assert!(fault(&OWN.replace("[court]", &seat)).starts_with(&expected), "{zone}");
        }
        for mail in [
            "",
            "site.org",
            "contact@site",
            "contact@.org",
            "a b@site.org",
            "contact@site.org?subject=Hi",
        ] {
            let fault = fault(&OWN.replace("contact@site.org", mail));
            assert!(
                fault.starts_with(&format!("contact.mail is \"{mail}\", which is no email address.")),
                "{fault}"
            );
        }
    }
}
