//! Small documents of each type that the endpoint accepts.

use std::io::{Cursor, Write};

use cfb::CompoundFile;
use zip::{ZipWriter, write::SimpleFileOptions};

/// The part of a Word document that declares the types of the other parts.
pub(crate) const CONTENT_TYPES: &str = concat!(
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" "#,
    r#"ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#,
);

/// An empty PDF.
pub(crate) fn pdf() -> Vec<u8> {
    b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n".to_vec()
}

/// A Word document in the format of 1997, which contains these folders.
pub(crate) fn doc(folders: &[&str]) -> Vec<u8> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).expect("a compound file");
    for folder in folders {
        file.create_storage(format!("/{folder}")).expect("a folder");
    }
    let mut text = file.create_stream("/WordDocument").expect("a stream");
    text.write_all(&[0xec, 0xa5, 0xc1, 0x00]).expect("a text");
    text.write_all(&[0; 1024]).expect("a text");
    drop(text);
    file.flush().expect("a compound file");
    file.into_inner().into_inner()
}

/// A Word document in the format of 2007.
pub(crate) fn docx() -> Vec<u8> {
    docx_of(&[
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", "<Relationships/>"),
        ("word/document.xml", "<w:document/>"),
    ])
}

/// A zip archive of these parts.
pub(crate) fn docx_of(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a part");
        archive.write_all(content.as_bytes()).expect("a part");
    }
    archive.finish().expect("an archive").into_inner()
}
