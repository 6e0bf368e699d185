fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::send_digest::SendDigest>()
}
