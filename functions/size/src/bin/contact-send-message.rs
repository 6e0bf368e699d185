fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::contact::send_message::SendMessage>()
}
