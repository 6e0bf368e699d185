fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::publish_catalogue::PublishCatalogue>()
}
