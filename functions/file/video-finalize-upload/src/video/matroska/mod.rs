//! WebM and Matroska.

use std::{
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

use matroska_demuxer::{Frame, MatroskaFile, TrackType};

use super::{Video, VideoError};

mod sequential_headers;

use sequential_headers::SequentialHeaders;

/// Detects type and duration. Reads all frames, because the declared duration can be missing or wrong.
pub(super) fn probe<R: Read + Seek>(source: &mut R) -> Result<Video, VideoError> {
    let headers = SequentialHeaders::read(source).ok_or(VideoError::Unreadable)?;
    drop(open(source)?);
    let first_frames = source.stream_position().map_err(|_| VideoError::Unreadable)?;
    let mut file = open(source)?;
    let (content_type, extension) = match file.ebml_header().doc_type() {
        "webm" => ("video/webm", "webm"),
        "matroska" => ("video/x-matroska", "mkv"),
        _ => return Err(VideoError::NotAVideo),
    };
    if !file.tracks().iter().any(|track| track.track_type() == TrackType::Video) {
        return Err(VideoError::NotAVideo);
    }
    let timestamp_scale = file.info().timestamp_scale().get();
    if (first_frames, timestamp_scale) != (headers.first_cluster, headers.timestamp_scale) {
        return Err(VideoError::Unreadable);
    }
    let declared_ticks = file.info().duration().unwrap_or_default();
    let nanoseconds = declared_ticks.max(end_of_last_frame(&mut file)?) * to_float(timestamp_scale);
    drop(file);
    check_read_to_end(source)?;
    let duration = Duration::try_from_secs_f64(nanoseconds / 1e9).map_err(|_| VideoError::Unreadable)?;
    Ok(Video {
        content_type,
        extension,
        other_extensions: &[],
        duration,
    })
}

fn open<R: Read + Seek>(source: &mut R) -> Result<MatroskaFile<&mut R>, VideoError> {
    source.rewind().map_err(|_| VideoError::Unreadable)?;
    MatroskaFile::open(source).map_err(|_| VideoError::Unreadable)
}

/// When the last frame ends, in ticks, or begins if its duration is not declared. Reads all frames: browsers that record leave the
/// duration of the video out of the header, because they write the header first, and a malicious client can declare any duration.
fn end_of_last_frame<R: Read + Seek>(file: &mut MatroskaFile<R>) -> Result<f64, VideoError> {
    let mut frame = Frame::default();
    let mut end = None;
    while file.next_frame(&mut frame).map_err(|_| VideoError::Unreadable)? {
        end = end.max(Some(frame.timestamp.saturating_add(frame.duration.unwrap_or_default())));
    }
    end.map(to_float).ok_or(VideoError::Unreadable)
}

/// Checks that the parser stopped at the end of the file. It reports the end of the frames for a truncated file too, and after a
/// seek past the end.
fn check_read_to_end<R: Seek>(source: &mut R) -> Result<(), VideoError> {
    let position = source.stream_position().map_err(|_| VideoError::Unreadable)?;
    let end = source.seek(SeekFrom::End(0)).map_err(|_| VideoError::Unreadable)?;
    if position == end {
        Ok(())
    } else {
        Err(VideoError::Unreadable)
    }
}

#[expect(clippy::cast_precision_loss, reason = "the error is below a microsecond")]
const fn to_float(number: u64) -> f64 {
    number as f64
}
