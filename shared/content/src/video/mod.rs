//! Detects the type and the duration of a video from its content.

mod matroska;
mod mp4;

use std::{
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

/// A video in a container that browsers or phones record.
#[derive(Debug, PartialEq, Eq)]
pub struct Video {
    pub content_type: &'static str,
    pub extension: &'static str,
    /// Other extensions that a client may use for this type.
    pub other_extensions: &'static [&'static str],
    /// How long it is shown: the longest duration that its headers or edit lists declare, or its samples add up to.
    pub duration: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoError {
    /// It has another type, or no video track.
    NotAVideo,
    /// It starts as a video, but is malformed, incomplete or ambiguous.
    Unreadable,
}

/// Detects the type and the duration of a file, and reads as little of it as possible.
///
/// # Errors
/// [`VideoError`]. An error of `source` is [`VideoError::Unreadable`], or [`VideoError::NotAVideo`] in the first bytes.
pub fn probe<R: Read + Seek>(source: &mut R) -> Result<Video, VideoError> {
    let mut start = [0; 8];
    source.read_exact(&mut start).map_err(|_| VideoError::NotAVideo)?;
    source.seek(SeekFrom::Start(0)).map_err(|_| VideoError::Unreadable)?;
    match start {
        // The first element of EBML, which Matroska and WebM are written in.
        [0x1a, 0x45, 0xdf, 0xa3, ..] => matroska::probe(source),
        [_, _, _, _, box_type @ ..] if mp4::is_first_box(box_type) => mp4::probe(source),
        _ => Err(VideoError::NotAVideo),
    }
}

/// Stores what must occur once. With two of them, players disagree which one applies.
fn set_once<T>(target: &mut Option<T>, value: T) -> Result<(), VideoError> {
    match target.replace(value) {
        None => Ok(()),
        Some(_) => Err(VideoError::Unreadable),
    }
}
