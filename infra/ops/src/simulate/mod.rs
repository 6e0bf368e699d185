//! `ops simulate`: the load of many users on table partitions, from the keys that the functions use. Needs no table.

mod arrivals;
mod load;

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    fmt::{self, Display},
    time::Duration,
};

use auth::{
    rate_limits::{self, REGISTRATIONS_PER_IP, REGISTRATIONS_WITH_PROOF_PER_IP, Rule},
    secrets::keyed_hash,
};
use clap::Subcommand;
use domain::{EmailAddress, UserId};
use platform::config::Environment;
use serde::Serialize;
use store::{
    attempts::AttemptCounter,
    users::{email_key, user_key},
};

use crate::output::{CommandError, Output};
use arrivals::{Arrivals, DAY, NewUser, SharedIp};
use load::{KeyLabel, PARTITION_LIMIT, Partition, TableLoad};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulates a day on which users register, verify their email address and sign in
    ///
    /// A tenth of them registers within the hour of a campaign. Shows the write load of each partition and of the hottest keys. Sends
    /// nothing to AWS. A million users take a minute.
    #[command(after_help = "Example:\n  scripts/ops simulate registrations --users 1000000")]
    Registrations {
        /// The number of users
        #[arg(long, alias = "people", value_name = "NUMBER", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        users: u32,
        /// The partitions of each table and index. A new on-demand table has 4
        #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
        partitions: u16,
        /// The registrations per IP address and day that need no proof of work. By default as in shared/data/rate-limits.json
        #[arg(long, alias = "accounts-per-address", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
        registrations_per_ip: Option<u32>,
        /// The rate limit of registrations per IP address and day, with those that give a proof of work. By default as in shared/data/rate-limits.json
        #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
        registrations_with_proof_per_ip: Option<u32>,
        /// The seed of the random numbers
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
    },
}

pub(crate) fn run(command: &Command) -> Result<Output, SimulationError> {
    let Command::Registrations {
        users,
        partitions,
        registrations_per_ip,
        registrations_with_proof_per_ip,
        seed,
    } = *command;
    let default = Limits::by_default()?;
    let limits = Limits {
        without_proof: registrations_per_ip.unwrap_or(default.without_proof),
        with_proof: registrations_with_proof_per_ip.unwrap_or(default.with_proof),
    };
    Ok(Box::new(simulate(users, partitions, limits, seed)?))
}

fn simulate(users: u32, partitions: u16, limits: Limits, seed: u64) -> Result<Registrations, SimulationError> {
    let mut day = Day::new(partitions, limits);
    for user in Arrivals::new(users, seed) {
        day.add(&user)?;
    }
    Ok(day.result(users, seed))
}

/// The limits of registrations from one IP address in a day.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Without a proof of work.
    without_proof: u32,
    /// With those that give one.
    with_proof: u32,
}

impl Limits {
    fn by_default() -> Result<Self, SimulationError> {
        let none = Environment::of(BTreeMap::new());
        let default = |rule: Rule| {
            let limit = rule.limit(&none).map_err(|error| SimulationError(error.to_string()))?;
            u32::try_from(limit.attempts).map_err(|error| SimulationError(error.to_string()))
        };
        Ok(Self {
            without_proof: default(REGISTRATIONS_PER_IP)?,
            with_proof: default(REGISTRATIONS_WITH_PROOF_PER_IP)?,
        })
    }
}

/// The simulation made a user that the functions would refuse, or the limits are malformed.
#[derive(Debug, thiserror::Error)]
#[error("The simulation failed: {0}")]
pub(crate) struct SimulationError(String);

impl CommandError for SimulationError {
    fn code(&self) -> &'static str {
        "crowd_impossible"
    }
}

/// Any pepper: the simulation is not secret.
const PEPPER: &[u8] = b"0123456789abcdef0123456789abcdef";
/// A time at which the windows of all rate limits start, in seconds since the epoch.
const MIDNIGHT: u64 = 1_793_232_000;
/// A write in a transaction is billed twice.
const UNITS_IN_TRANSACTION: u32 = 2;

/// The writes of the simulated day.
struct Day {
    limits: Limits,
    users: TableLoad,
    attempts: TableLoad,
    files: TableLoad,
    files_by_owner: TableLoad,
    registrations_by_ip: HashMap<SharedIp, u32>,
    /// Keyed hashes, which are slow to compute.
    hashes: HashMap<(&'static str, SharedIp), String>,
    /// Registrations in each second of the campaign.
    registrations_by_second: HashMap<u32, u32>,
}

impl Day {
    fn new(partitions: u16, limits: Limits) -> Self {
        let partitions = usize::from(partitions);
        Self {
            limits,
            users: TableLoad::new("users", partitions),
            attempts: TableLoad::new("attempts", partitions),
            files: TableLoad::new("files", partitions),
            files_by_owner: TableLoad::new("files/owner", partitions),
            registrations_by_ip: HashMap::new(),
            hashes: HashMap::new(),
            registrations_by_second: HashMap::new(),
        }
    }

    /// Adds all writes of the functions for one user (docs/data-model.md, "AWS requests of each endpoint"). Registrations above the limit
    /// are added, too, as if they succeeded. Which of the users of an IP address give a proof of work depends on the order in which they
    /// are generated, not on their times.
    fn add(&mut self, user: &NewUser) -> Result<(), SimulationError> {
        let invalid = |error: &dyn Display| SimulationError(error.to_string());
        let email: EmailAddress = format!("user-{}@example.org", user.number)
            .parse()
            .map_err(|error| invalid(&error))?;
        let user_id: UserId = serde_json::from_value(user.id.as_str().into()).map_err(|error| invalid(&error))?;
        let (claim_key, user_key) = (email_key(&email), user_key(&user_id));
        let NewUser {
            number,
            ip,
            registers,
            verifies,
            signs_in,
            ..
        } = *user;

        let registrations = self.registrations_by_ip.entry(ip).or_default();
        *registrations += 1;
        let needs_proof = *registrations > self.limits.without_proof;
        if Arrivals::is_in_campaign(registers) {
            *self.registrations_by_second.entry(registers).or_default() += 1;
        }
        if user.is_teacher {
            let (file, name) = (format!("{number:032x}"), KeyLabel::OfUser("file", number));
            self.count("upload-address", Duration::from_hours(1), ip, registers)?;
            self.files.write(&file, name, registers, 1);
            // The registration claims the file in its transaction, which also updates the index by owner.
            self.files.write(&file, name, registers, UNITS_IN_TRANSACTION);
            self.files_by_owner.write(&user.id, name, registers, 1);
        }
        let per_ip = REGISTRATIONS_PER_IP;
        if needs_proof {
            // The first request gets the challenge, and its attempt is refunded. The second one marks the proof as used.
            for _ in ["count", "refund"] {
                self.count(per_ip.name, per_ip.window, ip, registers)?;
            }
            let proof = format!("proof#{}", user.id);
            self.attempts
                .write(&proof, KeyLabel::OfUser("proof", number), registers, 1);
        }
        self.count(per_ip.name, per_ip.window, ip, registers)?;
        self.users.write(
            &claim_key,
            KeyLabel::OfUser("claim", number),
            registers,
            UNITS_IN_TRANSACTION,
        );
        let label = KeyLabel::OfUser("user", number);
        self.users.write(&user_key, label, registers, UNITS_IN_TRANSACTION);
        self.users.write(&user_key, label, verifies, 1);

        // Login counts an attempt before it checks the password, and refunds it after a success.
        let (per_email, per_ip) = (rate_limits::FAILED_LOGINS_PER_EMAIL, rate_limits::FAILED_LOGINS_PER_IP);
        let who = keyed_hash(PEPPER, per_email.name, email.as_str()).map_err(|error| invalid(&error))?;
        let counter = AttemptCounter::at(timestamp(signs_in), per_email.name, &who, per_email.window);
        for _ in ["count", "refund"] {
            let name = KeyLabel::OfUser(per_email.name, number);
            self.attempts.write(counter.key(), name, signs_in, 1);
            self.count(per_ip.name, per_ip.window, ip, signs_in)?;
        }
        Ok(())
    }

    /// Counts an attempt of an IP address.
    fn count(
        &mut self,
        what: &'static str,
        window: Duration,
        ip: SharedIp,
        second: u32,
    ) -> Result<(), SimulationError> {
        let who = match self.hashes.entry((what, ip)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let who = keyed_hash(PEPPER, what, &ip.to_string());
                entry.insert(who.map_err(|error| SimulationError(error.to_string()))?)
            }
        };
        let counter = AttemptCounter::at(timestamp(second), what, who, window);
        let name = KeyLabel::OfIp(what, ip);
        self.attempts.write(counter.key(), name, second, 1);
        Ok(())
    }

    fn result(self, users: u32, seed: u64) -> Registrations {
        let Limits {
            without_proof,
            with_proof,
        } = self.limits;
        let tables = [&self.users, &self.attempts, &self.files, &self.files_by_owner];
        let partitions: Vec<_> = tables.into_iter().flat_map(TableLoad::partitions).collect();
        let busiest_second = self.registrations_by_second.values().copied().max().unwrap_or_default();
        let hottest_partition = partitions
            .iter()
            .map(|partition| partition.max)
            .max()
            .unwrap_or_default();
        let hottest_keys = tables.into_iter().filter_map(TableLoad::hottest_key);
        let hottest_key = hottest_keys.max_by_key(|(_, units)| *units);
        let above = |limit: u32| -> u32 {
            let by_ip = self.registrations_by_ip.values();
            by_ip.map(|registrations| registrations.saturating_sub(limit)).sum()
        };
        let refused = above(with_proof.max(without_proof));
        Registrations {
            users,
            seed,
            in_campaign: self.registrations_by_second.values().sum(),
            busiest_second,
            hottest_key: hottest_key.map(|(label, _)| label.to_string()).unwrap_or_default(),
            hottest_key_units: hottest_key.map_or(0, |(_, units)| units),
            most_per_ip: self.registrations_by_ip.values().copied().max().unwrap_or_default(),
            sustainable_rate: f64::from(busiest_second) * f64::from(PARTITION_LIMIT)
                / f64::from(hottest_partition.max(1)),
            limit_without_proof: without_proof,
            limit_per_ip: with_proof,
            proofs: above(without_proof) - refused,
            refused,
            partitions,
        }
    }
}

/// Seconds since the epoch of a second of the day.
fn timestamp(second: u32) -> u64 {
    MIDNIGHT + u64::from(second % DAY)
}

/// The output of `simulate registrations`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Registrations {
    #[serde(rename = "people")]
    users: u32,
    seed: u64,
    /// Registrations in the campaign's hour, and in its busiest second.
    #[serde(rename = "inTheHour")]
    in_campaign: u32,
    busiest_second: u32,
    partitions: Vec<Partition>,
    /// The key with the most write units in one second of the campaign, and the units.
    hottest_key: String,
    hottest_key_units: u32,
    /// Registrations from the IP address with the most.
    #[serde(rename = "behindHottestAddress")]
    most_per_ip: u32,
    /// Registrations a second at which the hottest partition reaches its limit.
    #[serde(rename = "bearable")]
    sustainable_rate: f64,
    #[serde(rename = "accountsPerAddress")]
    limit_without_proof: u32,
    #[serde(rename = "accountsWithProofPerAddress")]
    limit_per_ip: u32,
    /// Registrations that give a proof of work.
    proofs: u32,
    /// Registrations above the limit of those with a proof of work.
    refused: u32,
}

impl Display for Registrations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            users,
            seed,
            in_campaign,
            busiest_second,
            ..
        } = self;
        writeln!(
            formatter,
            "{users} users register in a day, {in_campaign} of them in the campaign's hour, at most {busiest_second} a second (seed {seed})."
        )?;
        writeln!(
            formatter,
            "\nWrite units a second in that hour. The limit of a partition is {PARTITION_LIMIT}:"
        )?;
        writeln!(
            formatter,
            "  {:<12}{:>9}{:>12}{:>8}{:>6}{:>6}",
            "table", "partition", "day total", "mean", "p99", "max"
        )?;
        for row in &self.partitions {
            writeln!(
                formatter,
                "  {:<12}{:>9}{:>12}{:>8.1}{:>6}{:>6}",
                row.table, row.number, row.units, row.mean, row.p99, row.max
            )?;
        }
        writeln!(
            formatter,
            "\nThe hottest key in that hour is {}: at most {} units a second.",
            self.hottest_key, self.hottest_key_units
        )?;
        writeln!(
            formatter,
            "The hottest partition reaches its limit at {:.0} registrations a second.",
            self.sustainable_rate
        )?;
        write!(
            formatter,
            "The most registrations from one IP address are {}. Above {} per IP address and day, {} give a proof of work ({:.0} %). \
             The limit of {} refuses {}.",
            self.most_per_ip,
            self.limit_without_proof,
            self.proofs,
            f64::from(self.proofs) * 100.0 / f64::from(*users),
            self.limit_per_ip,
            self.refused
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use super::*;

    const USERS: u32 = 4000;

    fn simulated(seed: u64) -> Registrations {
        simulate(USERS, 4, Limits::by_default().unwrap(), seed).unwrap()
    }

    fn units(result: &Registrations, table: &str) -> Vec<u64> {
        let of_table = result.partitions.iter().filter(|partition| partition.table == table);
        of_table.map(|partition| partition.units).collect()
    }

    #[test]
    fn each_user_writes_the_units_of_registration_verification_and_sign_in() {
        let result = simulated(1);
        assert_eq!(units(&result, "users").iter().sum::<u64>(), u64::from(USERS) * 5);
        // A teacher uploads a file: one attempt, three units in the table, and one in the index.
        let uploads = units(&result, "files").iter().sum::<u64>() / 3;
        assert_eq!(units(&result, "files/owner").iter().sum::<u64>(), uploads);
        // A proof of work: two more writes of the counter, and the mark that it is used.
        assert_eq!(
            units(&result, "attempts").iter().sum::<u64>(),
            u64::from(USERS) * 5 + uploads + 3 * u64::from(result.proofs)
        );
    }

    #[test]
    fn spreads_keys_evenly_over_partitions() {
        let result = simulated(1);
        let share = u64::from(USERS) * 5 / 4;
        for units in units(&result, "users") {
            assert!(units.abs_diff(share) < share / 10, "{units} of {share}");
        }
    }

    /// docs/scaling.md and docs/security.md state it for a million, whose busiest IP address has 21,000.
    #[test]
    fn the_limits_of_the_template_refuse_nobody_and_ask_half_of_the_users_for_a_proof() {
        let result = simulated(1);
        assert_eq!(result.refused, 0);
        assert!(
            (0.45..0.65).contains(&(f64::from(result.proofs) / f64::from(USERS))),
            "{}",
            result.proofs
        );
        let limits = Limits {
            without_proof: 5,
            with_proof: 100,
        };
        let limited = simulate(USERS, 4, limits, 1).unwrap();
        assert!(limited.refused > 0);
        assert_eq!(limited.refused + limited.proofs, result.proofs);
    }

    #[test]
    fn the_same_seed_gives_the_same_result() {
        assert_eq!(units(&simulated(1), "attempts"), units(&simulated(1), "attempts"));
        assert_ne!(units(&simulated(1), "attempts"), units(&simulated(2), "attempts"));
    }
}
