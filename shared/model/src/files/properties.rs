//! What must hold in every state.

use stateright::Property;

use super::{
    Files, State,
    cloud::{Cloud, Existence, FileId, Outcome, Refusal, UPLOADED, UserId},
    process::{Request, Response},
};

/// Nobody claims the file of another user.
pub(super) const OWNER_STAYS: &str = "a file keeps its owner";
/// A profile refers to a file that is its owner's, claimed, and not deleted.
pub(super) const ONE_OWNER: &str = "a file has one owner, whose profile refers to it";
/// The bucket has the object of a file that a profile refers to, and will not delete it.
pub(super) const BYTES_STAY: &str = "no profile refers to deleted bytes";
/// Whatever is cut off, everything without a profile ends, with the operator's sweep.
pub(super) const EVERYTHING_ENDS: &str = "what no profile refers to ends";
/// Without faults, the operator has nothing to do. Of requests at the same time, one may remove a tag that another has set, and then
/// fail: such an object is left to the sweep.
pub(super) const ENDS_BY_ITSELF: &str = "an unclaimed file ends by itself";
/// Whatever was cut off, a client that repeats its request reaches what it wants.
pub(super) const CAN_BE_REPEATED: &str = "a repetition finishes what was cut off";
/// The record of a file that its owner deletes or replaces stays until the object is gone, or until the bucket will delete it, so that a
/// repetition, the deletion of the user or the sweep finds it.
pub(super) const RECORD_OUTLIVES_OBJECT: &str = "the record of a deleted or released file outlives its object";
/// Uploads of a deleted user do not become files.
pub(super) const NO_FILE_OF_DELETED_USER: &str = "no upload of a deleted user becomes a file";
/// A deletion that was reported as complete has left no file of an upload.
pub(super) const DELETION_IS_COMPLETE: &str = "a complete deletion leaves no file";
/// A cancelled upload is no file, and has no bytes.
pub(super) const CANCELLED_IS_GONE: &str = "a cancelled upload is gone";
/// The attempt of an upload is refunded once.
pub(super) const REFUNDED_ONCE: &str = "an attempt is refunded once";

pub(super) fn all(model: &Files) -> Vec<Property<Files>> {
    let examples = if model.requests.contains(&Request::FinalizeUpload) {
        examples_of_uploads()
    } else {
        examples_of_claims()
    };
    rules().into_iter().chain(examples).collect()
}

/// What must be possible, so that the rules say something.
fn examples_of_claims() -> Vec<Property<Files>> {
    vec![
        Property::sometimes("a registration claims a file", |_, state: &State| {
            state.cloud.users.second.file.is_some()
        }),
        Property::sometimes("a released file has its tag", |_, state: &State| {
            let file = state.cloud.files.first;
            let has_tag = file.object.is_some_and(|object| object.is_tagged && object.is_old);
            has_tag
                && file
                    .record
                    .is_some_and(|record| record.owner.is_some() && !record.is_locked)
        }),
        Property::sometimes("a file is deleted", |_, state: &State| {
            let file = state.cloud.files.first;
            file.object.is_none() && file.record.is_some_and(|record| record.deleted)
        }),
        Property::sometimes("an object waits for the sweep", |_, state: &State| {
            let file = state.cloud.files.first;
            file.record.is_none() && file.object.is_some_and(|object| !object.is_tagged)
        }),
        Property::sometimes("a user is deleted", |_, state: &State| {
            state.cloud.users.first.deletion_complete
        }),
    ]
}

fn examples_of_uploads() -> Vec<Property<Files>> {
    vec![
        Property::sometimes("a profile refers to an uploaded file", |_, state: &State| {
            state.cloud.users.first.file == Some(UPLOADED)
        }),
        Property::sometimes("an upload is refused", |_, state: &State| {
            let outcome = state.cloud.upload.record.and_then(|upload| upload.outcome);
            outcome == Some(Outcome::Refused(Refusal::Invalid))
        }),
        Property::sometimes("an upload is cancelled", |_, state: &State| {
            state.cloud.upload.told_cancelled && state.cloud.upload.refunds == 1
        }),
        Property::sometimes("a user with a file is deleted", |_, state: &State| {
            let file = state.cloud.files.of(UPLOADED);
            state.cloud.users.first.deletion_complete && file.last_owner == Some(UserId::A)
        }),
    ]
}

fn rules() -> Vec<Property<Files>> {
    vec![
        Property::always(OWNER_STAYS, |_, state: &State| {
            !state.cloud.files.first.changed_owner && !state.cloud.files.second.changed_owner
        }),
        Property::always(ONE_OWNER, |_, state: &State| {
            UserId::ALL.into_iter().all(|user| has_claimed(&state.cloud, user))
        }),
        Property::always(BYTES_STAY, |_, state: &State| {
            UserId::ALL.into_iter().all(|user| has_bytes(&state.cloud, user))
        }),
        Property::always(EVERYTHING_ENDS, |_, state: &State| {
            is_clean(&state.cloud.after_expiry(true))
        }),
        Property::always(ENDS_BY_ITSELF, |model: &Files, state: &State| {
            // A claim whose transaction comes after the deadline is cut off, too.
            let was_cut_off = state.faults < model.faults || !state.is_quiet() || state.cloud.day > 0;
            was_cut_off || state.overlapped || is_clean(&state.cloud.after_expiry(false))
        }),
        Property::always(CAN_BE_REPEATED, can_be_repeated),
        Property::always(RECORD_OUTLIVES_OBJECT, |_, state: &State| {
            FileId::ALL.into_iter().all(|file| {
                let file = state.cloud.files.of(file);
                let is_left = file.record.is_none() && file.object.is_some_and(|object| !object.is_tagged);
                !((file.was_deleted || file.is_released) && is_left)
            })
        }),
        Property::always(NO_FILE_OF_DELETED_USER, |_, state: &State| {
            !state.cloud.upload.became_file_of_deleted_user
        }),
        Property::always(DELETION_IS_COMPLETE, deletion_is_complete),
        Property::always(CANCELLED_IS_GONE, |_, state: &State| {
            let (upload, file) = (state.cloud.upload, state.cloud.files.of(UPLOADED));
            !upload.told_cancelled || !upload.is_open && file.object.is_none() && file.record.is_none()
        }),
        Property::always(REFUNDED_ONCE, |_, state: &State| state.cloud.upload.refunds <= 1),
    ]
}

/// Whether the user's profile refers to a claimed file of the user, or to none. While the user is being deleted, the file may be
/// deleted before the profile.
fn has_claimed(cloud: &Cloud, user: UserId) -> bool {
    let stored = cloud.users.of(user);
    let Some(file) = stored.file.filter(|_| !stored.deletion_begun) else {
        return true;
    };
    let record = cloud.files.of(file).record;
    record.is_some_and(|record| record.owner == Some(user) && record.deadline.is_none() && !record.deleted)
}

fn has_bytes(cloud: &Cloud, user: UserId) -> bool {
    let stored = cloud.users.of(user);
    let Some(file) = stored.file.filter(|_| !stored.deletion_begun) else {
        return true;
    };
    cloud.files.of(file).object.is_some_and(|object| !object.is_tagged)
}

/// Whether there is nothing but the files of profiles.
fn is_clean(cloud: &Cloud) -> bool {
    FileId::ALL.into_iter().all(|id| {
        let file = cloud.files.of(id);
        let is_referred_to = UserId::ALL.into_iter().any(|user| {
            let stored = cloud.users.of(user);
            stored.exists() && stored.file == Some(id)
        });
        is_referred_to || file.record.is_none() && file.object.is_none()
    })
}

fn deletion_is_complete(_: &Files, state: &State) -> bool {
    let cloud = &state.cloud;
    let finalized = cloud.upload.is_known.then(|| cloud.files.of(UPLOADED).record).flatten();
    let owner = finalized.and_then(|record| record.owner);
    owner.is_none_or(|owner| state.index_was_late || !cloud.users.of(owner).deletion_complete)
}

/// Whether each request reaches its end, if all others are cut off here.
fn can_be_repeated(model: &Files, state: &State) -> bool {
    let mut before = state.cloud;
    for file in FileId::ALL {
        before.end_lock(file);
    }
    let possible = model.requests.iter().filter(|request| request.is_possible(&before));
    possible.copied().all(|request| {
        let (response, after) = model.complete(before, request);
        reaches_its_end(request, &before, response, &after)
            && (state.overlapped || leaves_no_object(request, &before, &after))
    })
}

fn reaches_its_end(request: Request, before: &Cloud, response: Response, after: &Cloud) -> bool {
    match request {
        Request::Register(user, file) => {
            let is_possible = before.users.of(user).existence == Existence::Not && is_claimable(before, user, file);
            if is_possible {
                response == Response::Done && after.users.of(user).file == Some(file) && is_intact(after, user)
            } else {
                response != Response::Done
            }
        }
        Request::Update(user, file) => {
            let stored = before.users.of(user);
            let is_possible =
                stored.exists() && (stored.file == file || file.is_none_or(|file| is_claimable(before, user, file)));
            if is_possible {
                response == Response::Done && after.users.of(user).file == file && is_intact(after, user)
            } else {
                response != Response::Done
            }
        }
        Request::DeleteFile(user, file) => {
            let owned = before.files.of(file).record;
            let owned = owned.filter(|record| record.owner == Some(user) && !before.is_expired(record));
            if owned.is_some() && before.users.of(user).exists() {
                let is_gone = after.files.of(file).object.is_none() && after.users.of(user).file != Some(file);
                response == Response::Done && is_gone
            } else {
                response != Response::Done
            }
        }
        Request::DeleteUser(user) | Request::FinishDeletion(user) => {
            let is_possible = before.users.of(user).exists() || matches!(request, Request::FinishDeletion(_));
            !is_possible || response == Response::Done && is_without(after, user)
        }
        Request::FinalizeUpload => is_finalized(before, response, after),
        Request::CancelUpload => {
            let has_ended = before.current_upload().and_then(|upload| upload.outcome) == Some(Outcome::Finalized);
            let is_gone = !after.upload.is_open && after.upload.record.is_none();
            match response {
                Response::Refused => has_ended,
                Response::Done => before.day > 0 || is_gone && after.files.of(UPLOADED).object.is_none(),
                _ => false,
            }
        }
        Request::UploadFile(..) | Request::StartUpload(_) | Request::Sweep => {
            matches!(response, Response::Done | Response::Refused)
        }
    }
}

fn is_claimable(cloud: &Cloud, user: UserId, file: FileId) -> bool {
    let stored = cloud.files.of(file);
    stored.object.is_some() && stored.record.is_some_and(|record| cloud.can_claim(&record, user))
}

fn is_intact(cloud: &Cloud, user: UserId) -> bool {
    has_claimed(cloud, user) && has_bytes(cloud, user)
}

/// Whether nothing of a user is left.
fn is_without(cloud: &Cloud, user: UserId) -> bool {
    let has_file = |id| {
        cloud
            .files
            .of(id)
            .record
            .is_some_and(|record| record.owner == Some(user))
    };
    let has_upload = cloud.upload.record.is_some_and(|upload| upload.owner == Some(user));
    !FileId::ALL.into_iter().any(has_file) && !has_upload && !cloud.users.of(user).exists()
}

/// Whether a deletion of a user leaves no object that the bucket does not delete. A claim that was cut off may have removed the tag, and
/// nobody knows whose such an object is after its record has expired: it is left to the sweep.
fn leaves_no_object(request: Request, before: &Cloud, after: &Cloud) -> bool {
    let user = match request {
        Request::DeleteUser(user) if before.users.of(user).exists() => user,
        Request::FinishDeletion(user) => user,
        _ => return true,
    };
    let is_left = |id| {
        let file = after.files.of(id);
        let is_known = after.day == 0 || file.is_released;
        is_known && file.last_owner == Some(user) && file.object.is_some_and(|object| !object.is_tagged)
    };
    !FileId::ALL.into_iter().any(is_left)
}

fn is_finalized(before: &Cloud, response: Response, after: &Cloud) -> bool {
    let Some(upload) = before.current_upload() else {
        return response == Response::NotFound;
    };
    let (file, made) = (before.files.of(UPLOADED), after.files.of(UPLOADED));
    let is_owner_deleted = upload.owner.is_some_and(|owner| before.users.of(owner).marker);
    match upload.outcome {
        None if !before.upload.is_open && file.object.is_none() => response != Response::Done,
        None if before.upload.is_valid && !is_owner_deleted => {
            response == Response::Done && made.record.is_some() && made.object.is_some()
        }
        None | Some(Outcome::Refused(_)) => response == Response::Refused && made.object.is_none(),
        Some(Outcome::Finalized) => {
            let is_there = file.record.is_some_and(|record| !record.deleted);
            (response == Response::Done) == is_there
        }
    }
}
