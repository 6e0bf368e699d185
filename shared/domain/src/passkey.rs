//! Passkeys of users.

use crate::id::id_type;

id_type!(
    /// The id of a passkey of a user. It is derived from the id that the authenticator gave the passkey, so that a user cannot have the
    /// same one twice. It allows nothing without the authenticator's signature.
    shown PasskeyId, PasskeyIdError, "not the id of a passkey, which is 32 of 0-9 and a-f"
);
