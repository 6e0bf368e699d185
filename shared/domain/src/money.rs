//! Amounts of money: exact decimals with the number of decimals of their currency, never floats.

use iso_currency::Currency;
use rust_decimal::{Decimal, dec};

/// Amounts are below this limit, so that the decimals of every currency fit.
const LIMIT: Decimal = dec!(1_000_000_000_000_000_000);

/// A positive amount in a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    amount: Decimal,
    currency: Currency,
}

impl Money {
    /// Parses an amount such as `"149.50"` in an ISO 4217 currency such as `"USD"`.
    ///
    /// # Errors
    /// When the currency is unknown, when the amount is not a decimal or not positive, and when it has more decimals than
    /// the currency has.
    pub fn parse(amount: &str, currency: &str) -> Result<Self, MoneyError> {
        let (currency, digits) = parse_currency(currency)?;
        let mut amount = parse_decimal(amount).ok_or_else(|| MoneyError::NotADecimal(amount.to_owned()))?;
        if amount <= Decimal::ZERO {
            return Err(MoneyError::NotPositive(amount));
        }
        if amount >= LIMIT {
            return Err(MoneyError::TooLarge(amount));
        }
        if amount.normalize().scale() > digits {
            return Err(MoneyError::TooManyDecimals {
                amount,
                currency,
                digits,
            });
        }
        amount.rescale(digits);
        Ok(Self { amount, currency })
    }

    /// As [`Self::parse`], for an amount that somebody types: with none or all of the decimals of its currency. `11.900` dinars may be 11,900.
    pub fn parse_typed(amount: &str, currency: &str) -> Result<Self, MoneyError> {
        let money = Self::parse(amount, currency)?;
        let written = amount.split_once('.').map(|(_, decimals)| decimals.len());
        match written {
            Some(decimals) if decimals != money.decimals() as usize => Err(MoneyError::Ambiguous(amount.to_owned())),
            _ => Ok(money),
        }
    }

    /// The amount with the decimals of its currency: `"149.50"`, in Tunisian dinars `"149.500"`.
    pub fn amount(&self) -> String {
        self.amount.to_string()
    }

    pub const fn decimal(&self) -> Decimal {
        self.amount
    }

    /// How many decimals amounts in its currency have.
    pub const fn decimals(&self) -> u32 {
        // `parse` has set them.
        self.amount.scale()
    }

    /// ISO 4217.
    pub fn currency(&self) -> &'static str {
        self.currency.code()
    }
}

/// Digits with at most one point. Exponents and separators are refused, because they are ambiguous.
fn parse_decimal(amount: &str) -> Option<Decimal> {
    let plain = amount
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    Decimal::from_str_exact(amount).ok().filter(|_| plain)
}

/// A currency, and the number of decimals of its minor unit. Codes for gold and tests have no minor unit, and are refused.
fn parse_currency(code: &str) -> Result<(Currency, u32), MoneyError> {
    let known = Currency::from_code(code).and_then(|currency| Some((currency, currency.exponent()?)));
    let (currency, digits) = known.ok_or_else(|| MoneyError::UnknownCurrency(code.to_owned()))?;
    Ok((currency, u32::from(digits)))
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum MoneyError {
    #[error("{0:?} is not an ISO 4217 currency that people pay with")]
    UnknownCurrency(String),
    #[error("{0:?} is not a decimal such as \"149.50\"")]
    NotADecimal(String),
    #[error("{0:?} is ambiguous: write no decimals, or all that the currency has")]
    Ambiguous(String),
    /// At or above the limit.
    #[error("an amount must be less than {LIMIT}, and {0} is not")]
    TooLarge(Decimal),
    #[error("an amount must be more than 0, and {0} is not")]
    NotPositive(Decimal),
    /// More decimals than the currency has.
    #[error("{amount} has more decimals than the {digits} of {}", currency.code())]
    TooManyDecimals {
        amount: Decimal,
        currency: Currency,
        /// The decimals that the currency has.
        digits: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(amount: &str, currency: &str) -> Result<String, MoneyError> {
        Money::parse(amount, currency).map(|money| money.amount())
    }

    #[test]
    fn an_amount_has_the_decimals_of_its_currency() {
        assert_eq!(written("149.5", "USD").as_deref(), Ok("149.50"));
        assert_eq!(written("149", "TND").as_deref(), Ok("149.000"));
        assert_eq!(written("149.00", "JPY").as_deref(), Ok("149"));
        assert_eq!(written("0.01", "EUR").as_deref(), Ok("0.01"));
    }

    #[test]
    fn a_typed_amount_has_no_decimals_or_all() {
        for (amount, currency, is_clear) in [
            ("11900", "DZD", true),
            ("11900.00", "DZD", true),
            ("11.900", "DZD", false),
            ("11900.5", "DZD", false),
            ("11.900", "TND", true),
            ("149.00", "JPY", false),
        ] {
            assert_eq!(
                Money::parse_typed(amount, currency).is_ok(),
                is_clear,
                "{amount} {currency}"
            );
        }
    }

    #[test]
    fn an_amount_beyond_the_exact_range_of_floats_stays_exact() {
        assert_eq!(
            written("90071992547409933.07", "DZD").as_deref(),
            Ok("90071992547409933.07")
        );
    }

    #[test]
    fn an_ambiguous_unrepresentable_or_non_positive_amount_is_refused() {
        for (amount, currency, why) in [
            ("1.005", "USD", "1.005 has more decimals than the 2 of USD"),
            ("0.5", "JPY", "0.5 has more decimals than the 0 of JPY"),
            ("0", "USD", "an amount must be more than 0, and 0 is not"),
            ("-3", "USD", "an amount must be more than 0, and -3 is not"),
            ("1,5", "USD", "\"1,5\" is not a decimal such as \"149.50\""),
            ("1_000", "USD", "\"1_000\" is not a decimal such as \"149.50\""),
            ("1e3", "USD", "\"1e3\" is not a decimal such as \"149.50\""),
            ("", "USD", "\"\" is not a decimal such as \"149.50\""),
            (
                "1000000000000000000",
                "USD",
                "an amount must be less than 1000000000000000000, and 1000000000000000000 is not",
            ),
            (
                "79228162514264337593543950335",
                "TND",
                "an amount must be less than 1000000000000000000, and 79228162514264337593543950335 is not",
            ),
            ("1", "XAU", "\"XAU\" is not an ISO 4217 currency that people pay with"),
            ("1", "XYZ", "\"XYZ\" is not an ISO 4217 currency that people pay with"),
            ("1", "usd", "\"usd\" is not an ISO 4217 currency that people pay with"),
        ] {
            let error = Money::parse(amount, currency).expect_err(amount);
            assert_eq!(error.to_string(), why);
        }
    }
}
