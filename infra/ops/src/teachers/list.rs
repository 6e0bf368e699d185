//! Lists teachers, with what they sent.

use std::fmt::{self, Display};

use domain::{CourseId, FileReference, ReviewStatus, TeacherApproval, UserType};
use files::ObjectStore;
use serde::Serialize;
use store::users::{Review, User};

use crate::{
    accounts::{AccountLine, said_of},
    stack::{Stack, StackError},
};

/// Which teachers are listed.
pub(super) struct Wanted {
    pub(super) course: Option<CourseId>,
    pub(super) status: Option<ReviewStatus>,
    pub(super) all: bool,
}

/// The teachers, by name.
#[derive(Serialize)]
pub(super) struct Teachers {
    teachers: Vec<Teacher>,
}

#[derive(Serialize)]
struct Teacher {
    #[serde(flatten)]
    line: AccountLine,
    review: Option<Review>,
    courses: Vec<CourseId>,
    curriculum: Option<Link>,
    video: Option<Link>,
}

/// A file, with an address that is good for an hour.
#[derive(Serialize)]
struct Link {
    name: String,
    url: String,
}

/// Lists those who are wanted.
pub(super) async fn list(
    stack: &Stack,
    wanted: &Wanted,
    approval: Option<TeacherApproval>,
) -> Result<Teachers, StackError> {
    let wiring = stack.wiring().await?;
    let approval = match approval {
        Some(approval) => approval,
        None => wiring.environment().teacher_approval()?,
    };
    let objects = wiring.objects()?;
    let (mut users, _) = stack.users().scan(|user| wanted.includes(user, approval)).await?;
    users.sort_by(|a, b| a.profile.fullname.cmp(&b.profile.fullname));
    let mut teachers = Vec::new();
    for user in users {
        let files = &user.profile.files;
        teachers.push(Teacher {
            line: AccountLine::of(&user),
            curriculum: Link::to(files.curriculum.as_ref(), &objects).await?,
            video: Link::to(files.video.as_ref(), &objects).await?,
            review: user.review,
            courses: user.profile.courses,
        });
    }
    Ok(Teachers { teachers })
}

impl Wanted {
    fn includes(&self, user: &User, approval: TeacherApproval) -> bool {
        let chose = |course: &CourseId| user.profile.courses.contains(course);
        let standing = standing(user, approval);
        let is_far_enough = match self.status {
            Some(status) => standing == Some(status),
            None if self.all || self.course.is_none() || approval == TeacherApproval::Off => true,
            None => standing == Some(ReviewStatus::Approved),
        };
        user.r#type == UserType::Teacher && self.course.as_ref().is_none_or(chose) && is_far_enough
    }
}

/// What has become of an application. Somebody who signed up before teachers had to be approved waits for it, too.
fn standing(user: &User, approval: TeacherApproval) -> Option<ReviewStatus> {
    let unseen = (approval == TeacherApproval::Required).then_some(ReviewStatus::Pending);
    user.review.as_ref().map(|review| review.status).or(unseen)
}

impl Link {
    async fn to(file: Option<&FileReference>, objects: &ObjectStore) -> Result<Option<Self>, StackError> {
        let Some(file) = file else { return Ok(None) };
        Ok(Some(Self {
            name: file.name.as_str().to_owned(),
            url: objects.presigned_url(file).await?,
        }))
    }
}

impl Display for Link {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n            {}", self.name, self.url)
    }
}

impl Display for Teacher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.line)?;
        if let Some(review) = &self.review {
            write!(formatter, "\n  review    {}", said_of(review))?;
        }
        for course in &self.courses {
            write!(formatter, "\n  teaches   {course}")?;
        }
        for (name, link) in [("CV", &self.curriculum), ("video", &self.video)] {
            if let Some(link) = link {
                write!(formatter, "\n  {name:<10}{link}")?;
            }
        }
        Ok(())
    }
}

impl Display for Teachers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.teachers.is_empty() {
            return write!(formatter, "There are none.");
        }
        let teachers: Vec<_> = self.teachers.iter().map(ToString::to_string).collect();
        write!(formatter, "{}", teachers.join("\n"))
    }
}
