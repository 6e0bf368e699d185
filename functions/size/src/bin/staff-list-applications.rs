//! [`functions::staff::list_applications`]

fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::list_applications::ListApplications>()
}
