//! How long the upload of a video of 20 MiB takes with the calls around it, as a ratio to its four parts alone, sent to the same
//! server in the same run, and to those and their joining; and how much memory the three functions have had at most.

use std::time::Instant;

use aws_sdk_s3::{
    Client,
    types::{CompletedMultipartUpload, CompletedPart},
};
use futures_util::{StreamExt, stream};
use testing::{CHUNK, Call, Function, Stack, VideoUpload, put};

use crate::median;

const ROUNDS: usize = 5;
const CHUNKS: usize = 4;
/// As many chunks are sent at once (spec §9).
const AT_ONCE: usize = 3;

/// The three calls, each by a warm instance.
struct Calls {
    start: Function,
    chunk: Function,
    finalize: Function,
}

pub(crate) async fn measure() {
    let stack = Stack::running();
    let calls = Calls {
        start: Function::deployed("file-video-start-upload", &stack, "FileVideoStartUploadFunction", &[]).await,
        chunk: Function::deployed("file-video-upload-chunk", &stack, "FileVideoUploadChunkFunction", &[]).await,
        finalize: Function::deployed(
            "file-video-finalize-upload",
            &stack,
            "FileVideoFinalizeUploadFunction",
            &[],
        )
        .await,
    };
    let (s3, bucket) = (stack.s3(), &stack.buckets["files"]);
    let video = video();
    calls.upload(&video).await;

    let (mut bare, mut joined, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    // Taken in turns, so that what else the machine does falls on both alike.
    for _ in 0..ROUNDS {
        let upload = calls.started().await;
        let addresses = stream::iter(0..CHUNKS).then(|index| calls.address(&upload, index));
        let addresses: Vec<_> = addresses.collect().await;
        let (key, record) = (upload.object(&stack).await, upload.record(&stack).await);
        let id = record["multipartId"].as_str().expect("an id");
        let started = Instant::now();
        let parts = addresses.iter().zip(video.chunks(CHUNK));
        let sent = stream::iter(parts).map(|(address, part)| send(address, part));
        sent.buffer_unordered(AT_ONCE).collect::<()>().await;
        bare.push(started.elapsed());
        join(&s3, bucket, &key, id).await;
        joined.push(started.elapsed());

        let started = Instant::now();
        calls.upload(&video).await;
        whole.push(started.elapsed());
    }
    let (bare, joined, whole) = (median(bare), median(joined), median(whole));
    println!(
        "upload of a video of 20 MiB: {:.2} of sending its parts alone, {:.2} of sending and joining them",
        whole.as_secs_f64() / bare.as_secs_f64(),
        whole.as_secs_f64() / joined.as_secs_f64()
    );
    println!(
        "(medians of {ROUNDS}; the parts alone took {:.0} ms here, and their joining {:.0} ms)",
        bare.as_secs_f64() * 1000.0,
        joined.saturating_sub(bare).as_secs_f64() * 1000.0
    );

    let form = calls.started().await.chunk(0, &video[..CHUNK]);
    assert_eq!(calls.chunk.send(&form).await.status, 200);
    for (name, function) in [
        ("start-upload", &calls.start),
        ("upload-chunk, with 5 MiB in the form", &calls.chunk),
        ("finalize-upload", &calls.finalize),
    ] {
        let peak = function.peak_memory().unwrap_or_else(|| "not known".to_owned());
        println!("most memory of {name}: {peak}");
    }
}

impl Calls {
    async fn started(&self) -> VideoUpload {
        let reply = self.start.send(&Call::post("/file/video/start-upload")).await;
        let id = reply.body["uploadId"].as_str().expect("an id");
        VideoUpload { id: id.to_owned() }
    }

    async fn address(&self, upload: &VideoUpload, index: usize) -> String {
        let reply = self.chunk.send(&upload.announce(index, CHUNK)).await;
        reply.data()["url"].as_str().expect("an address").to_owned()
    }

    async fn upload(&self, video: &[u8]) {
        let upload = &self.started().await;
        let sent = stream::iter(video.chunks(CHUNK).enumerate()).map(async |(index, part)| {
            send(&self.address(upload, index).await, part).await;
        });
        sent.buffer_unordered(AT_ONCE).collect::<()>().await;
        let reply = self.finalize.send(&upload.finalize("video.mp4", CHUNKS)).await;
        assert_eq!(reply.status, 201, "{reply:?}");
    }
}

/// Makes an object of the parts, past the functions.
async fn join(s3: &Client, bucket: &str, key: &str, id: &str) {
    let listed = s3.list_parts().bucket(bucket).key(key).upload_id(id).send().await;
    let listed = listed.expect("the parts can be listed");
    let parts = listed.parts().iter().map(|part| {
        CompletedPart::builder()
            .set_part_number(part.part_number())
            .set_e_tag(part.e_tag().map(str::to_owned))
            .build()
    });
    let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect()));
    let request = s3.complete_multipart_upload().bucket(bucket).key(key).upload_id(id);
    let joined = request.multipart_upload(parts.build()).send().await;
    joined.expect("the parts can be joined");
}

async fn send(address: &str, part: &[u8]) {
    assert_eq!(put(address, part.to_vec()).await, 200);
}

/// An MP4 of exactly 20 MiB, whose description comes after all of its samples: of one track of pictures, of a minute.
fn video() -> Vec<u8> {
    let zeros = |count| vec![0; count];
    let full = |version_and_rest: &[&[u8]]| [&[0; 4][..], &version_and_rest.concat()].concat();
    let time = [1000_u32.to_be_bytes(), 60_000_u32.to_be_bytes()].concat();
    let movie = atom("mvhd", &full(&[&zeros(8), &time, &zeros(80)]));
    let media = atom("mdhd", &full(&[&zeros(8), &time, &zeros(4)]));
    let pictures = atom("minf", &atom("vmhd", &full(&[&zeros(8)])));
    let track = atom("trak", &atom("mdia", &[media, pictures].concat()));
    let moov = atom("moov", &[movie, track].concat());
    let ftyp = atom("ftyp", b"isom\0\0\0\0");
    let samples = CHUNKS * CHUNK - ftyp.len() - moov.len() - 8;
    [ftyp, atom("mdat", &zeros(samples)), moov].concat()
}

fn atom(kind: &str, body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).expect("a small atom");
    [&size.to_be_bytes(), kind.as_bytes(), body].concat()
}
