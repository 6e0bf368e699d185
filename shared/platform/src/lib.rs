//! What every function needs from its surroundings: environment variables, SDK configuration, log, metrics, and how failures
//! of AWS services are told.

pub mod aws;
pub mod cache;
pub mod causes;
pub mod clock;
pub mod config;
pub mod failure;
pub mod log;
pub mod metrics;
pub mod random;
