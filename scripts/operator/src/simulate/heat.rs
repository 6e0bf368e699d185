//! How warm a table's partitions become: what is written to each, second by second.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::crowd::{Crowd, DAY};

/// What one partition takes in a second, as DynamoDB documents it.
pub(super) const PARTITION_LIMIT: u32 = 1000;

/// What is written to one table.
pub(super) struct Heat {
    table: &'static str,
    partitions: Vec<Vec<u32>>,
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
        }
    }

    /// Writes an item: so many units, in a second of the day.
    pub(super) fn write(&mut self, key: &str, second: u32, units: u32) {
        let place = partition_of(key, self.partitions.len());
        if let Some(count) = self
            .partitions
            .get_mut(place)
            .and_then(|seconds| seconds.get_mut(second as usize))
        {
            *count += units;
        }
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
