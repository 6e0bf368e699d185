//! Changes of email addresses.

use crate::id::id_type;

id_type!(
    /// The id of a change of an email address. Its tokens are signed, so the id alone allows nothing.
    shown EmailChangeId, EmailChangeIdError, "not the id of a change of an email address, which is 32 of 0-9 and a-f"
);
