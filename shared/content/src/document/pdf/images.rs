//! The sizes inside the data of images, which viewers may use in place of those of the dictionary.
//!
//! What is malformed has no size: viewers cannot read it either.

use std::ops::ControlFlow;

/// The most pixels of an image. A page of A4 at 1,200 dpi has 139 million.
pub(super) const MAX_PIXELS: usize = 160_000_000;

/// The formats of an image's data, by its filters.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Formats {
    /// JPEG (ITU-T T.81).
    is_jpeg: bool,
    /// JPEG 2000 (ISO/IEC 15444-1).
    is_jpeg_2000: bool,
    /// JBIG2 (ITU-T T.88).
    is_jbig2: bool,
}

impl Formats {
    pub(super) fn add(&mut self, filter: &[u8]) {
        match filter {
            b"DCTDecode" | b"DCT" => self.is_jpeg = true,
            b"JPXDecode" => self.is_jpeg_2000 = true,
            b"JBIG2Decode" => self.is_jbig2 = true,
            _ => {}
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether data in these formats has more pixels than are allowed.
    pub(super) fn is_too_large(self, data: &[u8]) -> bool {
        let readers = [
            (self.is_jpeg, is_jpeg_too_large as fn(&[u8]) -> bool),
            (self.is_jpeg_2000, is_jpeg_2000_too_large),
            (self.is_jbig2, is_jbig2_too_large),
        ];
        readers.into_iter().any(|(is_format, reads)| is_format && reads(data))
    }
}

/// Whether an image of that size has more pixels than are allowed.
pub(super) const fn is_area_too_large(width: usize, height: usize) -> bool {
    width.saturating_mul(height) > MAX_PIXELS
}

/// Reads the segments up to the first scan. Any frame counts.
fn is_jpeg_too_large(data: &[u8]) -> bool {
    let Some(start) = data.windows(2).position(|bytes| bytes == [0xff, 0xd8]) else {
        return false;
    };
    let mut rest = data.get(start + 2..).unwrap_or_default();
    loop {
        // Any number of fill bytes precedes a marker, and decoders skip what is none.
        let Some(position) = rest
            .windows(2)
            .position(|bytes| matches!(bytes, [0xff, marker] if !matches!(marker, 0 | 0xff)))
        else {
            return false;
        };
        rest = rest.get(position + 1..).unwrap_or_default();
        let [marker, after @ ..] = rest else { return false };
        rest = after;
        match marker {
            // Without a segment.
            0x01 | 0xd0..=0xd8 => {}
            // The end, and the start of a scan.
            0xd9 | 0xda => return false,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let mut frame = rest.get(3..).unwrap_or_default();
                let (Some(height), Some(width)) = (take::<2>(&mut frame), take::<2>(&mut frame)) else {
                    return false;
                };
                if is_area_too_large(width, height) {
                    return true;
                }
                rest = after_segment(rest);
            }
            _ => rest = after_segment(rest),
        }
    }
}

/// The bytes after a segment of a JPEG, which starts with its length.
fn after_segment(segment: &[u8]) -> &[u8] {
    let length = take::<2>(&mut &*segment).unwrap_or_default();
    segment.get(length..).unwrap_or_default()
}

/// Reads the boxes of a file, or a code stream without them.
fn is_jpeg_2000_too_large(data: &[u8]) -> bool {
    is_code_stream_too_large(data)
        || any_box_is(data, |kind, content| match kind {
            b"jp2c" => is_code_stream_too_large(content),
            b"jp2h" => any_box_is(content, |kind, mut content| {
                kind == b"ihdr"
                    && matches!((take::<4>(&mut content), take::<4>(&mut content)),
                    (Some(height), Some(width)) if is_area_too_large(width, height))
            }),
            _ => false,
        })
}

/// Whether any of these boxes, by its type and its content, is such a one.
fn any_box_is(mut rest: &[u8], is: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    loop {
        let start = rest;
        let Some(length) = take::<4>(&mut rest) else {
            return false;
        };
        let Some((kind, mut content)) = rest.split_at_checked(4) else {
            return false;
        };
        let length = match length {
            // Up to the end.
            0 => start.len(),
            1 => take::<8>(&mut content).unwrap_or_default(),
            length => length,
        };
        if is(kind, content) {
            return true;
        }
        match start.get(length..) {
            Some(next) if length >= 8 => rest = next,
            _ => return false,
        }
    }
}

/// Reads the first segment, which has the corners of the image on a grid.
fn is_code_stream_too_large(data: &[u8]) -> bool {
    let Some(segment) = data.strip_prefix(&[0xff, 0x4f, 0xff, 0x51]) else {
        return false;
    };
    let mut rest = segment.get(4..).unwrap_or_default();
    let [right, bottom, left, top] = [(); 4].map(|()| take::<4>(&mut rest));
    match (right, bottom, left, top) {
        (Some(right), Some(bottom), Some(left), Some(top)) => {
            is_area_too_large(right.saturating_sub(left), bottom.saturating_sub(top))
        }
        _ => false,
    }
}

/// Reads the segments of a page and its regions, each of which is a bitmap. The bitmaps of symbols are inside compressed data.
fn is_jbig2_too_large(mut rest: &[u8]) -> bool {
    loop {
        match jbig2_segment(&mut rest) {
            Some(ControlFlow::Continue(())) => {}
            Some(ControlFlow::Break(is_too_large)) => return is_too_large,
            None => return false,
        }
    }
}

/// Takes a segment (T.88, 7.2). None when it is malformed.
fn jbig2_segment(rest: &mut &[u8]) -> Option<ControlFlow<bool>> {
    // The data says where it ends only if it has a segment for that.
    if rest.trim_ascii_start().starts_with(b"endstream") {
        return None;
    }
    let number = take::<4>(rest)?;
    let flags = take::<1>(rest)?;
    let short_count = *rest.first()? >> 5;
    // A long form has a bit for each segment that is referred to, and for this one.
    let (references, length_of_count) = if short_count == 7 {
        let count = take::<4>(&mut &**rest)? & 0x1fff_ffff;
        (count, 4 + count / 8 + 1)
    } else {
        (usize::from(short_count), 1)
    };
    let length_of_reference = match number {
        0..=256 => 1,
        257..=65_536 => 2,
        _ => 4,
    };
    let length_of_page = if flags & 0x40 == 0 { 1 } else { 4 };
    let before_length = references.checked_mul(length_of_reference)? + length_of_count + length_of_page;
    *rest = rest.get(before_length..)?;
    let length = take::<4>(rest)?;
    let mut data = *rest;
    match flags & 0x3f {
        // The end of the file.
        51 => return Some(ControlFlow::Break(false)),
        // A page and the regions of text, halftone, generic and refined bitmaps.
        48 | 4 | 6 | 7 | 20 | 22 | 23 | 36 | 38 | 39 | 40 | 42 | 43 => {
            let (width, height) = (take::<4>(&mut data)?, take::<4>(&mut data)?);
            // The height of a page in stripes is unknown. It is that of the regions.
            let height = if height == UNKNOWN { 1 } else { height };
            if is_area_too_large(width, height) {
                return Some(ControlFlow::Break(true));
            }
        }
        _ => {}
    }
    *rest = rest.get(length..)?;
    Some(ControlFlow::Continue(()))
}

/// The height of a page that is not known yet.
const UNKNOWN: usize = 0xffff_ffff;

/// Takes a number of that many bytes.
fn take<const LENGTH: usize>(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk::<LENGTH>()?;
    *bytes = rest;
    Some(number.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}
