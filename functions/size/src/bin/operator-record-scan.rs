fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::record_scan::RecordScan>()
}
