//! WebM and Matroska.

use std::{
    io::{Read, Seek},
    time::Duration,
};

use matroska_demuxer::{Frame, MatroskaFile, TrackType};

use super::{Unfit, Video};

pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<Video, Unfit> {
    let mut file = MatroskaFile::open(source).map_err(|_| Unfit::Unreadable)?;
    let (content_type, extension) = match file.ebml_header().doc_type() {
        "webm" => ("video/webm", "webm"),
        "matroska" => ("video/x-matroska", "mkv"),
        _ => return Err(Unfit::NoVideo),
    };
    if !file.tracks().iter().any(|track| track.track_type() == TrackType::Video) {
        return Err(Unfit::NoVideo);
    }
    let ticks = match file.info().duration() {
        Some(ticks) if ticks > 0.0 => ticks,
        _ => last_tick(&mut file)?,
    };
    let nanoseconds = ticks * to_float(file.info().timestamp_scale().get());
    let duration = Duration::try_from_secs_f64(nanoseconds / 1e9).map_err(|_| Unfit::Unreadable)?;
    Ok(Video {
        content_type,
        extension,
        other_extensions: &[],
        duration,
    })
}

/// When the last frame begins. Browsers that record do not know the end when they write the header, and leave it out: then
/// everything has to be read.
fn last_tick<R: Read + Seek>(file: &mut MatroskaFile<R>) -> Result<f64, Unfit> {
    let mut frame = Frame::default();
    let mut last = None;
    while file.next_frame(&mut frame).map_err(|_| Unfit::Unreadable)? {
        last = last.max(Some(frame.timestamp.saturating_add(frame.duration.unwrap_or_default())));
    }
    last.map(to_float).ok_or(Unfit::Unreadable)
}

#[expect(clippy::cast_precision_loss, reason = "microseconds do not count")]
const fn to_float(number: u64) -> f64 {
    number as f64
}
