//! Services that are not open yet.

pub mod add_interest;
pub mod withdraw_interest;
