//! The XML parts of a Word document.

use quick_xml::events::{BytesStart, Event};

use super::{
    Refusal,
    fields::Fields,
    relationships,
    xml::{attribute, for_each},
};

/// Refuses a part that loads content from elsewhere or refers to other files. It is checked for everything that any part can contain, because the
/// name of a part does not tell how programs read it.
pub(super) fn check(part: &str, is_of_chart: bool) -> Result<(), Refusal> {
    let mut fields = Fields::default();
    for_each(part, |is_word, event| {
        if let Event::Start(element) | Event::Empty(element) = event {
            check_element(is_word, element, is_of_chart)?;
        }
        fields.read(is_word, event)
    })
}

fn check_element(is_word: bool, element: &BytesStart<'_>, is_of_chart: bool) -> Result<(), Refusal> {
    match element.local_name().as_ref() {
        "Relationship" => relationships::check(element, is_of_chart),
        // Where a mail merge reads its addresses, when the document is opened.
        "connectString" | "dataSource" | "headerSource" | "odso" | "query" if is_word => Err(Refusal::ExternalContent),
        // Pictures of VML have relationships. Without one, they name a file.
        "imagedata" | "fill" | "stroke" if !attribute(element, "src")?.is_empty() => Err(Refusal::ExternalContent),
        _ => Ok(()),
    }
}
