//! Photos, decoded and encoded again.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage, Rgba, codecs::jpeg::JpegEncoder,
    imageops::FilterType, metadata::Orientation,
};

/// What every photo is in the end.
pub(crate) const CONTENT_TYPE: &str = "image/jpeg";

/// The formats that are read.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
/// The longest side of what is kept (spec §9).
const SIDE_MAX: u32 = 800;
/// How good it is, of 100 (spec §9).
const QUALITY: u8 = 80;
/// The most memory that a decoded picture may take. The largest that phones take have 50 million pixels, of 3 bytes each.
const DECODED_MAX: u64 = 256 * 1024 * 1024;
/// What shows through where a picture is transparent, which a JPEG cannot be.
const BACKGROUND: Rgb<u8> = Rgb([255, 255, 255]);

/// Why a photo is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PhotoError {
    /// It is of no format that is read, or is broken.
    NoPicture,
    /// Decoded, it would take more memory than there is.
    TooManyPixels,
}

/// The picture alone, upright, in a size that fits. Of one that moves, the beginning.
pub(crate) fn reencode(bytes: &[u8]) -> Result<Vec<u8>, PhotoError> {
    let mut picture = DynamicImage::from(opaque(decode(bytes)?));
    if picture.width().max(picture.height()) > SIDE_MAX {
        picture = picture.resize(SIDE_MAX, SIDE_MAX, FilterType::CatmullRom);
    }
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    let written = picture.write_with_encoder(encoder);
    written.map_err(|_| PhotoError::NoPicture)?;
    Ok(jpeg)
}

/// Decodes a picture, when what its header says of its size leaves room for it: a small file can be a picture without end.
fn decode(bytes: &[u8]) -> Result<DynamicImage, PhotoError> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(|_| PhotoError::NoPicture)?;
    if !reader.format().is_some_and(|format| FORMATS.contains(&format)) {
        return Err(PhotoError::NoPicture);
    }
    let mut decoder = reader.into_decoder().map_err(|_| PhotoError::NoPicture)?;
    if decoder.total_bytes() > DECODED_MAX {
        return Err(PhotoError::TooManyPixels);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODED_MAX);
    decoder.set_limits(limits).map_err(|_| PhotoError::TooManyPixels)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| PhotoError::NoPicture)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// The picture on the background.
fn opaque(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut opaque = RgbImage::from_pixel(picture.width(), picture.height(), BACKGROUND);
    for (below, Rgba([red, green, blue, alpha])) in opaque.pixels_mut().zip(picture.pixels()) {
        for (below, above) in below.0.iter_mut().zip([red, green, blue]) {
            *below = mixed(*below, *above, *alpha);
        }
    }
    opaque
}

/// One colour over another.
fn mixed(below: u8, above: u8, alpha: u8) -> u8 {
    let [below, above, alpha] = [below, above, alpha].map(u16::from);
    let mixed = (above * alpha + below * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}
