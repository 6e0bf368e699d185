//! `ops simulate`: what a crowd does to the tables, by the keys that the functions use, without a table.

mod crowd;
mod heat;

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt::{self, Display},
    time::Duration,
};

use auth::{rate_limits, secrets::keyed_hash};
use clap::Subcommand;
use domain::{EmailAddress, UserId};
use serde::Serialize;
use store::{
    attempts::AttemptCounter,
    users::{email_key, user_key},
};

use crate::output::{self, Answer};
use crowd::{Address, Crowd, DAY, Newcomer};
use heat::{Heat, Name, PARTITION_LIMIT, Partition};

/// What can be simulated.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// A day on which people register, verify their address and sign in, a tenth of them in the hour of a campaign: how warm each
    /// partition and the hottest keys become. Asks nothing of AWS.
    /// A million people take a minute
    #[command(after_help = "Example:\n  scripts/ops simulate registrations --people 1000000")]
    Registrations {
        /// How many people register
        #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        people: u32,
        /// Over how many partitions each table and index is spread. A new table on demand has 4
        #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
        partitions: u16,
        /// The limit of accounts that one address may make in a day, of which is told whom it would refuse
        #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        accounts_per_address: u32,
        /// Another number is another crowd
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
    },
}

/// Runs a command, and returns what it has to say.
pub(crate) fn run(command: &Command) -> Result<Answer, Complaint> {
    let Command::Registrations {
        people,
        partitions,
        accounts_per_address,
        seed,
    } = *command;
    let mut day = Day::new(partitions);
    for newcomer in Crowd::new(people, seed) {
        day.take(&newcomer)?;
    }
    Ok(Box::new(day.heat(people, seed, accounts_per_address)))
}

/// A key that the functions would not make either.
#[derive(Debug, thiserror::Error)]
#[error("The crowd has somebody whom no function would take: {0}")]
pub(crate) struct Complaint(String);

impl output::Complaint for Complaint {
    fn code(&self) -> &'static str {
        "crowd_impossible"
    }
}

/// The pepper of nobody's stack.
const PEPPER: &[u8] = b"0123456789abcdef0123456789abcdef";
/// A moment at which every window begins.
const MIDNIGHT: u64 = 1_793_232_000;
/// A write in a transaction is billed twice.
const IN_TRANSACTION: u32 = 2;

/// What was written so far.
struct Day {
    users: Heat,
    attempts: Heat,
    files: Heat,
    files_by_owner: Heat,
    registered: HashMap<Address, u32>,
    /// The keyed hashes of addresses, which take long to make.
    hashes: HashMap<(&'static str, Address), String>,
    busiest: HashMap<u32, u32>,
}

impl Day {
    fn new(partitions: u16) -> Self {
        let partitions = usize::from(partitions);
        Self {
            users: Heat::new("users", partitions),
            attempts: Heat::new("attempts", partitions),
            files: Heat::new("files", partitions),
            files_by_owner: Heat::new("files/owner", partitions),
            registered: HashMap::new(),
            hashes: HashMap::new(),
            busiest: HashMap::new(),
        }
    }

    /// Everything that the functions write for a newcomer (docs/data-model.md, "AWS requests of each endpoint"). Nobody is refused: that
    /// would be less.
    fn take(&mut self, newcomer: &Newcomer) -> Result<(), Complaint> {
        let no_such = |error: &dyn Display| Complaint(error.to_string());
        let email: EmailAddress = format!("person-{}@example.org", newcomer.number)
            .parse()
            .map_err(|error| no_such(&error))?;
        let account: UserId = serde_json::from_value(newcomer.id.as_str().into()).map_err(|error| no_such(&error))?;
        let (claim, account) = (email_key(&email), user_key(&account));
        let Newcomer {
            number,
            address,
            registers,
            verifies,
            signs_in,
            ..
        } = *newcomer;

        *self.registered.entry(address).or_default() += 1;
        if Crowd::is_in_campaign(registers) {
            *self.busiest.entry(registers).or_default() += 1;
        }
        if newcomer.teaches {
            let (file, name) = (format!("{number:032x}"), Name::OfPerson("file", number));
            self.count("upload-address", Duration::from_hours(1), address, registers)?;
            self.files.write(&file, name, registers, 1);
            // The claim, in the transaction, and the index of its owner.
            self.files.write(&file, name, registers, IN_TRANSACTION);
            self.files_by_owner.write(&newcomer.id, name, registers, 1);
        }
        self.count("register-address", Duration::from_hours(24), address, registers)?;
        self.users
            .write(&claim, Name::OfPerson("claim", number), registers, IN_TRANSACTION);
        let name = Name::OfPerson("account", number);
        self.users.write(&account, name, registers, IN_TRANSACTION);
        self.users.write(&account, name, verifies, 1);

        // Counted before the password is looked at, and taken back after.
        let (per_account, per_address) = (rate_limits::LOGIN_PER_EMAIL, rate_limits::GUESSES_PER_IP);
        let who = keyed_hash(PEPPER, per_account.name, email.as_str()).map_err(|error| no_such(&error))?;
        let counter = AttemptCounter::at(at(signs_in), per_account.name, &who, per_account.window);
        for _ in ["counted", "taken back"] {
            let name = Name::OfPerson(per_account.name, number);
            self.attempts.write(counter.key(), name, signs_in, 1);
            self.count(per_address.name, per_address.window, address, signs_in)?;
        }
        Ok(())
    }

    /// Counts something of an address.
    fn count(&mut self, what: &'static str, window: Duration, address: Address, second: u32) -> Result<(), Complaint> {
        let who = match self.hashes.entry((what, address)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let who = keyed_hash(PEPPER, what, &address.to_string());
                new.insert(who.map_err(|error| Complaint(error.to_string()))?)
            }
        };
        let counter = AttemptCounter::at(at(second), what, who, window);
        let name = Name::OfAddress(what, address);
        self.attempts.write(counter.key(), name, second, 1);
        Ok(())
    }

    fn heat(self, people: u32, seed: u64, accounts_per_address: u32) -> Registrations {
        let tables = [&self.users, &self.attempts, &self.files, &self.files_by_owner];
        let partitions: Vec<_> = tables.into_iter().flat_map(Heat::partitions).collect();
        let busiest = self.busiest.values().copied().max().unwrap_or_default();
        let hottest_partition = partitions
            .iter()
            .map(|partition| partition.max)
            .max()
            .unwrap_or_default();
        let hottest_keys = tables.into_iter().filter_map(Heat::hottest_key);
        let hottest_key = hottest_keys.max_by_key(|(_, units)| *units);
        let refused = self
            .registered
            .values()
            .map(|people| people.saturating_sub(accounts_per_address));
        Registrations {
            people,
            seed,
            in_the_hour: self.busiest.values().sum(),
            busiest_second: busiest,
            hottest_key: hottest_key.map(|(name, _)| name.to_string()).unwrap_or_default(),
            hottest_key_units: hottest_key.map_or(0, |(_, units)| units),
            behind_hottest_address: self.registered.values().copied().max().unwrap_or_default(),
            bearable: f64::from(busiest) * f64::from(PARTITION_LIMIT) / f64::from(hottest_partition.max(1)),
            accounts_per_address,
            refused: refused.sum(),
            partitions,
        }
    }
}

/// Seconds since the epoch.
fn at(second: u32) -> u64 {
    MIDNIGHT + u64::from(second % DAY)
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Registrations {
    people: u32,
    seed: u64,
    /// Registrations in the campaign's hour, and in its busiest second.
    in_the_hour: u32,
    busiest_second: u32,
    partitions: Vec<Partition>,
    /// The key that was written most in one second of the campaign's hour, and how many units.
    hottest_key: String,
    hottest_key_units: u32,
    /// How many registered behind the one address that most share.
    behind_hottest_address: u32,
    /// How many registrations a second there may be before the hottest partition is at its limit, were the rest alike.
    bearable: f64,
    accounts_per_address: u32,
    /// How many that limit would have refused.
    refused: u32,
}

impl Display for Registrations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            people,
            seed,
            in_the_hour,
            busiest_second,
            ..
        } = self;
        writeln!(
            formatter,
            "{people} people register in a day, {in_the_hour} of them in one hour, up to {busiest_second} a second (seed {seed})."
        )?;
        writeln!(
            formatter,
            "\nWrite units a second in that hour, of {PARTITION_LIMIT} that a partition takes:"
        )?;
        writeln!(
            formatter,
            "  {:<12}{:>9}{:>12}{:>8}{:>6}{:>6}",
            "table", "partition", "of the day", "mean", "p99", "max"
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
            "\nThe hottest key in that hour is {}: up to {} a second.",
            self.hottest_key, self.hottest_key_units
        )?;
        writeln!(
            formatter,
            "The hottest partition would be at its limit at {:.0} registrations a second.",
            self.bearable
        )?;
        write!(
            formatter,
            "Behind one address there were up to {}: {} accounts per address and day would have refused {}.",
            self.behind_hottest_address, self.accounts_per_address, self.refused
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

    use super::*;

    const PEOPLE: u32 = 4000;

    fn heat(seed: u64) -> Registrations {
        let mut day = Day::new(4);
        for newcomer in Crowd::new(PEOPLE, seed) {
            day.take(&newcomer).unwrap();
        }
        day.heat(PEOPLE, seed, 5)
    }

    fn units(heat: &Registrations, table: &str) -> Vec<u64> {
        let of_table = heat.partitions.iter().filter(|partition| partition.table == table);
        of_table.map(|partition| partition.units).collect()
    }

    #[test]
    fn everybody_writes_what_a_registration_a_verification_and_a_sign_in_write() {
        let heat = heat(1);
        assert_eq!(units(&heat, "users").iter().sum::<u64>(), u64::from(PEOPLE) * 5);
        // And a teacher's upload, which is counted once and written three times, and once to the index.
        let uploads = units(&heat, "files").iter().sum::<u64>() / 3;
        assert_eq!(units(&heat, "files/owner").iter().sum::<u64>(), uploads);
        assert_eq!(
            units(&heat, "attempts").iter().sum::<u64>(),
            u64::from(PEOPLE) * 5 + uploads
        );
    }

    #[test]
    fn no_partition_has_much_more_than_its_share() {
        let heat = heat(1);
        let share = u64::from(PEOPLE) * 5 / 4;
        for units in units(&heat, "users") {
            assert!(units.abs_diff(share) < share / 10, "{units} of {share}");
        }
    }

    #[test]
    fn a_seed_is_a_crowd() {
        assert_eq!(units(&heat(1), "attempts"), units(&heat(1), "attempts"));
        assert_ne!(units(&heat(1), "attempts"), units(&heat(2), "attempts"));
    }
}
