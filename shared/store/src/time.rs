//! Times in the tables: seconds since the epoch, the format of a table's TTL.

pub(crate) use platform::clock::seconds as now;
