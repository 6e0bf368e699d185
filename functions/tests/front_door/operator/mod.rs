mod advance_places;
mod announce;
mod delete_unverified;
mod notify_participants;
mod publish_catalogue;
mod record_scan;
mod remove_files;
mod send_digest;
