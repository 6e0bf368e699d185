//! How much memory and time a photo may take, judged by its headers before a pixel is decoded.

use image::{ImageDecoder, ImageFormat, Limits};

use crate::photo::PhotoError;

/// The most pixels of a photo, which limit the time to decode it. Cameras and phones make photos of up to 24.5 million pixels, unless
/// their owner chooses more.
const MAX_PIXELS: u64 = 25_000_000;
/// The most memory that all buffers of the decoding take, in bytes.
const MAX_DECODING_BYTES: u64 = 225_000_000;
/// The most pixels of a photo, counted again for each scan of a JPEG. Encoders make about 10 scans, which refine the photo step by step.
const MAX_SCANNED_PIXELS: u64 = 16 * MAX_PIXELS;
/// The marker before each scan of a JPEG. The data of a scan cannot contain it.
const SCAN: [u8; 2] = [0xff, 0xda];
/// The most memory that the metadata of a PNG may take, in bytes: a compressed color profile, texts.
const MAX_METADATA_BYTES: u64 = 16 * 1024 * 1024;

/// The limits within which the headers of a photo are read.
pub(crate) fn of_metadata() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_METADATA_BYTES);
    limits
}

/// The limits within which the pixels of a photo are decoded.
pub(crate) fn of_pixels(format: ImageFormat, file: &[u8], decoder: &impl ImageDecoder) -> Result<Limits, PhotoError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || pixels.saturating_mul(scans(format, file)) > MAX_SCANNED_PIXELS {
        return Err(PhotoError::TooManyPixels);
    }
    let result = decoder.total_bytes();
    if result.saturating_add(pixels * buffers_per_pixel(format)) > MAX_DECODING_BYTES {
        return Err(PhotoError::TooManyPixels);
    }
    let mut limits = Limits::no_limits();
    // For the frame of a GIF, which may exceed the image.
    limits.max_alloc = Some(MAX_DECODING_BYTES - result);
    Ok(limits)
}

/// The bytes for each pixel that a decoder takes at most, besides its result.
const fn buffers_per_pixel(format: ImageFormat) -> u64 {
    match format {
        // The coefficients of three components, 2 bytes each, of images in several scans.
        ImageFormat::Jpeg => 6,
        // The canvas and the frame of an animation, 4 bytes each.
        ImageFormat::WebP => 8,
        // The frame.
        ImageFormat::Gif => 4,
        // A PNG is decoded row by row.
        _ => 0,
    }
}

/// How many times a decoder passes through the pixels.
fn scans(format: ImageFormat, file: &[u8]) -> u64 {
    if format != ImageFormat::Jpeg {
        return 1;
    }
    let scans = file.windows(2).filter(|marker| *marker == SCAN).count();
    u64::try_from(scans).unwrap_or(u64::MAX)
}
