//! The status, parameters and resources of a deployed stack, from `CloudFormation`.

use std::collections::HashMap;

use aws_sdk_cloudformation::{Client, types::StackStatus};
use platform::causes::Causes;

use crate::stack::{Stack, StackError};

/// A deployed stack with its nested stacks.
pub(crate) struct Deployment {
    pub(crate) status: StackStatus,
    parameters: HashMap<String, String>,
    resources: Vec<Resource>,
}

pub(crate) struct Resource {
    /// Such as `AWS::Lambda::Function`.
    type_name: String,
    /// The logical id in the template.
    pub(crate) logical_id: String,
    /// The name or ARN that AWS gave it.
    pub(crate) physical_id: String,
}

impl Deployment {
    /// Reads the stack and all resources, with those of nested stacks.
    pub(crate) async fn describe(stack: &Stack) -> Result<Self, StackError> {
        let cannot_describe = |cause: String| StackError::CannotDescribe {
            stack: stack.name.clone(),
            cause,
        };
        let client = Client::new(&stack.aws);
        let response = client.describe_stacks().stack_name(&stack.name).send().await;
        let response = response.map_err(|error| cannot_describe(Causes(&error).to_string()))?;
        let description = response.stacks.unwrap_or_default().into_iter().next();
        let description = description.ok_or_else(|| cannot_describe("it does not exist".to_owned()))?;
        let parameters = description.parameters.unwrap_or_default().into_iter();
        let parameters =
            parameters.filter_map(|parameter| Some((parameter.parameter_key?, parameter.parameter_value?)));

        let mut resources = Vec::new();
        let mut stacks = vec![stack.name.clone()];
        while let Some(name) = stacks.pop() {
            let listed = client.list_stack_resources().stack_name(name).into_paginator().items();
            let listed: Result<Vec<_>, _> = listed.send().collect().await;
            for resource in listed.map_err(|error| cannot_describe(Causes(&error).to_string()))? {
                let (Some(resource_type), Some(physical_id)) = (resource.resource_type, resource.physical_resource_id)
                else {
                    continue;
                };
                if resource_type == "AWS::CloudFormation::Stack" {
                    stacks.push(physical_id.clone());
                }
                resources.push(Resource {
                    type_name: resource_type,
                    logical_id: resource.logical_resource_id.unwrap_or_default(),
                    physical_id,
                });
            }
        }
        Ok(Self {
            status: description.stack_status.unwrap_or(StackStatus::DeleteComplete),
            parameters: parameters.collect(),
            resources,
        })
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
