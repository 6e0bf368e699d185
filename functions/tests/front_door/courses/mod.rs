mod cancel_place;
mod get;
mod get_calendar;
mod join_session;
mod list;
mod request_place;
mod send_proof;
mod withdraw_request;
