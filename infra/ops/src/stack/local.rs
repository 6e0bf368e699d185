//! The notice that a command uses the local stack, although its operator may mean a deployed one.

use std::{fs, path::PathBuf};

use clap::Args;
use toml::{Table, Value};

/// The domain of the example values in the repository's samconfig.toml. A rule compares it with that of `scripts/deploy`.
const EXAMPLE: &str = "masar.example";

/// What `scripts/ops` knows when it chooses the local stack, because the command names none.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LocalContext {
    /// The path of samconfig.toml
    #[arg(long, hide = true, env = "SAMCONFIG")]
    samconfig: Option<PathBuf>,
    /// Not empty if the operator has AWS credentials
    #[arg(long, hide = true, env = "OWN_AWS_CREDENTIALS")]
    own_aws_credentials: Option<String>,
}

impl LocalContext {
    /// The notice for a command on the local stack with this name. `None` if the command names the stack, or if nothing is configured to
    /// be deployed.
    pub(super) fn notice(&self, stack: &str) -> Option<String> {
        let settings = fs::read_to_string(self.samconfig.as_ref()?).unwrap_or_default();
        let deployed = configured_stacks(&settings);
        let has_credentials = self.own_aws_credentials.as_ref().is_some_and(|own| !own.is_empty());
        if deployed.is_empty() && !has_credentials {
            return None;
        }
        let names = if deployed.is_empty() {
            "NAME".to_owned()
        } else {
            deployed.join(" or ")
        };
        Some(format!(
            "This uses the stack {stack} of scripts/dev on this machine. For a deployed stack, add --stack {names}."
        ))
    }
}

/// The names of the stacks in a samconfig.toml whose values are the operator's own.
fn configured_stacks(samconfig: &str) -> Vec<String> {
    let sections: Table = samconfig.parse().unwrap_or_default();
    let own = sections.values().filter_map(|section| {
        let parameters = section.get("deploy")?.get("parameters")?;
        let is_example = parameters.get("parameter_overrides")?.to_string().contains(EXAMPLE);
        let name = parameters.get("stack_name").and_then(Value::as_str)?;
        (!is_example).then(|| name.to_owned())
    });
    own.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = r#"
        version = 0.1
        [default.build.parameters]
        build_in_source = true
        [staging.deploy.parameters]
        stack_name = "academy-staging"
        parameter_overrides = ["MailSender=no-reply@academy.org"]
        [production.deploy.parameters]
        stack_name = "masar-production"
        parameter_overrides = "SiteAddress=https://masar.example"
    "#;

    #[test]
    fn stacks_with_example_values_are_not_configured() {
        assert_eq!(configured_stacks(OWN), ["academy-staging"]);
        assert_eq!(configured_stacks("not = [toml"), [] as [&str; 0]);
        assert_eq!(configured_stacks(""), [] as [&str; 0]);
    }

    #[test]
    fn credentials_alone_are_a_reason() {
        let notice = |own: &str| {
            let context = LocalContext {
                samconfig: Some(PathBuf::from("/nowhere/samconfig.toml")),
                own_aws_credentials: Some(own.to_owned()),
            };
            context.notice("masar-local")
        };
        assert!(notice("me").is_some_and(|notice| notice.ends_with("add --stack NAME.")));
        assert_eq!(notice(""), None);
        assert_eq!(LocalContext::default().notice("masar-local"), None);
    }
}
