//! The XML parts of a Word document.

use quick_xml::{
    Error, NsReader, XmlVersion,
    events::{BytesStart, Event},
    name::{Namespace, ResolveResult},
};

use super::Refusal;

/// The namespace of a document's text, and the one of its strict variant.
const WORD_NAMESPACES: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];

/// Passes each event of a part to `check`, and whether its element is one of `WordprocessingML`. A part with a document type, which Word does
/// not write, is refused: it could define entities.
pub(super) fn for_each(
    part: &str,
    mut check: impl FnMut(bool, &Event<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut reader = NsReader::from_str(part.trim_start_matches('\u{feff}'));
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| match error {
            // It limits the namespaces at a position and the nesting.
            Error::Namespace(_) => Refusal::TooComplex,
            _ => Refusal::Damaged,
        })?;
        match event {
            Event::Eof => return Ok(()),
            Event::DocType(_) => return Err(Refusal::TooComplex),
            event => {
                let is_word =
                    matches!(namespace, ResolveResult::Bound(Namespace(name)) if WORD_NAMESPACES.contains(&name));
                check(is_word, &event)?;
            }
        }
    }
}

/// The value of an attribute, whatever its namespace. Empty when there is none. With two of them, programs disagree which one applies.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Result<String, Refusal> {
    let mut found = None;
    // Its check for repeated names takes quadratic time.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| Refusal::Damaged)?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|_| Refusal::Damaged)?.into_owned();
            if found.replace(value).is_some() {
                return Err(Refusal::TooComplex);
            }
        }
    }
    Ok(found.unwrap_or_default())
}
