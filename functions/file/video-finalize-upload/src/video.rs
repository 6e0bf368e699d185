//! What a video is, by its content and not by what it says to be.

mod matroska;
mod mp4;

use std::{
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

/// A video in a container that browsers or phones make.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Video {
    /// What it is served as.
    pub(crate) content_type: &'static str,
    /// What its name ends in.
    pub(crate) extension: &'static str,
    /// What its name may end in instead.
    pub(crate) other_extensions: &'static [&'static str],
    /// How long it lasts.
    pub(crate) duration: Duration,
}

/// Why something is not kept as a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It is something else, or has no pictures.
    NoVideo,
    /// It begins as a video does, and does not go on as one.
    Unreadable,
}

/// Looks at a file, and reads as little of it as tells what it is and how long it lasts.
pub(crate) fn look_at<R: Read + Seek>(source: &mut R) -> Result<Video, Unfit> {
    let mut beginning = [0; 8];
    source.read_exact(&mut beginning).map_err(|_| Unfit::NoVideo)?;
    source.seek(SeekFrom::Start(0)).map_err(|_| Unfit::Unreadable)?;
    match beginning {
        [0x1a, 0x45, 0xdf, 0xa3, ..] => matroska::read(source),
        [_, _, _, _, kind @ ..] if mp4::begins_with(kind) => mp4::read(source),
        _ => Err(Unfit::NoVideo),
    }
}
