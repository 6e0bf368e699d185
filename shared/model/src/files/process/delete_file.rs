//! `functions/src/file/delete.rs`.

use super::{Context, Next, Response};
use crate::files::{
    aws::{AwsRequest, Deletion, Reply},
    cloud::{Deadline, FileId, Record, User, UserId},
    mutation::Mutation,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeleteFile {
    pub(super) user: UserId,
    pub(super) file: FileId,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    Start,
    ReadFile {
        version: u8,
        is_referred_to: bool,
    },
    Mark(Deletion),
    /// Only with [`Mutation::ObjectDeletedBeforeMark`].
    DeleteObjectFirst(Deletion),
    DeleteObject,
    EndDeletion(Deadline),
}

impl DeleteFile {
    pub(super) const fn new(user: UserId, file: FileId) -> Self {
        Self {
            user,
            file,
            state: State::Start,
        }
    }

    pub(super) const fn sets_deadline(&self) -> bool {
        matches!(self.state, State::EndDeletion(_))
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::Start => AwsRequest::GetUser(self.user),
            State::ReadFile { .. } => AwsRequest::GetFile(self.file),
            State::Mark(deletion) => AwsRequest::MarkDeleted(deletion),
            State::DeleteObjectFirst(_) | State::DeleteObject => AwsRequest::DeleteObject(self.file),
            State::EndDeletion(deadline) => AwsRequest::EndDeletion {
                file: self.file,
                deadline,
            },
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match (self.state, reply) {
            (State::Start, Reply::User(None)) => Next::End(Response::Refused),
            (State::Start, Reply::User(Some(user))) => self.step(self.read_file(&user)),
            (
                State::ReadFile {
                    version,
                    is_referred_to,
                },
                Reply::File(record),
            ) => self.mark(version, is_referred_to, record, context),
            (State::Mark(_), Reply::Done) if context.is(Mutation::ObjectDeletedBeforeMark) => Next::End(Response::Done),
            (State::Mark(_), Reply::Done) => self.step(State::DeleteObject),
            (State::Mark(_), Reply::Refused) => Next::End(Response::Conflict),
            (State::DeleteObjectFirst(deletion), Reply::Done) => self.step(State::Mark(deletion)),
            (State::DeleteObject, Reply::Done) => self.step(State::EndDeletion(context.deadline())),
            (State::EndDeletion(_), Reply::Done | Reply::Refused) => Next::End(Response::Done),
            _ => Next::End(Response::Unavailable),
        }
    }

    const fn step(self, state: State) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }

    fn read_file(&self, user: &User) -> State {
        State::ReadFile {
            version: user.version,
            is_referred_to: user.file == Some(self.file),
        }
    }

    fn mark(self, version: u8, is_referred_to: bool, record: Option<Record>, context: Context) -> Next<Self> {
        let is_current = |record: &Record| record.deadline.is_none_or(|deadline| deadline.day >= context.day);
        let Some(record) = record.filter(|record| record.owner == Some(self.user) && is_current(record)) else {
            return Next::End(Response::NotFound);
        };
        if record.deleted {
            return self.step(State::DeleteObject);
        }
        // A claimed file to which the profile did not refer was claimed since the profile was read.
        let is_claimed = record.deadline.is_none() && !context.is(Mutation::DeletionOfAClaimedFile);
        let deletion = Deletion {
            file: self.file,
            read: record.deadline,
            profile: (is_referred_to || is_claimed).then_some((self.user, version)),
            is_referred_to,
        };
        self.step(if context.is(Mutation::ObjectDeletedBeforeMark) {
            State::DeleteObjectFirst(deletion)
        } else {
            State::Mark(deletion)
        })
    }
}
