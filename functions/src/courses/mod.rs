//! Courses, and requests for places in them.

pub mod cancel_place;
pub mod get;
pub mod get_calendar;
pub mod join_session;
pub mod list;
pub mod request_place;
pub mod withdraw_request;
