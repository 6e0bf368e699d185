//! What every function needs from its environment: variables, SDK configuration, log, metrics, a cache, the deadline of an invocation,
//! and the kinds of failures.

pub mod aws;
pub mod cache;
pub mod causes;
pub mod clock;
pub mod config;
pub mod contention;
pub mod correlation;
pub mod deadline;
pub mod failure;
pub mod log;
pub mod metrics;
pub mod random;
pub mod warm_up;
