//! Lists teachers, with their CV and video.

use std::fmt::{self, Display};

use domain::{CourseId, FileReference, FileScan, ReviewStatus, TeacherApproval, UserType};
use files::FileViews;
use serde::Serialize;
use store::users::{Review, User};

use crate::{
    file_link::FileLink,
    stack::{Stack, StackError},
    users::{MalformedItems, UserSummary, describe_review},
};

pub(super) struct TeacherFilter {
    pub(super) course: Option<CourseId>,
    pub(super) status: Option<ReviewStatus>,
    pub(super) all: bool,
}

/// Settings that an operator gives instead of those of the stack.
pub(super) struct Overrides {
    pub(super) approval: Option<TeacherApproval>,
    /// Withholds files that no scan has cleared, also where files are not scanned.
    pub(super) only_scanned: bool,
}

/// The output of `teachers list`, sorted by name.
#[derive(Serialize)]
pub(super) struct Teachers {
    teachers: Vec<Teacher>,
    malformed: MalformedItems,
}

#[derive(Serialize)]
struct Teacher {
    #[serde(flatten)]
    summary: UserSummary,
    review: Option<Review>,
    courses: Vec<CourseId>,
    curriculum: Option<FileLink>,
    video: Option<FileLink>,
}

pub(super) async fn list(stack: &Stack, filter: &TeacherFilter, overrides: &Overrides) -> Result<Teachers, StackError> {
    let wiring = stack.wiring().await?;
    let approval = match overrides.approval {
        Some(approval) => approval,
        None => wiring.environment().teacher_approval()?,
    };
    let file_scan = if overrides.only_scanned {
        FileScan::Required
    } else {
        wiring.environment().file_scan()?
    };
    let views = wiring.file_views(file_scan)?;
    let scan = stack.users().scan(|user| filter.includes(user, approval)).await?;
    let mut users = scan.users;
    users.sort_by(|a, b| a.profile.fullname.cmp(&b.profile.fullname));
    let mut teachers = Vec::new();
    for user in users {
        let files = &user.profile.files;
        teachers.push(Teacher {
            summary: UserSummary::of(&user),
            curriculum: link_to(files.curriculum.as_ref(), &views).await?,
            video: link_to(files.video.as_ref(), &views).await?,
            review: user.review,
            courses: user.profile.courses,
        });
    }
    Ok(Teachers {
        teachers,
        malformed: MalformedItems(scan.malformed),
    })
}

impl TeacherFilter {
    fn includes(&self, user: &User, approval: TeacherApproval) -> bool {
        let teaches = |course: &CourseId| user.profile.courses.contains(course);
        let status = review_status(user, approval);
        let has_status = match self.status {
            Some(wanted) => status == Some(wanted),
            None if self.all || self.course.is_none() || approval == TeacherApproval::Off => true,
            None => status == Some(ReviewStatus::Approved),
        };
        user.r#type == UserType::Teacher && self.course.as_ref().is_none_or(teaches) && has_status
    }
}

/// The status of the application. A teacher who signed up before approval was required is pending, too.
fn review_status(user: &User, approval: TeacherApproval) -> Option<ReviewStatus> {
    let default = (approval == TeacherApproval::Required).then_some(ReviewStatus::Pending);
    user.review.as_ref().map(|review| review.status).or(default)
}

async fn link_to(file: Option<&FileReference>, views: &FileViews) -> Result<Option<FileLink>, StackError> {
    let Some(file) = file else { return Ok(None) };
    Ok(Some(FileLink::new(file, views.url_for_review(file).await?)))
}

impl Display for Teacher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.summary)?;
        if let Some(review) = &self.review {
            write!(formatter, "\n  review    {}", describe_review(review))?;
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
        let none = self.teachers.is_empty().then(|| "No teachers found.".to_owned());
        let teachers = self.teachers.iter().map(ToString::to_string);
        let lines: Vec<_> = none.into_iter().chain(teachers).chain(self.malformed.lines()).collect();
        formatter.write_str(&lines.join("\n"))
    }
}
