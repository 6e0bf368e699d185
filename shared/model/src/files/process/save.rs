//! `functions/users/update` and `functions/users/register`, with `shared/files/src/claims.rs`.

use super::{Context, Next, Request, Response};
use crate::files::{
    aws::{AwsRequest, ProfileWrite, Reply},
    cloud::{Deadline, FileId, Record, User, UserId},
    mutation::Mutation,
};

/// Writes a profile with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Save {
    user: UserId,
    /// The file that the profile should refer to.
    file: Option<FileId>,
    /// Whether it creates the user.
    is_new: bool,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    Start,
    /// Reads the file to claim. `current` is the file that the profile refers to now.
    ReadRequested {
        write: ProfileWrite,
        file: FileId,
        current: Option<FileId>,
    },
    /// Reads the file to release.
    ReadCurrent {
        write: ProfileWrite,
        file: FileId,
    },
    RemoveTag {
        write: ProfileWrite,
        file: FileId,
    },
    /// Only with [`Mutation::TagSetBeforeRelease`].
    SetTagFirst {
        write: ProfileWrite,
        file: FileId,
    },
    Write(ProfileWrite),
    /// Only with [`Mutation::TagRemovedAfterClaim`].
    RemoveTagLast {
        write: ProfileWrite,
        file: FileId,
    },
    /// Lets the bucket delete a file that no profile refers to, in three steps.
    Lock {
        file: FileId,
        read: Deadline,
        response: Response,
    },
    SetTag {
        file: FileId,
        locked: Deadline,
        response: Response,
    },
    Unlock {
        file: FileId,
        locked: Deadline,
        response: Response,
    },
}

impl Save {
    pub(super) const fn register(user: UserId, file: FileId) -> Self {
        Self {
            user,
            file: Some(file),
            is_new: true,
            state: State::Start,
        }
    }

    pub(super) const fn update(user: UserId, file: Option<FileId>) -> Self {
        Self {
            user,
            file,
            is_new: false,
            state: State::Start,
        }
    }

    pub(super) const fn request(&self) -> Request {
        match self.file {
            Some(file) if self.is_new => Request::Register(self.user, file),
            file => Request::Update(self.user, file),
        }
    }

    /// Whether it releases a file, or has released it.
    pub(super) const fn sets_deadline(&self) -> bool {
        match self.state {
            State::RemoveTag { write, .. }
            | State::SetTagFirst { write, .. }
            | State::Write(write)
            | State::RemoveTagLast { write, .. } => write.released.is_some(),
            State::Lock { response, .. } | State::SetTag { response, .. } | State::Unlock { response, .. } => {
                matches!(response, Response::Done)
            }
            State::Start | State::ReadRequested { .. } | State::ReadCurrent { .. } => false,
        }
    }

    pub(super) const fn locked_file(&self) -> Option<FileId> {
        match self.state {
            State::SetTag { file, .. } | State::Unlock { file, .. } => Some(file),
            _ => None,
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::Start => AwsRequest::GetUser(self.user),
            State::ReadRequested { file, .. } | State::ReadCurrent { file, .. } => AwsRequest::GetFile(file),
            State::RemoveTag { file, .. } | State::RemoveTagLast { file, .. } => AwsRequest::RemoveTag(file),
            State::SetTagFirst { file, .. } | State::SetTag { file, .. } => AwsRequest::SetTag(file),
            State::Write(write) => AwsRequest::WriteProfile(write),
            State::Lock { file, read, .. } => AwsRequest::Lock { file, read },
            State::Unlock { file, locked, .. } => AwsRequest::Unlock { file, read: locked },
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match (self.state, reply) {
            (State::Start, Reply::User(user)) => self.plan(user, context),
            (State::ReadRequested { write, file, current }, Reply::File(record)) => {
                self.claim(write, file, record, current, context)
            }
            (State::ReadCurrent { write, file }, Reply::File(record)) => self.release(write, file, record, context),
            (State::RemoveTag { write, .. } | State::SetTagFirst { write, .. }, Reply::Done) => {
                self.step(State::Write(write))
            }
            (State::SetTagFirst { .. }, _) => Next::End(Response::Unavailable),
            (State::RemoveTag { write, .. }, Reply::Refused) => self.failed(write, Response::NotFound, context),
            (State::RemoveTag { write, .. }, _) => self.failed(write, Response::Unavailable, context),
            (State::Write(write), Reply::Done) => self.written(write, context),
            (State::Write(write), Reply::Refused) => self.failed(write, Response::Conflict, context),
            (State::Write(write), _) => self.failed(write, Response::Unavailable, context),
            (State::RemoveTagLast { write, .. }, _) => self.released(write, context),
            (State::Lock { file, read, response }, Reply::Done) => self.step(State::SetTag {
                file,
                locked: read.postponed(),
                response,
            }),
            (State::SetTag { file, locked, response }, Reply::Done) if !context.is(Mutation::TagSetWithoutLock) => {
                self.step(State::Unlock { file, locked, response })
            }
            (State::Lock { response, .. } | State::SetTag { response, .. } | State::Unlock { response, .. }, _) => {
                Next::End(response)
            }
            (State::Start | State::ReadRequested { .. } | State::ReadCurrent { .. }, _) => {
                Next::End(Response::Unavailable)
            }
        }
    }

    const fn step(self, state: State) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }

    fn plan(self, user: Option<User>, context: Context) -> Next<Self> {
        let version = match user {
            Some(_) if self.is_new => return Next::End(Response::Refused),
            None if !self.is_new => return Next::End(Response::Refused),
            user => user.map(|user| user.version),
        };
        let write = ProfileWrite {
            user: self.user,
            version,
            file: self.file,
            claimed: None,
            released: None,
        };
        let current = user.and_then(|user| user.file);
        match self.file {
            Some(file) if current != Some(file) => self.step(State::ReadRequested { write, file, current }),
            Some(_) => self.step(State::Write(write)),
            None => self.read_current(write, current, context),
        }
    }

    /// The claim of a file that the user may claim.
    fn claim(
        self,
        write: ProfileWrite,
        file: FileId,
        record: Option<Record>,
        current: Option<FileId>,
        context: Context,
    ) -> Next<Self> {
        let Some(record) = record else {
            return Next::End(Response::NotFound);
        };
        let may_claim = record.owner.is_none_or(|owner| owner == self.user) || context.is(Mutation::ClaimWithoutOwner);
        let is_there = !record.deleted || context.is(Mutation::ClaimOfADeletedFile);
        let deadline = record.deadline.filter(|deadline| deadline.day >= context.day);
        match deadline {
            Some(_) if record.is_locked && !context.is(Mutation::ClaimDespiteLock) => Next::End(Response::Conflict),
            Some(read) if may_claim && is_there => {
                let claimed = Some((file, read));
                self.read_current(ProfileWrite { claimed, ..write }, current, context)
            }
            _ => Next::End(Response::NotFound),
        }
    }

    fn read_current(self, write: ProfileWrite, current: Option<FileId>, context: Context) -> Next<Self> {
        match current {
            Some(file) => self.step(State::ReadCurrent { write, file }),
            None => self.prepare(write, context),
        }
    }

    /// The release of the file that the profile refers to, unless an interrupted deletion of the user has deleted it.
    fn release(self, write: ProfileWrite, file: FileId, record: Option<Record>, context: Context) -> Next<Self> {
        let claimed = record.filter(|record| record.deadline.is_none() && record.owner == Some(self.user));
        let deadline = Deadline {
            day: context.day,
            seconds: 0,
        };
        let released = claimed.map(|_| (file, deadline));
        self.prepare(ProfileWrite { released, ..write }, context)
    }

    /// The tags before the transaction.
    fn prepare(self, write: ProfileWrite, context: Context) -> Next<Self> {
        self.step(match (write.claimed, write.released) {
            (Some((file, _)), _) if !context.is(Mutation::TagRemovedAfterClaim) => State::RemoveTag { write, file },
            (None, Some((file, _))) if context.is(Mutation::TagSetBeforeRelease) => State::SetTagFirst { write, file },
            _ => State::Write(write),
        })
    }

    fn written(self, write: ProfileWrite, context: Context) -> Next<Self> {
        match write.claimed {
            Some((file, _)) if context.is(Mutation::TagRemovedAfterClaim) => {
                self.step(State::RemoveTagLast { write, file })
            }
            _ => self.released(write, context),
        }
    }

    fn released(self, write: ProfileWrite, context: Context) -> Next<Self> {
        match write.released {
            Some((file, read)) if !context.is(Mutation::ReleaseWithoutTag) => {
                self.mark_unclaimed(file, read, Response::Done, context)
            }
            _ => Next::End(Response::Done),
        }
    }

    /// There was no transaction, or nobody knows.
    fn failed(self, write: ProfileWrite, response: Response, context: Context) -> Next<Self> {
        match write.claimed {
            Some((file, read)) => self.mark_unclaimed(file, read, response, context),
            None => Next::End(response),
        }
    }

    fn mark_unclaimed(self, file: FileId, read: Deadline, response: Response, context: Context) -> Next<Self> {
        self.step(if context.is(Mutation::TagSetWithoutLock) {
            State::SetTag {
                file,
                locked: read,
                response,
            }
        } else {
            State::Lock { file, read, response }
        })
    }
}
