//! Faults that tests put into the model, to see that the checker finds them.

/// A fault of the protocol. Each is one line of code away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// The URL for an operator names no version of the object.
    UrlWithoutVersion,
    /// The update has no condition on the verdict in the record.
    AnyVerdictReplaces,
    /// After an update that did not apply, any record counts as one that has the verdict, although it may be newer than the update.
    AnyRecordSettles,
    /// A result without a record counts as one of a deleted file.
    MissingRecordSettles,
    /// The object of an infected file is deleted only by the attempt that wrote the verdict.
    DeletionNotRepeated,
    /// The object of an infected file without a record is not deleted.
    UnrecordedStays,
}

impl Mutation {
    pub const ALL: [Self; 6] = [
        Self::UrlWithoutVersion,
        Self::AnyVerdictReplaces,
        Self::AnyRecordSettles,
        Self::MissingRecordSettles,
        Self::DeletionNotRepeated,
        Self::UnrecordedStays,
    ];
}
