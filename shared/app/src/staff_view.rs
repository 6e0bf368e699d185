//! Staff as owners see and change them, for the page and the operator's tool; and what staff did to somebody.

use std::collections::{BTreeMap, BTreeSet};

use api::ApiResult;
use auth::staff::new_code;
use domain::{StaffRole, UserId};
use jiff::Timestamp;
use platform::clock;
use serde::Serialize;
use serde_json::Value;
use store::{
    StoreError,
    audit::{Action, AuditRecord, AuditTable},
    users::{Staff, User, UsersTable},
};

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

const HISTORY: usize = 10;

#[derive(Debug, Serialize)]
pub struct HistoryEntry {
    at: Timestamp,
    /// The name of the staff member. None for an operator, and for one whose account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The name of the action, which pages translate.
    kind: String,
    /// The action in English, with its details.
    action: String,
}

/// The last actions about somebody, the latest first, without those that only read.
pub async fn history(
    audit: &AuditTable,
    users: &UsersTable,
    subject: &UserId,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let records = audit.of_user(subject).await?.into_iter().rev();
    let changes = records.filter(|record| !matches!(record.action, Action::StaffRead { .. }));
    let changes: Vec<_> = changes.take(HISTORY).collect();
    let names = StaffNames::of(users, &changes).await?;
    let entries = changes.iter().map(|record| HistoryEntry {
        at: record.at,
        by: names.find(record).map(str::to_owned),
        kind: kind_of(&record.action),
        action: record.action.to_string(),
    });
    Ok(entries.collect())
}

/// The names of the staff members in audit records.
pub struct StaffNames(BTreeMap<UserId, User>);

impl StaffNames {
    pub async fn of(users: &UsersTable, records: &[AuditRecord]) -> Result<Self, StoreError> {
        let ids = records.iter().filter_map(AuditRecord::staff_member).collect();
        Ok(Self(users.find_all(&ids).await?))
    }

    /// None for an operator, and for a staff member whose account is deleted.
    pub fn find(&self, record: &AuditRecord) -> Option<&str> {
        let member = self.0.get(&record.staff_member()?)?;
        Some(&member.profile.fullname)
    }
}

/// The name of an action in the table.
fn kind_of(action: &Action) -> String {
    let serialized = serde_json::to_value(action).unwrap_or_default();
    let name = serialized.get("action").and_then(Value::as_str);
    name.unwrap_or_default().to_owned()
}

/// The users with roles, by name.
pub async fn staff_members(users: &UsersTable) -> Result<Vec<StaffMemberView>, StoreError> {
    let staff = users_with_roles(users).await?;
    let mut members: Vec<_> = staff.map(|(user, staff)| StaffMemberView::new(&user, &staff)).collect();
    members.sort_by(|one, other| one.fullname.cmp(&other.fullname));
    Ok(members)
}

/// The users with the role of an owner.
pub async fn owners(users: &UsersTable) -> Result<Vec<User>, StoreError> {
    let staff = users_with_roles(users).await?;
    let owners = staff.filter(|(_, staff)| staff.roles.contains(&StaffRole::Owner));
    Ok(owners.map(|(user, _)| user).collect())
}

async fn users_with_roles(users: &UsersTable) -> Result<impl Iterator<Item = (User, Staff)> + use<>, StoreError> {
    let ids = users.staff_members().await?.into_iter().collect();
    let found = users.find_all(&ids).await?.into_values();
    Ok(found.filter_map(|user| user.staff.clone().map(|staff| (user, staff))))
}

/// What a user may do with these roles, and the code of a new member or of one who needs a new one. None without roles.
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
