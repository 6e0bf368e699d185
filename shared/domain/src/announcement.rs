//! Announcements of services that open.

use crate::id::id_type;

id_type!(
    /// The id of an announcement of a service. It grants nothing: it distinguishes the emails of announcements.
    shown AnnouncementId, AnnouncementIdError, "not the id of an announcement, which is 32 of 0-9 and a-f"
);
