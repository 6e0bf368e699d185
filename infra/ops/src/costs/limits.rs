//! The costs of a day in which every route gets as many requests as the gateway accepts.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
};

use serde::Serialize;

use super::{
    data::Data,
    estimate::{FreeTier, request_quantities},
};

const SECONDS_PER_DAY: f64 = 86_400.0;
const MILLION: f64 = 1e6;
/// How many of the most expensive routes the text shows.
const SHOWN_ROUTES: usize = 8;

/// Computes the costs with the default limits of `template.yaml`.
pub(super) fn day_at_limits(data: &Data) -> Result<DayAtLimits, String> {
    let mut routes = Vec::new();
    for (function, route) in data.template.routes()? {
        let per_second = data.template.requests_per_second(&route)?;
        let calls = data.calls.all.iter().filter(|call| call.function == function);
        let mut costs = Vec::new();
        for call in calls {
            costs.push(million_requests(data, &call.name)?);
        }
        // Of several kinds of requests to a route, attackers send the most expensive one.
        let services = costs
            .into_iter()
            .max_by(|one, other| sum(one).total_cmp(&sum(other)))
            .ok_or_else(|| format!("infra/costs/calls.toml has no call of {function}"))?;
        let usd_per_million = sum(&services);
        routes.push(RouteAtLimit {
            route,
            per_second,
            services,
            usd_per_million,
            usd: usd_per_million * f64::from(per_second) * SECONDS_PER_DAY / MILLION,
        });
    }
    routes.sort_by(|one, other| other.usd_per_million.total_cmp(&one.usd_per_million));
    Ok(DayAtLimits {
        region: data.prices.region.clone(),
        prices_of: data.prices.date.clone(),
        usd: routes.iter().map(|route| route.usd).sum(),
        routes,
    })
}

/// The costs of a million requests without their emails, by service.
fn million_requests(data: &Data, call: &str) -> Result<BTreeMap<String, f64>, String> {
    let mut services = BTreeMap::new();
    for quantity in request_quantities(data, data.calls.named(call)?, MILLION)? {
        let price = data.prices.of.get(quantity.price);
        let price = price.ok_or_else(|| format!("infra/costs/prices.toml has no {:?}", quantity.price))?;
        *services.entry(price.service.clone()).or_default() += quantity.usd(price, &mut FreeTier::new(false));
    }
    Ok(services)
}

fn sum(services: &BTreeMap<String, f64>) -> f64 {
    services.values().sum()
}

/// The output of `costs --limits`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayAtLimits {
    region: String,
    prices_of: String,
    usd: f64,
    /// The most expensive request comes first.
    routes: Vec<RouteAtLimit>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RouteAtLimit {
    route: String,
    /// The requests that the gateway accepts in a second.
    per_second: u32,
    /// US dollars for a million requests, by service.
    services: BTreeMap<String, f64>,
    usd_per_million: f64,
    /// US dollars for a day at the limit.
    usd: f64,
}

impl Display for DayAtLimits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "US dollars of a day in {}, with every route at its limit, at the prices of {}, without emails:\n\n\
             {:<20}{:>8}{:>14}{:>14}{:>12}",
            self.region, self.prices_of, "requests a second", "routes", "lowest", "highest", "sum"
        )?;
        let mut groups: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for route in &self.routes {
            groups.entry(route.per_second).or_default().push(route.usd);
        }
        for (per_second, costs) in &groups {
            let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
            let most = costs.iter().copied().fold(0.0, f64::max);
            write!(
                formatter,
                "\n{per_second:<20}{:>8}{least:>14.2}{most:>14.2}{:>12.2}",
                costs.len(),
                costs.iter().sum::<f64>()
            )?;
        }
        write!(
            formatter,
            "\n{:<20}{:>8}{:>40.2}\n\nUS dollars of a million requests to the most expensive routes:\n\n{:<34}",
            "total",
            self.routes.len(),
            self.usd,
            "route"
        )?;
        let services = self.services();
        for service in &services {
            write!(formatter, "{service:>12}")?;
        }
        write!(formatter, "{:>8}{:>10}", "total", "a day")?;
        for route in self.routes.iter().take(SHOWN_ROUTES) {
            write!(formatter, "\n{:<34}", route.route)?;
            for service in &services {
                let usd = route.services.get(*service).copied().unwrap_or_default();
                write!(formatter, "{usd:>12.2}")?;
            }
            write!(formatter, "{:>8.2}{:>10.2}", route.usd_per_million, route.usd)?;
        }
        Ok(())
    }
}

impl DayAtLimits {
    fn services(&self) -> Vec<&str> {
        let first = self.routes.first();
        first
            .into_iter()
            .flat_map(|route| route.services.keys().map(String::as_str))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use super::*;

    fn at_limits() -> DayAtLimits {
        day_at_limits(&Data::read().unwrap()).unwrap()
    }

    fn route(name: &str) -> RouteAtLimit {
        at_limits()
            .routes
            .into_iter()
            .find(|route| route.route == name)
            .unwrap()
    }

    #[test]
    fn routes_that_hash_or_send_emails_have_the_lower_limit() {
        assert_eq!(route("POST /users/login").per_second, 10);
        assert_eq!(route("GET /courses").per_second, 20);
    }

    #[test]
    fn the_time_that_a_function_waits_is_billed() {
        // It waits two seconds with half a gigabyte.
        let waits = route("POST /users/request-reset");
        assert!(waits.services.get("Lambda").unwrap() > &(2.0 * 0.5 * 0.000_013_333_4 * MILLION));
    }

    #[test]
    fn a_day_is_the_sum_of_all_routes() {
        let day = at_limits();
        assert_eq!(day.routes.len(), 49);
        let sum: f64 = day.routes.iter().map(|route| route.usd).sum();
        assert!((day.usd - sum).abs() < 1e-9);
        let login = route("POST /users/login");
        assert!((login.usd - login.usd_per_million * 10.0 * 0.0864).abs() < 1e-9);
    }

    #[test]
    fn emails_cost_nothing_because_their_number_has_a_quota_of_its_own() {
        assert!(
            at_limits()
                .routes
                .iter()
                .all(|route| !route.services.contains_key("SES"))
        );
    }
}
