//! The tax and the stamp duty of an amount, by the rates in `infra/operator.toml`.

use rust_decimal::{Decimal, RoundingStrategy, dec};
use serde::{Deserialize, Serialize};

use super::Money;

/// The stamp duty on receipts of cash, which the payer pays beside the amount: so much for each hundred of it, a started one too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StampDuty {
    /// ISO 4217. Other currencies have no duty.
    pub currency: &'static str,
    pub least: Decimal,
    /// Above which amount, and how much for each hundred of the whole amount, in ascending order.
    pub rates: &'static [(Decimal, Decimal)],
}

/// The tax in an amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncludedTax {
    pub percent: String,
    pub amount: String,
}

/// An amount that is paid in cash, with its stamp duty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CashTotal {
    pub stamp_duty: String,
    pub total: String,
}

impl StampDuty {
    /// None when the amount has no duty.
    pub fn on(&self, money: &Money) -> Option<Decimal> {
        if money.currency() != self.currency {
            return None;
        }
        let amount = money.decimal();
        let (_, rate) = self.rates.iter().rfind(|(above, _)| amount > *above)?;
        let duty = ((amount / dec!(100)).ceil() * rate).max(self.least);
        Some(scaled(duty, money.decimals()))
    }
}

impl IncludedTax {
    /// Of an amount with the decimals of its currency, which may be negative. None for a text that is no amount.
    pub fn of(amount: &str, percent: Decimal) -> Option<Self> {
        let total: Decimal = amount.parse().ok()?;
        Some(Self {
            percent: percent.to_string(),
            amount: scaled(total * percent / (dec!(100) + percent), total.scale()).to_string(),
        })
    }

    /// The tax of the same rate in another amount.
    pub fn in_amount(&self, amount: &str) -> Option<Self> {
        Self::of(amount, self.percent.parse().ok()?)
    }
}

impl CashTotal {
    /// Of an amount and its duty, each with the decimals of the currency and its sign.
    pub fn of(amount: Decimal, stamp_duty: Decimal) -> Self {
        Self {
            stamp_duty: stamp_duty.to_string(),
            total: (amount + stamp_duty).to_string(),
        }
    }
}

fn scaled(amount: Decimal, decimals: u32) -> Decimal {
    let mut amount = amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    amount.rescale(decimals);
    amount
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the Algerian finance act for 2025.
    const DUTY: StampDuty = StampDuty {
        currency: "DZD",
        least: dec!(5),
        rates: &[
            (dec!(300), dec!(1)),
            (dec!(30_000), dec!(1.5)),
            (dec!(100_000), dec!(2)),
        ],
    };

    #[test]
    fn stamp_duty_follows_the_whole_amount_and_its_started_hundreds() {
        for (amount, currency, duty) in [
            ("300", "DZD", None),
            ("300.01", "DZD", Some("5.00")),
            ("11900", "DZD", Some("119.00")),
            ("11900.01", "DZD", Some("120.00")),
            ("30000", "DZD", Some("300.00")),
            ("30001", "DZD", Some("451.50")),
            ("950000", "DZD", Some("19000.00")),
            ("11900", "EUR", None),
        ] {
            let money = Money::parse(amount, currency).expect("money");
            let found = DUTY.on(&money).map(|duty| duty.to_string());
            assert_eq!(found.as_deref(), duty, "{amount} {currency}");
        }
    }

    #[test]
    fn tax_is_a_part_of_the_amount() {
        for (amount, percent, tax) in [
            ("11900.00", dec!(19), "1900.00"),
            ("-11900.00", dec!(19), "-1900.00"),
            ("100.00", dec!(5.5), "5.21"),
            ("49.500", dec!(7), "3.238"),
            ("100.00", dec!(0), "0.00"),
        ] {
            let found = IncludedTax::of(amount, percent).expect("tax");
            assert_eq!((found.amount.as_str(), found.percent), (tax, percent.to_string()));
        }
        let tax = IncludedTax::of("11900.00", dec!(19)).expect("tax");
        assert_eq!(tax.in_amount("-1190.00").expect("tax").amount, "-190.00");
        assert_eq!(IncludedTax::of("", dec!(19)), None);
    }

    #[test]
    fn the_payer_pays_the_amount_and_the_duty() {
        for (amount, duty, total) in [
            (dec!(11900.00), dec!(119.00), "12019.00"),
            (dec!(-11900.00), dec!(-119.00), "-12019.00"),
        ] {
            assert_eq!(CashTotal::of(amount, duty).total, total);
        }
    }
}
