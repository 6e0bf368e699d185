//! `ops costs`: what the platform costs in a month, from what a call asks of AWS and how long it takes.

mod actual;
mod data;
mod estimate;
mod metrics;

use std::fmt::{self, Display};

use clap::Args;
use serde::Serialize;

use crate::{
    output::{self, Answer},
    stack::{StackError, Target},
};
use data::Data;
use estimate::{Free, quantities};

/// What is to be estimated.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Costs {
    /// How many people come in a month; several numbers, with commas between them, are compared. 0 is what idleness costs
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', required = true)]
    users: Vec<u32>,
    /// Takes off what AWS gives away each month for good
    #[arg(long)]
    free_tier: bool,
    /// Says how much of what is paid for, line by line
    #[arg(long)]
    explain: bool,
    /// Counts what a stack has taken since the month began, and sets it beside the estimate for the first number of people
    #[arg(long, conflicts_with_all = ["free_tier", "explain"])]
    actual: bool,
    /// The name of the deployed stack that is counted
    #[arg(long, value_name = "NAME", env = "STACK", required_if_eq("actual", "true"))]
    stack: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  scripts/ops costs --users 0,100,10000,1000000
  scripts/ops costs --users 5000 --free-tier --explain
  scripts/ops costs --users 5000 --actual --stack masar-production

What people do is in infra/costs/usage.toml, what a call asks for in calls.toml, and the prices in prices.toml.";

/// Runs the command, and returns what it has to say.
pub(crate) async fn run(costs: Costs) -> Result<Answer, Complaint> {
    let data = Data::read().map_err(Complaint::Data)?;
    if let (true, Some(stack), Some(people)) = (costs.actual, costs.stack, costs.users.first()) {
        let counted = actual::counted(Target { stack }, &data, *people);
        // Boxed, since it holds whole SDK calls.
        return Ok(Box::new(Box::pin(counted).await?));
    }
    let mut estimates = Vec::new();
    for people in &costs.users {
        estimates.push(estimate(&data, *people, costs.free_tier).map_err(Complaint::Data)?);
    }
    let unverified = data.prices.of.into_values().filter_map(|price| {
        Some(Unverified {
            price: format!("{}, {}", price.service, price.what),
            note: price.note.filter(|_| !price.verified)?,
        })
    });
    Ok(Box::new(Answered {
        unverified: unverified.collect(),
        region: data.prices.region,
        prices_of: data.prices.date,
        free_tier: costs.free_tier,
        explain: costs.explain,
        estimates,
    }))
}

fn estimate(data: &Data, people: u32, free_tier: bool) -> Result<Estimate, String> {
    let mut lines = Vec::new();
    let mut free = Free::new(free_tier);
    for quantity in quantities(data, people)? {
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
        people,
        usd: lines.iter().map(|line| line.usd).sum(),
        lines,
    })
}

/// Why nothing is told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Complaint {
    /// The data of the repository is not right.
    #[error("The costs cannot be estimated: {0}")]
    Data(String),
    /// The stack does not say what it has, or `CloudWatch` what it took.
    #[error(transparent)]
    Stack(#[from] StackError),
}

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        match self {
            Self::Data(_) => "costs_unknown",
            Self::Stack(error) => error.code(),
        }
    }
}

/// What came of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    region: String,
    prices_of: String,
    free_tier: bool,
    /// Prices that were not found in AWS's own list.
    unverified: Vec<Unverified>,
    estimates: Vec<Estimate>,
    #[serde(skip)]
    explain: bool,
}

#[derive(Serialize)]
struct Unverified {
    price: String,
    /// Where it comes from.
    note: String,
}

/// A month of so many people.
#[derive(Serialize)]
struct Estimate {
    people: u32,
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

impl Display for Answered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free = if self.free_tier {
            "less what is free"
        } else {
            "nothing free"
        };
        writeln!(
            formatter,
            "US dollars a month in {}, with the prices of {}, {free}:\n",
            self.region, self.prices_of
        )?;
        write!(formatter, "{:<18}", "people")?;
        for estimate in &self.estimates {
            write!(formatter, "{:>12}", estimate.people)?;
        }
        for service in self.services() {
            write!(formatter, "\n{service:<18}")?;
            for estimate in &self.estimates {
                let of_service = estimate.lines.iter().filter(|line| line.service == service);
                write!(formatter, "{:>12.2}", of_service.map(|line| line.usd).sum::<f64>())?;
            }
        }
        write!(formatter, "\n{:<18}", "all")?;
        for estimate in &self.estimates {
            write!(formatter, "{:>12.2}", estimate.usd)?;
        }
        if self.explain {
            for estimate in &self.estimates {
                estimate.explain(formatter)?;
            }
        }
        write!(formatter, "\n\nPrices that were not verified:")?;
        for Unverified { price, note } in &self.unverified {
            write!(formatter, "\n  {price}")?;
            if self.explain {
                write!(formatter, ": {note}")?;
            }
        }
        Ok(())
    }
}

impl Answered {
    /// In the order of the lines.
    fn services(&self) -> Vec<&str> {
        let mut services: Vec<&str> = Vec::new();
        for line in self.estimates.iter().flat_map(|estimate| &estimate.lines) {
            if !services.contains(&line.service.as_str()) {
                services.push(&line.service);
            }
        }
        services
    }
}

impl Estimate {
    fn explain(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\n\n{} people:", self.people)?;
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
