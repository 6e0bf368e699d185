//! CVs.

use std::io::{Cursor, Write};

use domain::FileName;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use content::document::content_type;

const CONTENT_TYPES: &[u8] = br#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;

const RELATIONSHIPS: &[u8] = br#"<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;

pub(crate) fn pdf(bytes: &[u8]) {
    check("cv.pdf", bytes);
}

pub(crate) fn doc(bytes: &[u8]) {
    check("cv.doc", bytes);
}

pub(crate) fn docx(bytes: &[u8]) {
    check("cv.docx", bytes);
}

/// An archive with these bytes as its text and as its relationships: changes of a whole archive would not get past its checksums.
pub(crate) fn docx_parts(bytes: &[u8]) {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in [
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", RELATIONSHIPS),
        ("word/document.xml", bytes),
        ("word/_rels/document.xml.rels", bytes),
    ] {
        archive.start_file(name, options).expect("a part");
        archive.write_all(content).expect("a part");
    }
    docx(archive.finish().expect("an archive").get_ref());
}

fn check(name: &str, bytes: &[u8]) {
    let name = FileName::parse(name).expect("a name");
    content_type(&name, bytes).ok();
}
