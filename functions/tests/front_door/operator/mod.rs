mod publish_catalogue;
mod record_scan;
mod send_digest;
