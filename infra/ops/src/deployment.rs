//! The status, parameters and resources of a deployed stack, from `CloudFormation`.

use std::collections::HashMap;

use aws_config::SdkConfig;
use aws_sdk_cloudformation::{
    Client,
    error::ProvideErrorMetadata,
    types::{ResourceStatus, StackResourceSummary, StackStatus},
};
use jiff::Timestamp;
use platform::causes::Causes;

use crate::stack::StackError;

/// A deployed stack with its nested stacks.
pub(crate) struct Deployment {
    pub(crate) status: StackStatus,
    parameters: HashMap<String, String>,
    resources: Vec<Resource>,
}

pub(crate) struct Resource {
    /// Such as `AWS::Lambda::Function`.
    type_name: String,
    pub(crate) logical_id: String,
    /// The name or ARN that AWS gave it.
    pub(crate) physical_id: String,
    /// When it was created or last changed.
    pub(crate) updated_at: Option<Timestamp>,
}

impl Resource {
    #[cfg(test)]
    pub(crate) fn new(type_name: &str, logical_id: &str, physical_id: &str) -> Self {
        Self {
            type_name: type_name.to_owned(),
            logical_id: logical_id.to_owned(),
            physical_id: physical_id.to_owned(),
            updated_at: None,
        }
    }

    /// `None` for a resource that has no physical id, and for one that an update has deleted or retained: `CloudFormation` lists those, too.
    fn of(summary: StackResourceSummary) -> Option<Self> {
        let is_gone = matches!(
            summary.resource_status,
            Some(ResourceStatus::DeleteComplete | ResourceStatus::DeleteSkipped)
        );
        if is_gone {
            return None;
        }
        Some(Self {
            type_name: summary.resource_type?,
            logical_id: summary.logical_resource_id?,
            physical_id: summary.physical_resource_id?,
            updated_at: summary
                .last_updated_timestamp
                .and_then(|time| Timestamp::from_second(time.secs()).ok()),
        })
    }
}

impl Deployment {
    /// Reads the stack and all resources, with those of nested stacks.
    pub(crate) async fn describe(aws: &SdkConfig, stack: &str) -> Result<Self, StackError> {
        let deployment = Self::find(aws, stack).await?;
        deployment.ok_or_else(|| StackError::CannotDescribe {
            stack: stack.to_owned(),
            cause: "it does not exist".to_owned(),
        })
    }

    /// As [`Self::describe`]. `None` if there is no such stack.
    pub(crate) async fn find(aws: &SdkConfig, stack: &str) -> Result<Option<Self>, StackError> {
        let cannot_describe = |cause: String| StackError::CannotDescribe {
            stack: stack.to_owned(),
            cause,
        };
        let client = Client::new(aws);
        let description = match client.describe_stacks().stack_name(stack).send().await {
            Ok(response) => response.stacks.unwrap_or_default().into_iter().next(),
            // `CloudFormation` has no code of its own for this.
            Err(error)
                if error
                    .message()
                    .is_some_and(|message| message.contains("does not exist")) =>
            {
                None
            }
            Err(error) => return Err(cannot_describe(Causes(&error).to_string())),
        };
        let Some(description) = description else {
            return Ok(None);
        };
        let parameters = description.parameters.unwrap_or_default().into_iter();
        let parameters =
            parameters.filter_map(|parameter| Some((parameter.parameter_key?, parameter.parameter_value?)));

        let mut resources = Vec::new();
        let mut stacks = vec![stack.to_owned()];
        while let Some(name) = stacks.pop() {
            let listed = client.list_stack_resources().stack_name(name).into_paginator().items();
            let listed: Result<Vec<_>, _> = listed.send().collect().await;
            let listed = listed.map_err(|error| cannot_describe(Causes(&error).to_string()))?;
            for resource in listed.into_iter().filter_map(Resource::of) {
                if resource.type_name == "AWS::CloudFormation::Stack" {
                    stacks.push(resource.physical_id.clone());
                }
                resources.push(resource);
            }
        }
        Ok(Some(Self {
            status: description.stack_status.unwrap_or(StackStatus::DeleteComplete),
            parameters: parameters.collect(),
            resources,
        }))
    }

    /// The value of a parameter, if it is not empty.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let value = self.parameters.get(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    }

    /// The resources of a type, such as `AWS::Lambda::Function`.
    pub(crate) fn resources_of_type(&self, resource_type: &str) -> impl Iterator<Item = &Resource> {
        self.resources
            .iter()
            .filter(move |resource| resource.type_name == resource_type)
    }

    /// The physical id of a resource, by its type and logical id.
    pub(crate) fn physical_id(&self, resource_type: &str, logical_id: &str) -> Option<&str> {
        let resource = self
            .resources_of_type(resource_type)
            .find(|resource| resource.logical_id == logical_id);
        resource.map(|resource| resource.physical_id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_that_the_stack_no_longer_has_are_left_out() {
        let listed = |status: ResourceStatus| {
            let summary = StackResourceSummary::builder()
                .resource_type("AWS::Lambda::Function")
                .logical_resource_id("UsersLoginFunction")
                .physical_resource_id("masar-users-login")
                .resource_status(status);
            Resource::of(summary.build()).is_some()
        };
        for status in [
            ResourceStatus::CreateComplete,
            ResourceStatus::UpdateComplete,
            ResourceStatus::UpdateFailed,
        ] {
            assert!(listed(status.clone()), "{status}");
        }
        for status in [ResourceStatus::DeleteComplete, ResourceStatus::DeleteSkipped] {
            assert!(!listed(status.clone()), "{status}");
        }
    }
}
