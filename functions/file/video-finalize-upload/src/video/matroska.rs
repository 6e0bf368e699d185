//! WebM and Matroska.

use std::{
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

use matroska_demuxer::{Frame, MatroskaFile, TrackType};

use super::{Unfit, Video};

mod beginning;

use beginning::Beginning;

pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<Video, Unfit> {
    let beginning = Beginning::read(source).ok_or(Unfit::Unreadable)?;
    drop(open(source)?);
    let first_frames = source.stream_position().map_err(|_| Unfit::Unreadable)?;
    let mut file = open(source)?;
    let (content_type, extension) = match file.ebml_header().doc_type() {
        "webm" => ("video/webm", "webm"),
        "matroska" => ("video/x-matroska", "mkv"),
        _ => return Err(Unfit::NoVideo),
    };
    if !file.tracks().iter().any(|track| track.track_type() == TrackType::Video) {
        return Err(Unfit::NoVideo);
    }
    if (first_frames, file.info().timestamp_scale().get()) != (beginning.first_cluster, beginning.timestamp_scale) {
        return Err(Unfit::Unreadable);
    }
    let declared_duration = file.info().duration().unwrap_or_default();
    let nanoseconds_of_tick = to_float(file.info().timestamp_scale().get());
    let nanoseconds = declared_duration.max(last_tick(&mut file)?) * nanoseconds_of_tick;
    drop(file);
    check_all_was_read(source)?;
    let duration = Duration::try_from_secs_f64(nanoseconds / 1e9).map_err(|_| Unfit::Unreadable)?;
    Ok(Video {
        content_type,
        extension,
        other_extensions: &[],
        duration,
    })
}

fn open<R: Read + Seek>(source: &mut R) -> Result<MatroskaFile<&mut R>, Unfit> {
    source.rewind().map_err(|_| Unfit::Unreadable)?;
    MatroskaFile::open(source).map_err(|_| Unfit::Unreadable)
}

/// When the last frame ends, or begins when it does not say how long it lasts. Everything has to be read for that: browsers
/// that record do not know the end when they write the header, and leave it out, and whoever wants to be believed may write
/// any.
fn last_tick<R: Read + Seek>(file: &mut MatroskaFile<R>) -> Result<f64, Unfit> {
    let mut frame = Frame::default();
    let mut last = None;
    while file.next_frame(&mut frame).map_err(|_| Unfit::Unreadable)? {
        last = last.max(Some(frame.timestamp.saturating_add(frame.duration.unwrap_or_default())));
    }
    last.map(to_float).ok_or(Unfit::Unreadable)
}

/// The parser takes it for the end of the frames when there is nothing more to be read, and when it is sent past the end.
fn check_all_was_read<R: Seek>(source: &mut R) -> Result<(), Unfit> {
    let read = source.stream_position().map_err(|_| Unfit::Unreadable)?;
    let end = source.seek(SeekFrom::End(0)).map_err(|_| Unfit::Unreadable)?;
    if read == end { Ok(()) } else { Err(Unfit::Unreadable) }
}

#[expect(clippy::cast_precision_loss, reason = "microseconds do not count")]
const fn to_float(number: u64) -> f64 {
    number as f64
}
