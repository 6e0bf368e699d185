//! Faults that tests put into the model, to see that the checker finds them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A sign-in adds its session whatever the token version.
    SessionWithoutVersion,
    /// A change of the password requires nothing.
    ChangeWithoutCondition,
    /// A change of the password does not require the token version that it read.
    ChangeWithoutVersion,
    /// A change of the password does not require that the session of its request is still there.
    ChangeWithoutSession,
    /// A change of the password keeps the other sessions.
    ChangeKeepsSessions,
    /// Ending the other sessions does not require that the own session is still there.
    EndOthersWithoutSession,
    /// A code may be exchanged again.
    CodeStays,
    /// A mailbox has one code for all requesters.
    OneCodeForAll,
    /// A reset does not require the password hash that it read.
    ResetWithoutHash,
    /// A code is not bound to the password hash.
    CodeWithoutHash,
}

impl Mutation {
    pub const ALL: [Self; 10] = [
        Self::SessionWithoutVersion,
        Self::ChangeWithoutCondition,
        Self::ChangeWithoutVersion,
        Self::ChangeWithoutSession,
        Self::ChangeKeepsSessions,
        Self::EndOthersWithoutSession,
        Self::CodeStays,
        Self::OneCodeForAll,
        Self::ResetWithoutHash,
        Self::CodeWithoutHash,
    ];
}
