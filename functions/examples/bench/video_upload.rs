//! Measures the upload of a video of 20 MiB through the API, as a ratio to sending its four parts directly to S3 in the same run, and to
//! sending and joining them. Measures the peak memory of the three functions too.

use std::time::Instant;

use aws_sdk_s3::{
    Client,
    types::{CompletedMultipartUpload, CompletedPart},
};
use futures_util::{StreamExt, stream};
use testing::{DeployedFunction, Function, PART_SIZE, Stack, TestRequest, TestUpload, http_put};

use crate::{median, videos::mp4};

const ROUNDS: usize = 5;
const PARTS: usize = 4;
/// How many parts the web app sends at the same time (spec §9).
const CONCURRENCY: usize = 3;

/// A warm instance of each of the three functions.
struct Endpoints {
    start: Function,
    chunk: Function,
    finalize: Function,
}

pub(crate) async fn measure() {
    let stack = Stack::running();
    let endpoints = Endpoints {
        start: DeployedFunction::named("file-video-start-upload")
            .start(&stack, &[])
            .await,
        chunk: DeployedFunction::named("file-video-upload-chunk")
            .start(&stack, &[])
            .await,
        finalize: DeployedFunction::named("file-video-finalize-upload")
            .start(&stack, &[])
            .await,
    };
    let (s3, bucket) = (stack.s3(), &stack.buckets["files"]);
    let video = mp4(PARTS * PART_SIZE);
    endpoints.upload(&video).await;

    let (mut sending, mut sending_and_joining, mut uploading) = (Vec::new(), Vec::new(), Vec::new());
    // The measurements alternate, so that other load affects both alike.
    for _ in 0..ROUNDS {
        let upload = endpoints.start().await;
        let urls = stream::iter(0..PARTS).then(|index| endpoints.part_url(&upload, index));
        let urls: Vec<_> = urls.collect().await;
        let (key, record) = (upload.object_key(), upload.record(&stack).await);
        let id = record["upload"]["multipartId"].as_str().expect("an id");
        let started = Instant::now();
        let parts = urls.iter().zip(video.chunks(PART_SIZE));
        let sent = stream::iter(parts).map(|(url, part)| send(url, part));
        sent.buffer_unordered(CONCURRENCY).collect::<()>().await;
        sending.push(started.elapsed());
        join(&s3, bucket, &key, id).await;
        sending_and_joining.push(started.elapsed());

        let started = Instant::now();
        endpoints.upload(&video).await;
        uploading.push(started.elapsed());
    }
    let (sending, sending_and_joining, uploading) = (median(sending), median(sending_and_joining), median(uploading));
    println!(
        "upload of a video of 20 MiB: {:.2} of sending its parts, {:.2} of sending and joining them",
        uploading.as_secs_f64() / sending.as_secs_f64(),
        uploading.as_secs_f64() / sending_and_joining.as_secs_f64()
    );
    println!(
        "(medians of {ROUNDS}; sending the parts took {:.0} ms here, and joining them {:.0} ms)",
        sending.as_secs_f64() * 1000.0,
        sending_and_joining.saturating_sub(sending).as_secs_f64() * 1000.0
    );

    let form = endpoints.start().await.part_request(0, &video[..PART_SIZE]);
    assert_eq!(endpoints.chunk.send(&form).await.status, 200);
    for (name, function) in [
        ("start-upload", &endpoints.start),
        ("upload-chunk, with 5 MiB in the form", &endpoints.chunk),
        ("finalize-upload", &endpoints.finalize),
    ] {
        let peak = function.peak_memory().expect("Linux tells it");
        println!("peak memory of {name}: {peak} KiB");
    }
}

impl Endpoints {
    async fn start(&self) -> TestUpload {
        let response = self.start.send(&TestRequest::post("/file/video/start-upload")).await;
        let id = response.body["uploadId"].as_str().expect("an id");
        TestUpload { id: id.to_owned() }
    }

    async fn part_url(&self, upload: &TestUpload, index: usize) -> String {
        let response = self.chunk.send(&upload.part_url_request(index, PART_SIZE)).await;
        response.data()["url"].as_str().expect("a URL").to_owned()
    }

    async fn upload(&self, video: &[u8]) {
        let upload = &self.start().await;
        let sent = stream::iter(video.chunks(PART_SIZE).enumerate()).map(async |(index, part)| {
            send(&self.part_url(upload, index).await, part).await;
        });
        sent.buffer_unordered(CONCURRENCY).collect::<()>().await;
        let response = self.finalize.send(&upload.finalize_request("video.mp4", PARTS)).await;
        assert_eq!(response.status, 201, "{response:?}");
    }
}

/// Joins the parts directly in S3, without the API.
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

async fn send(url: &str, part: &[u8]) {
    assert_eq!(http_put(url, part.to_vec()).await, 200);
}
