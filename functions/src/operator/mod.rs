//! Jobs for the operator.

pub mod publish_catalogue;
pub mod record_scan;
pub mod send_digest;
