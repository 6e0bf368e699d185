//! `POST /file/video/finalize-upload`, through the gateway of the running stack, and in environments that a deployed function
//! cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is wrong"
)]

mod videos;

use std::time::Duration;

use futures_util::{
    StreamExt,
    future::{join, join_all},
    stream,
};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use testing::{
    CHUNK, Call, Download, Function, Person, Stack, VideoUpload,
    faults::{self, Fault, Proxy, Step},
    put,
};
use videos::{beginning_late, counting_faster, large, mp4, padded, saying_less, saying_less_of_boxes, video};

const BINARY: &str = "file-video-finalize-upload";
const NAME: &str = "FileVideoFinalizeUploadFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
/// As many chunks are sent at once (spec §9).
const AT_ONCE: usize = 3;

async fn record(stack: &Stack, upload: &VideoUpload) -> Value {
    let file = upload.record(stack).await["fileId"].clone();
    let table = stack.tables.get("files").expect("the files table");
    stack.item(table, ("fileId", file.as_str().expect("an id"))).await
}

/// How many objects there are of an upload, and how many uploads in parts are open.
async fn in_the_bucket(stack: &Stack, upload: &VideoUpload) -> (usize, usize) {
    let object = upload.object(stack).await;
    let is_there = stack.has_object("files", &object).await;
    (usize::from(is_there), stack.open_uploads("files", &object).await)
}

#[tokio::test]
async fn a_video_goes_straight_to_the_bucket_and_comes_back_as_it_was() {
    let stack = Stack::running();
    let content = large();
    let upload = VideoUpload::started(&stack).await;
    let chunks: Vec<_> = content.chunks(CHUNK).enumerate().collect();
    let sent = stream::iter(chunks.clone()).map(|(index, chunk)| {
        let (stack, upload) = (&stack, &upload);
        async move {
            let address = upload.address(stack, index, chunk.len()).await;
            put(&address, chunk.to_vec()).await
        }
    });
    let statuses: Vec<_> = sent.buffer_unordered(AT_ONCE).collect().await;
    assert_eq!(statuses, vec![200; chunks.len()]);

    let reply = stack.send(&upload.finalize("My video.mp4", chunks.len())).await;
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });
    let record = record(&stack, &upload).await;
    assert_eq!(record["size"], content.len());
    assert_json_snapshot!(record, {
        ".fileId" => "[id]", ".size" => "[size]", ".createdAt" => "[time]", ".expiresAt" => "[time]"
    });
    assert_eq!(in_the_bucket(&stack, &upload).await, (1, 0));

    let file = Download::of(reply.data()["url"].as_str().expect("an address")).await;
    assert_eq!((file.status, file.content_type.as_str()), (200, "video/mp4"));
    assert_eq!(
        file.disposition,
        "inline; filename=\"My video.mp4\"; filename*=UTF-8''My%20video.mp4"
    );
    assert!(file.bytes == content, "every byte is as it was sent");
}

#[tokio::test]
async fn the_functions_see_next_to_nothing_of_a_video() {
    let stack = Stack::running();
    let content = padded(mp4(2), 4 * CHUNK);
    let started = stack.send(&Call::post("/file/video/start-upload")).await;
    let upload = VideoUpload {
        id: started.body["uploadId"].as_str().expect("an id").to_owned(),
    };
    let mut seen = started.body.to_string().len();
    for (index, chunk) in content.chunks(CHUNK).enumerate() {
        let call = upload.announce(index, chunk.len());
        let reply = stack.send(&call).await;
        seen += call.size() + reply.body.to_string().len();
        let address = reply.data()["url"].as_str().expect("an address");
        assert_eq!(put(address, chunk.to_vec()).await, 200);
    }
    let call = upload.finalize("video.mp4", 4);
    let reply = stack.send(&call).await;
    assert_eq!(reply.status, 201, "20 MiB are not too large: {reply:?}");
    seen += call.size() + reply.body.to_string().len();
    assert!(seen < 10_000, "{seen} bytes went through the functions");
}

#[tokio::test]
async fn a_video_can_come_in_forms() {
    let stack = Stack::running();
    let content = mp4(2);
    let upload = VideoUpload::started(&stack).await;
    assert_eq!(stack.send(&upload.chunk(0, &content)).await.status, 200);
    let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    let file = Download::of(reply.data()["url"].as_str().expect("an address")).await;
    assert!(file.bytes == content, "every byte is as it was sent");
}

#[tokio::test]
async fn what_phones_and_browsers_record_is_kept_under_its_own_type() {
    let stack = Stack::running();
    let mpeg4 = "-c:v mpeg4 -c:a aac";
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    for (file, options, name, kept_as, content_type) in [
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
        let upload = VideoUpload::of(&stack, &video(file, 3, &options)).await;
        let reply = stack.send(&upload.finalize(name, 1)).await;
        assert_eq!(reply.status, 201, "{file}: {reply:?}");
        let record = record(&stack, &upload).await;
        assert_eq!(record["contentType"], content_type, "{file}");
        assert_eq!(record["name"], kept_as, "{file}");
    }
}

#[tokio::test]
async fn a_video_lasts_two_minutes_at_most() {
    let stack = Stack::running();
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    let fragmented = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
    for content in [
        mp4(121),
        video("121-fragmented.mp4", 121, fragmented),
        video("121.webm", 121, vp8),
        video("121-recorded.webm", 121, &format!("{vp8} -live 1 -f webm")),
    ] {
        let upload = VideoUpload::of(&stack, &content).await;
        for _ in 0..2 {
            let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
            assert_eq!(reply.outcome(), (422, "video_longer_than_2_minutes"));
        }
        assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
        assert_eq!(record(&stack, &upload).await, Value::Null);
        let chunk = stack.send(&upload.announce(0, 1)).await;
        assert_eq!(chunk.outcome(), (400, "upload_not_found"));
    }
    let upload = VideoUpload::of(&stack, &mp4(120)).await;
    assert_eq!(stack.send(&upload.finalize("video.mp4", 1)).await.status, 201);
    let upload = VideoUpload::of(&stack, &mp4(121)).await;
    let reply = stack.send(&upload.finalize("video.mp4", 1).query("lang", "fr")).await;
    assert_json_snapshot!(reply);
}

#[tokio::test]
async fn a_header_cannot_make_a_video_shorter() {
    let stack = Stack::running();
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    let webm = saying_less(video("121.webm", 121, vp8));
    let fragmented = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
    let at_the_same_time = saying_less_of_boxes(video("121-fragmented.mp4", 121, fragmented), &[(b"tfdt", 4..12)]);
    // One minute and something is in the movie itself, and as much in a fragment.
    let in_two_halves =
        "-c:v mpeg4 -g 600 -force_key_frames 62 -sc_threshold 1000000000 -c:a aac -movflags frag_keyframe";
    // Version, flags, two times, and in those of a track its id and four bytes, come before the duration.
    let durations: &[(&[u8; 4], _)] = &[(b"mvhd", 16..20), (b"tkhd", 20..24), (b"mdhd", 16..20)];
    for content in [
        webm.clone(),
        saying_less_of_boxes(mp4(121), durations),
        at_the_same_time,
        video("125-halves.mp4", 125, in_two_halves),
    ] {
        let upload = VideoUpload::of(&stack, &content).await;
        let reply = stack.send(&upload.finalize("video", 1)).await;
        assert_eq!(reply.outcome(), (422, "video_longer_than_2_minutes"));
        assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
    }

    // Nor is one taken that hides a part of itself.
    let second_movie = [mp4(121), mp4(2)].concat();
    let second_movie = second_movie.as_slice();
    let cut_off = &webm[..webm.len() / 10];
    let skipping = [
        cut_off_at_a_cluster(&webm),
        b"\xec\x01\x00\x00\x00\x00\x01\x00\x00".as_slice(),
    ]
    .concat();
    let whole = video("121.webm", 121, vp8);
    let (skipped, rescaled) = (beginning_late(&whole), counting_faster(&whole));
    for content in [second_movie, cut_off, &skipping, &skipped, &rescaled] {
        let upload = VideoUpload::of(&stack, content).await;
        let reply = stack.send(&upload.finalize("video", 1)).await;
        assert_eq!(reply.outcome(), (422, "video_processing_failed"));
        assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
    }
}

/// A beginning of a WebM that is whole.
fn cut_off_at_a_cluster(webm: &[u8]) -> &[u8] {
    let cluster = b"\x1f\x43\xb6\x75";
    let second = webm.windows(4).enumerate().filter(|(_, four)| four == cluster).nth(1);
    &webm[..second.expect("two clusters").0]
}

#[tokio::test]
async fn what_is_no_video_is_refused_whatever_it_says_to_be() {
    let stack = Stack::running();
    let sound = video("sound.m4a", 2, "-vn -c:a aac -f mp4");
    let sound_too = video("sound.webm", 2, "-vn -c:a libopus");
    let picture = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x0cmeta\0\0\0\0".to_vec();
    let not_whole = mp4(3);
    let not_whole = &not_whole[..not_whole.len() - 2000];
    // What says where its other parts are names itself, again and again.
    let in_circles = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\0\0\0\0\0\0\x12\
        \x11\x4d\x9b\x74\x8d\x4d\xbb\x8a\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x81\x00";
    // Two of them name each other, further apart than what is fetched at once.
    let naming_the_second = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\0\0\0\0\x04\xb0\x16\
        \x11\x4d\x9b\x74\x91\x4d\xbb\x8e\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x84\0\x04\xb0\0";
    let naming_the_first = b"\x11\x4d\x9b\x74\x91\x4d\xbb\x8e\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x84\0\0\0\0";
    let between = vec![0; 0x0004_b000 - naming_the_first.len()];
    let in_wide_circles = [naming_the_second.as_slice(), &between, naming_the_first].concat();
    let (type_wrong, unreadable) = ((415, "video_type_wrong"), (422, "video_processing_failed"));
    for (content, outcome) in [
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff".to_vec(), type_wrong),
        (b"one".to_vec(), type_wrong),
        (b"<!doctype html><script>alert(1)</script>".to_vec(), type_wrong),
        (sound, type_wrong),
        (sound_too, type_wrong),
        (picture, type_wrong),
        (not_whole.to_vec(), unreadable),
        (b"\0\0\0\x10ftypisom\0\0\0\0".to_vec(), unreadable),
        (b"\0\0\0\x08moov".to_vec(), type_wrong),
        (b"\0\0\0\x10moov\0\0\0\x20trak".to_vec(), unreadable),
        (b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01".to_vec(), unreadable),
        (in_circles.to_vec(), unreadable),
        (in_wide_circles, unreadable),
    ] {
        let upload = VideoUpload::of(&stack, &content).await;
        for _ in 0..2 {
            let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
            assert_eq!(
                reply.outcome(),
                outcome,
                "{}",
                content[..content.len().min(40)].escape_ascii()
            );
        }
        assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
        assert_eq!(record(&stack, &upload).await, Value::Null);
    }
}

#[tokio::test]
async fn an_upload_is_counted_once_as_finished_or_as_refused() {
    let stack = Stack::running();
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let video = VideoUpload::of(&stack, &mp4(2)).await;
    let no_video = VideoUpload::of(&stack, b"one").await;
    for upload in [&video, &video, &no_video, &no_video] {
        function.send(&upload.finalize("video.mp4", 1)).await;
    }
    assert_eq!(function.metrics("Calls", 4).await.len(), 4);
    assert_eq!(function.metrics("UploadsFinished", 1).await.len(), 1);
    assert_eq!(function.metrics("UploadsRefused", 1).await.len(), 1);
}

#[tokio::test]
async fn chunks_that_are_missing_or_not_whole_are_named() {
    let stack = Stack::running();
    let content = padded(mp4(2), 2 * CHUNK + 7);
    let upload = VideoUpload::started(&stack).await;
    let reply = stack.send(&upload.finalize("video.mp4", 3)).await;
    assert_eq!(reply.body["missing"], json!([0, 1, 2]));

    upload.store(&stack, 0, &content[..CHUNK - 1]).await;
    upload.store(&stack, 2, &content[2 * CHUNK..]).await;
    let reply = stack.send(&upload.finalize("video.mp4", 3).query("lang", "fr")).await;
    assert_json_snapshot!(reply);
    assert_eq!(in_the_bucket(&stack, &upload).await, (0, 1));

    upload.store(&stack, 1, &content[CHUNK..2 * CHUNK]).await;
    let reply = stack.send(&upload.finalize("video.mp4", 3)).await;
    assert_eq!(reply.body["missing"], json!([0]));
    let too_few = stack.send(&upload.finalize("video.mp4", 2)).await;
    assert_eq!(too_few.outcome(), (400, "chunk_index_invalid"));
    upload.store(&stack, 2, &vec![0; CHUNK + 1]).await;
    let reply = stack.send(&upload.finalize("video.mp4", 3)).await;
    assert_eq!(reply.body["missing"], json!([0, 2]), "a last chunk has 5 MiB at most");

    upload.store(&stack, 0, &content[..CHUNK]).await;
    upload.store(&stack, 2, &content[2 * CHUNK..]).await;
    let reply = stack.send(&upload.finalize("video.mp4", 3)).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    let file = Download::of(reply.data()["url"].as_str().expect("an address")).await;
    assert!(file.bytes == content, "in the order of the chunks, whatever came first");
}

#[tokio::test]
async fn what_cannot_be_finished_is_refused() {
    let stack = Stack::running();
    let upload = VideoUpload::of(&stack, &mp4(2)).await;
    for (chunks, outcome) in [
        (0, (400, "malformed_request")),
        (5, (413, "video_too_large")),
        (4_294_967_295, (413, "video_too_large")),
        (4_294_967_296, (400, "malformed_request")),
    ] {
        assert_eq!(
            stack.send(&upload.finalize("video.mp4", chunks)).await.outcome(),
            outcome
        );
    }
    let finalize = || Call::post("/file/video/finalize-upload");
    for body in [
        json!({}),
        json!({"uploadId": 7, "originalName": "v.mp4", "totalChunks": 1}),
        json!({"uploadId": upload.id, "originalName": "v.mp4", "totalChunks": "one"}),
        json!({"uploadId": upload.id, "totalChunks": 1}),
    ] {
        assert_eq!(
            stack.send(&finalize().json(&body)).await.outcome(),
            (400, "malformed_request")
        );
    }
    assert_eq!(in_the_bucket(&stack, &upload).await, (0, 1), "nothing has come of it");

    let expired = VideoUpload::started(&stack).await;
    expired.set(&stack, "expiresAt", json!(1)).await;
    let ended_in_s3 = VideoUpload::started(&stack).await;
    ended_in_s3.set(&stack, "multipartId", json!("none")).await;
    let unknown = VideoUpload {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
    };
    let malformed = VideoUpload { id: "7".to_owned() };
    for upload in [expired, ended_in_s3, unknown, malformed] {
        let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
        assert_eq!(reply.outcome(), (400, "upload_not_found"));
    }
}

#[tokio::test]
async fn a_video_of_somebody_is_theirs_and_can_be_deleted() {
    let stack = Stack::running();
    let person = Person::verified(&stack).await;
    let token = person.token(&stack).await;
    let start = Call::post("/file/video/start-upload").bearer(&token);
    let upload = VideoUpload::started_by(&stack, &start).await;
    upload.store(&stack, 0, &mp4(2)).await;
    // It is settled by who started it, not by who knows its id.
    let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    assert_eq!(record(&stack, &upload).await["owner"], person.id.as_str());

    let file = reply.data()["_id"].as_str().expect("an id");
    let delete = Call::delete(&format!("/file/{file}")).bearer(&token);
    assert_eq!(stack.send(&delete).await.status, 200);
    assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
    let again = stack.send(&upload.finalize("video.mp4", 1)).await;
    assert_eq!(again.outcome(), (400, "upload_not_found"));
}

#[tokio::test]
async fn a_token_changes_nothing_of_whose_a_video_is() {
    let stack = Stack::running();
    let other = Person::verified(&stack).await.token(&stack).await;
    for token in [other.as_str(), "no-token-of-ours", ""] {
        let upload = VideoUpload::of(&stack, &mp4(2)).await;
        let reply = stack.send(&upload.finalize("video.mp4", 1).bearer(token)).await;
        assert_eq!(reply.status, 201, "{token:?}: {reply:?}");
        assert_eq!(record(&stack, &upload).await["owner"], Value::Null, "{token:?}");
    }
}

/// Somebody who has sent all of a video, and the call that deletes their account.
async fn about_to_leave(stack: &Stack) -> (VideoUpload, Call) {
    let person = Person::verified(stack).await;
    let token = person.token(stack).await;
    let start = Call::post("/file/video/start-upload").bearer(&token);
    let upload = VideoUpload::started_by(stack, &start).await;
    upload.store(stack, 0, &mp4(2)).await;
    let delete = Call::post("/users/delete").bearer(&token);
    (upload, delete.json(&json!({"password": person.password})))
}

/// Puts the record of an upload where its account's deletion does not see it, as one that is written in that moment, and
/// deletes the account.
async fn missed_by_a_deletion(stack: &Stack) -> VideoUpload {
    let (upload, delete) = about_to_leave(stack).await;
    let record = upload.record(stack).await;
    let mut nobodys = record.clone();
    nobodys.as_object_mut().expect("a record").remove("owner");
    let table = stack.tables.get("uploads").expect("the uploads table");
    stack.put_item(table, nobodys).await;
    assert_eq!(stack.send(&delete).await.status, 200);
    stack.put_item(table, record).await;
    upload
}

#[tokio::test]
async fn nothing_becomes_a_file_of_an_account_that_is_gone() {
    let stack = Stack::running();
    let upload = missed_by_a_deletion(&stack).await;
    assert_eq!(in_the_bucket(&stack, &upload).await, (0, 1));
    for _ in 0..2 {
        let reply = stack.send(&upload.finalize("video.mp4", 1)).await;
        assert_eq!(reply.outcome(), (400, "upload_not_found"));
        assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
        assert_eq!(record(&stack, &upload).await, Value::Null);
    }
    let chunk = stack.send(&upload.announce(0, 1)).await;
    assert_eq!(chunk.outcome(), (400, "upload_not_found"));
}

#[tokio::test]
async fn of_a_finalization_and_a_deletion_at_once_nothing_is_left() {
    let stack = Stack::running();
    for delay in [0, 20, 40, 80, 160, 320].map(Duration::from_millis) {
        let (upload, delete) = about_to_leave(&stack).await;
        let object = upload.object(&stack).await;
        let file = upload.record(&stack).await["fileId"].clone();
        let finalize = upload.finalize("video.mp4", 1);
        let finalized = async {
            tokio::time::sleep(delay).await;
            stack.send(&finalize).await
        };
        let (finalized, deleted) = join(finalized, stack.send(&delete)).await;
        assert_eq!(deleted.status, 200, "{deleted:?}");
        let is_told = finalized.status == 201 || finalized.outcome() == (400, "upload_not_found");
        assert!(is_told, "{delay:?}: {finalized:?}");

        assert!(!stack.has_object("files", &object).await, "{delay:?}");
        assert_eq!(stack.open_uploads("files", &object).await, 0, "{delay:?}");
        let table = stack.tables.get("files").expect("the files table");
        let file = stack.item(table, ("fileId", file.as_str().expect("an id"))).await;
        assert_eq!(
            (upload.record(&stack).await, file),
            (Value::Null, Value::Null),
            "{delay:?}"
        );
    }
}

#[tokio::test]
async fn nothing_is_left_of_an_upload_that_goes_after_its_chunks_were_joined() {
    let stack = Stack::running();
    // What would end it with a file is held up.
    let proxy = Proxy::of(&stack).await;
    let step = Step {
        request: "dynamodb TransactWriteItems uploads files".to_owned(),
        occurrence: 1,
    };
    proxy.fail(step.clone(), Fault::Conflict, true);
    let through_proxy = [("AWS_ENDPOINT_URL", proxy.endpoint())];
    let function = Function::deployed(BINARY, &stack, NAME, &through_proxy).await;

    let upload = VideoUpload::of(&stack, &mp4(2)).await;
    let object = upload.object(&stack).await;
    let key = upload.record(&stack).await["upload"].clone();
    let finalize = upload.finalize("video.mp4", 1);
    let forget = async {
        proxy.is_asked(&step).await;
        assert!(stack.has_object("files", &object).await);
        let table = stack.tables.get("uploads").expect("the uploads table");
        stack.delete_item(table, ("upload", key.as_str().expect("a key"))).await;
        proxy.end();
    };
    let (reply, ()) = join(function.send(&finalize), forget).await;
    assert_eq!(reply.outcome(), (400, "upload_not_found"));
    assert!(!stack.has_object("files", &object).await);
}

#[tokio::test]
async fn of_many_at_once_one_makes_the_file_and_all_are_told_of_it() {
    let stack = Stack::running();
    let upload = VideoUpload::of(&stack, &mp4(2)).await;
    let finalize = upload.finalize("video.mp4", 1);
    let replies = join_all((0..5).map(|_| stack.send(&finalize))).await;
    let mut statuses: Vec<_> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 201]);
    let again = stack.send(&finalize).await;
    assert_eq!(again.status, 200);
    for reply in replies {
        assert_eq!(reply.data()["_id"], again.data()["_id"]);
    }
    assert_eq!(in_the_bucket(&stack, &upload).await, (1, 0));

    let upload = VideoUpload::of(&stack, b"no video").await;
    let finalize = upload.finalize("video.mp4", 1);
    for reply in join_all((0..5).map(|_| stack.send(&finalize))).await {
        assert_eq!(reply.outcome(), (415, "video_type_wrong"));
    }
    assert_eq!(in_the_bucket(&stack, &upload).await, (0, 0));
}

async fn finalize(stack: &Stack) -> (Call, VideoUpload) {
    let upload = VideoUpload::of(stack, &mp4(2)).await;
    (upload.finalize("video.mp4", 1), upload)
}

async fn finalize_refused(stack: &Stack) -> (Call, VideoUpload) {
    let upload = VideoUpload::of(stack, b"no video").await;
    (upload.finalize("video.mp4", 1), upload)
}

async fn finalize_again(stack: &Stack) -> (Call, ()) {
    let (call, _) = finalize(stack).await;
    assert_eq!(stack.send(&call).await.status, 201);
    (call, ())
}

#[tokio::test]
async fn a_finalization_asks_this_of_aws() {
    let asked = faults::requests_of_a_call(DEPLOYED, finalize).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem uploads",
            "s3 ListParts",
            "s3 CompleteMultipartUpload",
            "s3 GetObject",
            "dynamodb TransactWriteItems uploads files",
        ]
    );
    let asked = faults::requests_of_a_call(DEPLOYED, finalize_again).await;
    assert_eq!(asked, ["dynamodb GetItem uploads", "dynamodb GetItem files"]);
    let asked = faults::requests_of_a_call(DEPLOYED, finalize_refused).await;
    assert_eq!(
        asked,
        [
            "dynamodb GetItem uploads",
            "s3 ListParts",
            "s3 CompleteMultipartUpload",
            "s3 GetObject",
            "dynamodb UpdateItem uploads",
            "s3 DeleteObject",
        ]
    );
}

#[tokio::test]
async fn whatever_fails_there_is_one_file_or_none_and_the_next_try_makes_it() {
    faults::check_each_step(DEPLOYED, finalize, async |case, upload| {
        let stack = Stack::running();
        let is_kept = upload.record(&stack).await["outcome"] == "kept";
        assert_eq!(
            record(&stack, upload).await.is_object(),
            is_kept,
            "they are written together"
        );
        let is_told = case.reply.status == 201;
        let is_done_untold = case.fault() == Fault::AnswerLost && case.request().starts_with("dynamodb Transact");
        assert_eq!(is_kept, is_told || is_done_untold);

        let again = case.again().await;
        assert_eq!(again.status, if is_kept { 200 } else { 201 }, "{again:?}");
        assert_eq!(again.data()["_id"], upload.record(&stack).await["fileId"]);
        assert_eq!(in_the_bucket(&stack, upload).await, (1, 0));
    })
    .await;
}

#[tokio::test]
async fn whatever_fails_nothing_stays_of_an_account_that_is_gone() {
    let prepare = async |stack: &Stack| {
        let upload = missed_by_a_deletion(stack).await;
        (upload.finalize("video.mp4", 1), upload)
    };
    faults::check_each_step(DEPLOYED, prepare, async |case, upload| {
        let stack = Stack::running();
        assert_eq!(record(&stack, upload).await, Value::Null);
        assert_eq!(case.again().await.outcome(), (400, "upload_not_found"));
        assert_eq!(in_the_bucket(&stack, upload).await, (0, 0));
        assert_eq!(record(&stack, upload).await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn whatever_fails_nothing_stays_of_what_was_refused() {
    faults::check_each_step(DEPLOYED, finalize_refused, async |case, upload| {
        let stack = Stack::running();
        assert_eq!(case.again().await.outcome(), (415, "video_type_wrong"));
        assert_eq!(in_the_bucket(&stack, upload).await, (0, 0));
        assert_eq!(record(&stack, upload).await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    let upload = VideoUpload { id: String::new() };
    faults::check_each_variable_is_required(BINARY, &variables, &upload.finalize("video.mp4", 1)).await;
}
