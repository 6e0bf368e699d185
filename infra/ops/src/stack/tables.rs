//! The tables of a stack (docs/data-model.md).

/// A table, by the part of its name that follows the stack's.
pub(crate) struct TableDefinition {
    pub(crate) name: &'static str,
    /// The variable with its full name in the environment of functions. None for the audit table, which the tool opens itself.
    pub(crate) variable: Option<&'static str>,
    /// Whether DynamoDB's time to live is on: of all its items, or of those that have an end.
    pub(crate) expires: bool,
}

impl TableDefinition {
    pub(crate) fn full_name(&self, stack: &str) -> String {
        full_name(stack, self.name)
    }
}

/// Every table of a stack, but those that only the release before needs. A test compares them with `template.yaml`.
pub(crate) const TABLES: [TableDefinition; 11] = [
    expiring("users", "USERS_TABLE"),
    permanent("payments", Some("PAYMENTS_TABLE")),
    permanent("place-requests", Some("PLACE_REQUESTS_TABLE")),
    permanent("meetings", Some("MEETINGS_TABLE")),
    permanent("audit", None),
    permanent("courses", Some("COURSES_TABLE")),
    permanent("course-details", Some("COURSE_DETAILS_TABLE")),
    permanent("course-prices", Some("COURSE_PRICES_TABLE")),
    expiring("attempts", "ATTEMPTS_TABLE"),
    expiring("password-resets", "PASSWORD_RESETS_TABLE"),
    permanent("files", Some("FILES_TABLE")),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use std::collections::BTreeMap;

    use yaml_serde::Value;

    use super::*;

    #[test]
    fn the_tables_are_those_of_the_template() {
        let template: Value = yaml_serde::from_str(include_str!("../../../../template.yaml")).unwrap();
        let resources = template["Resources"].as_mapping().unwrap().values();
        let tables = resources
            .filter(|resource| resource["Type"] == "AWS::DynamoDB::Table" && resource.get("Metadata").is_none());
        let declared: BTreeMap<String, bool> = tables
            .map(|table| {
                let properties = &table["Properties"];
                let name = properties["TableName"].as_str().unwrap();
                let name = name.strip_prefix("${AWS::StackName}-").unwrap();
                let expires = properties.get("TimeToLiveSpecification").is_some();
                (name.to_owned(), expires)
            })
            .collect();
        let known = TABLES.iter().map(|table| (table.name.to_owned(), table.expires));
        assert_eq!(declared, known.collect());
    }
}
