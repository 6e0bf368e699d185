fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::set_reminders::SetReminders>()
}
