//! `ops costs`: estimates the AWS costs of a month, or of a day at the limits of the gateway, from the requests to AWS and the duration of
//! each endpoint.

mod actual;
mod billed_requests;
mod cloudwatch;
mod custom_metrics;
mod data;
mod estimate;
mod limits;

use std::fmt::{self, Display};

use clap::Args;
use serde::Serialize;

use crate::{
    output::{CommandError, Output},
    stack::{LocalContext, StackError, Target},
};
use data::Data;
use estimate::{FreeTier, quantities};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Costs {
    /// Users per month. Compares several numbers, separated by commas. 0 shows the fixed costs
    #[arg(
        long,
        value_name = "NUMBER",
        value_delimiter = ',',
        required_unless_present = "limits"
    )]
    users: Vec<u32>,
    /// Subtracts the monthly free tier that does not expire
    #[arg(long)]
    free_tier: bool,
    /// Shows the quantity and the cost of each price
    #[arg(long)]
    explain: bool,
    /// Shows what a day costs when every route gets as many requests as the gateway accepts
    #[arg(long, conflicts_with_all = ["users", "free_tier", "explain", "actual"])]
    limits: bool,
    /// Compares the usage of a stack since the first of the month with the estimate for the first number of users
    #[arg(long, conflicts_with_all = ["free_tier", "explain"])]
    actual: bool,
    /// The name of the deployed stack, for --actual
    #[arg(long, value_name = "NAME", env = "STACK", required_if_eq("actual", "true"))]
    stack: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  scripts/ops costs --users 0,100,10000,1000000
  scripts/ops costs --users 5000 --free-tier --explain
  scripts/ops costs --users 5000 --actual --stack masar-production
  scripts/ops costs --limits

Input: infra/costs/usage.toml (what users do), calls.toml (what each endpoint requests from AWS), prices.toml.";

pub(crate) async fn run(costs: Costs) -> Result<Output, CostsError> {
    let data = Data::read().map_err(CostsError::Data)?;
    if costs.limits {
        return Ok(Box::new(limits::day_at_limits(&data).map_err(CostsError::Data)?));
    }
    if let (true, Some(stack), Some(users)) = (costs.actual, costs.stack, costs.users.first()) {
        let target = Target {
            stack,
            local: LocalContext::default(),
        };
        let comparison = actual::compare(target, &data, *users);
        // Boxed because the futures of SDK calls are large.
        return Ok(Box::new(Box::pin(comparison).await?));
    }
    let mut estimates = Vec::new();
    for users in &costs.users {
        estimates.push(estimate(&data, *users, costs.free_tier).map_err(CostsError::Data)?);
    }
    let unverified = data.prices.of.into_values().filter_map(|price| {
        Some(UnverifiedPrice {
            price: format!("{}, {}", price.service, price.what),
            note: price.note.filter(|_| !price.verified)?,
        })
    });
    Ok(Box::new(Estimates {
        unverified: unverified.collect(),
        region: data.prices.region,
        prices_of: data.prices.date,
        free_tier: costs.free_tier,
        explain: costs.explain,
        of_users: estimates,
    }))
}

fn estimate(data: &Data, users: u32, free_tier: bool) -> Result<Estimate, String> {
    let mut lines = Vec::new();
    let mut free = FreeTier::new(free_tier);
    for quantity in quantities(data, users)? {
        let price = data.prices.of.get(quantity.price);
        let price = price.ok_or_else(|| format!("infra/costs/prices.toml has no {:?}", quantity.price))?;
        lines.push(Line {
            service: price.service.clone(),
            what: price.what.clone(),
            quantity: quantity.number / price.per,
            unit: price.unit.clone(),
            usd: quantity.usd(price, &mut free),
        });
    }
    Ok(Estimate {
        users,
        usd: lines.iter().map(|line| line.usd).sum(),
        lines,
    })
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum CostsError {
    /// A file in infra/costs or a template is invalid.
    #[error("The costs cannot be estimated: {0}")]
    Data(String),
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl CommandError for CostsError {
    fn code(&self) -> &'static str {
        match self {
            Self::Data(_) => "costs_unknown",
            Self::Stack(error) => error.code(),
        }
    }
}

/// The output of `costs`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Estimates {
    region: String,
    prices_of: String,
    free_tier: bool,
    /// Prices that AWS's price list does not confirm.
    unverified: Vec<UnverifiedPrice>,
    #[serde(rename = "estimates")]
    of_users: Vec<Estimate>,
    #[serde(skip)]
    explain: bool,
}

#[derive(Serialize)]
struct UnverifiedPrice {
    price: String,
    /// The source of the price.
    note: String,
}

/// The costs of a month.
#[derive(Serialize)]
struct Estimate {
    #[serde(rename = "people")]
    users: u32,
    usd: f64,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    service: String,
    what: String,
    quantity: f64,
    unit: String,
    usd: f64,
}

impl Display for Estimates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free = if self.free_tier {
            "after the free tier"
        } else {
            "without the free tier"
        };
        writeln!(
            formatter,
            "US dollars a month in {}, at the prices of {}, {free}:\n",
            self.region, self.prices_of
        )?;
        write!(formatter, "{:<18}", "users")?;
        for estimate in &self.of_users {
            write!(formatter, "{:>12}", estimate.users)?;
        }
        for service in self.services() {
            write!(formatter, "\n{service:<18}")?;
            for estimate in &self.of_users {
                let of_service = estimate.lines.iter().filter(|line| line.service == service);
                write!(formatter, "{:>12.2}", of_service.map(|line| line.usd).sum::<f64>())?;
            }
        }
        write!(formatter, "\n{:<18}", "total")?;
        for estimate in &self.of_users {
            write!(formatter, "{:>12.2}", estimate.usd)?;
        }
        if self.explain {
            for estimate in &self.of_users {
                estimate.explain(formatter)?;
            }
        }
        write!(formatter, "\n\nUnverified prices:")?;
        for UnverifiedPrice { price, note } in &self.unverified {
            write!(formatter, "\n  {price}")?;
            if self.explain {
                write!(formatter, ": {note}")?;
            }
        }
        Ok(())
    }
}

impl Estimates {
    /// The services, in the order of the lines.
    fn services(&self) -> Vec<&str> {
        let mut services: Vec<&str> = Vec::new();
        for line in self.of_users.iter().flat_map(|estimate| &estimate.lines) {
            if !services.contains(&line.service.as_str()) {
                services.push(&line.service);
            }
        }
        services
    }
}

impl Estimate {
    fn explain(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\n\n{} users:", self.users)?;
        for line in self.lines.iter().filter(|line| line.quantity > 0.0) {
            let what = format!("{}, {}", line.service, line.what);
            write!(
                formatter,
                "\n  {what:<56}{:>14.4} {:<12}{:>12.4}",
                line.quantity, line.unit, line.usd
            )?;
        }
        Ok(())
    }
}
