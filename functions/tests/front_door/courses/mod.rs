mod cancel_place;
mod get;
mod get_calendar;
mod join_session;
mod list;
mod list_materials;
mod request_place;
mod withdraw_request;
