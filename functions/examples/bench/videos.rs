//! Videos for measurements.

/// An MP4 of exactly that many bytes with one video track of one minute. The `moov` box comes last.
pub(crate) fn mp4(bytes: usize) -> Vec<u8> {
    let zeros = |count| vec![0; count];
    let full = |version_and_rest: &[&[u8]]| [&[0; 4][..], &version_and_rest.concat()].concat();
    let time = [1000_u32.to_be_bytes(), 60_000_u32.to_be_bytes()].concat();
    let movie = atom("mvhd", &full(&[&zeros(8), &time, &zeros(80)]));
    let media = atom("mdhd", &full(&[&zeros(8), &time, &zeros(4)]));
    let pictures = atom("minf", &atom("vmhd", &full(&[&zeros(8)])));
    let track = atom("trak", &atom("mdia", &[media, pictures].concat()));
    let moov = atom("moov", &[movie, track].concat());
    let ftyp = atom("ftyp", b"isom\0\0\0\0");
    let samples = bytes - ftyp.len() - moov.len() - 8;
    [ftyp, atom("mdat", &zeros(samples)), moov].concat()
}

fn atom(kind: &str, body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).expect("a small atom");
    [&size.to_be_bytes(), kind.as_bytes(), body].concat()
}
