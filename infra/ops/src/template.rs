//! `template.yaml` of this repository, which is compiled into the tool.

use yaml_serde::Value;

/// The text.
pub(crate) const TEXT: &str = include_str!("../../../template.yaml");

/// The default of a parameter that is a number.
///
/// # Errors
/// When the template cannot be parsed, or has no such parameter.
pub(crate) fn default_number(parameter: &str) -> Result<u32, String> {
    let template: Value = yaml_serde::from_str(TEXT).map_err(|error| format!("template.yaml: {error}"))?;
    let default = || template.get("Parameters")?.get(parameter)?.get("Default")?.as_u64();
    default()
        .and_then(|default| u32::try_from(default).ok())
        .ok_or_else(|| format!("template.yaml has no parameter {parameter} with a number as its default"))
}
