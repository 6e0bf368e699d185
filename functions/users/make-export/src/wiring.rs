//! The dependencies of the function that makes archives.

use app::Wiring;
use export::Tables;
use files::ObjectStore;
use mail::Mailer;
use platform::config::ConfigError;
use store::users::UsersTable;

/// The clients and services that the handler uses.
pub(crate) struct MakeExport {
    pub(crate) users: UsersTable,
    pub(crate) tables: Tables,
    pub(crate) objects: ObjectStore,
    pub(crate) mailer: Mailer,
}

impl MakeExport {
    /// Reads the environment, and creates the dependencies.
    pub(crate) fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            users: wiring.users()?,
            tables: wiring.export_tables()?,
            objects: wiring.objects()?,
            mailer: wiring.mailer()?,
        })
    }
}
