//! `functions/src/users/update` and `functions/src/users/register`, with `shared/files/src/claims.rs`.

use super::{Context, Next, Request, Response};
use crate::files::{
    aws::{AwsRequest, Lock, ProfileWrite, Reply},
    cloud::{Deadline, FileId, User, UserId},
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
    /// Reads the file to claim. `current` is the file that the profile refers to now. The reads of a request begin at the same time, so it
    /// makes all of them, also when the first one has refused it.
    ReadRequested {
        write: ProfileWrite,
        file: FileId,
        current: Option<FileId>,
        refusal: Option<Response>,
    },
    /// Reads the file to release.
    ReadCurrent {
        write: ProfileWrite,
        file: FileId,
        refusal: Option<Response>,
    },
    /// Finds out whether the profile has that version still: another request may have claimed the file for it.
    ReadAgain {
        version: Option<u8>,
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
        lock: Lock,
        response: Response,
    },
    Unlock {
        file: FileId,
        lock: Lock,
        deadline: Option<Deadline>,
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

    pub(super) const fn sets_deadline(&self) -> bool {
        matches!(self.state, State::Unlock { deadline: Some(_), .. })
    }

    pub(super) const fn locked_file(&self) -> Option<FileId> {
        match self.state {
            State::SetTag { file, .. } | State::Unlock { file, .. } => Some(file),
            _ => None,
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::Start | State::ReadAgain { .. } => AwsRequest::GetUser(self.user),
            State::ReadRequested { file, .. } | State::ReadCurrent { file, .. } => AwsRequest::GetFile(file),
            State::RemoveTag { file, .. } | State::RemoveTagLast { file, .. } => AwsRequest::RemoveTag(file),
            State::SetTagFirst { file, .. } | State::SetTag { file, .. } => AwsRequest::SetTag(file),
            State::Write(write) => AwsRequest::WriteProfile(write),
            State::Lock { file, read, .. } => AwsRequest::Lock { file, read },
            State::Unlock {
                file, lock, deadline, ..
            } => AwsRequest::Unlock { file, lock, deadline },
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match (self.state, reply) {
            (State::Start, Reply::User(user)) => self.plan(user, context),
            (State::Start, _) => self.not_read(),
            (
                State::ReadRequested {
                    write,
                    file,
                    current,
                    refusal,
                },
                reply,
            ) => match self.claim(file, reply, context) {
                Ok(claimed) => self.read_current(ProfileWrite { claimed, ..write }, current, refusal, context),
                Err(refused) => self.read_current(write, current, refusal.or(Some(refused)), context),
            },
            (State::ReadCurrent { write, file, refusal }, reply) => self.release(write, file, reply, refusal, context),
            (State::ReadAgain { version }, Reply::User(user)) => {
                let is_changed = user.map(|user| user.version) != version;
                Next::End(if is_changed {
                    Response::Conflict
                } else {
                    Response::NotFound
                })
            }
            (State::ReadAgain { .. }, _) => Next::End(Response::Unavailable),
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
            (State::Lock { file, response, .. }, Reply::Locked(lock)) => {
                self.step(State::SetTag { file, lock, response })
            }
            (State::SetTag { file, lock, response }, Reply::Done | Reply::Refused)
                if !context.is(Mutation::TagSetWithoutLock) =>
            {
                self.step(State::Unlock {
                    file,
                    lock,
                    deadline: context.deadline_after_tag(lock),
                    response,
                })
            }
            (State::Lock { response, .. } | State::SetTag { response, .. } | State::Unlock { response, .. }, _) => {
                Next::End(response)
            }
        }
    }

    const fn step(self, state: State) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }

    fn plan(self, user: Option<User>, context: Context) -> Next<Self> {
        let refusal = (user.is_some() == self.is_new).then_some(Response::Refused);
        if refusal.is_some() && !self.is_new {
            return Next::End(Response::Refused);
        }
        let write = self.write(user.map(|user| user.version));
        let current = user.and_then(|user| user.file).filter(|_| !self.is_new);
        match self.file {
            Some(file) if current != Some(file) => self.step(State::ReadRequested {
                write,
                file,
                current,
                refusal,
            }),
            Some(_) => self.step(State::Write(write)),
            None => self.read_current(write, current, refusal, context),
        }
    }

    /// The user could not be read. A registration reads the file at the same time.
    const fn not_read(self) -> Next<Self> {
        match self.file {
            Some(file) if self.is_new => self.step(State::ReadRequested {
                write: self.write(None),
                file,
                current: None,
                refusal: Some(Response::Unavailable),
            }),
            _ => Next::End(Response::Unavailable),
        }
    }

    const fn write(&self, version: Option<u8>) -> ProfileWrite {
        ProfileWrite {
            user: self.user,
            version,
            file: self.file,
            claimed: None,
            released: None,
        }
    }

    /// The claim of a file, if the user may claim it.
    fn claim(&self, file: FileId, reply: Reply, context: Context) -> Result<Option<(FileId, Deadline)>, Response> {
        let Reply::File(record) = reply else {
            return Err(Response::Unavailable);
        };
        let record = record.ok_or(Response::NotFound)?;
        let may_claim = record.owner.is_none_or(|owner| owner == self.user) || context.is(Mutation::ClaimWithoutOwner);
        let is_there = !record.deleted || context.is(Mutation::ClaimOfADeletedFile);
        let deadline = record.deadline.filter(|deadline| deadline.day >= context.day);
        match deadline {
            Some(_) if !(may_claim && is_there) => Err(Response::NotFound),
            Some(_) if record.is_locked && !context.is(Mutation::ClaimDespiteLock) => Err(Response::Conflict),
            Some(read) => Ok(Some((file, read))),
            None => Err(Response::NotFound),
        }
    }

    fn read_current(
        self,
        write: ProfileWrite,
        current: Option<FileId>,
        refusal: Option<Response>,
        context: Context,
    ) -> Next<Self> {
        match current {
            Some(file) => self.step(State::ReadCurrent { write, file, refusal }),
            None => self.planned(write, refusal, context),
        }
    }

    /// The release of the file that the profile refers to, unless an interrupted deletion of the user has deleted it.
    fn release(
        self,
        write: ProfileWrite,
        file: FileId,
        reply: Reply,
        refusal: Option<Response>,
        context: Context,
    ) -> Next<Self> {
        let Reply::File(record) = reply else {
            return self.planned(write, refusal.or(Some(Response::Unavailable)), context);
        };
        let claimed = record.filter(|record| record.deadline.is_none() && record.owner == Some(self.user));
        let deadline = if context.is(Mutation::UntaggedReleaseExpires) {
            context.deadline()
        } else {
            Deadline::UNFINISHED
        };
        let released = claimed.map(|_| (file, deadline));
        self.planned(ProfileWrite { released, ..write }, refusal, context)
    }

    /// After all reads.
    fn planned(self, write: ProfileWrite, refusal: Option<Response>, context: Context) -> Next<Self> {
        match refusal {
            None => self.prepare(write, context),
            Some(Response::NotFound) if !self.is_new => self.step(State::ReadAgain { version: write.version }),
            Some(refusal) => Next::End(refusal),
        }
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
                lock: Lock::default(),
                response,
            }
        } else {
            State::Lock { file, read, response }
        })
    }
}
