//! Small documents of each type that the endpoint accepts, and variants with other content.

use std::io::{Cursor, Write};

use cfb::CompoundFile;
use flate2::{Compression, write::ZlibEncoder};
use zip::{ZipWriter, write::SimpleFileOptions};

/// The part of a Word document that declares the types of the other parts.
pub(crate) const CONTENT_TYPES: &str = concat!(
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" "#,
    r#"ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#,
);
/// The part that names the main part.
const PACKAGE: &str = "_rels/.rels";
const RELATIONSHIPS: &str = concat!(
    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" "#,
    r#"Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#,
);
/// The part of the text.
const TEXT: &str = "word/document.xml";

/// The parts of a PDF with an empty page.
pub(crate) const CATALOG: &str = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj";
pub(crate) const PAGES: &str = "2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj";
pub(crate) const PAGE: &str = "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj";
pub(crate) const TRAILER: &str = "trailer<</Root 1 0 R>>";

/// A PDF with an empty page.
pub(crate) fn pdf() -> Vec<u8> {
    pdf_of_parts(&[CATALOG, PAGES, PAGE, TRAILER])
}

pub(crate) fn pdf_of_parts(parts: &[&str]) -> Vec<u8> {
    format!("%PDF-1.7\n{}\n%%EOF\n", parts.join("\n")).into_bytes()
}

/// A PDF with a page, and with these objects after it.
pub(crate) fn pdf_of(objects: &[&[u8]]) -> Vec<u8> {
    let mut pdf = pdf();
    for (index, object) in objects.iter().enumerate() {
        let number = index + 4;
        pdf.extend([format!("\n{number} 0 obj\n").as_bytes(), *object, b"\nendobj\n"].concat());
    }
    pdf
}

/// A stream of a PDF that contains these objects, from number 10 on, compressed when its filter is `FlateDecode`.
pub(crate) fn object_stream(filter: &str, objects: &[&str]) -> Vec<u8> {
    let mut header = Vec::new();
    let mut position = 0;
    for (index, object) in objects.iter().enumerate() {
        header.push(format!("{} {position} ", index + 10));
        position += object.len();
    }
    let header = header.concat();
    let first = header.len();
    let content = format!("{header}{}", objects.concat()).into_bytes();
    let content = if filter == "FlateDecode" {
        zlib(&content)
    } else {
        content
    };
    let filter = if filter.is_empty() {
        String::new()
    } else {
        format!("/Filter[/{filter}]")
    };
    [
        format!(
            "<</Type/ObjStm/N {}/First {first}{filter}/Length {}>>stream\r\n",
            objects.len(),
            content.len()
        )
        .as_bytes(),
        &content,
        b"\nendstream",
    ]
    .concat()
}

pub(crate) fn zlib(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).expect("the content is compressed");
    encoder.finish().expect("the content is compressed")
}

/// A Word document in the format of 1997, which contains these folders.
pub(crate) fn doc(folders: &[&str]) -> Vec<u8> {
    compound_file(folders, &text(0, b""))
}

/// A Word document in the format of 1997 with these flags and this text.
pub(crate) fn doc_of(flags: u16, words: &[u8]) -> Vec<u8> {
    compound_file(&[], &text(flags, words))
}

/// A Word document in the format of 1997, with a table of pieces of its text. The pieces are stored in the opposite order, and each has one
/// byte or two for a character.
pub(crate) fn doc_of_pieces(pieces: &[(&str, usize)]) -> Vec<u8> {
    let mut stream = text(0, b"");
    let (mut starts, mut descriptions) = (vec![0_u32], Vec::new());
    let mut end = 0;
    for (piece, _) in pieces {
        end += u32::try_from(piece.len()).expect("a short piece");
        starts.push(end);
    }
    for (piece, size) in pieces.iter().rev() {
        let position = u32::try_from(stream.len()).expect("a short text");
        let position = if *size == 1 {
            (1 << 30) | (position * 2)
        } else {
            position
        };
        descriptions.insert(0, [&[0, 0], position.to_le_bytes().as_slice(), &[0, 0]].concat());
        for byte in piece.bytes() {
            stream.push(byte);
            stream.extend(vec![0; size - 1]);
        }
    }
    let starts: Vec<u8> = starts.into_iter().flat_map(u32::to_le_bytes).collect();
    let list = [starts, descriptions.concat()].concat();
    let size = u32::try_from(list.len()).expect("a short list");
    // A change of formats can precede the list.
    let table = [&[1, 2, 0, 9, 9, 2], size.to_le_bytes().as_slice(), &list].concat();
    let table_size = u32::try_from(table.len()).expect("a short table");
    drop(stream.splice(418..426, [4_u32.to_le_bytes(), table_size.to_le_bytes()].concat()));

    let mut file = CompoundFile::create(Cursor::new(Vec::new())).expect("a compound file");
    for (name, content) in [("/WordDocument", stream), ("/0Table", [vec![0; 4], table].concat())] {
        let mut entry = file.create_stream(name).expect("a stream");
        entry.write_all(&content).expect("a stream");
    }
    file.flush().expect("a compound file");
    file.into_inner().into_inner()
}

fn text(flags: u16, words: &[u8]) -> Vec<u8> {
    [
        &[0xec, 0xa5, 0xc1, 0, 0, 0, 0, 0, 0, 0],
        flags.to_le_bytes().as_slice(),
        &[0; 1024],
        words,
    ]
    .concat()
}

fn compound_file(folders: &[&str], text: &[u8]) -> Vec<u8> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).expect("a compound file");
    for folder in folders {
        file.create_storage(format!("/{folder}")).expect("a folder");
    }
    let mut stream = file.create_stream("/WordDocument").expect("a stream");
    stream.write_all(text).expect("a text");
    drop(stream);
    file.flush().expect("a compound file");
    file.into_inner().into_inner()
}

/// A compound file whose table of sectors marks those behind its end as the last ones of a chain.
pub(crate) fn with_padded_table(mut file: Vec<u8>) -> Vec<u8> {
    let sector = 1 << u16::from_le_bytes([file[30], file[31]]);
    let table = u32::from_le_bytes(file[76..80].try_into().expect("four bytes"));
    let start = (usize::try_from(table).expect("a small file") + 1) * sector;
    let count = file.len() / sector - 1;
    for entry in file[start + count * 4..start + sector].chunks_exact_mut(4) {
        entry.copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
    }
    file
}

pub(crate) fn doc_of_word_95() -> Vec<u8> {
    let mut stream = text(0, b"");
    stream[0] = 0xdc;
    compound_file(&[], &stream)
}

/// A Word document in the format of 2007, encrypted with a password.
pub(crate) fn encrypted_docx() -> Vec<u8> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).expect("a compound file");
    file.create_stream("/EncryptedPackage").expect("a stream");
    file.flush().expect("a compound file");
    file.into_inner().into_inner()
}

/// A Word document in the format of 2007.
pub(crate) fn docx() -> Vec<u8> {
    docx_with_parts(&[])
}

/// A Word document in the format of 2007 with this part, instead of the one with this name.
pub(crate) fn docx_with(name: &str, content: &[u8]) -> Vec<u8> {
    docx_with_parts(&[(name.to_owned(), content.to_vec())])
}

/// A Word document in the format of 2007 with this text, in which `x` is a namespace that no program knows.
pub(crate) fn docx_with_text(content: &str) -> Vec<u8> {
    docx_with(TEXT, word_part("document", content).as_bytes())
}

/// A part of a Word document with this root element.
pub(crate) fn word_part(root: &str, content: &str) -> String {
    let namespaces = concat!(
        r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" "#,
        r#"xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" "#,
        r#"xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" "#,
        r#"xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" "#,
        r#"xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="https://example.com" mc:Ignorable="w14 x""#,
    );
    format!("<w:{root} {namespaces}>\n{content}\n</w:{root}>")
}

/// A Word document in the format of 2007 whose main part has this name, as its relationships and the list of types write it.
pub(crate) fn docx_with_main_part(name: &str, target: &str, listed: &str) -> Vec<u8> {
    docx_of(&[
        (
            "[Content_Types].xml",
            CONTENT_TYPES.replace("/word/document.xml", listed).as_bytes(),
        ),
        (PACKAGE, RELATIONSHIPS.replace("word/document.xml", target).as_bytes()),
        (name, b"<w:document/>"),
    ])
}

/// A workbook with these types of its parts.
pub(crate) fn workbook(types: &str) -> Vec<u8> {
    docx_of(&[("[Content_Types].xml", types.as_bytes())])
}

/// A Word document in the format of 2007 with a chart, whose numbers are in this part. The relationship of the chart has this type, target and mode.
pub(crate) fn docx_with_chart(kind: &str, target: &str, mode: &str, workbook: &[u8]) -> Vec<u8> {
    let relationships = relationships(kind, target, mode);
    docx_with_parts(&[
        (
            "word/charts/_rels/chart1.xml.rels".to_owned(),
            relationships.into_bytes(),
        ),
        (
            "word/embeddings/Microsoft_Excel_Sheet1.xlsx".to_owned(),
            workbook.to_vec(),
        ),
    ])
}

/// A Word document in the format of 2007 with this relationship of its text.
pub(crate) fn docx_with_relationship(kind: &str, target: &str, mode: &str) -> Vec<u8> {
    docx_with(
        "word/_rels/document.xml.rels",
        relationships(kind, target, mode).as_bytes(),
    )
}

pub(crate) fn relationships(kind: &str, target: &str, mode: &str) -> String {
    let namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    format!(
        r#"<Relationships><Relationship Id="r" Type="{namespace}/{kind}" Target="{target}" TargetMode="{mode}"/></Relationships>"#
    )
}

/// A Word document in the format of 2007 with these parts, instead of those with their names.
pub(crate) fn docx_with_parts(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let usual = [
        ("[Content_Types].xml", CONTENT_TYPES),
        (PACKAGE, RELATIONSHIPS),
        (TEXT, "<w:document/>"),
    ];
    let is_replaced = |name: &str| parts.iter().any(|(other, _)| other == name);
    let kept = usual.iter().filter(|(name, _)| !is_replaced(name));
    let kept = kept.map(|(name, content)| (*name, content.as_bytes()));
    let parts: Vec<(&str, &[u8])> = kept
        .chain(parts.iter().map(|(name, content)| (name.as_str(), &**content)))
        .collect();
    docx_of(&parts)
}

pub(crate) fn docx_of(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a part");
        archive.write_all(content).expect("a part");
    }
    archive.finish().expect("an archive").into_inner()
}
