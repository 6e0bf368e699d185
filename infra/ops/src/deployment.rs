//! A stack as `CloudFormation` knows it: what it was deployed with, and what it has.

use std::collections::HashMap;

use aws_sdk_cloudformation::{Client, types::StackStatus};
use platform::causes::Causes;

use crate::stack::{Stack, StackError};

/// What a stack was deployed with, and what it has, with the stacks that are nested in it.
pub(crate) struct Deployment {
    /// How it is about it as a whole.
    pub(crate) status: StackStatus,
    parameters: HashMap<String, String>,
    resources: Vec<Resource>,
}

/// Something that a stack has.
pub(crate) struct Resource {
    kind: String,
    /// What the template calls it.
    pub(crate) name: String,
    /// What AWS calls it.
    pub(crate) id: String,
}

impl Deployment {
    /// What `CloudFormation` tells.
    pub(crate) async fn of(stack: &Stack) -> Result<Self, StackError> {
        let not_described = |cause: String| StackError::NotDescribed {
            stack: stack.name.clone(),
            cause,
        };
        let client = Client::new(&stack.aws);
        let described = client.describe_stacks().stack_name(&stack.name).send().await;
        let described = described.map_err(|error| not_described(Causes(&error).to_string()))?;
        let described = described.stacks.unwrap_or_default().into_iter().next();
        let described = described.ok_or_else(|| not_described("there is none".to_owned()))?;
        let parameters = described.parameters.unwrap_or_default().into_iter();
        let parameters = parameters.filter_map(|given| Some((given.parameter_key?, given.parameter_value?)));

        let mut resources = Vec::new();
        let mut stacks = vec![stack.name.clone()];
        while let Some(name) = stacks.pop() {
            let listed = client.list_stack_resources().stack_name(name).into_paginator().items();
            let listed: Result<Vec<_>, _> = listed.send().collect().await;
            for resource in listed.map_err(|error| not_described(Causes(&error).to_string()))? {
                let (Some(kind), Some(id)) = (resource.resource_type, resource.physical_resource_id) else {
                    continue;
                };
                if kind == "AWS::CloudFormation::Stack" {
                    stacks.push(id.clone());
                }
                resources.push(Resource {
                    kind,
                    name: resource.logical_resource_id.unwrap_or_default(),
                    id,
                });
            }
        }
        Ok(Self {
            status: described.stack_status.unwrap_or(StackStatus::DeleteComplete),
            parameters: parameters.collect(),
            resources,
        })
    }

    /// The value of a parameter that was given one.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let value = self.parameters.get(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    }

    /// The resources of a kind, such as `AWS::Lambda::Function`.
    pub(crate) fn all(&self, kind: &str) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(move |resource| resource.kind == kind)
    }

    /// What AWS calls the resource of that kind and name.
    pub(crate) fn id(&self, kind: &str, name: &str) -> Option<&str> {
        let found = self.all(kind).find(|resource| resource.name == name);
        found.map(|resource| resource.id.as_str())
    }
}
