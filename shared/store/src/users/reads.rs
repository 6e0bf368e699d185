//! Reads of the users table.

use domain::{EmailAddress, UserId};

use super::{EmailClaim, User, UsersTable, email_item_key, user_item_key, user_key};
use crate::{StoreError, table::text, time};

/// Names the claim on an email address in an error. The email address itself must not be in a log.
const SOME_EMAIL: &str = "email#…";

impl UsersTable {
    /// The user with that id.
    ///
    /// # Errors
    /// When the table cannot be read, and when the item is malformed.
    pub async fn find(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.table.get(user_item_key(id), &user_key(id)).await
    }

    /// The user with that email address. It always makes two reads, so that its duration does not reveal whether the user exists.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let claim = self.claim_on(email).await?;
        // A reserved email address is not that of a user.
        let claim = claim.filter(|claim| claim.expires_at.is_none());
        let id = claim.map_or_else(UserId::random, |claim| claim.user_id);
        self.find(&id).await
    }

    /// Whether that email address is claimed by or reserved for a user.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn is_email_taken(&self, email: &EmailAddress) -> Result<bool, StoreError> {
        let claim = self.claim_on(email).await?;
        Ok(claim.is_some_and(|claim| claim.holds(time::now())))
    }

    /// The users for whom `is_wanted` is true, and the number of all users.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub async fn scan(&self, is_wanted: impl Fn(&User) -> bool) -> Result<(Vec<User>, usize), StoreError> {
        let scan = self
            .table
            .scan()
            .filter_expression("begins_with(pk, :user)")
            .expression_attribute_values(":user", text("user#"));
        let (mut found, mut all) = (Vec::new(), 0);
        self.table
            .scan_each(scan, |item| {
                let user: User = self.table.parse(item, "user#…")?;
                all += 1;
                if is_wanted(&user) {
                    found.push(user);
                }
                Ok(())
            })
            .await?;
        Ok((found, all))
    }

    pub(super) async fn claim_on(&self, email: &EmailAddress) -> Result<Option<EmailClaim>, StoreError> {
        self.table.get(email_item_key(email), SOME_EMAIL).await
    }
}
