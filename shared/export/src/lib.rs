//! What is exported about a user, for the user (`POST /users/me/export`) and for an operator (`scripts/ops users export`).
//!
//! [`UserData`] is everything that the tables have about a user, and [`write_archive`] writes it to a zip file together with the
//! objects of the user's files. The archive never has hashes, secrets or tokens.

mod archive;
mod data;
mod details;
mod paths;
mod readme;

pub use archive::{ArchiveError, Destination, write_archive};
pub use data::{Tables, UserData};
pub use details::{DataExportDetails, PasskeyDetails, SessionDetails, UserDetails};
