//! Files: uploads, claims, removals, the deletion of users, and the janitor.
//!
//! Code: `shared/store/src/files.rs`, `shared/files`, `shared/app/src/user_deletion.rs`, `functions/src/file`,
//! `functions/src/users/{register,update,delete}` and `functions/src/operator/remove_files.rs`.

#![allow(clippy::indexing_slicing, reason = "files and users are named by their places")]

#[cfg(test)]
mod tests;

use stateright::{Model, Property};

/// The model: some requests at once, in any order of their steps, with some faults.
#[derive(Clone, Debug)]
pub struct Files {
    pub cloud: Cloud,
    /// What may be sent. A client that repeats a request is two requests, and one that gives up is none.
    pub requests: Vec<Request>,
    pub request_count: usize,
    pub faults: u8,
    pub mutation: Option<Mutation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    Uploading,
    Unclaimed,
    Claimed,
    Removed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Due {
    Never,
    Later,
    Now,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Record {
    pub state: State,
    pub due: Due,
    pub owner: Option<usize>,
    pub object_deleted: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct User {
    pub exists: bool,
    pub version: u8,
    pub file: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct File {
    pub record: Option<Record>,
    pub has_object: bool,
    pub told_cancelled: bool,
    pub refunds: u8,
    pub was_stolen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cloud {
    pub users: [User; 2],
    pub files: [File; 2],
}

/// Files and users are named by their places in [`Cloud`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Request {
    Store(usize, usize),
    /// Whether the video is valid.
    Finalize(usize, bool),
    Cancel(usize),
    /// `PUT /users/{id}`; a registration claims in the same way.
    Update(usize, Option<usize>),
    DeleteFile(usize, usize),
    DeleteUser(usize),
    /// The janitor takes a step with a file that the index has proposed, however old the index is.
    Janitor(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Process {
    pub request: Request,
    pub step: u8,
    user: User,
    record: Option<Record>,
    replaced: Option<Record>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub cloud: Cloud,
    pub processes: Vec<Process>,
    /// Steps whose response was lost before they arrived. Each may arrive at any time, or never.
    pub late: Vec<Process>,
    pub faults: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Step(Process),
    Crash(Process),
    /// The function ends, and its step may still arrive.
    Lose(Process),
    Arrive(Process),
    Due(usize),
}

/// Faults that tests put into the model, to see that the checker finds them. Each is one condition or the order of two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    ClaimOfAnothersFile,
    ClaimOfARemovedFile,
    ClaimBeforeTheBytes,
    ClaimLeavesDueTime,
    ProfileWithoutVersion,
    ReplacedFileStays,
    DeletionWithoutProfile,
    EndWithoutCondition,
    ObjectBeforeRecord,
    RefundOutsideTransaction,
    UserDeletedWithoutVersion,
    UserDeletedWithoutFile,
    ClaimedFileRemovedFirst,
    JanitorTrustsIndex,
    JanitorDeletesFirst,
    JanitorDoesNotWait,
    RecordForgottenFirst,
}

pub(crate) const ONE_OWNER: &str = "a profile refers to a claimed file of its user";
pub(crate) const HAS_BYTES: &str = "a claimed file has its bytes";
pub(crate) const NOT_STOLEN: &str = "nobody claims the file of another user";
pub(crate) const HAS_RECORD: &str = "each object has a record";
pub(crate) const ENDS: &str = "what no profile refers to ends";
pub(crate) const CANCELLED: &str = "a cancelled upload is no file";
pub(crate) const REFUNDED_ONCE: &str = "an attempt is refunded once";

impl File {
    fn stored(state: State, due: Due, owner: Option<usize>, has_object: bool) -> Self {
        Self {
            record: Some(Record {
                state,
                due,
                owner,
                object_deleted: false,
            }),
            has_object,
            ..Self::default()
        }
    }

    fn remove_if(&mut self, holds: bool) {
        if let Some(record) = self.record.as_mut().filter(|_| holds) {
            record.state = State::Removed;
            record.due = Due::Later;
        }
    }

    fn is(&self, state: State) -> bool {
        self.record.is_some_and(|record| record.state == state)
    }
}

impl Process {
    fn new(request: Request) -> Self {
        Self {
            request,
            step: 0,
            user: User::default(),
            record: None,
            replaced: None,
        }
    }
}

impl Files {
    /// A file without an owner that waits for its claim, and the file of the first user's profile.
    pub fn claims(request_count: usize, faults: u8) -> Self {
        use Request::{DeleteFile, DeleteUser, Janitor, Update};
        let unclaimed = File::stored(State::Unclaimed, Due::Later, None, true);
        let claimed = File::stored(State::Claimed, Due::Never, Some(0), true);
        let requests = [
            Update(0, Some(0)),
            Update(0, None),
            Update(1, Some(0)),
            DeleteFile(0, 0),
            DeleteFile(0, 1),
            DeleteUser(0),
            Janitor(0),
            Janitor(1),
        ];
        Self::new([unclaimed, claimed], Some(1), &requests, request_count, faults)
    }

    /// An upload of the first user, and a file that the user is about to send.
    pub fn uploads(request_count: usize, faults: u8) -> Self {
        use Request::{Cancel, DeleteUser, Finalize, Janitor, Store, Update};
        let open = File::stored(State::Uploading, Due::Later, Some(0), false);
        let requests = [
            Store(1, 0),
            Finalize(0, true),
            Finalize(0, false),
            Cancel(0),
            Update(0, Some(0)),
            Update(1, Some(0)),
            DeleteUser(0),
            Janitor(0),
            Janitor(1),
        ];
        Self::new([open, File::default()], None, &requests, request_count, faults)
    }

    fn new(files: [File; 2], file: Option<usize>, requests: &[Request], request_count: usize, faults: u8) -> Self {
        let user = User {
            exists: true,
            ..User::default()
        };
        Self {
            cloud: Cloud {
                users: [User { file, ..user }, user],
                files,
            },
            requests: requests.to_vec(),
            request_count,
            faults,
            mutation: None,
        }
    }

    fn has(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// Whether a user may claim a file with that record.
    fn can_claim(&self, record: Option<Record>, user: usize, is_written: bool) -> bool {
        record.is_some_and(|record| {
            let is_unclaimed = match record.state {
                // The time is that of the function: it may be over when the transaction arrives.
                State::Unclaimed => is_written || record.due == Due::Later,
                State::Uploading => self.has(Mutation::ClaimBeforeTheBytes),
                State::Removed => self.has(Mutation::ClaimOfARemovedFile),
                State::Claimed => false,
            };
            let is_own = record.owner.is_none_or(|owner| owner == user) || self.has(Mutation::ClaimOfAnothersFile);
            is_unclaimed && is_own
        })
    }

    /// Makes the next request of a process to AWS. Returns the process after it; none when it has ended.
    fn step(&self, process: Process, cloud: &mut Cloud) -> Option<Process> {
        let next = Process {
            step: process.step + 1,
            ..process
        };
        match (process.request, process.step) {
            (Request::Store(file, owner), step) => {
                let file = &mut cloud.files[file];
                let object_first = u8::from(self.has(Mutation::ObjectBeforeRecord) && step < 2);
                match step.abs_diff(object_first) {
                    0 => file.record = File::stored(State::Uploading, Due::Later, Some(owner), false).record,
                    1 => file.has_object = true,
                    _ => return self.end(file),
                }
                Some(next)
            }
            (Request::Finalize(file, _), 0) => cloud.files[file].is(State::Uploading).then_some(next),
            (Request::Finalize(file, _), 1) => {
                cloud.files[file].has_object = true;
                Some(next)
            }
            (Request::Finalize(file, true), _) => self.end(&mut cloud.files[file]),
            (Request::Finalize(file, false) | Request::Cancel(file), step) => {
                let is_cancel = matches!(process.request, Request::Cancel(_));
                let file = &mut cloud.files[file];
                if is_cancel && step == 0 {
                    return file.is(State::Uploading).then_some(next);
                }
                let is_open = file.is(State::Uploading);
                file.remove_if(is_open);
                file.told_cancelled |= is_open && is_cancel;
                let is_refunded = is_open || self.has(Mutation::RefundOutsideTransaction);
                file.refunds += u8::from(is_cancel && is_refunded);
                None
            }
            (Request::Update(user, _) | Request::DeleteFile(user, _) | Request::DeleteUser(user), 0) => {
                let user = cloud.users[user];
                user.exists.then_some(Process { user, ..next })
            }
            (Request::Update(user, new), 1) => {
                let claimed = new.filter(|_| new != process.user.file);
                let record = claimed.and_then(|file| cloud.files[file].record);
                (claimed.is_none() || self.can_claim(record, user, false)).then_some(next)
            }
            (Request::Update(_, new), 2) => {
                let replaced = process.user.file.filter(|_| new != process.user.file);
                let replaced = replaced.and_then(|file| cloud.files[file].record);
                Some(Process { replaced, ..next })
            }
            (Request::Update(user, new), _) => {
                self.write_profile(process, user, new, cloud);
                None
            }
            (Request::DeleteFile(user, file), 1) => {
                let record = cloud.files[file].record;
                let is_there = match record?.state {
                    State::Claimed => true,
                    State::Unclaimed => record?.due == Due::Later,
                    State::Uploading | State::Removed => false,
                };
                (is_there && record?.owner == Some(user)).then_some(Process { record, ..next })
            }
            (Request::DeleteFile(user, file), _) => {
                let (user, stored) = (&mut cloud.users[user], &mut cloud.files[file]);
                let refers = process.user.file == Some(file);
                let needs_profile =
                    refers || process.record?.state == State::Claimed && !self.has(Mutation::DeletionWithoutProfile);
                let is_as_read = process.record.is_some_and(|read| stored.is(read.state));
                if is_as_read && (!needs_profile || user.exists && user.version == process.user.version) {
                    stored.remove_if(true);
                    user.version += u8::from(needs_profile);
                    user.file = user.file.filter(|_| !refers);
                }
                None
            }
            (Request::DeleteUser(user), step) => self.delete_user(next, user, step, cloud),
            (Request::Janitor(file), step) => self.janitor(process, next, &mut cloud.files[file], step),
        }
    }

    fn end(&self, file: &mut File) -> Option<Process> {
        let always = self.has(Mutation::EndWithoutCondition);
        if let Some(record) = &mut file.record
            && (always || record.state == State::Uploading && record.due == Due::Later)
        {
            record.state = State::Unclaimed;
        }
        None
    }

    fn write_profile(&self, process: Process, user: usize, new: Option<usize>, cloud: &mut Cloud) {
        let stored = cloud.users[user];
        let is_as_read = stored.version == process.user.version || self.has(Mutation::ProfileWithoutVersion);
        let claimed = new.filter(|_| new != process.user.file);
        let can_claim = claimed.is_none_or(|file| self.can_claim(cloud.files[file].record, user, true));
        let is_claimed = process.replaced.is_some_and(|record| record.state == State::Claimed);
        let removes = is_claimed && !self.has(Mutation::ReplacedFileStays);
        let replaced = process.user.file.filter(|_| removes);
        let can_remove = replaced.is_none_or(|file| cloud.files[file].is(State::Claimed));
        if !(stored.exists && is_as_read && can_claim && can_remove) {
            return;
        }
        if let Some(file) = replaced {
            cloud.files[file].remove_if(true);
        }
        if let Some(file) = claimed.map(|file| &mut cloud.files[file])
            && let Some(record) = &mut file.record
        {
            file.was_stolen |= record.owner.is_some_and(|owner| owner != user);
            record.owner = Some(user);
            record.state = State::Claimed;
            if !self.has(Mutation::ClaimLeavesDueTime) {
                record.due = Due::Never;
            }
        }
        cloud.users[user].file = new;
        cloud.users[user].version += 1;
    }

    /// The files that are not claimed, one by one, then the transaction with the one of the profile.
    fn delete_user(&self, next: Process, user: usize, step: u8, cloud: &mut Cloud) -> Option<Process> {
        if let Some(file) = cloud.files.get_mut(usize::from(step - 1)) {
            let record = file.record.filter(|record| record.owner == Some(user));
            let is_free = record.is_some_and(|record| record.state != State::Claimed);
            file.remove_if(is_free || record.is_some() && self.has(Mutation::ClaimedFileRemovedFirst));
            return Some(next);
        }
        let stored = cloud.users[user];
        let is_as_read = stored.version == next.user.version || self.has(Mutation::UserDeletedWithoutVersion);
        if stored.exists && is_as_read {
            if let Some(file) = next.user.file.filter(|_| !self.has(Mutation::UserDeletedWithoutFile)) {
                cloud.files[file].remove_if(true);
            }
            cloud.users[user] = User::default();
        }
        None
    }

    fn janitor(&self, process: Process, next: Process, file: &mut File, step: u8) -> Option<Process> {
        if step == 0 {
            let record = file.record;
            let is_due = record?.due == Due::Now || self.has(Mutation::JanitorTrustsIndex);
            return is_due.then_some(Process { record, ..next });
        }
        let read = process.record?;
        let is_as_read = file.record == Some(read) || self.has(Mutation::JanitorTrustsIndex);
        let is_removed = read.state == State::Removed;
        let deletes_first = self.has(Mutation::JanitorDeletesFirst) && !is_removed;
        let forgets_first = self.has(Mutation::RecordForgottenFirst) && is_removed;
        match step {
            1 if read.object_deleted || forgets_first => {
                file.record = file.record.filter(|_| !is_as_read);
                return (!read.object_deleted).then_some(next);
            }
            1 if is_removed || deletes_first => {
                file.has_object = false;
                return Some(next);
            }
            _ if !is_removed => file.remove_if(is_as_read),
            _ => {
                file.has_object &= !forgets_first;
                if let Some(record) = file.record.as_mut().filter(|_| is_as_read) {
                    record.object_deleted = true;
                    record.due = Due::Later;
                }
            }
        }
        None
    }

    /// Whether the due time of a file may come. That of a removed file comes later than any step that writes its object.
    fn may_be_due(&self, world: &World, file: usize) -> bool {
        let Some(record) = world.cloud.files[file].record else {
            return false;
        };
        let writes = |process: &Process| match process.request {
            Request::Store(stored, _) => stored == file,
            Request::Finalize(stored, _) => stored == file && process.step > 0,
            _ => false,
        };
        let may_be_written = world.processes.iter().chain(&world.late).any(writes);
        record.due == Due::Later
            && (record.state != State::Removed || !may_be_written || self.has(Mutation::JanitorDoesNotWait))
    }
}

impl Model for Files {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let mut sets = vec![Vec::new()];
        for _ in 0..self.request_count {
            let larger = sets.iter().flat_map(|set: &Vec<Process>| {
                // A file is stored once: each has another id.
                let more = self.requests.iter().map(|request| Process::new(*request));
                let more = more.filter(|more| !matches!(more.request, Request::Store(..)) || !set.contains(more));
                more.map(|more| set.iter().copied().chain([more]).collect())
            });
            sets = larger.collect();
        }
        let worlds = sets.into_iter().map(|set| World {
            cloud: self.cloud,
            processes: set,
            late: Vec::new(),
            faults: self.faults,
        });
        worlds.collect()
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        for process in &world.processes {
            actions.push(Action::Step(*process));
            if world.faults > 0 {
                actions.extend([Action::Crash(*process), Action::Lose(*process)]);
            }
        }
        actions.extend(world.late.iter().copied().map(Action::Arrive));
        actions.extend((0..2).filter(|file| self.may_be_due(world, *file)).map(Action::Due));
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        let take = |processes: &mut Vec<Process>, process| {
            let place = processes.iter().position(|other| *other == process);
            place.map(|place| processes.remove(place))
        };
        match action {
            Action::Due(file) => world.cloud.files[file].record.as_mut()?.due = Due::Now,
            Action::Arrive(process) => {
                take(&mut world.late, process)?;
                self.step(process, &mut world.cloud);
            }
            Action::Step(process) | Action::Crash(process) | Action::Lose(process) => {
                take(&mut world.processes, process)?;
                world.faults -= u8::from(!matches!(action, Action::Step(_)));
                match action {
                    Action::Step(_) => world.processes.extend(self.step(process, &mut world.cloud)),
                    Action::Lose(_) => world.late.push(process),
                    _ => {}
                }
            }
        }
        world.processes.sort_unstable();
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        fn profiles(world: &World) -> impl Iterator<Item = (usize, File)> {
            let users = world.cloud.users.iter().enumerate();
            users.filter_map(|(id, user)| Some((id, world.cloud.files[user.file?])))
        }
        fn all(world: &World, holds: impl FnMut(&File) -> bool) -> bool {
            world.cloud.files.iter().all(holds)
        }
        vec![
            Property::always(ONE_OWNER, |_, world: &World| {
                profiles(world).all(|(user, file)| {
                    file.is(State::Claimed) && file.record.is_some_and(|record| record.owner == Some(user))
                })
            }),
            Property::always(HAS_BYTES, |_, world: &World| {
                profiles(world).all(|(_, file)| file.has_object)
            }),
            Property::always(NOT_STOLEN, |_, world: &World| all(world, |file| !file.was_stolen)),
            Property::always(HAS_RECORD, |_, world: &World| {
                all(world, |file| !file.has_object || file.record.is_some())
            }),
            Property::always(ENDS, |model: &Self, world: &World| ends(model, world)),
            Property::always(CANCELLED, |_, world: &World| {
                all(world, |file| {
                    !file.told_cancelled || file.is(State::Removed) || file.record.is_none()
                })
            }),
            Property::always(REFUNDED_ONCE, |_, world: &World| all(world, |file| file.refunds <= 1)),
            Property::sometimes("a file is claimed", |_, world: &World| {
                !all(world, |file| !file.is(State::Claimed))
            }),
            Property::sometimes("a file is removed", |_, world: &World| {
                !all(world, |file| !file.is(State::Removed))
            }),
        ]
    }
}

/// Whether the janitor alone leaves nothing but files of profiles, if all requests are cut off here.
fn ends(model: &Files, world: &World) -> bool {
    let mut cloud = world.cloud;
    (0..2).all(|id| {
        for _ in 0..4 {
            let Some(record) = &mut cloud.files[id].record else {
                break;
            };
            record.due = if record.due == Due::Later { Due::Now } else { record.due };
            let mut process = Some(Process::new(Request::Janitor(id)));
            while let Some(next) = process {
                process = model.step(next, &mut cloud);
            }
        }
        let is_referred_to = cloud.users.iter().any(|user| user.exists && user.file == Some(id));
        // An object that a request was about to write when it was cut off is never written, or arrives before the due time.
        is_referred_to || cloud.files[id].record.is_none() && !cloud.files[id].has_object
    })
}
