//! `POST /file/video/upload-chunk`: stores a part of a video, or returns a presigned URL for it (contract, call 14).

mod part_fields;
mod view;

use std::time::Duration;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, MultipartForm, StatusCode};
use app::wired;
use domain::PartIndex;
use files::{ObjectStore, ObjectUrls, OpenUpload};
use store::files::{FileState, FilesTable, StoredFile};

use view::{PresignedPartView, StoredPartView};

wired! {
    /// There is no authentication: a client that knows the id of an upload may send its parts.
    pub struct UploadChunk(wiring), warm_up(files) {
        files: FilesTable = wiring.files_table()?,
        objects: ObjectStore = wiring.objects()?,
        urls: ObjectUrls = wiring.object_urls()?,
        presigned_part_lifetime: Duration = wiring.environment().presigned_part_lifetime()?,
    }
}

impl Endpoint for UploadChunk {
    /// Stores the bytes that the form contains. For a form with a size instead, returns a presigned URL, because a part of the full
    /// size exceeds the size limit of a Lambda request.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let form = request.multipart_form().await?;
        let file = self.find_open_upload(&form).await?;
        let upload = OpenUpload::of(&file).ok_or(ErrorCode::UploadNotFound)?;
        if let Some(bytes) = form.bytes("chunk") {
            part_fields::check_size(bytes.len() as u64)?;
            request.require_form_size()?;
            let index = part_fields::index_in_form(&form, bytes.len() as u64)?;
            // The copy comes first: a part that is listed can be assembled.
            self.objects.put_part_copy(&file.file_id, index, bytes.clone()).await?;
            let stored = self.objects.put_part(&upload, index, bytes.clone()).await?;
            stored.ok_or(ErrorCode::UploadNotFound)?;
            let data = StoredPartView { chunk_index: index };
            return ApiResponse::private(request, StatusCode::OK, Data { data });
        }
        let index = part_fields::index(&form)?;
        let size = part_fields::size(&form)?;
        let data = self.presign(&upload, index, size).await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl UploadChunk {
    /// The file of the upload of the form.
    ///
    /// # Errors
    /// `upload_id_missing`; `upload_not_found`, also when it has ended.
    async fn find_open_upload(&self, form: &MultipartForm) -> ApiResult<StoredFile> {
        let id = form.text("uploadId").filter(|id| !id.is_empty());
        let id = id.ok_or(ErrorCode::UploadIdMissing)?;
        let file = match id.parse() {
            Ok(id) => self.files.find_upload(&id).await?,
            Err(_) => None,
        };
        file.filter(|file| file.state() == FileState::Uploading)
            .ok_or_else(|| ErrorCode::UploadNotFound.into())
    }

    async fn presign(&self, upload: &OpenUpload<'_>, index: PartIndex, size: i64) -> ApiResult<PresignedPartView> {
        let lifetime = self.presigned_part_lifetime;
        let part = self.urls.part(upload, index, size, lifetime).await?;
        Ok(PresignedPartView::new(index, part))
    }
}
