//! Documents with content that a CV does not need and that can harm its readers.

use super::{
    FUNCTION,
    documents::{
        self, CATALOG, PAGE, PAGES, TRAILER, doc, doc_of, doc_of_pieces, docx, docx_with, docx_with_chart,
        docx_with_main_part, docx_with_relationship, docx_with_text, encrypted_docx, object_stream, pdf_of,
        pdf_of_parts, relationships, with_padded_table, word_part, workbook, zlib,
    },
    upload,
};
use crate::prelude::*;

/// The bytes of a text in characters of two bytes.
fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Uploads each document, which has to get the status and the code.
async fn assert_refused(extension: &str, status: u16, code: &str, documents: &[Vec<u8>]) {
    let stack = Stack::running();
    for content in documents {
        let response = stack.send(&upload(&format!("cv.{extension}"), content)).await;
        let start = &content[..content.len().min(200)];
        assert_eq!(response.status_and_code(), (status, code), "{}", start.escape_ascii());
    }
}

async fn assert_accepted(extension: &str, documents: &[Vec<u8>]) {
    let stack = Stack::running();
    for content in documents {
        expect!(stack.send(&upload(&format!("cv.{extension}"), content)), 201);
    }
}

#[tokio::test]
async fn refuses_pdf_files_with_scripts_and_actions() {
    let hidden = object_stream("FlateDecode", &["<</A 1>>", "<</S/JavaScript/JS 9 0 R>>"]);
    let plain = object_stream("", &["<</S/Launch>>"]);
    // A reader starts each object where the header says, so the string of the first one does not hide the second.
    let overlapping = object_stream("FlateDecode", &["(", "<</S/Launch>>", ")"]);
    let refused = [
        pdf_of(&[b"<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>"]),
        pdf_of(&[b"<</OpenAction<</S /J#61vaScript>>>>"]),
        pdf_of(&[b"<</OpenAction<</S 2 0 R>>>>", b"/JavaScript"]),
        pdf_of(&[b"<</S/URI/S/Launch/F(cmd.exe)>>"]),
        pdf_of(&[b"<</A[[<</S/SubmitForm/F(https://example.com)>>]]>>"]),
        pdf_of(&[b"<</S/ImportData>>"]),
        pdf_of(&[b"<</AcroForm<</XFA[(template)2 0 R]>>>>"]),
        pdf_of(&[b"<</Subtype/3D/OnInstantiate 5 0 R>>"]),
        // Where a table of the file can point, whatever surrounds it.
        pdf_of(&[b"(2 0 obj<</S/Launch>>)"]),
        pdf_of(&[b"<</Length 40>>stream\n2 0 obj<</S/Launch>>endobj\nendstream"]),
        pdf_of(&[b"<</Contents 3 0 R % >>stream\n/S/Launch>>"]),
        pdf_of(&[&hidden]),
        pdf_of(&[&plain]),
        pdf_of(&[&overlapping]),
    ];
    assert_refused("pdf", 415, "cv_file_has_scripts", &refused).await;
}

#[tokio::test]
async fn refuses_pdf_files_that_act_without_a_click() {
    let opened = |action: &str| pdf_of(&[format!("<</Type/Catalog/OpenAction{action}>>").as_bytes()]);
    let opened_with = |action: &str, object: &str| {
        pdf_of(&[
            format!("<</Type/Catalog/OpenAction{action}>>").as_bytes(),
            object.as_bytes(),
        ])
    };
    let event = |events: &str| pdf_of(&[format!("<</Type/Page/AA{events}>>").as_bytes()]);
    let event_with =
        |events: &str, object: &str| pdf_of(&[format!("<</Type/Page/AA{events}>>").as_bytes(), object.as_bytes()]);
    let in_stream = object_stream("FlateDecode", &["<</S/URI/URI(https://example.com)>>"]);
    let of_stream = pdf_of(&[b"<</OpenAction 10 0 R>>", &in_stream]);
    let refused = [
        opened("<</S/Thread/F(\\\\server\\a.pdf)/D 0>>"),
        opened("<</S/URI/URI(https://example.com)>>"),
        opened("<</S/GoToR/F(//server/share/a.pdf)/D[0/Fit]>>"),
        opened("<</S/Rendition/OP 0/R 9 0 R>>"),
        opened("<</S/Movie/Operation/Play>>"),
        opened("<</S/Sound/Sound 9 0 R>>"),
        opened(" <</D[3 0 R/Fit]/S/GoTo/Next<</S/URI/URI(a)>>>>"),
        opened("<</S/GoTo/Next[<</S/Named/N/NextPage>><</S/#55RI/URI(a)>>]>>"),
        opened_with(" 5 0 R", "<</S/URI/URI(a)>>"),
        opened_with("<</S 5 0 R/URI(a)>>", "/URI"),
        opened_with("<</S/GoTo/Next 5 0 R>>", "<</S/Sound>>"),
        opened_with("<</S/GoTo/Next 5 0 R>>", "[3 0 R<</S/Movie>>]"),
        opened_with(" 5 0 R", "<</S/GoTo/Next<</S/GoTo/Next<</S/URI>>>>>>"),
        of_stream,
        event("<</O<</S/URI/URI(a)>>>>"),
        event("<</D<</S/GoTo>>/PV<</S/Rendition>>>>"),
        event_with("<</E 5 0 R>>", "<</S/URI/URI(a)>>"),
        event_with(" 5 0 R", "<</D<</S/URI>>/Fo<</S/Thread>>>>"),
        pdf_of(&[
            b"<</AA 5 0 R>>",
            b"<</C 6 0 R>>",
            b"<</S/GoTo/Next 7 0 R>>",
            b"<</S/URI>>",
        ]),
    ];
    assert_refused("pdf", 415, "cv_file_has_scripts", &refused).await;
}

#[tokio::test]
async fn accepts_pdf_files_that_act_after_a_click() {
    // A page with a link inside it, which the file opens at.
    let page = "<</Type/Page/Tabs/S/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.com)>>>>]>>";
    let opened = |action: &str| {
        pdf_of(&[
            format!("<</Type/Catalog/OpenAction{action}>>").as_bytes(),
            page.as_bytes(),
        ])
    };
    let accepted = [
        opened("[5 0 R/Fit]/URI<</Base(https://example.com)>>"),
        opened("<</S/GoTo/D[5 0 R/XYZ 0 0 1]>>"),
        opened("<</S/Named/N/FirstPage>>"),
        pdf_of(&[b"<</OpenAction 5 0 R>>", b"[6 0 R/FitH 0]", page.as_bytes()]),
        pdf_of(&[b"<</Subtype/Link/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>>>"]),
        pdf_of(&[b"<</Subtype/Link/A<</S/Thread/D 0>>>>", b"<</Subtype/Movie>>"]),
        pdf_of(&[b"<</AA<</U<</S/URI/URI(a)>>/D<</S/URI/URI(a)/Next<</S/Movie>>>>>>>>"]),
        pdf_of(&[b"<</AA 5 0 R>>", b"<</U 6 0 R/E<</S/Hide>>>>", b"<</S/URI/URI(a)>>"]),
        pdf_of(&[
            b"<</Title(a)/Next 5 0 R>>",
            b"<</Title(b)/A<</S/URI/URI(a)>>/Next 5 0 R>>",
        ]),
    ];
    assert_accepted("pdf", &accepted).await;
}

#[tokio::test]
async fn refuses_pdf_files_with_huge_images() {
    let image = |size: &str| {
        let image = format!("<</Subtype/Image{size}/Filter/JBIG2Decode/Length 9>>stream\nendstream");
        pdf_of(&[image.as_bytes()])
    };
    let refused = [
        image("/Width 100000/Height 100000"),
        image("/W 100000/H 100000"),
        image("/Height 10/Width 10/Height 99999999/Width 9"),
        image("/Width 5 0 R/Height 10"),
        image("/Width 100000.0/Height 100000"),
    ];
    assert_refused("pdf", 413, "cv_file_too_complex", &refused).await;
    // A page of A4 at 1,200 dpi.
    let accepted = [
        image("/Width 9921/Height 14031/ColorSpace[/Indexed/DeviceGray 1 5 0 R]"),
        pdf_of(&[b"<</Type/XRef/W[1 2 1]/Length 0>>stream\nendstream"]),
    ];
    assert_accepted("pdf", &accepted).await;
}

/// A PDF with a stream of these entries, which contains these bytes.
fn pdf_with_stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let start = format!("<<{entries}>>stream\n");
    pdf_of(&[&[start.as_bytes(), content, b"\nendstream"].concat()])
}

/// The images inside content, and contents that viewers join to one.
#[tokio::test]
async fn refuses_pdf_files_with_huge_images_inside_their_content() {
    let plain = |content: &str| pdf_with_stream("", content.as_bytes());
    let compressed = |entries: &str, content: &str| {
        pdf_with_stream(&format!("/Filter/FlateDecode{entries}"), &zlib(content.as_bytes()))
    };
    let image = "q\nBI /W 100000 /H 100000 /BPC 8 /CS /G ID \0 EI Q";
    let of_page = compressed("/Subtype/Image/Width 1/Height 1", image);
    let refused = [
        plain(image),
        plain("BI/Width 100000/Height 100000/D[0 1]/DP<</K -1>>ID \0 EI"),
        plain("BI/W 9/H 9/#48 99999999/W 99999999/IM true ID \0 EI"),
        plain("BI /F /CCF /DP<</K -1/Columns 100000/Rows 100000>>/W 9/H 9 ID \0 EI"),
        pdf_with_stream("", &[b"BI /W 9 /H 9 /F /DCT ID ".as_slice(), &jpeg(65_535)].concat()),
        plain("100000/F/Fl ID \0 EI"),
        plain("/H 100000"),
        compressed("", image),
        compressed("/Subtype/Form/BBox[0 0 1 1]", image),
        compressed("/PatternType 1/PaintType 1", image),
        // A page may have it as its content, whatever its type is.
        [of_page, b"\n9 0 obj<</Type/Page/Contents[4 0 R]>>endobj".to_vec()].concat(),
    ];
    assert_refused("pdf", 413, "cv_file_too_complex", &refused).await;
    let accepted = [
        plain("ID q Q"),
        plain("q BI /W 9921 /H 14031 /BPC 1 ID \0 EI Q"),
        compressed("", "(BI /W 100000 /H 100000) Tj /ID gs BI/W 1/H 1 ID \0 EI"),
        compressed("/Subtype/Image/Width 1/Height 1", image),
    ];
    assert_accepted("pdf", &accepted).await;
}

#[tokio::test]
async fn refuses_pdf_files_with_huge_sizes_inside_the_data_of_images() {
    let image = |filter: &str, content: &[u8]| {
        pdf_with_stream(&format!("/Subtype/Image/Width 9/Height 9/Filter{filter}"), content)
    };
    let jpeg_2000 = |boxes: &[&[u8]]| {
        let signature = b"\0\0\0\x0cjP  \r\n\x87\n";
        [signature.as_slice(), &boxes.concat()].concat()
    };
    let huge = 100_000_u32.to_be_bytes().repeat(2);
    let code_stream = [b"\xff\x4f\xff\x51\0\x29\0\0", huge.as_slice(), &[0; 8]].concat();
    let header_box = [b"\0\0\0\x1ejp2h\0\0\0\x16ihdr", huge.as_slice(), &[0; 6]].concat();
    // A page in stripes, and a region of it. The second segment refers to nothing in the long form.
    let page = [b"\0\0\0\0\x30\0\x01\0\0\0\x13", &huge[..4], &[0xff; 4], &[0; 11]].concat();
    let region = [b"\0\0\0\x01\x26\xe0\0\0\0\0\x01\0\0\0\x08", huge.as_slice()].concat();
    let refused = [
        image("/DCTDecode", &jpeg(65_535)),
        image("[/FlateDecode/DCTDecode]", &zlib(&jpeg(65_535))),
        image("/JPXDecode", &code_stream),
        image("/JPXDecode", &jpeg_2000(&[&header_box])),
        image("/JPXDecode", &jpeg_2000(&[b"\0\0\0\0jp2c", &code_stream])),
        image("/JBIG2Decode", &[page.as_slice(), &region].concat()),
        image("/CCITTFaxDecode/DecodeParms<</K -1/Columns 100000/Rows 100000>>", b""),
        image("/CCITTFaxDecode/DecodeParms[<</Columns 20000000>>]", b""),
        image("/CCITTFaxDecode/DecodeParms<</Columns 5 0 R>>", b""),
        pdf_of(&[b"<</K -1/Columns 70000>>"]),
    ];
    assert_refused("pdf", 413, "cv_file_too_complex", &refused).await;
    let accepted = [
        image("/DCTDecode", &jpeg(1)),
        image("/DCTDecode", b"\xff\xd8\xff"),
        image("/JPXDecode", &jpeg_2000(&[b"\0\0\0\x08free\0\0\0\x01jp2c"])),
        image("/JBIG2Decode", &page),
        image("/CCITTFaxDecode/DecodeParms<</K -1/Columns 9921/Rows 14031>>", b""),
    ];
    assert_accepted("pdf", &accepted).await;
}

/// The start of a JPEG of that height, which is 65,535 wide.
fn jpeg(height: u16) -> Vec<u8> {
    let height = height.to_be_bytes();
    let start = b"\xff\xd8\xff\xe0\0\x04\xff\xc0\xff\xff\xc2\0\x11\x08";
    [start.as_slice(), &height, b"\xff\xff\x03"].concat()
}

#[tokio::test]
async fn accepts_pdf_files_behind_a_byte_order_mark_and_other_bytes() {
    let behind = |bytes: &[u8]| [bytes, &documents::pdf()].concat();
    let accepted = [behind(b"\xef\xbb\xbf"), behind(b"\r\n"), behind(&[b' '; 1019])];
    assert_accepted("pdf", &accepted).await;
}

/// Files that qpdf encrypted without a password, with each cipher, from one of `ReportLab`.
#[tokio::test]
async fn accepts_pdf_files_that_open_without_a_password() {
    let accepted = [
        include_bytes!("documents/encrypted/rc4-40.pdf").to_vec(),
        include_bytes!("documents/encrypted/rc4-128.pdf").to_vec(),
        include_bytes!("documents/encrypted/rc4-128-filter.pdf").to_vec(),
        include_bytes!("documents/encrypted/aes-128.pdf").to_vec(),
        include_bytes!("documents/encrypted/aes-256-r5.pdf").to_vec(),
        include_bytes!("documents/encrypted/aes-256.pdf").to_vec(),
        include_bytes!("documents/encrypted/aes-256-linearized.pdf").to_vec(),
        include_bytes!("documents/encrypted/aes-256-plain-streams.pdf").to_vec(),
    ];
    assert_accepted("pdf", &accepted).await;
}

#[tokio::test]
async fn checks_encrypted_pdf_files() {
    // Their objects start a program, which only shows when they are decrypted.
    let with_scripts = [
        include_bytes!("documents/encrypted/launch-rc4-128.pdf").to_vec(),
        include_bytes!("documents/encrypted/launch-aes-128.pdf").to_vec(),
        include_bytes!("documents/encrypted/launch-aes-256.pdf").to_vec(),
    ];
    assert_refused("pdf", 415, "cv_file_has_scripts", &with_scripts).await;

    let of_password = include_bytes!("documents/encrypted/password.pdf").to_vec();
    let encrypted = include_bytes!("documents/encrypted/aes-256.pdf").to_vec();
    let plain = documents::pdf();
    let other = include_bytes!("documents/encrypted/aes-128.pdf").to_vec();
    let of_certificate = pdf_of(&[b"<</Type/XRef/Encrypt<</Filter/Adobe.PubSec/V 4>>>>"]);
    let refused = [
        of_password,
        of_certificate,
        // Viewers differ in which trailer they read, and so in whether the objects are decrypted, and how.
        [encrypted.as_slice(), &plain].concat(),
        [encrypted.as_slice(), &other].concat(),
    ];
    assert_refused("pdf", 415, "cv_file_protected", &refused).await;
}

#[tokio::test]
async fn refuses_pdf_files_with_other_files_or_external_content() {
    let refused = [
        pdf_of(&[b"<</Names<</EmbeddedFiles 2 0 R>>>>"]),
        pdf_of(&[b"<</Type/Filespec/EF<</F 2 0 R>>>>"]),
        pdf_of(&[b"<</Subtype/RichMedia>>"]),
    ];
    assert_refused("pdf", 415, "cv_file_has_attachments", &refused).await;
    let refused = [
        pdf_of(&[b"<</Length 0/F(//server/share)>>stream\nendstream"]),
        pdf_of(&[b"<</Length 0/F<</FS/URL/F(https://example.com)>>>>stream\nendstream"]),
        pdf_of(&[b"<</F 5 0 R/Length 0>>stream\nendstream", b"(//server/share)"]),
        // A form that stands for a page of another document.
        pdf_of(&[b"<</Subtype/Form/Ref<</F(//server/share/a.pdf)/Page 0>>/Length 0>>stream\nendstream"]),
        pdf_of(&[b"<</Subtype/Form/Ref 5 0 R/Length 0>>stream\nendstream"]),
    ];
    assert_refused("pdf", 415, "cv_file_has_external_content", &refused).await;
}

#[tokio::test]
async fn refuses_pdf_files_that_cannot_be_checked() {
    let encrypted = [pdf_of(&[]), b"trailer<</Encrypt 2 0 R>>".to_vec()].concat();
    // The objects of an encrypted file cannot be read, which is not reported.
    let with_objects = [
        pdf_of(&[&object_stream("FlateDecode/Crypt", &["null"])]),
        encrypted.clone(),
    ]
    .concat();
    assert_refused("pdf", 415, "cv_file_protected", &[encrypted, with_objects]).await;

    let bomb = [
        b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n".as_slice(),
        &zlib(&vec![b' '; 40 * 1024 * 1024]),
        b"\nendstream",
    ]
    .concat();
    // Objects that have the same stream, after a comment. The long list of its objects is read for each.
    let list = format!("10 0{}", " ".repeat(1_000_000));
    let same_stream = [
        format!("<</Type/ObjStm/N 1/First {}>>%", list.len()).as_bytes(),
        &b"1 0 obj<</Type/ObjStm/N 1/First 1000004>>%".repeat(40),
        format!("\nstream\n{list}null\nendstream").as_bytes(),
    ]
    .concat();
    let refused = [
        pdf_of(&[&bomb]),
        pdf_of(&[&same_stream]),
        pdf_of(&[b"(1 0 obj".repeat(9000).as_slice()]),
        pdf_of(&[&object_stream("LZWDecode", &["null"])]),
        pdf_of(&[&object_stream("FlateDecode/LZWDecode", &["null"])]),
        pdf_of(&[b"<</Type/ObjStm/N 1/First 2 0 R>>stream\n1 0 null\nendstream"]),
    ];
    assert_refused("pdf", 413, "cv_file_too_complex", &refused).await;
}

/// A PDF with a stream of objects: the entries of its dictionary, what follows `stream`, and the content.
fn pdf_with_object_stream(entries: &str, after_stream: &str, content: &[u8]) -> Vec<u8> {
    let dictionary = format!("<</Type/ObjStm{entries}>>\nstream{after_stream}");
    pdf_of(&[&[dictionary.as_bytes(), content, b"\nendstream"].concat()])
}

/// Viewers find objects in these streams that others do not.
#[tokio::test]
async fn refuses_pdf_files_with_ambiguous_object_streams() {
    let of_entries = |entries: &str| pdf_with_object_stream(entries, "\n", b"10 0 <</S/Launch>>");
    let compressed_of = |entries: &str| pdf_with_object_stream(entries, "\n", &zlib(b"10 0 <</S/Launch>>"));
    let of_content = |entries: &str, content: &str| pdf_with_object_stream(entries, "\n", content.as_bytes());
    let of_line = |line: &str| pdf_with_object_stream("/N 1/First 5", line, b"10 0 <</S/Launch>>");
    let refused = [
        of_entries("/N 1/First 5/X<</First 999>>"),
        of_entries("/X<</First 999>>/N 1/First 5"),
        of_entries("/N 1/First 5/X[/First 999]"),
        of_entries("/N 1/First 5/First 999"),
        of_entries("/N 1/F#69rst 5/First 999"),
        of_entries("/N 1/X<</First 5>>"),
        of_entries("/N 1/X/First 5"),
        of_entries("/N 1/First 99999"),
        of_entries("/First 5"),
        of_entries("/First 5/N 1/N 0"),
        of_entries("/First 5/N 0/X<</N 1>>"),
        of_entries("/First 5/N 2 0 R"),
        of_entries("/First 5/N 0"),
        of_entries("/First 5/N 2"),
        compressed_of("/N 1/First 5/X<</Filter/FlateDecode>>"),
        compressed_of("/N 1/First 5/X/Filter/FlateDecode 1"),
        compressed_of("/N 1/First 5/Filter/X/FlateDecode 1"),
        compressed_of("/N 1/First 5/Filter<</FlateDecode 1>>"),
        // Words before the first object that are not natural numbers.
        of_content("/N 2/First 9", "-1 0 7 0 <</S/Launch>>"),
        of_content("/N 2/First 10", "1.0 0 7 0 <</S/Launch>>"),
        of_content("/N 2/First 11", "null 7 7 0 <</S/Launch>>"),
        of_content("/N 2/First 11", "{ 1 0 7 0 }<</S/Launch>>"),
        of_content("/N 1/First 8", "% \n10 0 <</S/Launch>>"),
        of_content("/N 1/First 14", "10 0 % \n11 15 null <</S/Launch>>"),
        // A pair, a number and a name that continue after the position that ends them, and a position outside the stream.
        of_content("/N 2/First 5", "10 0 7 10 null <</S/Launch>>"),
        of_content("/N 1/First 4", "10 07 null <</S/Launch>>"),
        of_content("/N 2/First 11", "10 0 11 11 /JavaScriptnull"),
        of_content("/N 1/First 8", "10 9999 <</S/Launch>>"),
        of_line(" junk\n"),
        of_line(" \n"),
        of_line("%\n"),
        of_line(" "),
    ];
    assert_refused("pdf", 413, "cv_file_too_complex", &refused).await;
}

/// The second object shows that each form is read.
#[tokio::test]
async fn reads_every_form_of_object_streams() {
    let compressed = "/N 2/First 10/Filter";
    let forms: [(&str, &str, &str); 12] = [
        ("/N 2/First 10", "\n", "10 0 11 4 "),
        ("/First 10/N 2", "\r\n", "10 0 11 4 "),
        ("/N 2/First 10", "\r", "10 0 11 4 "),
        ("/Extends 9 0 R/N 2/First 10", "\n", "10 0\n11 4\n"),
        ("\n/N 2\n/First 14\n/Length 1729      \n", "\n", "10 0 11 4 \0\r\n\n"),
        // The delimiter of the first object ends the last number.
        ("/N 2/First 9", "\n", "10 0 11 4"),
        ("/Length 9 0 R/First 14/N 2", "\n", "  10   0 11 4 "),
        // The comment of qpdf in a file for people to read.
        ("/N 2/First 18", "\n", "10 0\n11 4\n%% 10 1\n"),
        (&format!("{compressed}/FlateDecode"), "\n", "10 0 11 4 "),
        (&format!("{compressed} /Fl /Length 9"), "\r\n", "10 0 11 4 "),
        (&format!("{compressed}[/FlateDecode]"), "\r\n", "10 0 11 4 "),
        ("/Filter [ /FlateDecode ] /N 2 /First 10 /X[<<>>]", "\n", "10 0 11 4 "),
    ];
    let files_with = |second: &str| {
        forms.map(|(entries, end_of_line, header)| {
            let content = format!("{header}<<>>{second}").into_bytes();
            let is_compressed = entries.contains("Filter");
            let content = if is_compressed { zlib(&content) } else { content };
            pdf_with_object_stream(entries, end_of_line, &content)
        })
    };
    assert_accepted("pdf", &files_with("<</S/URI>>")).await;
    assert_refused("pdf", 415, "cv_file_has_scripts", &files_with("<</S/Launch>>")).await;
}

#[tokio::test]
async fn accepts_pdf_files_with_links_forms_and_damage() {
    let accepted = [
        pdf_of(&[b"<</Subtype/Link/A<</S/URI/URI(https://example.com/JS/Launch \\) /JavaScript)>>>>"]),
        pdf_of(&[b"<</FT/Tx/T(name)/F 4>>", b"<</Title(\xfe\xff\0/\0J\0S)>>"]),
        pdf_of(&[&object_stream("FlateDecode", &["<</S/URI>>", "[1 2]", "(/JS)"])]),
        pdf_of(&[b"<</Length 4>>stream\n/JS \nendstream"]),
        // The name of a font, which is no file.
        pdf_of(&[b"<</Resources<</Font<</F 6 0 R>>>>/Length 0>>stream\nendstream"]),
        pdf_of(&[b"<</Title(never closed"]),
    ];
    assert_accepted("pdf", &accepted).await;
}

/// Files of `ReportLab`, fpdf2 and pypdf, and variants that qpdf made of the first.
#[tokio::test]
async fn accepts_pdf_files_of_common_writers() {
    let of_reportlab = include_bytes!("documents/reportlab.pdf");
    let without_table = of_reportlab.windows(4).position(|bytes| bytes == b"xref");
    let without_table = &of_reportlab[..without_table.expect("a table")];
    let accepted = [
        of_reportlab.to_vec(),
        // Viewers rebuild the table of the objects.
        [without_table, b"trailer<</Root 5 0 R>>"].concat(),
        include_bytes!("documents/reportlab-object-streams.pdf").to_vec(),
        include_bytes!("documents/reportlab-linearized.pdf").to_vec(),
        include_bytes!("documents/fpdf2.pdf").to_vec(),
        include_bytes!("documents/pypdf.pdf").to_vec(),
    ];
    assert_accepted("pdf", &accepted).await;
}

#[tokio::test]
async fn accepts_pdf_files_with_unusual_trees_of_pages() {
    let kids_elsewhere = [
        CATALOG,
        "2 0 obj<</Kids 7 0 R>>endobj 7 0 obj[3 0 R]endobj",
        PAGE,
        TRAILER,
    ];
    let nested = "2 0 obj<</Kids[9 0 R 7 0 R]>>endobj 7 0 obj<</Kids[2 0 R 3 0 R]>>endobj";
    let without_type = "3 0 obj<</Contents 8 0 R>>endobj";
    let revised = ["1 0 obj<<>>endobj", PAGES, PAGE, TRAILER, CATALOG, TRAILER];
    let stream = String::from_utf8(object_stream(
        "",
        &["<</Pages 11 0 R>>", "<</Kids[12 0 R]>>", "<</Type/Page>>"],
    ));
    let in_stream = format!("9 0 obj{}endobj", stream.expect("a text"));
    let table = "8 0 obj<</Type/XRef/Size 13/W[1 2 1]/Root 10 0 R/Length 0>>stream\nendstream endobj";
    let accepted = [
        &kids_elsewhere[..],
        &[CATALOG, nested, PAGE, TRAILER],
        &[CATALOG, PAGES, without_type, TRAILER],
        &revised,
        &[&in_stream, table],
    ];
    assert_accepted("pdf", &accepted.map(pdf_of_parts)).await;
}

#[tokio::test]
async fn refuses_word_documents_with_macros() {
    let refused = [
        doc(&["Macros"]),
        doc(&["_VBA_PROJECT_CUR"]),
        doc(&["Other", "Other/VBA"]),
    ];
    assert_refused("doc", 415, "cv_file_has_macros", &refused).await;
    let macro_enabled =
        documents::CONTENT_TYPES.replace("wordprocessingml.document.main", "ms-word.document.macroEnabled.main");
    let refused = [
        docx_with("[Content_Types].xml", macro_enabled.as_bytes()),
        docx_with("word/fonts.bin", &doc(&["VBA"])),
        docx_with_relationship("vbaProject", "other.bin", "Internal"),
        docx_with_relationship("control", "activeX/activeX1.xml", "Internal"),
        docx_with_chart(
            "package",
            "../embeddings/a.xlsx",
            "Internal",
            &workbook("<a b='application/vnd.ms-office.vbaProject'/>"),
        ),
    ];
    assert_refused("docx", 415, "cv_file_has_macros", &refused).await;
}

#[tokio::test]
async fn refuses_word_documents_with_other_files() {
    let refused = [doc(&["ObjectPool", "ObjectPool/_1"]), doc(&["\u{1}Ole10Native"])];
    assert_refused("doc", 415, "cv_file_has_attachments", &refused).await;
    let refused = [
        docx_with("word/embeddings/oleObject1.bin", &doc(&[])),
        docx_with("word/media/image1.png", &docx()),
        docx_with_relationship("aFChunk", "other.html", "Internal"),
        docx_with_relationship("subDocument", "other.rtf", "Internal"),
        docx_with("word/other.bin", br"{\rtf1}"),
        // A workbook that the text opens, and what no chart has.
        docx_with_relationship("package", "embeddings/a.xlsx", "Internal"),
        docx_with_chart("package", "../embeddings/a.xlsx", "Internal", &docx()),
        docx_with_chart("oleObject", "../embeddings/a.bin", "Internal", &workbook(WORKBOOK)),
    ];
    assert_refused("docx", 415, "cv_file_has_attachments", &refused).await;
}

#[tokio::test]
async fn refuses_word_documents_with_external_content() {
    let refused = [
        doc_of(0, b"\x13 DDEAUTO cmd \x15"),
        doc_of(0, b"\x13\0d\0d\0e\0 \0c\0"),
        doc_of(
            0,
            b"\x13 IF 1 = 1 \x13 IncludePicture \"https://example.com/pixel.png\" \\d \x15 \x15",
        ),
        doc_of(0, b"\x13INCLUDETEXT\"\\\\server\\share\\a.doc\"\x15"),
        doc_of(0, b"\x13 LINK Excel.Sheet.12 \"https://example.com/a.xlsx\" \x15"),
        doc_of(0, b"\x13 IMPORT \"https://example.com/a.png\" \x15"),
        doc_of_pieces(&[
            ("\u{13} INC", 1),
            ("LUDE", 2),
            ("PICTURE \"https://example.com/pixel.png\" \u{15}", 1),
        ]),
        doc_of_pieces(&[("\u{13}", 2), ("D", 2), ("DE cmd \u{15}", 2)]),
    ];
    assert_refused("doc", 415, "cv_file_has_external_content", &refused).await;
    let refused = [
        docx_with_relationship("attachedTemplate", "https://example.com/t.dotm", "External"),
        docx_with_relationship("attachedTemplate", "file://server/t.dotm", "External"),
        docx_with_relationship("image", "https://example.com/a.png", " External\n"),
        docx_with_relationship("image", "https://example.com/a.png", ""),
        docx_with_relationship("subDocument", "file:///C:\\a.rtf", "External"),
        // Programs decode the names of parts.
        docx_with(
            "word/_rels/document.xml.r%65ls",
            relationships("image", "//server/a.png", "External").as_bytes(),
        ),
        docx_with(
            "word/_rels/document.xml.r%2565ls",
            relationships("image", "//server/a.png", "External").as_bytes(),
        ),
        docx_with(
            "word/other",
            relationships("image", "//server/a.png", "External").as_bytes(),
        ),
        docx_with(
            "word/settings.xml",
            word_part(
                "settings",
                "<w:mailMerge><w:connectString w:val='DSN=a'/></w:mailMerge>",
            )
            .as_bytes(),
        ),
        docx_with(
            "word/settings.xml",
            word_part("settings", "<w:mailMerge><w:query w:val='SELECT 1'/></w:mailMerge>").as_bytes(),
        ),
        docx_with_text("<v:imagedata src='//server/a.png'/>"),
        docx_with_relationship("attachedTemplate", r"\\server\t.dotm", "external"),
        docx_with_relationship("image", "https://example.com/pixel.png", "External"),
        docx_with_relationship("oleObject", "https://example.com/a.rtf", "External"),
    ];
    assert_refused("docx", 415, "cv_file_has_external_content", &refused).await;
}

/// The start of a field, and the end of its instruction with its result.
const BEGIN: &str = r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r>"#;
const RESULT: &str = concat!(
    r#"<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>LINK</w:t></w:r>"#,
    r#"<w:r><w:fldChar w:fldCharType="end"/></w:r>"#,
);

/// A field whose instruction has these parts.
fn field(instruction: &[&str]) -> String {
    let part = |text| {
        format!(r#"<w:r><w:rPr><w14:ligatures/></w:rPr><w:instrText xml:space="preserve">{text}</w:instrText></w:r>"#)
    };
    let instruction: Vec<_> = instruction.iter().map(part).collect();
    format!("{BEGIN}{}{RESULT}", instruction.join("<w:proofErr/>"))
}

#[tokio::test]
async fn refuses_word_documents_with_fields_that_load_content() {
    let strict = |content: &str| {
        let namespace = "http://purl.oclc.org/ooxml/wordprocessingml/main";
        let document = format!(r#"<document xmlns="{namespace}" xmlns:w="{namespace}">{content}</document>"#);
        docx_with("word/document.xml", document.as_bytes())
    };
    let refused = [
        docx_with_text(r#"<w:fldSimple w:instr=" DDEAUTO c:\\cmd.exe"/>"#),
        docx_with_text(r#"<w:fldSimple w:instr='INCLUDETEXT "https://example.com/a.docx"'/>"#),
        docx_with_text("<w:instrText>RD https://example.com/a.docx</w:instrText>"),
        docx_with_text(r"<w:instrText>LINK Word.Document.12 \\server\a.docx</w:instrText>"),
        docx_with_text("<w:delInstrText>import https://example.com/a.png</w:delInstrText>"),
        // Of a picture that a field around it chooses.
        docx_with_text(
            "<w:instrText>IF 1=1 </w:instrText><w:fldChar/><w:instrText>INCLUDE</w:instrText><w:r><w:instrText>PICTURE</w:instrText></w:r>",
        ),
        docx_with_text(&format!(
            "{BEGIN}<w:instrText>IF </w:instrText>{}<w:instrText>INCLUDETEXT a.docx</w:instrText>{RESULT}",
            field(&["PAGE"])
        )),
        docx_with(
            "word/header1.xml",
            word_part(
                "hdr",
                "<w:fldSimple w:instr='INCLUDEPICTURE \"https://example.com/pixel.png\" \\d'/>",
            )
            .as_bytes(),
        ),
        docx_with(
            "word/footer1.xml",
            word_part(
                "ftr",
                "<w:instrText>INCLUDEPICTURE https://example.com/pixel.png</w:instrText>",
            )
            .as_bytes(),
        ),
        docx_with_text("<w:fldChar/><w:instrText>DD</w:instrText><w:r><w:instrText>&#69; cmd</w:instrText></w:r>"),
        docx_with_text(&field(&["IN", "CLUDE", "TEXT \"https://example.com/a.docx\""])),
        // The end of a line follows an empty element.
        docx_with_text(
            "<w:instrText>IN</w:instrText><w:instrText/>\n<w:r><w:instrText>CLUDETEXT a.docx</w:instrText></w:r>",
        ),
        docx_with_text("<w:instrText>LINK</w:instrText><w:tab/><w:instrText>Word.Document.12</w:instrText>"),
        docx_with_text(&format!(
            "{BEGIN}<w:r><w:t>INCLUDE</w:t></w:r><w:r><w:t>TEXT a.docx</w:t></w:r>{RESULT}"
        )),
        strict("<w:instrText>DDE</w:instrText>"),
        strict("<instrText>DDE</instrText>"),
    ];
    assert_refused("docx", 415, "cv_file_has_external_content", &refused).await;
}

#[tokio::test]
async fn refuses_word_documents_with_fields_that_programs_read_differently() {
    let unknown = "<mc:AlternateContent><mc:Choice Requires='x'><w:instrText>zz</w:instrText></mc:Choice><mc:Fallback/></mc:AlternateContent>";
    let around = |content: &str| {
        format!("{BEGIN}<w:instrText>IN</w:instrText>{content}<w:instrText>CLUDETEXT a.docx</w:instrText>{RESULT}")
    };
    let two_modes = r#"Internal" x:TargetMode="External"#;
    let namespaces: Vec<_> = (0..130).map(|index| format!(" xmlns:n{index}='n'")).collect();
    let refused = [
        docx_with_relationship("image", "https://example.com/pixel.png", two_modes),
        docx_with_text(r#"<w:fldSimple x:instr="PAGE" w:instr="INCLUDETEXT a.docx"/>"#),
        docx_with_text(&around("<x:fldChar/>")),
        docx_with_text(&around("<w:fldChar xmlns:w='https://example.com'/>")),
        docx_with_text(&around(unknown)),
        docx_with_text(&around("<x:x><w:instrText>zz</w:instrText></x:x>")),
        docx_with_text(&around("<x:x><w:t>zz</w:t></x:x>")),
        docx_with_text(&around(&format!("<x:x>{BEGIN}</x:x>"))),
        docx_with_text(&around("<w:del><w:delInstrText>zz</w:delInstrText></w:del>")),
        docx_with_text(&around(&field(&["PAGE "]))),
        // The codes of the letters of a name.
        docx_with_text(&format!(
            "{BEGIN}{}<w:instrText> cmd</w:instrText>{RESULT}",
            field(&["QUOTE 68 68 69"])
        )),
        docx_with_text(&format!(
            "{BEGIN}{unknown}<w:instrText>INCLUDETEXT a.docx</w:instrText>{RESULT}"
        )),
        docx_with_text("<w:instrText>IN<x:x>zz</x:x>CLUDETEXT a.docx</w:instrText>"),
        docx_with_text("<w:instrText>PAGE <w:t></w:t></w:instrText>"),
        docx_with_text(&format!("<w:p{}/>", namespaces.concat())),
    ];
    assert_refused("docx", 413, "cv_file_too_complex", &refused).await;
}

#[tokio::test]
async fn refuses_word_documents_that_cannot_be_checked() {
    assert_refused("doc", 415, "cv_file_protected", &[doc_of(0x0100, b"")]).await;
    let field_as_name = doc_of_pieces(&[("\u{13} \u{13} QUOTE 68 68 69 \u{14}x\u{15} cmd \u{15}", 2)]);
    assert_refused("doc", 413, "cv_file_too_complex", &[field_as_name]).await;
    assert_refused("docx", 415, "cv_file_protected", &[encrypted_docx()]).await;
    let many_parts: Vec<_> = (0..1001).map(|index| (format!("word/{index}"), Vec::new())).collect();
    let text = |content: &[u8]| docx_with("word/document.xml", content);
    let refused = [
        documents::docx_with_parts(&many_parts),
        text(&vec![b' '; 4 * 1024 * 1024]),
        text(b"<!DOCTYPE a [<!ENTITY b \"c\">]><a/>"),
        text(b"\xff\xfe<\0a\0/\0>\0"),
        docx_with("WORD/DOCUMENT.XML", b"<other/>"),
    ];
    assert_refused("docx", 413, "cv_file_too_complex", &refused).await;
}

#[tokio::test]
async fn accepts_word_documents_with_links_and_templates() {
    let accepted = [
        doc(&["ObjectPool"]),
        with_padded_table(doc(&[])),
        doc_of(0, b"\x13 HYPERLINK \"https://dde.example\" \x15 DDE"),
        doc_of_pieces(&[("\u{13} HYPER", 1), ("LINK \"https://example.com\" \u{15} DDE", 2)]),
        doc_of(0, b"\x13 PAGE \x14 LINK \x15 \x13 LINKS \x15"),
        // A dash has the byte of a field's start.
        doc_of(0, &utf16("2015\u{2013}2018 \u{2013} Database administrator")),
        doc_of(0, &utf16("2012\u{2013}2015 \u{2013}Import and export")),
    ];
    assert_accepted("doc", &accepted).await;
    let accepted = [
        docx_with_relationship("hyperlink", "https://example.com", "External"),
        docx_with_relationship("attachedTemplate", "file:///C:\\Templates\\CV.dotx", "External"),
        docx_with_relationship("image", "media/image1.png", "Internal"),
        docx_with_text(r#"<w:instrText>HYPERLINK "https://dde.example" DDE</w:instrText>"#),
    ];
    assert_accepted("docx", &accepted).await;
}

const WORKBOOK: &str = r#"<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#;

#[tokio::test]
async fn accepts_charts_with_their_numbers() {
    let accepted = [
        docx_with_chart(
            "package",
            "../embeddings/Microsoft_Excel_Sheet1.xlsx",
            "Internal",
            &workbook(WORKBOOK),
        ),
        docx_with_chart(
            "oleObject",
            "file:///C:\\Users\\a\\b.xlsx",
            "External",
            &workbook(WORKBOOK),
        ),
    ];
    assert_accepted("docx", &accepted).await;
    let refused = [docx_with_chart(
        "oleObject",
        "file:///\\\\server\\b.xlsx",
        "External",
        &workbook(WORKBOOK),
    )];
    assert_refused("docx", 415, "cv_file_has_external_content", &refused).await;
}

/// Word Online writes `word/document2.xml`.
#[tokio::test]
async fn accepts_word_documents_with_any_name_of_the_main_part() {
    let accepted = [
        docx_with_main_part("word/document2.xml", "word/document2.xml", "/word/document2.xml"),
        docx_with_main_part("Text/main.xml", "/Text/main.xml", "/text/main.xml"),
        docx_with_main_part("word/my text.xml", "word/my%20text.xml", "/word/my%20text.xml"),
    ];
    assert_accepted("docx", &accepted).await;
}

#[tokio::test]
async fn accepts_templates_on_the_authors_computer() {
    let template = |target: &str| docx_with_relationship("attachedTemplate", target, "External");
    let accepted = [
        "Normal.dotm",
        "Normal",
        r"..\Templates\CV.dotx",
        "/Users/a/CV.dotx",
        "file:///Users/a/CV.dotx",
        "file://localhost/Users/a/CV.dotx",
        "file:///C:/Templates/CV%20.dotx",
        r"C:\Templates\CV.dotx",
        "Macintosh%20HD:Users:a:CV.dotx",
        "Macintosh HD:Users:a:CV.dotx",
        "file:///Data:Users:a:CV.dotx",
    ];
    assert_accepted("docx", &accepted.map(template)).await;
    let refused = [
        "https://example.com/a.dotm",
        "http:example.com",
        "//server/a.dotm",
        r"\\server\a.dotm",
        r"\\?\UNC\server\a.dotm",
        "file://server/a.dotm",
        "FILE://server/a.dotm",
        "file:////server/a.dotm",
        r"file:///\\server\a.dotm",
        "file:%2F%2Fserver/a.dotm",
        "file:///%5C%5Cserver/a.dotm",
        "%255C%255Cserver/a.dotm",
        "mhtml:http:example:a",
        "ms-word:a:b",
        "/&#9;/server/a.dotm",
        " //server/a.dotm",
    ];
    assert_refused("docx", 415, "cv_file_has_external_content", &refused.map(template)).await;
}

#[tokio::test]
async fn accepts_the_fields_that_word_writes() {
    let page = field(&[" PAGE "]);
    let text_box = format!(
        "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx><w:txbxContent><w:p>{page}</w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p>{page}</w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    );
    let separator = r#"<w:r><w:fldChar w:fldCharType="separate"/></w:r>"#;
    let end = r#"<w:r><w:fldChar w:fldCharType="end"/></w:r>"#;
    let entry = format!(
        "<w:hyperlink><w:r><w:t>Name</w:t></w:r>{}</w:hyperlink>",
        field(&[r" PAGEREF _Toc1 \h "])
    );
    let accepted = [
        docx_with_text(&page),
        docx_with_text(&field(&["NUM", "PAGES"])),
        docx_with_text(&field(&[" ", "HYPER", "LINK", " \"https://example.com/include\" "])),
        docx_with_text(r#"<w:fldSimple w:instr=" PAGE  \* MERGEFORMAT "><w:r><w:t>1</w:t></w:r></w:fldSimple>"#),
        docx_with_text(&format!(
            r#"{BEGIN}<w:r><w:instrText> TOC \o "1-3" \h </w:instrText></w:r>{separator}{entry}{entry}{end}"#
        )),
        docx_with_text(&text_box),
        docx_with_text(&format!(
            "{BEGIN}<w:r><w:instrText>PAGE</w:instrText></w:r>{separator}{text_box}{end}"
        )),
        docx_with_text(&format!(
            "{BEGIN}<w:r><w:instrText> MACROBUTTON Photo </w:instrText></w:r>{text_box}{end}"
        )),
        docx_with_text(&format!(
            "{BEGIN}<w:r><w:instrText> IF </w:instrText></w:r>{}<w:r><w:instrText> = 1 \"LINK\" </w:instrText></w:r>{RESULT}",
            field(&["MERGEFIELD a"])
        )),
        docx_with_text(&format!(
            "{BEGIN}<w:r><w:instrText> IF </w:instrText></w:r>{0}<w:r><w:instrText> </w:instrText></w:r>{0}{RESULT}",
            field(&["MERGEFIELD a"])
        )),
        docx_with_text(&format!(
            "<w:ins>{BEGIN}</w:ins><w:ins><w:r><w:instrText>DATE</w:instrText></w:r></w:ins>{RESULT}"
        )),
        docx_with_text(&format!(
            "<w:del>{BEGIN}</w:del><w:del><w:r><w:delInstrText>DATE</w:delInstrText></w:r>{RESULT}</w:del>"
        )),
        docx_with_text(&format!(
            "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='Text1'/></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r>{RESULT}"
        )),
        docx_with_text(
            "<w:p xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:instrText>PAGE</w:instrText></w:p>",
        ),
    ];
    assert_accepted("docx", &accepted).await;
}

/// To check the document takes several times as long as the function has here. Without a deadline, it would get `cv_file_too_complex`.
#[tokio::test]
async fn responds_in_time_while_it_checks_a_document() {
    let stack = Stack::running();
    // The numbers keep the archive from being compressed more than is accepted. The end of each part is not.
    let elements = (0..35_000).map(|number| format!("{}{number}", "<a/>".repeat(50)));
    let part = elements.chain(["<!DOCTYPE a>".to_owned()]).collect::<String>();
    let parts: Vec<_> = (0..4)
        .map(|index| (format!("word/{index}.xml"), part.clone().into_bytes()))
        .collect();
    let request = upload("cv.docx", &documents::docx_with_parts(&parts));

    let function = FUNCTION.start_with_timeout(&stack, &[], Duration::from_secs(2)).await;
    refuses!(function, request, 503, "service_unavailable");
    let line = function.wait_for_log("failed").await;
    assert_eq!(
        line["cause"],
        "service_unavailable: the function's time was nearly over"
    );
}
