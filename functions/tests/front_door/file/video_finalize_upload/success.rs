//! What a finalized upload returns and stores, and who owns the video.

use futures_util::{StreamExt, stream};

use super::{
    FUNCTION, count_objects_and_uploads,
    videos::{large_mp4, mp4, padded, trimmed, video, with_too_long_samples, with_two_indexes, with_zero_after_type},
};
use crate::prelude::*;

/// How many parts the web app sends at the same time (spec §9).
const CONCURRENCY: usize = 3;

#[tokio::test]
async fn returns_a_video_unchanged_that_was_sent_to_presigned_urls() {
    let stack = Stack::running();
    let content = large_mp4();
    let upload = TestUpload::start(&stack).await;
    let parts: Vec<_> = content.chunks(PART_SIZE).enumerate().collect();
    let sent = stream::iter(parts.clone()).map(|(index, part)| {
        let (stack, upload) = (&stack, &upload);
        async move {
            let url = upload.part_url(stack, index, part.len()).await;
            http_put(&url, part.to_vec()).await
        }
    });
    let statuses: Vec<_> = sent.buffer_unordered(CONCURRENCY).collect().await;
    assert_eq!(statuses, vec![200; parts.len()]);

    let response = stack.send(&upload.finalize_request("My video.mp4", parts.len())).await;
    assert_json_snapshot!(response, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });
    let record = upload.record(&stack).await;
    assert_eq!(record["size"], content.len());
    assert_json_snapshot!(record, {
        ".fileId" => "[id]", ".size" => "[size]", ".createdAt" => "[time]", ".expiresAt" => "[time]"
    });
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (1, 0));

    let file = Download::from_url(response.data()["url"].as_str().expect("a URL")).await;
    assert_eq!((file.status, file.content_type.as_str()), (200, "video/mp4"));
    assert_eq!(
        file.disposition,
        "inline; filename=\"My video.mp4\"; filename*=UTF-8''My%20video.mp4"
    );
    assert!(file.bytes == content, "the video is unchanged");
}

/// Files that a phone cut off or a program padded. Players show what there is.
#[tokio::test]
async fn accepts_videos_with_more_or_fewer_bytes_than_declared() {
    let stack = Stack::running();
    let header_first = video("3-faststart.mp4", 3, "-c:v mpeg4 -c:a aac -movflags +faststart");
    let fragmented = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
    let fragmented = video("3-fragmented.mp4", 3, fragmented);
    let webm = video("3.webm", 3, "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus");
    let without_end = |content: &[u8]| content[..content.len() - 2000].to_vec();
    for content in [
        [mp4(3).as_slice(), b"\0\0\0\x01\xff\xff\xff\xff trailing"].concat(),
        [mp4(3).as_slice(), b"signature of a program"].concat(),
        [mp4(3).as_slice(), &[0; 4096]].concat(),
        without_end(&header_first),
        with_too_long_samples(header_first),
        without_end(&fragmented),
        [webm.as_slice(), b"signature of a program"].concat(),
        [webm.as_slice(), &[0; 4096]].concat(),
        without_end(&webm),
        webm[..webm.len() - 1].to_vec(),
    ] {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        expect!(stack.send(&upload.finalize_request("video", 1)), 201);
    }
}

#[tokio::test]
async fn the_frames_that_an_edit_list_hides_do_not_count() {
    let stack = Stack::running();
    for (seconds, status) in [(118, 201), (121, 422)] {
        let content = trimmed(mp4(124), seconds);
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        expect!(stack.send(&upload.finalize_request("video.mp4", 1)), status);
    }
}

#[tokio::test]
async fn video_bytes_bypass_the_functions() {
    let stack = Stack::running();
    let content = padded(mp4(2), 4 * PART_SIZE);
    let started = stack.send(&TestRequest::post("/file/video/start-upload")).await;
    let upload = TestUpload {
        id: started.body["uploadId"].as_str().expect("an id").to_owned(),
    };
    let mut size = started.body.to_string().len();
    for (index, part) in content.chunks(PART_SIZE).enumerate() {
        let request = upload.part_url_request(index, part.len());
        let response = stack.send(&request).await;
        size += request.body_size() + response.body.to_string().len();
        let url = response.data()["url"].as_str().expect("a URL");
        assert_eq!(http_put(url, part.to_vec()).await, 200);
    }
    let request = upload.finalize_request("video.mp4", 4);
    let response = expect!(stack.send(&request), 201, "20 MiB are not too large");
    size += request.body_size() + response.body.to_string().len();
    assert!(size < 10_000, "{size} bytes went through the functions");
}

#[tokio::test]
async fn returns_a_video_unchanged_that_was_sent_in_forms() {
    let stack = Stack::running();
    let content = mp4(2);
    let upload = TestUpload::start(&stack).await;
    expect!(stack.send(&upload.part_request(0, &content)), 200);
    let response = expect!(stack.send(&upload.finalize_request("video.mp4", 1)), 201);
    let file = Download::from_url(response.data()["url"].as_str().expect("a URL")).await;
    assert!(file.bytes == content, "the video is unchanged");
}

/// Parts of a form are smaller than S3 completes.
#[tokio::test]
async fn assembles_equal_parts_that_were_sent_in_forms() {
    let stack = Stack::running();
    let largest = padded(mp4(2), 4 * PART_SIZE);
    for (content, part_size) in [
        (largest.as_slice(), 4 * 1024 * 1024),
        (&largest[..], 4_400_000),
        (&padded(mp4(2), 3_000_001), 1_000_000),
    ] {
        let upload = TestUpload::start(&stack).await;
        let parts: Vec<_> = content.chunks(part_size).enumerate().collect();
        for (index, part) in parts.iter().rev() {
            expect!(stack.send(&upload.part_request(*index, part)), 200);
        }
        let request = upload.finalize_request("video.mp4", parts.len());
        let response = expect!(stack.send(&request), 201, "{part_size}");
        let file = Download::from_url(response.data()["url"].as_str().expect("a URL")).await;
        assert!(file.bytes == content, "{part_size}: the video is unchanged");
        expect!(stack.send(&request), 200, "the same file again");
    }
}

#[tokio::test]
async fn completes_parts_of_both_ways() {
    let stack = Stack::running();
    let content = padded(mp4(2), PART_SIZE + 7);
    let upload = TestUpload::start(&stack).await;
    let url = upload.part_url(&stack, 0, PART_SIZE).await;
    assert_eq!(http_put(&url, content[..PART_SIZE].to_vec()).await, 200);
    expect!(stack.send(&upload.part_request(1, &content[PART_SIZE..])), 200);
    expect!(stack.send(&upload.finalize_request("video.mp4", 2)), 201);
}

#[tokio::test]
async fn accepts_the_formats_of_phones_and_browsers_and_stores_their_type() {
    let stack = Stack::running();
    let mpeg4 = "-c:v mpeg4 -c:a aac";
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    for (file, options, name, stored_name, content_type) in [
        ("end.mp4", mpeg4.to_owned(), "end.MP4", "end.MP4", "video/mp4"),
        (
            "front.mp4",
            format!("{mpeg4} -movflags +faststart"),
            "فيديو.m4v",
            "فيديو.m4v",
            "video/mp4",
        ),
        (
            "fragmented.mp4",
            format!("{mpeg4} -movflags frag_keyframe+empty_moov+default_base_moof"),
            "video",
            "video.mp4",
            "video/mp4",
        ),
        (
            "quicktime.mov",
            mpeg4.to_owned(),
            "trip.mp4",
            "trip.mov",
            "video/quicktime",
        ),
        ("browser.webm", vp8.to_owned(), "me.exe", "me.webm", "video/webm"),
        // Without a duration, and with elements of unknown size, as a browser's recorder writes it.
        (
            "recorded.webm",
            format!("{vp8} -live 1 -f webm"),
            "",
            "video.webm",
            "video/webm",
        ),
        (
            "matroska.mkv",
            mpeg4.to_owned(),
            "video.mkv",
            "video.mkv",
            "video/x-matroska",
        ),
    ] {
        let upload = TestUpload::start_with_parts(&stack, &video(file, 3, &options)).await;
        expect!(stack.send(&upload.finalize_request(name, 1)), 201, "{file}");
        let record = upload.record(&stack).await;
        assert_eq!(record["contentType"], content_type, "{file}");
        assert_eq!(record["name"], stored_name, "{file}");
    }
}

/// Players begin at the start of a file, and use the index to seek. Some writers end texts with a zero.
#[tokio::test]
async fn accepts_a_webm_with_another_index_or_a_type_that_a_zero_ends() {
    let stack = Stack::running();
    let webm = video(
        "browser.webm",
        3,
        "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus",
    );
    for content in [with_two_indexes(&webm), with_zero_after_type(webm)] {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        expect!(stack.send(&upload.finalize_request("video.webm", 1)), 201);
    }
}

/// The edit list of a track that starts later than another begins with an edit without samples.
#[tokio::test]
async fn accepts_videos_whose_tracks_start_at_different_times() {
    let stack = Stack::running();
    let late_tone = video("late-tone.mp4", 119, "-c:v mpeg4 -c:a aac -af asetpts=PTS+3/TB");
    let edits = b"\0\0\0\x28elst\0\0\0\0\0\0\0\x02";
    assert!(late_tone.windows(edits.len()).any(|bytes| bytes == edits));
    let upload = TestUpload::start_with_parts(&stack, &late_tone).await;
    expect!(stack.send(&upload.finalize_request("video.mp4", 1)), 201);
}

#[tokio::test]
async fn counts_each_upload_once_as_finished_or_refused() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[]).await;
    let video = TestUpload::start_with_parts(&stack, &mp4(2)).await;
    let no_video = TestUpload::start_with_parts(&stack, b"one").await;
    for upload in [&video, &video, &no_video, &no_video] {
        function.send(&upload.finalize_request("video.mp4", 1)).await;
    }
    assert_eq!(function.wait_for_metrics("Calls", 4).await.len(), 4);
    assert_eq!(function.wait_for_metrics("UploadsFinished", 1).await.len(), 1);
    assert_eq!(function.wait_for_metrics("UploadsRefused", 1).await.len(), 1);
}

#[tokio::test]
async fn the_user_who_started_the_upload_owns_the_video_and_can_delete_it() {
    let (stack, user, token) = Stack::with_signed_in_user().await;
    let start = TestRequest::post("/file/video/start-upload").bearer(&token);
    let upload = TestUpload::start_with(&stack, &start).await;
    upload.store_part(&stack, 0, &mp4(2)).await;
    // The owner is the user who started the upload, not the one who finalizes it.
    let response = expect!(stack.send(&upload.finalize_request("video.mp4", 1)), 201);
    assert_eq!(upload.record(&stack).await["owner"], user.id.as_str());

    let file = response.data()["_id"].as_str().expect("an id");
    let delete = TestRequest::delete(&format!("/file/{file}")).bearer(&token);
    expect!(stack.send(&delete), 200);
    assert!(upload.record(&stack).await["removal"].is_object());
    refuses!(stack, upload.finalize_request("video.mp4", 1), 400, "upload_not_found");
}

#[tokio::test]
async fn an_access_token_does_not_change_the_owner() {
    let stack = Stack::running();
    let other = TestUser::verified(&stack).await.access_token(&stack).await;
    for token in [other.as_str(), "no-token-of-ours", ""] {
        let upload = TestUpload::start_with_parts(&stack, &mp4(2)).await;
        expect!(stack.send(&upload.finalize_request("video.mp4", 1).bearer(token)), 201);
        assert_eq!(upload.record(&stack).await["owner"], Value::Null, "{token:?}");
    }
}
