//! The write load of a table's partitions, second by second.

use std::{
    collections::HashMap,
    fmt::{self, Display},
    hash::{DefaultHasher, Hash, Hasher},
};

use serde::Serialize;

use super::arrivals::{Arrivals, DAY, SharedIp};

/// The write units a second that DynamoDB allows for one partition.
pub(super) const PARTITION_LIMIT: u32 = 1000;

/// The writes to one table, or to one index, which has its own partitions.
pub(super) struct TableLoad {
    table: &'static str,
    /// Write units of each partition, by the second of the day.
    partitions: Vec<Vec<u32>>,
    /// Write units of each key and second of the campaign's hour.
    keys: HashMap<(KeyLabel, u32), u32>,
}

/// A readable label of a key, which may be a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum KeyLabel {
    /// A counter of an IP address.
    OfIp(&'static str, SharedIp),
    /// An item of a user, by their number.
    OfUser(&'static str, u32),
}

/// The load of one partition.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Partition {
    pub(super) table: &'static str,
    pub(super) number: usize,
    /// Write units of the day.
    pub(super) units: u64,
    /// Write units a second in the campaign's hour: mean, 99th percentile and maximum.
    pub(super) mean: f64,
    pub(super) p99: u32,
    pub(super) max: u32,
}

impl TableLoad {
    pub(super) fn new(table: &'static str, partitions: usize) -> Self {
        Self {
            table,
            partitions: vec![vec![0; DAY as usize]; partitions],
            keys: HashMap::new(),
        }
    }

    /// Adds the units of a write in a second of the day.
    pub(super) fn write(&mut self, key: &str, label: KeyLabel, second: u32, units: u32) {
        let index = partition_of(key, self.partitions.len());
        if let Some(count) = self
            .partitions
            .get_mut(index)
            .and_then(|seconds| seconds.get_mut(second as usize))
        {
            *count += units;
        }
        if Arrivals::is_in_campaign(second) {
            *self.keys.entry((label, second)).or_default() += units;
        }
    }

    /// The key with the most write units in one second of the campaign's hour, and the units. The choice between equal keys is
    /// deterministic.
    pub(super) fn hottest_key(&self) -> Option<(KeyLabel, u32)> {
        let hottest = self.keys.iter().max_by_key(|(key, units)| (**units, **key));
        hottest.map(|((label, _), units)| (*label, *units))
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = Partition> {
        self.partitions.iter().enumerate().map(|(number, seconds)| {
            let units = seconds.iter().copied().map(u64::from).sum();
            let in_campaign = (0_u32..)
                .zip(seconds)
                .filter(|(second, _)| Arrivals::is_in_campaign(*second));
            let mut hour: Vec<u32> = in_campaign.map(|(_, units)| *units).collect();
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

/// Spreads keys evenly by a hash. DynamoDB does not document its own.
fn partition_of(key: &str, partitions: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let index = (u128::from(hasher.finish()) * partitions as u128) >> 64;
    usize::try_from(index).unwrap_or_default()
}

impl Display for KeyLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfIp(what, ip) => write!(formatter, "{what} of {ip}"),
            Self::OfUser(what, number) => write!(formatter, "{what} of user-{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: u32 = DAY / 2;

    #[test]
    fn finds_the_hottest_key_of_one_second() {
        let (user, counter) = (
            KeyLabel::OfUser("user", 1),
            KeyLabel::OfIp("login-address", SharedIp::Home(1)),
        );
        let mut load = TableLoad::new("any", 4);
        assert_eq!(load.hottest_key(), None);
        load.write("user", user, NOON, 2);
        load.write("counter", counter, NOON, 1);
        assert_eq!(load.hottest_key(), Some((user, 2)));
        load.write("counter", counter, NOON, 2);
        assert_eq!(load.hottest_key(), Some((counter, 3)));
        // Another second, and another hour.
        load.write("user", user, NOON + 1, 2);
        load.write("user", user, NOON - 1, 9);
        assert_eq!(load.hottest_key(), Some((counter, 3)));
    }
}
