//! Faults that tests put into the model, to see that the checker finds them.

/// A fault of the protocol. Each is one line of code away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// The URL for an operator names no version of the object.
    UrlWithoutVersion,
    /// The update has no condition on the verdict in the record.
    AnyVerdictReplaces,
    /// The object of an infected file is deleted only by the attempt that wrote the verdict.
    DeletionNotRepeated,
}

impl Mutation {
    pub const ALL: [Self; 3] = [
        Self::UrlWithoutVersion,
        Self::AnyVerdictReplaces,
        Self::DeletionNotRepeated,
    ];
}
