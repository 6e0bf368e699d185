fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::notify_participants::NotifyParticipants>()
}
