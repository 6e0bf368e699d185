//! `scripts/ops storage sweep` (`infra/ops/src/storage`).

use super::{Context, Next, Response};
use crate::files::{
    aws::{AwsRequest, Reply},
    cloud::{Deadline, FileId, Record},
    mutation::Mutation,
};

/// Deletes expired files, and old objects without a record.
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
}

/// A file to delete. An object without a record has no deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Finding {
    file: FileId,
    expired: Option<Deadline>,
    /// Whether its owner has begun to delete it.
    is_deletion_unfinished: bool,
}

impl Sweep {
    pub(super) const fn new() -> Self {
        Self {
            state: State::ListObjects,
        }
    }

    /// Whether it sets the deadline of a deleted file.
    pub(super) const fn sets_deadline(&self) -> bool {
        matches!(self.state, State::EndDeletion { .. })
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            State::ListObjects => AwsRequest::ListOldObjects,
            State::ScanFiles(_) => AwsRequest::ScanFiles,
            State::DeleteObject { finding, .. } => AwsRequest::DeleteObject(finding.file),
            State::EndDeletion { file, deadline, .. } => AwsRequest::EndDeletion { file, deadline },
            State::DeleteFile { finding, .. } => match finding.expired {
                Some(read) => AwsRequest::DeleteExpiredFile {
                    file: finding.file,
                    read,
                },
                None => AwsRequest::DeleteFile(finding.file),
            },
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
                    Some(finding) => delete(finding, two, context),
                    None => next(two, context),
                }
            }
            (State::DeleteFile { finding, next }, Reply::Done) => step(State::DeleteObject { finding, next }),
            (State::DeleteObject { finding, next }, _) if finding.is_deletion_unfinished => step(State::EndDeletion {
                file: finding.file,
                deadline: context.deadline(),
                next,
            }),
            (
                State::DeleteFile { next: other, .. }
                | State::DeleteObject { next: other, .. }
                | State::EndDeletion { next: other, .. },
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
        Some(finding) => delete(finding, None, context),
        None => Next::End(Response::Done),
    }
}

/// The record goes before the object, because only it can have a condition. An object that an interruption leaves has no record. Nobody
/// claims a file whose owner has begun to delete it.
fn delete(finding: Finding, next: Option<Finding>, context: Context) -> Next<Sweep> {
    let is_record_first = finding.expired.is_some() && !finding.is_deletion_unfinished;
    if is_record_first && !context.is(Mutation::SweepWithoutCondition) {
        step(State::DeleteFile { finding, next })
    } else {
        step(State::DeleteObject { finding, next })
    }
}

fn finding(file: FileId, is_old: bool, record: Option<Record>, context: Context) -> Option<Finding> {
    match record {
        None if is_old => Some(Finding {
            file,
            expired: None,
            is_deletion_unfinished: false,
        }),
        None => None,
        Some(record) => {
            let is_deletion_unfinished = record.deadline == Some(Deadline::UNFINISHED_DELETION);
            let expired = (record.deadline).filter(|deadline| deadline.day < context.day || is_deletion_unfinished);
            expired.map(|deadline| Finding {
                file,
                expired: Some(deadline),
                is_deletion_unfinished,
            })
        }
    }
}
