//! `GET /courses/{id}/runs/{run}/calendar`: returns the sessions of a run as a calendar file, in one language.

use std::time::Duration;

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint, ErrorCode, File};
use app::{run_calendar::RunCalendar, wired};
use domain::{CourseId, RunId};
use store::{course_details::CourseDetailsTable, courses::CoursesTable};

wired! {
    pub struct GetCalendar(wiring), warm_up(courses) {
        courses: CoursesTable = wiring.courses()?,
        details: CourseDetailsTable = wiring.course_details()?,
        max_age: Duration = wiring.environment().catalogue_max_age()?,
        site: String = wiring.environment().site_url()?,
    }
}

impl Endpoint for GetCalendar {
    /// The response depends only on the path and the language, so the CDN caches it. The file has no link to a meeting, but to the page
    /// that leads there.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let id: CourseId = request
            .path_id("id")
            .ok_or_else(|| ApiError::not_found(ErrorCode::CourseNotFound))?;
        let run: RunId = request.path_id("run").ok_or_else(run_not_found)?;
        let (course, page) = tokio::join!(self.courses.find(&id), self.details.get(&id));
        // The course may be withdrawn while its runs go on.
        let course = course?.ok_or_else(|| ApiError::not_found(ErrorCode::CourseNotFound))?;
        let page = page?;
        let run = page.runs.iter().find(|counted| counted.run.id == run);
        let run = run.filter(|run| !run.sessions.is_empty()).ok_or_else(run_not_found)?;
        let calendar = RunCalendar {
            course: &course,
            details: &page.details,
            run,
            language: request.language(),
            site: &self.site,
        };
        let file = calendar.file();
        let cache = CachePolicy {
            max_age: self.max_age,
            is_translated: true,
        };
        let file = File {
            name: &file.name,
            media_type: "text/calendar; charset=utf-8",
            content: file.content,
        };
        Ok(ApiResponse::public_file(request, file, cache))
    }
}

fn run_not_found() -> ApiError {
    ApiError::not_found(ErrorCode::RunNotFound)
}
