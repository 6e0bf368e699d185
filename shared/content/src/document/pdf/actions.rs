//! What a PDF does without a click: when it is opened, when a page or a field is shown, entered or left (ISO 32000-2, 12.6).
//!
//! Any viewer may find another one of several objects with the same number, so all of them count.

use std::collections::{BTreeSet, HashSet};

use super::tokens::{References, Token};
use crate::document::Refusal;

/// The actions that lead out of the document or play a file, and so need a click. Others that do so are refused in any case.
const OUTSIDE: [&[u8]; 6] = [b"GoToR", b"Movie", b"Rendition", b"Sound", b"Thread", b"URI"];
/// The keys of `AA` whose actions need a click: the button of the mouse goes down or up.
const CLICKS: [&[u8]; 2] = [b"D", b"U"];
/// The other keys of `AA`: of an annotation, a page, a field and the document.
const EVENTS: [&[u8]; 18] = [
    b"E", b"X", b"Fo", b"Bl", b"PO", b"PC", b"PV", b"PI", b"O", b"C", b"K", b"F", b"V", b"WC", b"WS", b"DS", b"WP",
    b"DP",
];
/// The most references that are followed or could be. A CV has some hundreds.
const MAX_LINKS: usize = 300_000;

/// As what an object is read that a reference leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Role {
    /// An action, or an array of actions or of a page and a position.
    Action,
    /// Actions by their events.
    Events,
}

type Part = (Role, u32);

/// What the objects of a file say about actions.
#[derive(Debug, Default)]
pub(super) struct Actions {
    /// What happens by itself.
    starts: BTreeSet<Part>,
    /// What leads outside.
    outside: HashSet<Part>,
    /// What happens after it, or is a part of it.
    links: Vec<(Part, Part)>,
}

impl Actions {
    /// Adds what an object says. `number` is None for one that nothing can refer to.
    ///
    /// # Errors
    /// [`Refusal::Scripts`] for an action outside that the object itself starts, and [`Refusal::TooComplex`].
    pub(super) fn add(&mut self, number: Option<u32>, reader: &ActionReader) -> Result<(), Refusal> {
        if reader.starts_outside {
            return Err(Refusal::Scripts);
        }
        self.starts.extend(&reader.starts);
        if let Some(number) = number {
            self.outside.extend(reader.outside.iter().map(|role| (*role, number)));
            self.links
                .extend(reader.links.iter().map(|(from, to)| ((*from, number), *to)));
        }
        if reader.is_full() || self.links.len() + self.starts.len() + self.outside.len() > MAX_LINKS {
            return Err(Refusal::TooComplex);
        }
        Ok(())
    }

    /// Refuses a file that leads outside by itself.
    pub(super) fn check(&mut self) -> Result<(), Refusal> {
        if self.starts.is_empty() {
            return Ok(());
        }
        self.links.sort_unstable();
        let mut seen = HashSet::new();
        let mut waiting: Vec<Part> = self.starts.iter().copied().collect();
        while let Some(part) = waiting.pop() {
            if self.outside.contains(&part) {
                return Err(Refusal::Scripts);
            }
            if seen.insert(part) {
                let first = self.links.partition_point(|(from, _)| *from < part);
                let links = self.links.iter().skip(first).take_while(|(from, _)| *from == part);
                waiting.extend(links.map(|(_, to)| *to));
            }
        }
        Ok(())
    }
}

/// Reads what one object says about actions.
#[derive(Debug, Default)]
pub(super) struct ActionReader {
    starts: Vec<Part>,
    starts_outside: bool,
    /// The roles in which the object leads outside.
    outside: BTreeSet<Role>,
    links: Vec<(Role, Part)>,
    depth: usize,
    /// Whether the outermost container is an array.
    is_array: bool,
    /// The last name in the outermost dictionary.
    key: Key,
    references: References,
    /// The value of `OpenAction` or `AA` that is read.
    automatic: Option<Automatic>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Key {
    /// What happens next, and the type of an action, which can be in another object.
    NextOrType,
    Event,
    #[default]
    Other,
}

#[derive(Debug, Clone, Copy)]
struct Automatic {
    role: Role,
    /// The containers around its key.
    depth: usize,
    /// Whether the next token belongs to an action that needs a click.
    is_click: bool,
}

impl ActionReader {
    pub(super) fn add(&mut self, token: &Token<'_>) {
        match token {
            Token::DictionaryStart | Token::ArrayStart => {
                self.is_array |= self.depth == 0 && *token == Token::ArrayStart;
                self.depth += 1;
            }
            Token::DictionaryEnd | Token::ArrayEnd => {
                self.depth = self.depth.saturating_sub(1);
                self.automatic = self.automatic.filter(|automatic| automatic.depth <= self.depth);
            }
            Token::Name(name) => self.add_name(name),
            _ => {}
        }
        if let Some(number) = self.references.add(token) {
            self.add_reference(number);
        }
    }

    fn add_name(&mut self, name: &[u8]) {
        if self.depth == 1 {
            self.key = match name {
                b"Next" | b"S" => Key::NextOrType,
                _ if EVENTS.contains(&name) => Key::Event,
                // A type is the value of its key.
                _ if OUTSIDE.contains(&name) && self.key == Key::NextOrType => Key::NextOrType,
                _ => Key::Other,
            };
        }
        let is_outside = OUTSIDE.contains(&name);
        match &mut self.automatic {
            // The next key.
            Some(automatic) if automatic.depth == self.depth => self.automatic = None,
            Some(automatic) if automatic.role == Role::Events && automatic.depth + 1 == self.depth => {
                automatic.is_click = CLICKS.contains(&name);
            }
            Some(automatic) => self.starts_outside |= is_outside && !automatic.is_click,
            None => {}
        }
        let role = match name {
            b"OpenAction" => Some(Role::Action),
            b"AA" => Some(Role::Events),
            _ => None,
        };
        if let Some(role) = role {
            self.automatic = Some(Automatic {
                role,
                depth: self.depth,
                is_click: false,
            });
        }
        if is_outside {
            if self.depth <= 1 || self.is_array || self.key == Key::NextOrType {
                self.outside.insert(Role::Action);
            }
            if self.key == Key::Event {
                self.outside.insert(Role::Events);
            }
        }
    }

    /// Whether there are more references than are kept.
    fn is_full(&self) -> bool {
        self.links.len() + self.starts.len() > MAX_LINKS
    }

    fn add_reference(&mut self, number: u32) {
        if self.is_full() {
            return;
        }
        if let Some(automatic) = self.automatic.filter(|automatic| !automatic.is_click) {
            let role = if automatic.depth == self.depth {
                automatic.role
            } else {
                Role::Action
            };
            self.starts.push((role, number));
        }
        let action = (Role::Action, number);
        if self.is_array || self.key == Key::NextOrType {
            self.links.push((Role::Action, action));
        }
        if self.key == Key::Event {
            self.links.push((Role::Events, action));
        }
    }
}
