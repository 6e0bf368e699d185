//! Re-encodes photos.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage, Rgba, codecs::jpeg::JpegEncoder,
    imageops::FilterType, metadata::Orientation,
};

/// The media type of a re-encoded photo.
pub(crate) const CONTENT_TYPE: &str = "image/jpeg";

/// The accepted formats.
const ACCEPTED_FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
/// The longest side of a re-encoded photo, in pixels (spec §9).
const MAX_SIDE: u32 = 800;
/// The JPEG quality, from 1 to 100 (spec §9).
const QUALITY: u8 = 80;
/// The most memory that a decoded photo may take, in bytes. The largest photos of phones have 50 million pixels of 3 bytes each.
const MAX_DECODED_BYTES: u64 = 256 * 1024 * 1024;
/// The color behind transparent pixels. JPEG has no transparency.
const BACKGROUND: Rgb<u8> = Rgb([255, 255, 255]);

/// Why a photo is rejected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PhotoError {
    /// It has no accepted format, or is malformed.
    NotAnImage,
    /// Decoding it would take more memory than allowed.
    TooManyPixels,
}

/// Re-encodes a photo as JPEG: upright, scaled down to the longest side, without metadata. An animation becomes its first frame.
///
/// # Errors
/// [`PhotoError`].
pub(crate) fn reencode(bytes: &[u8]) -> Result<Vec<u8>, PhotoError> {
    let mut image = DynamicImage::from(flatten(decode(bytes)?));
    if image.width().max(image.height()) > MAX_SIDE {
        image = image.resize(MAX_SIDE, MAX_SIDE, FilterType::CatmullRom);
    }
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    let written = image.write_with_encoder(encoder);
    written.map_err(|_| PhotoError::NotAnImage)?;
    Ok(jpeg)
}

/// Decodes an image and applies its orientation. Checks the size in the header first, against decompression bombs.
fn decode(bytes: &[u8]) -> Result<DynamicImage, PhotoError> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(|_| PhotoError::NotAnImage)?;
    if !reader.format().is_some_and(|format| ACCEPTED_FORMATS.contains(&format)) {
        return Err(PhotoError::NotAnImage);
    }
    let mut decoder = reader.into_decoder().map_err(|_| PhotoError::NotAnImage)?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(PhotoError::TooManyPixels);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    decoder.set_limits(limits).map_err(|_| PhotoError::TooManyPixels)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| PhotoError::NotAnImage)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Blends the image with the background.
fn flatten(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let image = image.into_rgba8();
    let mut opaque = RgbImage::from_pixel(image.width(), image.height(), BACKGROUND);
    for (background, Rgba([red, green, blue, alpha])) in opaque.pixels_mut().zip(image.pixels()) {
        for (background, foreground) in background.0.iter_mut().zip([red, green, blue]) {
            *background = blend(*background, *foreground, *alpha);
        }
    }
    opaque
}

/// Blends one channel: `alpha` is 255 for an opaque foreground.
fn blend(background: u8, foreground: u8, alpha: u8) -> u8 {
    let [background, foreground, alpha] = [background, foreground, alpha].map(u16::from);
    // Half of the divisor rounds to the nearest value.
    let blended = (foreground * alpha + background * (255 - alpha) + 127) / 255;
    u8::try_from(blended).unwrap_or(u8::MAX)
}
