//! What the endpoint functions have in common.
//!
//! Something enters here when two functions need it, into the module whose summary fits it; otherwise it stays with its
//! function.

pub mod auth;
pub mod aws;
pub mod cache;
pub mod catalogue;
pub mod causes;
pub mod config;
pub mod deletion;
pub mod domain;
pub mod files;
pub mod http;
pub mod mail;
pub mod metrics;
pub mod profile;
pub mod store;
pub mod teaching;
