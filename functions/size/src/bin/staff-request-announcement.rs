fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::request_announcement::RequestAnnouncement>()
}
