//! The data of streams that contain no objects: the content of pages, forms and patterns, and images.

use std::{borrow::Cow, io::BufReader, mem};

use super::{
    Findings, ObjectId, content,
    encryption::{self, FileKey},
    images::Formats,
    object_stream::after_end_of_line,
};
use crate::document::Refusal;

/// The word after the data of a stream.
const END: &[u8] = b"endstream";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StreamData {
    /// The bytes from its start to the end of the file.
    pub(super) length: usize,
    /// None for one whose number cannot be read.
    pub(super) id: Option<ObjectId>,
    /// Whether Flate is its first filter.
    pub(super) is_compressed: bool,
    pub(super) role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// It may be what draws a page or a part of one.
    Content,
    Image(Formats),
    /// The pixels of an image, which have no size of their own.
    Pixels,
}

/// Checks the data of all streams of a file.
pub(super) fn check(file: &[u8], key: Option<&FileKey>, findings: &mut Findings<'_>) -> Result<(), Refusal> {
    // Of all streams that are neither compressed nor encrypted.
    content::check(file, findings)?;
    let contents = findings.pages.contents();
    for mut stream in mem::take(&mut findings.data) {
        // Viewers display the content of a page whatever its type is.
        if stream.role == Role::Pixels && stream.id.is_some_and(|id| contents.contains(&id.number)) {
            stream.role = Role::Content;
        }
        stream.check(file, key, findings)?;
    }
    Ok(())
}

impl StreamData {
    fn check(self, file: &[u8], key: Option<&FileKey>, findings: &mut Findings<'_>) -> Result<(), Refusal> {
        let start = file.len().saturating_sub(self.length);
        let data = file.get(start..).unwrap_or_default();
        let data = after_end_of_line(data).unwrap_or(data);
        match self.role {
            Role::Pixels => Ok(()),
            Role::Image(formats) => {
                let is_too_large = formats.is_too_large(&self.decoded(data, key, findings)?);
                if is_too_large {
                    return Err(Refusal::TooComplex);
                }
                Ok(())
            }
            Role::Content if key.is_none() && !self.is_compressed => content::check_continuation(data, findings),
            Role::Content => {
                let content = self.decoded(data, key, findings)?;
                content::check(&content, findings)
            }
        }
    }

    /// The data without its encryption and compression, as far as it can be read: viewers use that, too.
    fn decoded<'a>(
        self,
        data: &'a [u8],
        key: Option<&FileKey>,
        findings: &mut Findings<'_>,
    ) -> Result<Cow<'a, [u8]>, Refusal> {
        Ok(match (key.zip(self.id), self.is_compressed) {
            (None, false) => Cow::Borrowed(data),
            (None, true) => Cow::Owned(findings.content.inflate(data)?.bytes),
            (Some((key, id)), is_compressed) => {
                // Encrypted data does not say where it ends.
                let end = data.windows(END.len()).position(|bytes| bytes == END);
                let data = data.get(..end.unwrap_or(data.len())).unwrap_or_default();
                let decrypted = BufReader::new(encryption::reader(key, id, data));
                let content = if is_compressed {
                    findings.content.inflate(decrypted)
                } else {
                    findings.content.read(decrypted)
                };
                Cow::Owned(content?.bytes)
            }
        })
    }
}
