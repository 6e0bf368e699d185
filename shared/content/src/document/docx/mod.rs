//! Word documents in the format of 2007: ZIP archives of parts (ECMA-376).

use std::{
    collections::HashSet,
    io::{Cursor, Read},
};

use cfb::CompoundFile;
use zip::ZipArchive;

use super::{Refusal, doc, field, rtf};

mod fields;
mod markup;
mod names;
mod package;
mod relationships;
mod xml;

/// The content type of the main part. A document with macros has another.
const MAIN_PART: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// The content type of the main part of a workbook.
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const MAX_PARTS: usize = 1000;
/// The most bytes of all parts together, decompressed.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// How many times larger than the file its decompressed parts may be.
const MAX_RATIO: u64 = 200;
/// The most bytes of a part that is parsed, decompressed.
const MAX_XML_BYTES: usize = 8 * 1024 * 1024;
/// The most bytes of a part that describes the package.
const MAX_XML_BYTES_OF_PACKAGE: u64 = 1024 * 1024;
/// The first bytes of an archive, such as an embedded spreadsheet.
const ARCHIVE_SIGNATURE: &[u8] = b"PK\x03\x04";

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Checks that a file is a Word document without harmful content.
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
    if archive.has_duplicate_names() || archive.has_overlapping_files().unwrap_or(true) {
        return Err(Refusal::TooComplex);
    }
    let names = names(&archive)?;
    // Programs differ in which of two parts with the same name they open.
    if names.iter().collect::<HashSet<_>>().len() < names.len() {
        return Err(Refusal::TooComplex);
    }
    check_content_types(&mut archive, &names)?;

    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mut left = MAX_BYTES.min(size.saturating_mul(MAX_RATIO));
    let mut refusals = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let part = read(&mut archive, index, left)?;
        left = left.saturating_sub(u64::try_from(part.len()).unwrap_or(u64::MAX));
        refusals.extend(check_part(name, &part).err());
    }
    refusals.into_iter().min().map_or(Ok(()), Err)
}

/// The names of the parts, as programs compare them. An archive lists them without reading the parts.
fn names(archive: &Archive<'_>) -> Result<Vec<String>, Refusal> {
    let name_of = |index| Some(names::normalized(&archive.name_for_index(index)?.ok()?));
    (0..archive.len())
        .map(name_of)
        .collect::<Option<_>>()
        .ok_or(Refusal::Damaged)
}

/// Checks that there is a main part, which the relationships of the package name, with the type of a document, and that no part has a type of
/// macros or controls.
fn check_content_types(archive: &mut Archive<'_>, names: &[String]) -> Result<(), Refusal> {
    let mut text_of = |name: &str| {
        let index = names.iter().position(|other| other == name).ok_or(Refusal::WrongType)?;
        let part = read(archive, index, MAX_XML_BYTES_OF_PACKAGE)?;
        String::from_utf8(part).map_err(|_| Refusal::Damaged)
    };
    let types = text_of("[content_types].xml")?;
    if has_macros(&types) {
        return Err(Refusal::Macros);
    }
    let main_part = package::main_part(&text_of("_rels/.rels")?)?.ok_or(Refusal::WrongType)?;
    let is_document = package::type_of(&types, &main_part)?.is_some_and(|kind| kind.eq_ignore_ascii_case(MAIN_PART));
    if is_document && names.contains(&main_part) {
        Ok(())
    } else {
        Err(Refusal::WrongType)
    }
}

/// Whether a package has a part of macros or controls, by the list of its types.
fn has_macros(types: &str) -> bool {
    let types = types.to_ascii_lowercase();
    ["macroenabled", "vbaproject", "activex"]
        .iter()
        .any(|part| types.contains(part))
}

/// Reads a part of at most `limit` bytes. The size that the archive declares may be wrong.
fn read(archive: &mut Archive<'_>, index: usize, limit: u64) -> Result<Vec<u8>, Refusal> {
    let part = archive.by_index(index).map_err(|_| Refusal::Damaged)?;
    let mut content = Vec::new();
    let read = part.take(limit + 1).read_to_end(&mut content);
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > limit {
        return Err(Refusal::TooComplex);
    }
    read.map_err(|_| Refusal::Damaged)?;
    Ok(content)
}

/// Checks a part by its content, whatever its name.
fn check_part(name: &str, part: &[u8]) -> Result<(), Refusal> {
    if part.starts_with(&doc::SIGNATURE) {
        let file = CompoundFile::open(Cursor::new(part)).map_err(|_| Refusal::Attachments)?;
        doc::check_entries(&file)?;
        return Err(Refusal::Attachments);
    }
    if part.starts_with(ARCHIVE_SIGNATURE) {
        return check_workbook(part);
    }
    if rtf::is_rtf(part) {
        return Err(Refusal::Attachments);
    }
    let extension = name.rsplit('.').next().unwrap_or_default();
    if matches!(extension, "rels" | "xml") || is_markup(part) {
        if part.len() > MAX_XML_BYTES {
            return Err(Refusal::TooComplex);
        }
        let text = std::str::from_utf8(part).map_err(|_| Refusal::TooComplex)?;
        return markup::check(text, name.contains("charts/_rels/"));
    }
    Ok(())
}

/// Refuses an archive in the document, unless it is the workbook of a chart, which Word opens only to change its numbers. The relationship that leads
/// to it is checked by itself.
fn check_workbook(part: &[u8]) -> Result<(), Refusal> {
    let mut archive = ZipArchive::new(Cursor::new(part)).map_err(|_| Refusal::Attachments)?;
    let names = names(&archive)?;
    let types = names.iter().position(|name| name == "[content_types].xml");
    let types = read(
        &mut archive,
        types.ok_or(Refusal::Attachments)?,
        MAX_XML_BYTES_OF_PACKAGE,
    )?;
    let types = String::from_utf8(types).map_err(|_| Refusal::Attachments)?;
    if has_macros(&types) {
        Err(Refusal::Macros)
    } else if types.contains(WORKBOOK) {
        Ok(())
    } else {
        Err(Refusal::Attachments)
    }
}

/// Whether a part is XML by its first bytes, in any encoding.
fn is_markup(part: &[u8]) -> bool {
    let byte_order_marks = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"];
    part.trim_ascii_start().starts_with(b"<") || byte_order_marks.iter().any(|mark| part.starts_with(mark))
}
