fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::course_prices::list::ListCoursePrices>()
}
