//! Names of files.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::{is_invisible, is_joiner};

/// The maximum length of the name before its extension, in characters.
const STEM_MAX: usize = 100;
/// The maximum length of the extension, in characters.
const EXTENSION_MAX: usize = 10;
/// All characters but those that RFC 8187 allows in a `filename*` without encoding.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// The name of a file, in any script: one line with an extension, and without folders and invisible characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileName(String);

/// The name has no extension, or nothing before it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the name of a file of some type")]
pub struct FileNameError;

impl FileName {
    /// Parses the name that a browser sent.
    ///
    /// # Errors
    /// When it has no extension, or nothing visible before it.
    pub fn parse(sent: &str) -> Result<Self, FileNameError> {
        // Some browsers send a path.
        let name = sent.rsplit(['/', '\\']).next().unwrap_or(sent);
        let name: String = name.chars().filter(|character| !is_removed(*character)).collect();
        let (stem, extension) = name.trim().rsplit_once('.').ok_or(FileNameError)?;
        let stem: String = stem.trim().chars().take(STEM_MAX).collect();
        let stem = stem.trim_end();
        let is_extension = (1..=EXTENSION_MAX).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if stem.chars().all(is_joiner) || !is_extension {
            return Err(FileNameError);
        }
        Ok(Self(format!("{stem}.{extension}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of every photo. The name that a user gave may tell where it was taken, or with what.
    pub fn of_photo() -> Self {
        Self("photo.jpg".to_owned())
    }

    /// The name of a file whose own name is not known yet, or no longer.
    pub fn unnamed() -> Self {
        Self("file.bin".to_owned())
    }

    /// The name of a video. It keeps the extension that was sent if that fits the content, and gets the `usual` one otherwise.
    pub fn of_video(sent: &str, usual: &str, others: &[&str]) -> Self {
        match Self::parse(sent) {
            Ok(name) if name.extension() == usual || others.contains(&name.extension().as_str()) => name,
            Ok(Self(name)) => {
                let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
                Self(format!("{stem}.{usual}"))
            }
            Err(FileNameError) => {
                Self::parse(&format!("{sent}.{usual}")).unwrap_or_else(|_| Self(format!("video.{usual}")))
            }
        }
    }

    /// The extension, in lower case.
    pub fn extension(&self) -> String {
        let extension = self.0.rsplit('.').next().unwrap_or_default();
        extension.to_ascii_lowercase()
    }

    /// The `Content-Disposition` with which a browser displays the file, or downloads it under its name (RFC 6266).
    pub fn disposition(&self, shown: bool) -> String {
        let kind = if shown { "inline" } else { "attachment" };
        // For clients that do not read `filename*`.
        let plain: String = self.0.chars().map(plain).collect();
        let encoded = utf8_percent_encode(&self.0, ENCODED);
        format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
    }
}

/// Whether a character is removed from a name: it breaks the line, or is invisible and could make an extension look like another.
fn is_removed(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') || is_invisible(character)
}

const fn plain(character: char) -> char {
    match character {
        '"' | '%' | '\\' => '_',
        ' '..='~' => character,
        _ => '_',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_line_breaks_and_invisible_characters_are_removed() {
        let parse = |sent: &str| FileName::parse(sent).map(|name| name.0);
        for (sent, name) in [
            ("cv.pdf", "cv.pdf"),
            (" C:\\Users\\Amina\\My CV.final.PDF ", "My CV.final.PDF"),
            ("../../etc/cv.doc", "cv.doc"),
            ("سيرة ذاتية.docx", "سيرة ذاتية.docx"),
            ("cv\r\nX-Evil: 1.pdf", "cvX-Evil: 1.pdf"),
            ("cv\u{202e}fdp.exe", "cvfdp.exe"),
            ("c\u{ad}v\u{2028}.pdf", "cv.pdf"),
            // Persian words need the joiner.
            ("می\u{200c}خواهم.pdf", "می\u{200c}خواهم.pdf"),
        ] {
            assert_eq!(parse(sent).as_deref(), Ok(name), "{sent:?}");
        }
        let long = format!("{}.pdf", "س".repeat(300));
        assert_eq!(parse(&long), Ok(format!("{}.pdf", "س".repeat(100))));
        for sent in [
            "",
            "cv",
            ".pdf",
            "cv.",
            "cv.p d f",
            "cv.سيرة",
            "/",
            " . ",
            "\u{200d}.pdf",
        ] {
            assert_eq!(parse(sent), Err(FileNameError), "{sent:?}");
        }
    }

    #[test]
    fn a_shortened_name_has_no_space_before_its_extension() {
        let stem = "a".repeat(STEM_MAX - 1);
        let name = FileName::parse(&format!("{stem} b.pdf")).map(|name| name.0);
        assert_eq!(name, Ok(format!("{stem}.pdf")));
    }

    #[test]
    fn the_extension_is_in_lower_case() {
        assert_eq!(
            FileName::parse("cv.tar.PDF").map(|name| name.extension()),
            Ok("pdf".to_owned())
        );
    }

    #[test]
    fn every_photo_has_the_same_name() {
        assert_eq!(FileName::of_photo().as_str(), "photo.jpg");
    }

    #[test]
    fn a_video_has_an_extension_of_its_type() {
        for (sent, name) in [
            ("trip.MOV", "trip.MOV"),
            ("trip.mp4", "trip.mov"),
            ("trip.mov.exe", "trip.mov.mov"),
            ("trip", "trip.mov"),
            ("trip.", "trip..mov"),
            ("", "video.mov"),
            ("/", "video.mov"),
        ] {
            assert_eq!(FileName::of_video(sent, "mov", &["qt"]).0, name, "{sent:?}");
        }
    }

    #[test]
    fn a_content_disposition_is_ascii_and_has_the_full_name() {
        let disposition = |sent, shown| FileName::parse(sent).map(|name| name.disposition(shown));
        assert_eq!(
            disposition("cv.pdf", true).as_deref(),
            Ok("inline; filename=\"cv.pdf\"; filename*=UTF-8''cv.pdf")
        );
        assert_eq!(
            disposition("سيرة \"1\".doc", false).as_deref(),
            Ok("attachment; filename=\"____ _1_.doc\"; filename*=UTF-8''%D8%B3%D9%8A%D8%B1%D8%A9%20%221%22.doc")
        );
    }
}
