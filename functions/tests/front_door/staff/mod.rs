mod access;
mod get_today;
mod list_audit;
mod list_members;
mod set_roles;
mod sign_in;
