//! MP4 and QuickTime, which are nested boxes. The parser skips the boxes that contain the samples.

use std::{
    collections::HashMap,
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

use mp4_atom::{
    Atom, Decode, FourCC, Ftyp, Header, Mdhd, Mehd, Mvhd, ReadFrom, Stts, Tfdt, Tfhd, Tkhd, Trex, Trun, TrunSamples,
};

use super::{Video, VideoError, set_once};

/// The largest box that is read into memory. The boxes of a two-minute video take less than a tenth of it.
const MAX_BOX_BYTES: u64 = 8 * 1024 * 1024;
/// The brand of QuickTime, and the default for a file without a brand.
const QUICKTIME: FourCC = FourCC::new(b"qt  ");
const MOOV: FourCC = FourCC::new(b"moov");
const MOOF: FourCC = FourCC::new(b"moof");
const META: FourCC = FourCC::new(b"meta");

/// Whether a video can start with a box of that type. QuickTime files do not have to start with `ftyp`.
pub(super) fn is_first_box(box_type: [u8; 4]) -> bool {
    [b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"].contains(&&box_type)
}

pub(super) fn probe<R: Read + Seek>(source: &mut R) -> Result<Video, VideoError> {
    let end = source.seek(SeekFrom::End(0)).map_err(|_| VideoError::Unreadable)?;
    let mut position = 0;
    let mut brand = QUICKTIME;
    let mut movie = None;
    while end - position >= 8 {
        source
            .seek(SeekFrom::Start(position))
            .map_err(|_| VideoError::Unreadable)?;
        let header = match Header::read_from(source) {
            Ok(header) => header,
            // Players ignore what follows the last box.
            Err(_) if movie.is_some() => break,
            Err(_) => return Err(VideoError::Unreadable),
        };
        let body = source.stream_position().map_err(|_| VideoError::Unreadable)?;
        let size = header.size.map_or(end.saturating_sub(body), |size| size as u64);
        position = match body.checked_add(size) {
            Some(next) if next <= end => next,
            // Of a video that was cut off, and of samples whose box is declared too large, players show what there is.
            _ if movie.is_some() => break,
            _ => return Err(VideoError::Unreadable),
        };
        match header.kind {
            Ftyp::KIND => brand = decode::<Ftyp>(&read_body(source, size)?)?.major_brand,
            // Image and audio files have this box at the top level. Videos have it inside `moov`.
            META if movie.is_none() => return Err(VideoError::NotAVideo),
            MOOV => set_once(&mut movie, Movie::read(&read_body(source, size)?)?)?,
            MOOF => {
                let movie = movie.as_mut().ok_or(VideoError::Unreadable)?;
                movie.add_fragment(&read_body(source, size)?)?;
            }
            _ => {}
        }
    }
    let movie = movie.ok_or(VideoError::Unreadable)?;
    if !movie.has_video_track {
        return Err(VideoError::NotAVideo);
    }
    let (content_type, extension, other_extensions): (_, _, &[_]) = if brand == QUICKTIME {
        ("video/quicktime", "mov", &["qt"])
    } else {
        ("video/mp4", "mp4", &["m4v", "3gp", "mov"])
    };
    Ok(Video {
        content_type,
        extension,
        other_extensions,
        duration: movie.duration()?,
    })
}

/// The timing of a movie, from its `moov` box and its fragments.
#[derive(Default)]
struct Movie {
    has_video_track: bool,
    /// Units per second.
    timescale: u32,
    /// The longest duration in the headers of the movie and of its tracks, in units of the movie's timescale.
    declared_duration: u64,
    tracks: HashMap<u32, Track>,
}

#[derive(Default)]
struct Track {
    /// Units per second, for all the following values but one.
    timescale: u32,
    /// The duration of its edits, which choose what is shown of the samples. In units of the movie's timescale.
    edits_duration: Option<u64>,
    /// The duration in its media header.
    declared_duration: u64,
    /// The duration of the samples in the `moov` box. In a fragmented movie, they come before the fragments.
    samples_duration: u64,
    /// The duration of a sample in a fragment that does not declare one.
    default_sample_duration: Option<u32>,
    /// The start of the first fragment and the end of the last.
    fragments_range: Option<(u64, u64)>,
    /// The sum of the durations of the fragments, wherever they start.
    fragments_duration: u64,
}

impl Movie {
    fn read(body: &[u8]) -> Result<Self, VideoError> {
        let mut movie = Self::default();
        let mut header = None;
        let mut defaults = Vec::new();
        for_each_box(body, |box_type, body| {
            match box_type {
                b"mvhd" => set_once(&mut header, decode::<Mvhd>(body)?)?,
                b"trak" => movie.add_track(body)?,
                b"mvex" => for_each_box(body, |box_type, body| {
                    match box_type {
                        b"mehd" => movie.include_declared_duration(decode::<Mehd>(body)?.fragment_duration),
                        b"trex" => defaults.push(decode::<Trex>(body)?),
                        _ => {}
                    }
                    Ok(())
                })?,
                _ => {}
            }
            Ok(())
        })?;
        if let Some(header) = header {
            movie.timescale = header.timescale;
            movie.include_declared_duration(header.duration);
        }
        for default in defaults {
            let track = movie.tracks.entry(default.track_id).or_default();
            set_once(&mut track.default_sample_duration, default.default_sample_duration)?;
        }
        Ok(movie)
    }

    fn include_declared_duration(&mut self, duration: u64) {
        self.declared_duration = self.declared_duration.max(known_or_zero(duration));
    }

    fn add_track(&mut self, body: &[u8]) -> Result<(), VideoError> {
        let (mut header, mut media_header, mut edits_duration) = (None, None, None);
        let mut track = Track::default();
        for_each_box(body, |box_type, body| match box_type {
            b"tkhd" => set_once(&mut header, decode::<Tkhd>(body)?),
            b"edts" => for_each_box(body, |box_type, body| match box_type {
                b"elst" => set_once(&mut edits_duration, sum_of_edits(body)),
                _ => Ok(()),
            }),
            b"mdia" => for_each_box(body, |box_type, body| {
                match box_type {
                    b"mdhd" => set_once(&mut media_header, decode::<Mdhd>(body)?)?,
                    b"minf" => self.has_video_track |= track.add_samples(body)?,
                    _ => {}
                }
                Ok(())
            }),
            _ => Ok(()),
        })?;
        let header = header.unwrap_or_default();
        self.include_declared_duration(header.duration);
        track.edits_duration = edits_duration;
        if let Some(header) = media_header {
            track.timescale = header.timescale;
            track.declared_duration = known_or_zero(header.duration);
        }
        match self.tracks.insert(header.track_id, track) {
            None => Ok(()),
            Some(_) => Err(VideoError::Unreadable),
        }
    }

    fn add_fragment(&mut self, body: &[u8]) -> Result<(), VideoError> {
        for_each_box(body, |box_type, body| match box_type {
            b"traf" => self.add_track_fragment(body),
            _ => Ok(()),
        })
    }

    fn add_track_fragment(&mut self, body: &[u8]) -> Result<(), VideoError> {
        let (mut header, mut start) = (None, None);
        let mut duration = 0_u64;
        let tracks = &self.tracks;
        for_each_box(body, |box_type, body| {
            match box_type {
                b"tfhd" => set_once(&mut header, decode::<Tfhd>(body)?)?,
                b"tfdt" => set_once(&mut start, decode::<Tfdt>(body)?.base_media_decode_time)?,
                b"trun" => {
                    let header = header.as_ref().ok_or(VideoError::Unreadable)?;
                    let track = tracks.get(&header.track_id).ok_or(VideoError::Unreadable)?;
                    let default = header.default_sample_duration.or(track.default_sample_duration);
                    if has_flags_twice(body) {
                        return Err(VideoError::Unreadable);
                    }
                    duration = duration.saturating_add(run_duration(&decode(body)?, default.unwrap_or_default()));
                }
                _ => {}
            }
            Ok(())
        })?;
        let header = header.ok_or(VideoError::Unreadable)?;
        let track = self.tracks.get_mut(&header.track_id).ok_or(VideoError::Unreadable)?;
        track.fragments_duration = track.fragments_duration.saturating_add(duration);
        let (range_start, range_end) = track.fragments_range.unwrap_or((start.unwrap_or_default(), 0));
        let start = start.unwrap_or(range_end);
        let end = start.saturating_add(duration);
        track.fragments_range = Some((range_start.min(start), range_end.max(end)));
        Ok(())
    }

    /// The longest of all declared and calculated durations, because players differ in which one they use. What the edits of a track hide does not
    /// count: a video that was trimmed without being encoded again has samples before its start and after its end.
    fn duration(&self) -> Result<Duration, VideoError> {
        let mut longest = to_duration(self.declared_duration, self.timescale)?;
        for track in self.tracks.values() {
            let edits = to_duration(track.edits_duration.unwrap_or_default(), self.timescale)?;
            longest = longest.max(edits);
            // Without a duration, an edit shows all samples. It cannot choose among those of fragments, which are written after it.
            if edits.is_zero() || track.fragments_range.is_some() {
                let (start, end) = track.fragments_range.unwrap_or_default();
                let total = track.samples_duration.saturating_add(track.fragments_duration);
                let duration = track.declared_duration.max(total).max(end.saturating_sub(start));
                longest = longest.max(to_duration(duration, track.timescale)?);
            }
        }
        if longest.is_zero() {
            Err(VideoError::Unreadable)
        } else {
            Ok(longest)
        }
    }
}

impl Track {
    /// Adds the durations of the samples in a `minf` box. True for a video track.
    fn add_samples(&mut self, body: &[u8]) -> Result<bool, VideoError> {
        let mut is_video = false;
        for_each_box(body, |box_type, body| {
            match box_type {
                b"vmhd" => is_video = true,
                b"stbl" => for_each_box(body, |box_type, body| {
                    if box_type == b"stts" {
                        let times: Stts = decode(body)?;
                        let durations = times
                            .entries
                            .iter()
                            .map(|entry| u64::from(entry.sample_count) * u64::from(entry.sample_delta));
                        let duration = durations.fold(0, u64::saturating_add);
                        self.samples_duration = self.samples_duration.max(duration);
                    }
                    Ok(())
                })?,
                _ => {}
            }
            Ok(())
        })?;
        Ok(is_video)
    }
}

/// The time that a track takes with the edits of its `elst` box, which can play the same samples repeatedly. In units of the movie's
/// timescale.
///
/// The declared number of edits is ignored, as in ffmpeg, which plays all that are in the box.
fn sum_of_edits(body: &[u8]) -> u64 {
    let (edit_size, duration_size) = if body.first() == Some(&1) { (20, 8) } else { (12, 4) };
    // After the version, the flags and the number of edits.
    let edits = body.get(8..).unwrap_or_default().chunks_exact(edit_size);
    let durations = edits.map(|edit| {
        let bytes = edit.iter().take(duration_size);
        bytes.fold(0, |duration, byte| (duration << 8) | u64::from(*byte))
    });
    durations.fold(0, u64::saturating_add)
}

/// Whether a `trun` box declares flags for its first sample, and for each sample. The standard forbids it, and readers differ in where the
/// durations then are.
fn has_flags_twice(body: &[u8]) -> bool {
    const FIRST_SAMPLE_FLAGS: u8 = 0x04;
    const SAMPLE_FLAGS: u8 = 0x04;
    // A byte for the version precedes the flags of the box. The flag of samples is in their second byte, and the flag of the first
    // sample in the last.
    matches!(body, [_, _, samples, first, ..] if samples & SAMPLE_FLAGS != 0 && first & FIRST_SAMPLE_FLAGS != 0)
}

/// The duration of the samples of a `trun` box.
fn run_duration(run: &Trun, default: u32) -> u64 {
    match &run.samples {
        // The count is not trusted, so the work must not grow with it.
        TrunSamples::Inherited { count, .. } => u64::from(*count) * u64::from(default),
        TrunSamples::Explicit(samples) => samples
            .iter()
            .map(|sample| u64::from(sample.duration.unwrap_or(default)))
            .fold(0, u64::saturating_add),
    }
}

/// Zero for an unknown duration, which is all ones in 32 or 64 bits.
const fn known_or_zero(duration: u64) -> u64 {
    if duration == u32::MAX as u64 || duration == u64::MAX {
        0
    } else {
        duration
    }
}

/// Zero units are zero for any timescale.
fn to_duration(units: u64, timescale: u32) -> Result<Duration, VideoError> {
    match (units, timescale) {
        (0, _) => Ok(Duration::ZERO),
        (_, 0) => Err(VideoError::Unreadable),
        _ => {
            let timescale = u64::from(timescale);
            let nanoseconds = units % timescale * 1_000_000_000 / timescale;
            Ok(Duration::from_secs(units / timescale) + Duration::from_nanos(nanoseconds))
        }
    }
}

/// Calls `visit` with the type and the body of each box in the body of a box.
fn for_each_box(
    mut boxes: &[u8],
    mut visit: impl FnMut(&[u8; 4], &[u8]) -> Result<(), VideoError>,
) -> Result<(), VideoError> {
    // Some writers end a box with four zero bytes, which are not a box.
    while boxes.len() >= 8 {
        let header = Header::decode(&mut boxes).map_err(|_| VideoError::Unreadable)?;
        let size = header.size.unwrap_or(boxes.len());
        let (body, next) = boxes.split_at_checked(size).ok_or(VideoError::Unreadable)?;
        visit(&header.kind.into(), body)?;
        boxes = next;
    }
    Ok(())
}

fn decode<A: Atom>(mut body: &[u8]) -> Result<A, VideoError> {
    A::decode_body(&mut body).map_err(|_| VideoError::Unreadable)
}

/// Reads the body of a box into memory, after its header was read.
fn read_body<R: Read>(source: &mut R, size: u64) -> Result<Vec<u8>, VideoError> {
    if size > MAX_BOX_BYTES {
        return Err(VideoError::Unreadable);
    }
    let mut body = Vec::new();
    source
        .take(size)
        .read_to_end(&mut body)
        .map_err(|_| VideoError::Unreadable)?;
    Ok(body)
}
