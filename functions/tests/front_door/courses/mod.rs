mod get;
mod list;
mod request_place;
mod withdraw_request;
