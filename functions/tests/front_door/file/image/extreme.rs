//! Accepted images that take the most memory. `scripts/bench file_memory` measures their times, too.

use testing::{Function, Stack};

use super::{BINARY, NAME, images::extreme::extreme_images, upload};

/// The most memory in KiB that an image takes: a quarter of the function's.
const MAX_MEMORY: u64 = 256 * 1024;

#[tokio::test]
async fn an_extreme_image_takes_less_than_256_mib() {
    let stack = Stack::running();
    for (what, image) in extreme_images() {
        let function = Function::start_deployed(BINARY, &stack, NAME, &[]).await;
        // The peak of the process is known on Linux only.
        let Some(before) = function.peak_memory() else { return };
        assert_eq!(function.send(&upload(&image)).await.status, 201, "{what}");
        let taken = function.peak_memory().map(|peak| peak - before);
        assert!(taken < Some(MAX_MEMORY), "{what}: {taken:?} KiB");
    }
}
