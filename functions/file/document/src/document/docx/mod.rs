//! Word documents in the format of 2007: ZIP archives of parts (ECMA-376).

use std::{
    collections::HashSet,
    io::{Cursor, Read},
};

use cfb::CompoundFile;
use zip::ZipArchive;

use super::{Refusal, doc, field};

mod fields;
mod xml;

/// The content type of the main part. A document with macros has another.
const MAIN_PART: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// The most parts.
const MAX_PARTS: usize = 1000;
/// The most bytes of all parts together, decompressed.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// How many times larger than the file its decompressed parts may be.
const MAX_RATIO: u64 = 200;
/// The most bytes of a part that is parsed, decompressed.
const MAX_XML_BYTES: usize = 8 * 1024 * 1024;
/// The first bytes of an archive, such as an embedded spreadsheet.
const ARCHIVE_SIGNATURE: &[u8] = b"PK\x03\x04";

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Checks that a file is a Word document without harmful content.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check(bytes: &[u8]) -> Result<(), Refusal> {
    if doc::is_encrypted_package(bytes) {
        return Err(Refusal::Protected);
    }
    if !bytes.starts_with(ARCHIVE_SIGNATURE) {
        return Err(Refusal::WrongType);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refusal::Damaged)?;
    if archive.len() > MAX_PARTS {
        return Err(Refusal::TooComplex);
    }
    // Programs differ in which of two parts with the same name, in any case, they open.
    if archive.has_duplicate_names() || archive.has_overlapping_files().unwrap_or(true) {
        return Err(Refusal::TooComplex);
    }
    check_content_types(&mut archive)?;

    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mut left = MAX_BYTES.min(size.saturating_mul(MAX_RATIO));
    let mut refusals = Vec::new();
    let mut names = HashSet::new();
    for index in 0..archive.len() {
        let (name, part) = read(&mut archive, index, left)?;
        left = left.saturating_sub(u64::try_from(part.len()).unwrap_or(u64::MAX));
        refusals.extend(check_part(&name, &part).err());
        if !names.insert(name) {
            return Err(Refusal::TooComplex);
        }
    }
    refusals.into_iter().min().map_or(Ok(()), Err)
}

/// Checks the type of the document, and that no part has a type of macros or controls.
fn check_content_types(archive: &mut Archive<'_>) -> Result<(), Refusal> {
    if archive.index_for_name("word/document.xml").is_none() {
        return Err(Refusal::WrongType);
    }
    let index = archive.index_for_name("[Content_Types].xml");
    let limit = u64::try_from(MAX_XML_BYTES).unwrap_or(u64::MAX);
    let (_, types) = read(archive, index.ok_or(Refusal::WrongType)?, limit)?;
    let types = String::from_utf8(types).map_err(|_| Refusal::Damaged)?;
    let types = types.to_ascii_lowercase();
    if ["macroenabled", "vbaproject", "activex"]
        .iter()
        .any(|part| types.contains(part))
    {
        Err(Refusal::Macros)
    } else if types.contains(MAIN_PART) {
        Ok(())
    } else {
        Err(Refusal::WrongType)
    }
}

/// Reads a part of at most `limit` bytes. The size that the archive declares may be wrong.
fn read(archive: &mut Archive<'_>, index: usize, limit: u64) -> Result<(String, Vec<u8>), Refusal> {
    let part = archive.by_index(index).map_err(|_| Refusal::Damaged)?;
    let name = part.name().map_err(|_| Refusal::Damaged)?;
    let name = name.replace('\\', "/").to_ascii_lowercase();
    let mut content = Vec::new();
    let read = part.take(limit + 1).read_to_end(&mut content);
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > limit {
        return Err(Refusal::TooComplex);
    }
    read.map_err(|_| Refusal::Damaged)?;
    Ok((name, content))
}

/// Checks a part by its content, whatever its name.
fn check_part(name: &str, part: &[u8]) -> Result<(), Refusal> {
    if part.starts_with(&doc::SIGNATURE) {
        let file = CompoundFile::open(Cursor::new(part)).map_err(|_| Refusal::Attachments)?;
        doc::check_entries(&file)?;
        return Err(Refusal::Attachments);
    }
    if part.starts_with(ARCHIVE_SIGNATURE) {
        return Err(Refusal::Attachments);
    }
    let extension = name.rsplit('.').next().unwrap_or_default();
    let is_relationships = extension == "rels";
    if is_relationships || extension == "xml" || is_markup(part) {
        if part.len() > MAX_XML_BYTES {
            return Err(Refusal::TooComplex);
        }
        let text = std::str::from_utf8(part).map_err(|_| Refusal::TooComplex)?;
        return if is_relationships {
            xml::check_relationships(text)
        } else {
            fields::check(text)
        };
    }
    Ok(())
}

/// Whether a part is XML by its first bytes, in any encoding.
fn is_markup(part: &[u8]) -> bool {
    let byte_order_marks = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"];
    part.trim_ascii_start().starts_with(b"<") || byte_order_marks.iter().any(|mark| part.starts_with(mark))
}
