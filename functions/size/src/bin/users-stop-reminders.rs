fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::stop_reminders::StopReminders>()
}
