//! MP4, and QuickTime, which it comes from: boxes in boxes. Those of the samples are skipped, wherever they are.

use std::{
    collections::HashMap,
    io::{Read, Seek, SeekFrom},
    time::Duration,
};

use mp4_atom::{
    Atom, Decode, FourCC, Ftyp, Header, Mdhd, Mehd, Mvhd, ReadFrom, Stts, Tfdt, Tfhd, Tkhd, Trex, Trun, TrunSamples,
};

use super::{Unfit, Video};

/// The largest box that is read. Two minutes are described in less than a tenth of it.
const LARGEST_BOX: u64 = 8 * 1024 * 1024;
/// The brand of QuickTime, which files without one are.
const QUICKTIME: FourCC = FourCC::new(b"qt  ");
const MOOV: FourCC = FourCC::new(b"moov");
const MOOF: FourCC = FourCC::new(b"moof");
const META: FourCC = FourCC::new(b"meta");

/// Whether a file whose first box is of that kind may be a video. QuickTime's may begin with others than `ftyp`.
pub(super) fn begins_with(kind: [u8; 4]) -> bool {
    [b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"].contains(&&kind)
}

pub(super) fn read<R: Read + Seek>(source: &mut R) -> Result<Video, Unfit> {
    let end = source.seek(SeekFrom::End(0)).map_err(|_| Unfit::Unreadable)?;
    let mut position = 0;
    let mut brand = QUICKTIME;
    let mut movie = None;
    while end - position >= 8 {
        source.seek(SeekFrom::Start(position)).map_err(|_| Unfit::Unreadable)?;
        let header = Header::read_from(source).map_err(|_| Unfit::Unreadable)?;
        let body = source.stream_position().map_err(|_| Unfit::Unreadable)?;
        let size = header.size.map_or(end - body, |size| size as u64);
        position = body
            .checked_add(size)
            .filter(|next| *next <= end)
            .ok_or(Unfit::Unreadable)?;
        match header.kind {
            Ftyp::KIND => brand = decode::<Ftyp>(&whole(source, size)?)?.major_brand,
            // Pictures and sounds have it here, videos in the box of the movie.
            META if movie.is_none() => return Err(Unfit::NoVideo),
            // Of two, one player would go by the first and another by the second.
            MOOV if movie.is_some() => return Err(Unfit::Unreadable),
            MOOV => movie = Some(Movie::read(&whole(source, size)?)?),
            MOOF => {
                let movie = movie.as_mut().ok_or(Unfit::Unreadable)?;
                movie.add_fragment(&whole(source, size)?)?;
            }
            _ => {}
        }
    }
    let movie = movie.ok_or(Unfit::Unreadable)?;
    if !movie.has_pictures {
        return Err(Unfit::NoVideo);
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

/// What is told of a movie's time.
#[derive(Default)]
struct Movie {
    has_pictures: bool,
    timescale: u32,
    /// The longest of what the movie and its tracks say of themselves, in units of the movie's timescale.
    declared_duration: u64,
    tracks: HashMap<u32, Track>,
}

#[derive(Default)]
struct Track {
    timescale: u32,
    /// How long it says that it lasts, in units of its own timescale.
    declared_duration: u64,
    /// How long the samples last that the movie itself describes: with fragments, those before the first of them.
    length_of_samples: u64,
    /// How long a sample of a fragment lasts that says nothing of it.
    default_duration: u32,
    /// Where the first fragment begins, and where the last ends.
    fragments: Option<(u64, u64)>,
    /// How long the fragments last, wherever they say to begin.
    length_of_fragments: u64,
}

impl Movie {
    fn read(body: &[u8]) -> Result<Self, Unfit> {
        let mut movie = Self::default();
        let mut defaults = Vec::new();
        for_each(body, |kind, body| {
            match kind {
                b"mvhd" => {
                    let header: Mvhd = decode(body)?;
                    movie.timescale = header.timescale;
                    movie.tell(header.duration);
                }
                b"trak" => movie.add_track(body)?,
                b"mvex" => for_each(body, |kind, body| {
                    match kind {
                        b"mehd" => movie.tell(decode::<Mehd>(body)?.fragment_duration),
                        b"trex" => defaults.push(decode::<Trex>(body)?),
                        _ => {}
                    }
                    Ok(())
                })?,
                _ => {}
            }
            Ok(())
        })?;
        for default in defaults {
            let track = movie.tracks.entry(default.track_id).or_default();
            track.default_duration = default.default_sample_duration;
        }
        Ok(movie)
    }

    fn tell(&mut self, duration: u64) {
        self.declared_duration = self.declared_duration.max(known(duration));
    }

    fn add_track(&mut self, body: &[u8]) -> Result<(), Unfit> {
        let mut id = 0;
        let mut track = Track::default();
        for_each(body, |kind, body| {
            match kind {
                b"tkhd" => {
                    let header: Tkhd = decode(body)?;
                    id = header.track_id;
                    self.tell(header.duration);
                }
                b"mdia" => for_each(body, |kind, body| {
                    match kind {
                        b"mdhd" => {
                            let header: Mdhd = decode(body)?;
                            track.timescale = header.timescale;
                            track.declared_duration = track.declared_duration.max(known(header.duration));
                        }
                        b"minf" => self.has_pictures |= track.add_samples(body)?,
                        _ => {}
                    }
                    Ok(())
                })?,
                _ => {}
            }
            Ok(())
        })?;
        match self.tracks.insert(id, track) {
            None => Ok(()),
            Some(_) => Err(Unfit::Unreadable),
        }
    }

    fn add_fragment(&mut self, body: &[u8]) -> Result<(), Unfit> {
        for_each(body, |kind, body| match kind {
            b"traf" => self.add_fragment_of_track(body),
            _ => Ok(()),
        })
    }

    fn add_fragment_of_track(&mut self, body: &[u8]) -> Result<(), Unfit> {
        let mut header = Tfhd::default();
        let mut start = None;
        let mut length = 0_u64;
        let tracks = &self.tracks;
        for_each(body, |kind, body| {
            match kind {
                b"tfhd" => header = decode(body)?,
                b"tfdt" => start = Some(decode::<Tfdt>(body)?.base_media_decode_time),
                b"trun" => {
                    let track = tracks.get(&header.track_id).ok_or(Unfit::Unreadable)?;
                    let default = header.default_sample_duration.unwrap_or(track.default_duration);
                    length = length.saturating_add(length_of(&decode(body)?, default));
                }
                _ => {}
            }
            Ok(())
        })?;
        let track = self.tracks.get_mut(&header.track_id).ok_or(Unfit::Unreadable)?;
        track.length_of_fragments = track.length_of_fragments.saturating_add(length);
        let (first, last) = track.fragments.unwrap_or((start.unwrap_or_default(), 0));
        let start = start.unwrap_or(last);
        track.fragments = Some((first.min(start), last.max(start.saturating_add(length))));
        Ok(())
    }

    /// The longest of all that is told: players differ in what they go by.
    fn duration(&self) -> Result<Duration, Unfit> {
        let mut longest = seconds(self.declared_duration, self.timescale)?;
        for track in self.tracks.values() {
            let (first, last) = track.fragments.unwrap_or_default();
            let one_after_the_other = track.length_of_samples.saturating_add(track.length_of_fragments);
            let length = track
                .declared_duration
                .max(one_after_the_other)
                .max(last.saturating_sub(first));
            longest = longest.max(seconds(length, track.timescale)?);
        }
        if longest.is_zero() {
            Err(Unfit::Unreadable)
        } else {
            Ok(longest)
        }
    }
}

impl Track {
    /// Adds what the samples say of their time. True when they are pictures.
    fn add_samples(&mut self, body: &[u8]) -> Result<bool, Unfit> {
        let mut are_pictures = false;
        for_each(body, |kind, body| {
            match kind {
                b"vmhd" => are_pictures = true,
                b"stbl" => for_each(body, |kind, body| {
                    if kind == b"stts" {
                        let times: Stts = decode(body)?;
                        let of_entries = times
                            .entries
                            .iter()
                            .map(|entry| u64::from(entry.sample_count) * u64::from(entry.sample_delta));
                        let length = of_entries.fold(0, u64::saturating_add);
                        self.length_of_samples = self.length_of_samples.max(length);
                    }
                    Ok(())
                })?,
                _ => {}
            }
            Ok(())
        })?;
        Ok(are_pictures)
    }
}

/// How long the samples of a run last.
fn length_of(run: &Trun, default: u32) -> u64 {
    match &run.samples {
        // Their number is only told: nothing is done for each of them.
        TrunSamples::Inherited { count, .. } => u64::from(*count) * u64::from(default),
        TrunSamples::Explicit(samples) => samples
            .iter()
            .map(|sample| u64::from(sample.duration.unwrap_or(default)))
            .fold(0, u64::saturating_add),
    }
}

/// A duration that is all ones says that it is not known.
const fn known(duration: u64) -> u64 {
    if duration == u32::MAX as u64 || duration == u64::MAX {
        0
    } else {
        duration
    }
}

fn seconds(units: u64, timescale: u32) -> Result<Duration, Unfit> {
    match (units, timescale) {
        (0, _) => Ok(Duration::ZERO),
        (_, 0) => Err(Unfit::Unreadable),
        _ => {
            let timescale = u64::from(timescale);
            let rest = units % timescale * 1_000_000_000 / timescale;
            Ok(Duration::from_secs(units / timescale) + Duration::from_nanos(rest))
        }
    }
}

/// Calls for each box in a box, with its kind and its body.
fn for_each(mut bodies: &[u8], mut each: impl FnMut(&[u8; 4], &[u8]) -> Result<(), Unfit>) -> Result<(), Unfit> {
    // Some writers end a box with four zeros.
    while bodies.len() >= 8 {
        let header = Header::decode(&mut bodies).map_err(|_| Unfit::Unreadable)?;
        let size = header.size.unwrap_or(bodies.len());
        let (body, next) = bodies.split_at_checked(size).ok_or(Unfit::Unreadable)?;
        each(&header.kind.into(), body)?;
        bodies = next;
    }
    Ok(())
}

fn decode<A: Atom>(mut body: &[u8]) -> Result<A, Unfit> {
    A::decode_body(&mut body).map_err(|_| Unfit::Unreadable)
}

/// The body of the box whose header was read.
fn whole<R: Read>(source: &mut R, size: u64) -> Result<Vec<u8>, Unfit> {
    if size > LARGEST_BOX {
        return Err(Unfit::Unreadable);
    }
    let mut body = Vec::new();
    source
        .take(size)
        .read_to_end(&mut body)
        .map_err(|_| Unfit::Unreadable)?;
    Ok(body)
}
