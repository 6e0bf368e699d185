mod advance_places;
mod notify_participants;
mod publish_catalogue;
mod record_scan;
mod remove_files;
mod send_digest;
