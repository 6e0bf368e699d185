fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::send_proof::SendProof>()
}
