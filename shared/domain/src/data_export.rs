//! The ids of exports.

use crate::id::id_type;

id_type!(
    /// The id of an export of a user's data. It grants nothing: it distinguishes an export from the one before.
    shown DataExportId, DataExportIdError, "not the id of an export, which is 32 of 0-9 and a-f"
);
