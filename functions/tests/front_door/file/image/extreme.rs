//! Accepted images that take the most memory. `scripts/bench file_memory` measures their times, too.

use image::ImageFormat;

use super::{
    FUNCTION,
    images::{encoded, extreme::extreme_images, two_colors},
    upload,
};
use crate::prelude::*;

/// The most memory in KiB that an image takes: a quarter of the function's.
const MAX_MEMORY: u64 = 256 * 1024;

#[tokio::test]
async fn an_extreme_image_takes_less_than_256_mib() {
    let stack = Stack::running();
    for (what, image) in extreme_images() {
        let function = FUNCTION.start(&stack, &[]).await;
        // The code of all functions is in the binary of the tests, and is read with the first request.
        let small = encoded(&two_colors(8, 8), ImageFormat::Jpeg);
        expect!(function.send(&upload(&small)), 201);
        // The peak of the process is known on Linux only.
        let Some(before) = function.peak_memory() else { return };
        expect!(function.send(&upload(&image)), 201, "{what}");
        let taken = function.peak_memory().map(|peak| peak - before);
        assert!(taken < Some(MAX_MEMORY), "{what}: {taken:?} KiB");
    }
}
