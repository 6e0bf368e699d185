//! How warm a table's partitions become: what is written to each, second by second.

use std::{
    collections::HashMap,
    fmt::{self, Display},
    hash::{DefaultHasher, Hash, Hasher},
};

use serde::Serialize;

use super::crowd::{Address, Crowd, DAY};

/// What one partition takes in a second, as DynamoDB documents it.
pub(super) const PARTITION_LIMIT: u32 = 1000;

/// What is written to one table, or to an index, which has partitions of its own.
pub(super) struct Heat {
    table: &'static str,
    partitions: Vec<Vec<u32>>,
    /// Write units of each key, by the second of the campaign's hour.
    keys: HashMap<(Name, u32), u32>,
}

/// What a key is to people, who cannot read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Name {
    /// What is counted of an address.
    OfAddress(&'static str, Address),
    /// Somebody's own, by their number.
    OfPerson(&'static str, u32),
}

/// One partition, after a day.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Partition {
    pub(super) table: &'static str,
    pub(super) number: usize,
    /// Write units of the day.
    pub(super) units: u64,
    /// Write units a second in the campaign's hour: in the mean, in the busiest hundredth of the seconds, and in the busiest one.
    pub(super) mean: f64,
    pub(super) p99: u32,
    pub(super) max: u32,
}

impl Heat {
    /// A table without heat, over so many partitions.
    pub(super) fn new(table: &'static str, partitions: usize) -> Self {
        Self {
            table,
            partitions: vec![vec![0; DAY as usize]; partitions],
            keys: HashMap::new(),
        }
    }

    /// Writes an item: so many units, in a second of the day.
    pub(super) fn write(&mut self, key: &str, name: Name, second: u32, units: u32) {
        let place = partition_of(key, self.partitions.len());
        if let Some(count) = self
            .partitions
            .get_mut(place)
            .and_then(|seconds| seconds.get_mut(second as usize))
        {
            *count += units;
        }
        if Crowd::is_in_campaign(second) {
            *self.keys.entry((name, second)).or_default() += units;
        }
    }

    /// The key that was written most in one second of the campaign's hour, and how much. Of keys that are alike, always the same one.
    pub(super) fn hottest_key(&self) -> Option<(Name, u32)> {
        let hottest = self.keys.iter().max_by_key(|(key, units)| (**units, **key));
        hottest.map(|((name, _), units)| (*name, *units))
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = Partition> {
        self.partitions.iter().enumerate().map(|(number, seconds)| {
            let units = seconds.iter().copied().map(u64::from).sum();
            let of_campaign = (0_u32..)
                .zip(seconds)
                .filter(|(second, _)| Crowd::is_in_campaign(*second));
            let mut hour: Vec<u32> = of_campaign.map(|(_, units)| *units).collect();
            hour.sort_unstable();
            Partition {
                table: self.table,
                number: number + 1,
                units,
                mean: f64::from(hour.iter().sum::<u32>()) / f64::from(u32::try_from(hour.len()).unwrap_or(1)),
                p99: hour.get(hour.len() * 99 / 100).copied().unwrap_or_default(),
                max: hour.last().copied().unwrap_or_default(),
            }
        })
    }
}

/// Each partition has as much of the hashes as the others. DynamoDB does not say what its hash is; one that spreads as well does.
fn partition_of(key: &str, partitions: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let place = (u128::from(hasher.finish()) * partitions as u128) >> 64;
    usize::try_from(place).unwrap_or_default()
}

impl Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfAddress(what, address) => write!(formatter, "{what} of {address}"),
            Self::OfPerson(what, number) => write!(formatter, "{what} of person-{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: u32 = DAY / 2;

    #[test]
    fn every_key_of_the_hour_can_be_the_hottest() {
        let (account, counter) = (
            Name::OfPerson("account", 1),
            Name::OfAddress("login-address", Address::Home(1)),
        );
        let mut heat = Heat::new("any", 4);
        assert_eq!(heat.hottest_key(), None);
        heat.write("account", account, NOON, 2);
        heat.write("counter", counter, NOON, 1);
        assert_eq!(heat.hottest_key(), Some((account, 2)));
        heat.write("counter", counter, NOON, 2);
        assert_eq!(heat.hottest_key(), Some((counter, 3)));
        // Another second, and another hour.
        heat.write("account", account, NOON + 1, 2);
        heat.write("account", account, NOON - 1, 9);
        assert_eq!(heat.hottest_key(), Some((counter, 3)));
    }
}
