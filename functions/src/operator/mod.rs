//! Jobs for the operator.

pub mod advance_places;
pub mod announce;
pub mod delete_unverified;
pub mod notify_participants;
pub mod publish_catalogue;
pub mod record_scan;
pub mod remove_files;
pub mod send_digest;
