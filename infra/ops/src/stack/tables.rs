//! The tables of a stack (docs/data-model.md).

/// A table, by the part of its name that follows the stack's.
pub(crate) struct TableDefinition {
    pub(crate) name: &'static str,
    /// Whether its items expire by DynamoDB's time to live.
    pub(crate) expires: bool,
}

/// Every table of a stack.
pub(crate) const TABLES: [TableDefinition; 9] = [
    permanent("users"),
    permanent("payments"),
    permanent("audit"),
    permanent("courses"),
    permanent("course-prices"),
    expiring("attempts"),
    expiring("password-resets"),
    expiring("files"),
    expiring("uploads"),
];

const fn permanent(name: &'static str) -> TableDefinition {
    TableDefinition { name, expires: false }
}

const fn expiring(name: &'static str) -> TableDefinition {
    TableDefinition { name, expires: true }
}
