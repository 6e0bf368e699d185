//! The pages of staff. Each endpoint names the roles that may use it; [`auth::staff::StaffGate`] checks them.

pub mod get_today;
pub mod list_audit;
pub mod list_members;
pub mod set_roles;
pub mod sign_in;
