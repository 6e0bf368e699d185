//! The fields of a part of a Word document. The name at the start of its instruction says what a field does.
//!
//! The letters of a name can be in several elements, and programs differ in which of them they read: they skip elements of namespaces that they
//! do not know, and all variants of an `AlternateContent` but one (ECMA-376, part 3). So the letters have to be inside the same element of another
//! namespace, or outside all of them. Word writes text boxes in two variants, with whole fields in each.

use quick_xml::events::{BytesStart, Event};

use super::{Refusal, field, xml::attribute};

/// What is known at a position of a part.
#[derive(Default)]
pub(super) struct Fields {
    name: Name,
    /// Whether the text at the position is part of an instruction.
    is_instruction: bool,
    /// For each open element that changes the surroundings, those inside it. The innermost element is the last.
    surroundings: Vec<Surroundings>,
    /// How many elements of other namespaces have started.
    foreign_elements: usize,
}

/// The name of the field whose instruction is read.
#[derive(Default)]
struct Name {
    letters: String,
    /// Whether another character has followed the letters.
    has_ended: bool,
    /// Whether nothing precedes it in its field, not even another field.
    is_first: bool,
    /// The surroundings of its start. `None` outside an instruction.
    surroundings: Option<Surroundings>,
}

/// What programs decide by whether they read an element.
#[derive(Clone, Copy, Default, PartialEq)]
struct Surroundings {
    /// The number of the innermost element of another namespace.
    foreign_element: usize,
    /// Whether a tracked change deletes it.
    is_deleted: bool,
}

impl Fields {
    /// Refuses fields that load content from elsewhere, and those whose name depends on the program that reads it.
    pub(super) fn read(&mut self, is_word: bool, event: &Event<'_>) -> Result<(), Refusal> {
        match event {
            Event::Start(element) => {
                self.read_element(is_word, element)?;
                let name = element.local_name();
                self.is_instruction |= is_word && self.contains_instruction(name.as_ref());
                if changes_surroundings(is_word, name.as_ref()) {
                    let mut surroundings = self.surroundings();
                    if is_word {
                        surroundings.is_deleted = true;
                    } else {
                        self.foreign_elements += 1;
                        surroundings.foreign_element = self.foreign_elements;
                    }
                    self.surroundings.push(surroundings);
                }
            }
            // It contains no text, and no end follows.
            Event::Empty(element) => self.read_element(is_word, element)?,
            Event::End(element) => {
                let name = element.local_name();
                if changes_surroundings(is_word, name.as_ref()) {
                    self.surroundings.pop();
                }
                // Elements of other namespaces may be inside the one with the text.
                self.is_instruction &= !is_word;
            }
            Event::Text(text) => self.read_text(&text.xml10_content())?,
            Event::CData(text) => self.read_text(&text.xml10_content())?,
            // A character that is written as its number.
            Event::GeneralRef(reference) => {
                if let Ok(Some(character)) = reference.resolve_char_ref() {
                    self.read_text(character.encode_utf8(&mut [0; 4]))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the text of an element is part of an instruction. `LibreOffice` also reads text that is not marked as such.
    fn contains_instruction(&self, element: &str) -> bool {
        matches!(element, "instrText" | "delInstrText") || (self.name.is_open() && matches!(element, "t" | "delText"))
    }

    fn surroundings(&self) -> Surroundings {
        self.surroundings.last().copied().unwrap_or_default()
    }

    fn read_element(&mut self, is_word: bool, element: &BytesStart<'_>) -> Result<(), Refusal> {
        match element.local_name().as_ref() {
            // Word writes them in its namespace. Programs could differ in whether they read others.
            "instrText" | "delInstrText" | "fldChar" | "fldSimple" if !is_word => Err(Refusal::TooComplex),
            // An instruction has no elements of Word inside, and programs could differ in what they do with them.
            _ if is_word && self.is_instruction => Err(Refusal::TooComplex),
            "fldSimple" => {
                self.start_field()?;
                self.name.push(&attribute(element, "instr")?)?;
                self.name = Name::default();
                Ok(())
            }
            "fldChar" if matches!(&*attribute(element, "fldCharType")?, "separate" | "end") => {
                self.check_surroundings()?;
                self.name = Name::default();
                Ok(())
            }
            "fldChar" => self.start_field(),
            _ => Ok(()),
        }
    }

    fn start_field(&mut self) -> Result<(), Refusal> {
        self.check_surroundings()?;
        // The name could continue after the inner field, or be its result.
        if self.name.is_open() && (self.name.is_first || !self.name.letters.is_empty()) {
            return Err(Refusal::TooComplex);
        }
        self.name = Name {
            is_first: true,
            surroundings: Some(self.surroundings()),
            ..Name::default()
        };
        Ok(())
    }

    fn read_text(&mut self, text: &str) -> Result<(), Refusal> {
        if !self.is_instruction {
            return Ok(());
        }
        self.check_surroundings()?;
        self.name.surroundings = Some(self.surroundings());
        self.name.push(text)
    }

    /// Refuses a name of which some programs read a part only.
    fn check_surroundings(&self) -> Result<(), Refusal> {
        if self.name.is_open() && self.name.surroundings != Some(self.surroundings()) {
            Err(Refusal::TooComplex)
        } else {
            Ok(())
        }
    }
}

impl Name {
    /// Whether letters can follow.
    fn is_open(&self) -> bool {
        self.surroundings.is_some() && !self.has_ended
    }

    /// Reads the next part of the instruction. What follows it can end the name without a character, as the end of a paragraph does.
    fn push(&mut self, text: &str) -> Result<(), Refusal> {
        for character in text.chars() {
            let is_before_name = self.letters.is_empty() && field::is_before_name(character);
            if self.has_ended || is_before_name {
                continue;
            }
            if character.is_ascii_alphabetic() && self.letters.len() <= field::MAX_NAME {
                self.letters.push(character);
            } else {
                self.has_ended = true;
            }
        }
        if field::is_external(self.letters.chars()) {
            Err(Refusal::ExternalContent)
        } else {
            Ok(())
        }
    }
}

/// Whether there are programs that do not read the content of an element.
fn changes_surroundings(is_word: bool, element: &str) -> bool {
    !is_word || matches!(element, "del" | "moveFrom")
}
