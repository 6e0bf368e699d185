//! Refused videos and requests: other and damaged files, videos over two minutes, and missing parts.

use super::{
    count_objects_and_uploads,
    videos::{
        mp4, padded, video, with_boxes_set_to_one, with_flags_twice, with_hidden_cluster, with_index_to_last_cluster,
        with_laced_frames, with_nested_index, with_repeated_box, with_repeated_edits, with_second_timescale,
        with_shorter_webm_duration, with_timescale_of_zero, with_track_timescale, with_unknown_track,
    },
};
use crate::prelude::*;

#[tokio::test]
async fn rejects_videos_over_two_minutes() {
    let stack = Stack::running();
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    let fragmented = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
    for content in [
        mp4(121),
        video("121-fragmented.mp4", 121, fragmented),
        video("121.webm", 121, vp8),
        video("121-recorded.webm", 121, &format!("{vp8} -live 1 -f webm")),
    ] {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        for _ in 0..2 {
            expect!(
                stack.send(&upload.finalize_request("video.mp4", 1)),
                (422, "video_longer_than_2_minutes")
            );
        }
        assert!(upload.record(&stack).await["removal"].is_object());
        refuses!(stack, upload.part_url_request(0, 1), 400, "upload_not_found");
    }
    let upload = TestUpload::start_with_parts(&stack, &mp4(120)).await;
    expect!(stack.send(&upload.finalize_request("video.mp4", 1)), 201);
    let upload = TestUpload::start_with_parts(&stack, &mp4(121)).await;
    let response = stack
        .send(&upload.finalize_request("video.mp4", 1).query("lang", "fr"))
        .await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn rejects_videos_whose_headers_declare_a_shorter_duration() {
    let stack = Stack::running();
    let vp8 = "-c:v libvpx -deadline realtime -cpu-used 16 -c:a libopus";
    let whole = video("121.webm", 121, vp8);
    let webm = with_shorter_webm_duration(whole.clone());
    let fragmented = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
    let overlapping_fragments =
        with_boxes_set_to_one(video("121-fragmented.mp4", 121, fragmented), &[(b"tfdt", 4..12)]);
    // More than a minute is in the movie itself, and as much in a fragment.
    let in_two_halves =
        "-c:v mpeg4 -g 600 -force_key_frames 62 -sc_threshold 1000000000 -c:a aac -movflags frag_keyframe";
    // The duration follows the version, the flags and two times, and in a `tkhd` box also the track's id and four bytes.
    let durations: &[(&[u8; 4], _)] = &[(b"mvhd", 16..20), (b"tkhd", 20..24), (b"mdhd", 16..20)];
    let repeated = with_repeated_edits(mp4(61), 2);
    for content in [
        webm.clone(),
        with_index_to_last_cluster(&webm),
        with_laced_frames(video("3.webm", 3, vp8)),
        with_boxes_set_to_one(mp4(121), durations),
        // ffmpeg plays all edits, also more than the list declares.
        with_boxes_set_to_one(repeated.clone(), &[(b"elst", 4..8)]),
        repeated,
        overlapping_fragments,
        video("125-halves.mp4", 125, in_two_halves),
    ] {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        expect!(
            stack.send(&upload.finalize_request("video", 1)),
            (422, "video_longer_than_2_minutes")
        );
        assert!(upload.record(&stack).await["removal"].is_object());
    }

    // A video that hides a part of itself is rejected too.
    let second_movie = [mp4(121), mp4(2)].concat();
    let second_movie = second_movie.as_slice();
    let behind_segment = [webm.as_slice(), &webm[first_cluster_only(&webm).len()..]].concat();
    let cut_in_header = &webm[..300];
    let rescaled = with_second_timescale(&whole);
    let short = video("3.webm", 3, vp8);
    let rescaled_track = with_track_timescale(short.clone());
    let without_timescale = with_timescale_of_zero(short.clone());
    let hidden = with_hidden_cluster(short.clone());
    let unknown_track = with_unknown_track(short);
    let flags_twice = with_flags_twice(video("3-fragmented.mp4", 3, fragmented));
    for content in [
        second_movie,
        &behind_segment,
        cut_in_header,
        &rescaled,
        &rescaled_track,
        &without_timescale,
        &hidden,
        &unknown_track,
        &flags_twice,
    ] {
        let upload = TestUpload::start_with_parts(&stack, content).await;
        expect!(
            stack.send(&upload.finalize_request("video", 1)),
            (422, "video_processing_failed")
        );
        assert!(upload.record(&stack).await["removal"].is_object());
    }
}

#[tokio::test]
async fn rejects_videos_with_two_boxes_of_which_players_read_one() {
    let stack = Stack::running();
    let fragmented = || {
        let options = "-c:v mpeg4 -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof";
        video("fragmented.mp4", 3, options)
    };
    let in_movie: [&[&[u8; 4]]; 5] = [
        &[b"moov", b"mvhd"],
        &[b"moov", b"trak", b"tkhd"],
        &[b"moov", b"trak", b"edts", b"elst"],
        &[b"moov", b"trak", b"mdia"],
        &[b"moov", b"trak", b"mdia", b"mdhd"],
    ];
    let in_fragments: [&[&[u8; 4]]; 3] = [
        &[b"moov", b"mvex", b"trex"],
        &[b"moof", b"traf", b"tfhd"],
        &[b"moof", b"traf", b"tfdt"],
    ];
    let in_movie = in_movie.map(|path| (path, with_repeated_box(mp4(3), path)));
    let in_fragments = in_fragments.map(|path| (path, with_repeated_box(fragmented(), path)));
    for (path, content) in in_movie.into_iter().chain(in_fragments) {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        expect!(
            stack.send(&upload.finalize_request("video.mp4", 1)),
            (422, "video_processing_failed"),
            "{path:?}"
        );
    }
}

/// The beginning of a WebM up to the end of its first cluster.
fn first_cluster_only(webm: &[u8]) -> &[u8] {
    let cluster = b"\x1f\x43\xb6\x75";
    let second = webm.windows(4).enumerate().filter(|(_, four)| four == cluster).nth(1);
    &webm[..second.expect("two clusters").0]
}

#[tokio::test]
async fn rejects_other_and_damaged_files_whatever_their_name() {
    let stack = Stack::running();
    let audio = video("sound.m4a", 2, "-vn -c:a aac -f mp4");
    let webm_audio = video("sound.webm", 2, "-vn -c:a libopus");
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x0cmeta\0\0\0\0".to_vec();
    let truncated = mp4(3);
    let truncated = &truncated[..truncated.len() - 2000];
    // The index points to itself.
    let circular_index = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\0\0\0\0\0\0\x12\
        \x11\x4d\x9b\x74\x8d\x4d\xbb\x8a\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x81\x00";
    // Two indexes point to each other. They are further apart than one range request reads.
    let index_to_second = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\0\0\0\0\x04\xb0\x16\
        \x11\x4d\x9b\x74\x91\x4d\xbb\x8e\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x84\0\x04\xb0\0";
    let index_to_first = b"\x11\x4d\x9b\x74\x91\x4d\xbb\x8e\x53\xab\x84\x11\x4d\x9b\x74\x53\xac\x84\0\0\0\0";
    let between = vec![0; 0x0004_b000 - index_to_first.len()];
    let distant_circular_index = [index_to_second.as_slice(), &between, index_to_first].concat();
    let (type_wrong, unreadable) = ((415, "video_type_wrong"), (422, "video_processing_failed"));
    for (content, outcome) in [
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff".to_vec(), type_wrong),
        (b"one".to_vec(), type_wrong),
        (b"<!doctype html><script>alert(1)</script>".to_vec(), type_wrong),
        (audio, type_wrong),
        (webm_audio, type_wrong),
        (heic, type_wrong),
        (truncated.to_vec(), unreadable),
        (b"\0\0\0\x10ftypisom\0\0\0\0".to_vec(), unreadable),
        (b"\0\0\0\x08moov".to_vec(), type_wrong),
        (b"\0\0\0\x10moov\0\0\0\x20trak".to_vec(), unreadable),
        (b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01".to_vec(), unreadable),
        (circular_index.to_vec(), unreadable),
        (distant_circular_index, unreadable),
        (with_nested_index(100_000), unreadable),
    ] {
        let upload = TestUpload::start_with_parts(&stack, &content).await;
        for _ in 0..2 {
            expect!(
                stack.send(&upload.finalize_request("video.mp4", 1)),
                outcome,
                "{}",
                content[..content.len().min(40)].escape_ascii()
            );
        }
        assert!(upload.record(&stack).await["removal"].is_object());
    }
}

#[tokio::test]
async fn lists_missing_and_incomplete_parts() {
    let stack = Stack::running();
    let content = padded(mp4(2), 2 * PART_SIZE + 7);
    let upload = TestUpload::start(&stack).await;
    let response = stack.send(&upload.finalize_request("video.mp4", 3)).await;
    assert_eq!(response.body["missing"], json!([0, 1, 2]));

    upload.store_part(&stack, 0, &content[..PART_SIZE - 1]).await;
    upload.store_part(&stack, 2, &content[2 * PART_SIZE..]).await;
    let response = stack
        .send(&upload.finalize_request("video.mp4", 3).query("lang", "fr"))
        .await;
    assert_json_snapshot!(response);
    assert_eq!(count_objects_and_uploads(&stack, &upload).await, (0, 1));

    upload.store_part(&stack, 1, &content[PART_SIZE..2 * PART_SIZE]).await;
    let response = stack.send(&upload.finalize_request("video.mp4", 3)).await;
    assert_eq!(response.body["missing"], json!([0]));
    expect!(
        stack.send(&upload.finalize_request("video.mp4", 2)),
        (400, "chunk_index_invalid")
    );
    upload.store_part(&stack, 2, &vec![0; PART_SIZE + 1]).await;
    let response = stack.send(&upload.finalize_request("video.mp4", 3)).await;
    assert_eq!(
        response.body["missing"],
        json!([0, 2]),
        "the last part has 5 MiB at most"
    );

    upload.store_part(&stack, 0, &content[..PART_SIZE]).await;
    upload.store_part(&stack, 2, &content[2 * PART_SIZE..]).await;
    let response = expect!(stack.send(&upload.finalize_request("video.mp4", 3)), 201);
    let file = Download::from_url(response.data()["url"].as_str().expect("a URL")).await;
    assert!(file.bytes == content, "the parts are in order, whichever arrived first");
}

#[tokio::test]
async fn lists_parts_of_forms_that_are_missing_or_of_another_size() {
    let stack = Stack::running();
    let missing = async |upload: &TestUpload, parts| {
        let response = refuses!(stack, upload.finalize_request("video.mp4", parts), 409, "chunk_missing");
        response.body["missing"].clone()
    };
    let upload = TestUpload::start(&stack).await;
    for (index, size) in [(0, 1_000_000), (2, 900_000), (3, 1_000_001)] {
        let part = upload.part_request(index, &vec![7; size]);
        expect!(stack.send(&part), 200);
    }
    assert_eq!(missing(&upload, 4).await, json!([1, 2, 3]));

    // A part that a presigned URL has made too small is not in a form.
    let presigned = TestUpload::start(&stack).await;
    for index in 0..2 {
        presigned.store_part(&stack, index, b"small").await;
    }
    assert_eq!(missing(&presigned, 2).await, json!([0]));
    assert_eq!(count_objects_and_uploads(&stack, &presigned).await, (0, 1));
}

#[tokio::test]
async fn rejects_parts_of_forms_that_are_too_large_together() {
    let stack = Stack::running();
    let upload = TestUpload::start(&stack).await;
    for (index, size) in [4_190_000; 5].into_iter().chain([100_000]).enumerate() {
        let part = upload.part_request(index, &vec![7; size]);
        expect!(stack.send(&part), 200);
    }
    refuses!(stack, upload.finalize_request("video.mp4", 6), 413, "video_too_large");
}

#[tokio::test]
async fn rejects_invalid_requests_and_unknown_uploads() {
    let stack = Stack::running();
    let upload = TestUpload::start_with_parts(&stack, &mp4(2)).await;
    for (parts, outcome) in [
        (0, (400, "malformed_request")),
        (5, (409, "chunk_missing")),
        (101, (413, "video_too_large")),
        (4_294_967_295, (413, "video_too_large")),
        (4_294_967_296, (400, "malformed_request")),
    ] {
        expect!(stack.send(&upload.finalize_request("video.mp4", parts)), outcome);
    }
    let finalize = || TestRequest::post("/file/video/finalize-upload");
    for body in [
        json!({}),
        json!({"uploadId": 7, "originalName": "v.mp4", "totalChunks": 1}),
        json!({"uploadId": upload.id, "originalName": "v.mp4", "totalChunks": "one"}),
        json!({"uploadId": upload.id, "totalChunks": 1}),
    ] {
        refuses!(stack, finalize().json(&body), 400, "malformed_request");
    }
    for id in [Value::Null, json!("")] {
        let body = json!({"uploadId": id, "originalName": "video.mp4", "mimeType": "video/mp4", "totalChunks": 1});
        refuses!(stack, finalize().json(&body), 400, "upload_id_missing");
    }
    assert_eq!(
        count_objects_and_uploads(&stack, &upload).await,
        (0, 1),
        "the upload is still open"
    );

    let expired = TestUpload::start(&stack).await;
    expired.set_attribute(&stack, "expiresAt", json!(1)).await;
    let ended_in_s3 = TestUpload::start(&stack).await;
    let unknown_to_s3 = json!({"multipartId": "none"});
    ended_in_s3.set_attribute(&stack, "upload", unknown_to_s3).await;
    let unknown = TestUpload {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
    };
    let malformed = TestUpload { id: "7".to_owned() };
    for upload in [expired, ended_in_s3, unknown, malformed] {
        refuses!(stack, upload.finalize_request("video.mp4", 1), 400, "upload_not_found");
    }
}
