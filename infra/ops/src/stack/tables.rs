//! The tables of a stack (docs/data-model.md).

/// A table, by the part of its name that follows the stack's.
pub(crate) struct TableDefinition {
    pub(crate) name: &'static str,
    /// The variable with its full name in the environment of functions. None for the audit table, which the tool opens itself.
    pub(crate) variable: Option<&'static str>,
    /// Whether its items expire by DynamoDB's time to live.
    pub(crate) expires: bool,
}

impl TableDefinition {
    /// The table's full name in a stack.
    pub(crate) fn full_name(&self, stack: &str) -> String {
        full_name(stack, self.name)
    }
}

/// Every table of a stack.
pub(crate) const TABLES: [TableDefinition; 11] = [
    permanent("users", Some("USERS_TABLE")),
    permanent("payments", Some("PAYMENTS_TABLE")),
    permanent("place-requests", Some("PLACE_REQUESTS_TABLE")),
    permanent("audit", None),
    permanent("courses", Some("COURSES_TABLE")),
    permanent("course-details", Some("COURSE_DETAILS_TABLE")),
    permanent("course-prices", Some("COURSE_PRICES_TABLE")),
    expiring("attempts", "ATTEMPTS_TABLE"),
    expiring("password-resets", "PASSWORD_RESETS_TABLE"),
    expiring("files", "FILES_TABLE"),
    expiring("uploads", "UPLOADS_TABLE"),
];

/// The full name of a table, such as `masar-staging-users`.
pub(super) fn full_name(stack: &str, table: &str) -> String {
    format!("{stack}-{table}")
}

const fn permanent(name: &'static str, variable: Option<&'static str>) -> TableDefinition {
    TableDefinition {
        name,
        variable,
        expires: false,
    }
}

const fn expiring(name: &'static str, variable: &'static str) -> TableDefinition {
    TableDefinition {
        name,
        variable: Some(variable),
        expires: true,
    }
}
