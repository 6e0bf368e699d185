//! Staff as owners see and change them, for the page and the operator's tool.

use std::collections::BTreeSet;

use api::ApiResult;
use auth::staff::new_code;
use domain::{StaffRole, UserId};
use platform::clock;
use serde::Serialize;
use store::{
    StoreError,
    users::{Staff, User, UsersTable},
};

/// A user with roles.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffMemberView {
    #[serde(rename = "_id")]
    id: UserId,
    fullname: String,
    email: String,
    roles: Vec<StaffRole>,
    /// How many passkeys sign in as staff. With none, the member waits for a code or has not used it.
    passkeys: usize,
    /// Whether a code is valid.
    has_code: bool,
}

impl StaffMemberView {
    #[must_use]
    pub fn new(user: &User, staff: &Staff) -> Self {
        let has = |id: &&_| user.passkeys.as_ref().is_some_and(|all| all.contains_key(*id));
        Self {
            id: user.user_id.clone(),
            fullname: user.profile.fullname.clone(),
            email: user.email.to_string(),
            roles: staff.roles.iter().copied().collect(),
            passkeys: staff.passkeys.iter().filter(has).count(),
            has_code: staff
                .code
                .as_ref()
                .is_some_and(|code| clock::seconds() < code.expires_at),
        }
    }
}

/// The users with roles, by name.
///
/// # Errors
/// When the table cannot be read.
pub async fn staff_members(users: &UsersTable) -> Result<Vec<StaffMemberView>, StoreError> {
    let mut members = Vec::new();
    for id in users.staff_members().await? {
        if let Some(user) = users.find(&id).await?
            && let Some(staff) = &user.staff
        {
            members.push(StaffMemberView::new(&user, staff));
        }
    }
    members.sort_by(|one, other| one.fullname.cmp(&other.fullname));
    Ok(members)
}

/// What a user may do with these roles, and the code of a new member or of one who needs a new one. None without roles.
///
/// # Errors
/// When the operating system provides no random numbers.
pub fn set_roles(
    user: &User,
    roles: BTreeSet<StaffRole>,
    needs_code: bool,
) -> ApiResult<(Option<Staff>, Option<String>)> {
    if roles.is_empty() {
        return Ok((None, None));
    }
    let before = user.staff.as_ref();
    let mut staff = Staff {
        roles,
        version: before.map_or(1, |staff| staff.version + 1),
        passkeys: before.map(|staff| staff.passkeys.clone()).unwrap_or_default(),
        code: None,
    };
    if !staff.passkeys.is_empty() && !needs_code {
        return Ok((Some(staff), None));
    }
    let (code, stored) = new_code()?;
    staff.code = Some(stored);
    Ok((Some(staff), Some(code)))
}
