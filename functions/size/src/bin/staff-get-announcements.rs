fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::get_announcements::GetAnnouncements>()
}
