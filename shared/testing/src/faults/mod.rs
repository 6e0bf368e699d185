//! Tests of what an endpoint does when AWS fails or its configuration is wrong.
//!
//! - [`check_every_fault`] makes each request to AWS fail in turn, through a [`Proxy`].
//! - [`check_slow_aws`] makes each request take longer, so that all together exceed the function's timeout;
//!   [`response_while_aws_is_slow`] is for functions that respond in time nevertheless.
//! - [`Outage`] makes a whole service unreachable until the test ends it.
//! - The other checks start a function with a missing variable, or with tables that are unreachable or do not respond.

mod aws_request;
pub mod checks;
mod fault;
mod matrix;
mod outage;
mod proxy;
mod slow;
mod snapshot;

pub use aws_request::AwsRequest;
pub use checks::check_misconfigured;
pub(crate) use fault::InjectedFault;
pub use fault::{Fault, NthRequest, is_full_run};
pub use matrix::{
    FaultCase, Prepared, aws_requests, check_aws_requests, check_every_fault, check_faults_of, check_retries,
};
pub(crate) use matrix::{case_permit, preparation_permit};
pub use outage::Outage;
pub use proxy::Proxy;
pub use slow::{check_slow_aws, response_while_aws_is_slow};
