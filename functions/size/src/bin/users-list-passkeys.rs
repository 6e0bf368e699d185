//! [`functions::users::list_passkeys`]

fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::list_passkeys::ListPasskeys>()
}
