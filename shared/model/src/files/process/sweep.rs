//! `scripts/ops storage sweep` (`infra/ops/src/storage`).

use super::{Context, Next, Response};
use crate::files::{
    aws::{AwsRequest, Lock, Reply},
    cloud::{Deadline, FileId, Record},
    mutation::Mutation,
};

/// Deletes expired files and old objects without a record, and completes interrupted deletions and releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sweep {
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    ListObjects,
    ScanFiles([bool; 2]),
    DeleteFile {
        finding: Finding,
        next: Option<Finding>,
    },
    DeleteObject {
        finding: Finding,
        next: Option<Finding>,
    },
    EndDeletion {
        file: FileId,
        deadline: Deadline,
        next: Option<Finding>,
    },
    /// Completes a release, in three steps.
    Lock {
        file: FileId,
        read: Deadline,
        next: Option<Finding>,
    },
    SetTag {
        file: FileId,
        lock: Lock,
        next: Option<Finding>,
    },
    Unlock {
        file: FileId,
        lock: Lock,
        deadline: Option<Deadline>,
        next: Option<Finding>,
    },
}

/// A file to delete, or to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Finding {
    file: FileId,
    problem: Problem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Problem {
    /// An old object without a record.
    WithoutRecord,
    Expired(Deadline),
    /// Its owner has begun to delete it.
    UnfinishedDeletion,
    /// A profile has released it, and its object may have no tag.
    UnfinishedRelease(Deadline),
}

impl Sweep {
    pub(super) const fn new() -> Self {
        Self {
            state: State::ListObjects,
        }
    }

    /// Whether it sets the deadline of a deleted or released file.
    pub(super) const fn sets_deadline(&self) -> bool {
        matches!(
            self.state,
            State::EndDeletion { .. } | State::Unlock { deadline: Some(_), .. }
        )
    }

    pub(super) const fn locked_file(&self) -> Option<FileId> {
        match self.state {
            State::SetTag { file, .. } | State::Unlock { file, .. } => Some(file),
            _ => None,
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::ListObjects => AwsRequest::ListOldObjects,
            State::ScanFiles(_) => AwsRequest::ScanFiles,
            State::DeleteObject { finding, .. } => AwsRequest::DeleteObject(finding.file),
            State::EndDeletion { file, deadline, .. } => AwsRequest::EndDeletion { file, deadline },
            State::DeleteFile { finding, .. } => match finding.problem {
                Problem::Expired(read) => AwsRequest::DeleteExpiredFile {
                    file: finding.file,
                    read,
                },
                _ => AwsRequest::DeleteFile(finding.file),
            },
            State::Lock { file, read, .. } => AwsRequest::Lock { file, read },
            State::SetTag { file, .. } => AwsRequest::SetTag(file),
            State::Unlock {
                file, lock, deadline, ..
            } => AwsRequest::Unlock { file, lock, deadline },
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match (self.state, reply) {
            (_, Reply::Failed) => Next::End(Response::Unavailable),
            (State::ListObjects, Reply::OldObjects(old)) => step(State::ScanFiles(old)),
            (State::ScanFiles([old_one, old_two]), Reply::Records([one, two])) => {
                let one = finding(FileId::One, old_one, one, context);
                let two = finding(FileId::Two, old_two, two, context);
                match one {
                    Some(finding) => handle(finding, two, context),
                    None => next(two, context),
                }
            }
            (State::DeleteFile { finding, next }, Reply::Done) => step(State::DeleteObject { finding, next }),
            (State::DeleteObject { finding, next }, _) if finding.problem == Problem::UnfinishedDeletion => {
                step(State::EndDeletion {
                    file: finding.file,
                    deadline: context.deadline(),
                    next,
                })
            }
            (State::Lock { file, next, .. }, Reply::Locked(lock)) => step(State::SetTag { file, lock, next }),
            (State::SetTag { file, lock, next }, _) => step(State::Unlock {
                file,
                lock,
                deadline: context.deadline_after_tag(lock),
                next,
            }),
            (
                State::DeleteFile { next: other, .. }
                | State::DeleteObject { next: other, .. }
                | State::EndDeletion { next: other, .. }
                | State::Lock { next: other, .. }
                | State::Unlock { next: other, .. },
                _,
            ) => next(other, context),
            (State::ListObjects | State::ScanFiles(_), _) => Next::End(Response::Unavailable),
        }
    }
}

const fn step(state: State) -> Next<Sweep> {
    Next::Step(Sweep { state })
}

fn next(finding: Option<Finding>, context: Context) -> Next<Sweep> {
    match finding {
        Some(finding) => handle(finding, None, context),
        None => Next::End(Response::Done),
    }
}

/// The record goes before the object, because only it can have a condition. An object that an interruption leaves has no record. Nobody
/// claims a file whose owner has begun to delete it.
fn handle(finding: Finding, next: Option<Finding>, context: Context) -> Next<Sweep> {
    step(match finding.problem {
        Problem::Expired(_) if !context.is(Mutation::SweepWithoutCondition) => State::DeleteFile { finding, next },
        Problem::UnfinishedRelease(read) => State::Lock {
            file: finding.file,
            read,
            next,
        },
        _ => State::DeleteObject { finding, next },
    })
}

fn finding(file: FileId, is_old: bool, record: Option<Record>, context: Context) -> Option<Finding> {
    let problem = match record {
        None => is_old.then_some(Problem::WithoutRecord),
        Some(record) => record.deadline.and_then(|deadline| {
            if !deadline.is_unfinished() {
                (deadline.day < context.day).then_some(Problem::Expired(deadline))
            } else if record.deleted {
                Some(Problem::UnfinishedDeletion)
            } else {
                Some(Problem::UnfinishedRelease(deadline))
            }
        }),
    };
    problem.map(|problem| Finding { file, problem })
}
