//! What leads from the trailer of a PDF to its pages (ISO 32000-2, 7.5.5 and 7.7).

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{References, Token};
use crate::document::Refusal;

/// The most references between the nodes of the tree. A CV has a few pages.
const MAX_LINKS: usize = 100_000;

/// The nodes of all revisions of a file, by the numbers of their objects.
#[derive(Debug, Default)]
pub(super) struct PageTree {
    /// The catalogs that trailers name.
    catalogs: BTreeSet<u32>,
    /// The first node of the tree, by catalog.
    roots: BTreeMap<u32, BTreeSet<u32>>,
    kids: BTreeMap<u32, BTreeSet<u32>>,
    pages: BTreeSet<u32>,
    /// What pages have as their content: streams, or arrays of them, which are among the kids.
    contents: BTreeSet<u32>,
    links: usize,
}

impl PageTree {
    /// Adds an object. `number` is None for the dictionary of a trailer.
    pub(super) fn add(&mut self, number: Option<u32>, node: &Node) -> Result<(), Refusal> {
        self.links += node.links.len();
        if self.links > MAX_LINKS {
            return Err(Refusal::TooComplex);
        }
        for (key, target) in &node.links {
            match (key, number) {
                (Key::Root, _) => self.catalogs.insert(*target),
                (Key::Pages, Some(number)) => self.roots.entry(number).or_default().insert(*target),
                (Key::Contents, _) => self.contents.insert(*target),
                (Key::Kids, Some(number)) => self.kids.entry(number).or_default().insert(*target),
                _ => false,
            };
        }
        if node.is_page() {
            self.pages.extend(number);
        }
        Ok(())
    }

    /// Whether a trailer leads to a page. Viewers differ in the revision that they display, so all of them count.
    pub(super) fn has_page(&self) -> bool {
        let mut waiting: Vec<u32> = children(&self.catalogs, &self.roots).collect();
        let mut seen = BTreeSet::new();
        while let Some(number) = waiting.pop() {
            if self.pages.contains(&number) {
                return true;
            }
            if seen.insert(number) {
                waiting.extend(self.kids.get(&number).into_iter().flatten());
            }
        }
        false
    }

    /// The numbers of the streams that are the content of pages.
    pub(super) fn contents(&self) -> BTreeSet<u32> {
        let in_arrays = children(&self.contents, &self.kids);
        self.contents.iter().copied().chain(in_arrays).collect()
    }
}

fn children<'a>(numbers: &'a BTreeSet<u32>, of: &'a BTreeMap<u32, BTreeSet<u32>>) -> impl Iterator<Item = u32> + 'a {
    numbers.iter().filter_map(|number| of.get(number)).flatten().copied()
}

/// The keys whose values lead to pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Key {
    Root,
    Pages,
    #[default]
    Kids,
    Contents,
    Other,
}

/// What an object says about the tree.
#[derive(Debug, Default)]
pub(super) struct Node {
    links: Vec<(Key, u32)>,
    /// Whether it has the type of a page, or what only pages have.
    is_page: bool,
    has_media_box: bool,
    has_kids: bool,
    /// The containers around the next token.
    depth: usize,
    /// The last name in the outermost dictionary. In an array outside all dictionaries, such as one of kids, there is none.
    key: Key,
    references: References,
}

impl Node {
    const fn is_page(&self) -> bool {
        self.is_page || (self.has_media_box && !self.has_kids)
    }

    /// Whether the tokens are a whole value.
    pub(super) const fn is_complete(&self) -> bool {
        self.depth == 0
    }

    pub(super) fn add(&mut self, token: &Token<'_>) {
        match token {
            Token::DictionaryStart | Token::ArrayStart => {
                self.depth += 1;
                if self.depth == 1 && *token == Token::DictionaryStart {
                    self.key = Key::Other;
                }
            }
            Token::DictionaryEnd | Token::ArrayEnd => self.depth = self.depth.saturating_sub(1),
            Token::Name(name) if self.depth == 1 => self.add_name(name),
            _ => {}
        }
        if let Some(number) = self.references.add(token)
            && self.is_in_value()
        {
            // More than are allowed refuse the file.
            if self.links.len() <= MAX_LINKS {
                self.links.push((self.key, number));
            }
        }
    }

    fn add_name(&mut self, name: &[u8]) {
        self.key = match name {
            b"Root" => Key::Root,
            b"Pages" => Key::Pages,
            b"Kids" => {
                self.has_kids = true;
                Key::Kids
            }
            b"Page" => {
                self.is_page = true;
                Key::Other
            }
            b"Contents" => {
                self.is_page = true;
                Key::Contents
            }
            // Pages inherit it from the nodes above them.
            b"MediaBox" => {
                self.has_media_box = true;
                Key::Other
            }
            _ => Key::Other,
        };
    }

    /// Whether the next token is in the value of the key, and not in a dictionary inside it.
    const fn is_in_value(&self) -> bool {
        match self.key {
            Key::Root | Key::Pages => self.depth == 1,
            Key::Kids | Key::Contents => matches!(self.depth, 1 | 2),
            Key::Other => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINKS, Node, PageTree, Refusal};
    use crate::document::pdf::tokens::Tokens;

    /// A small file unpacks to millions of references, each of which would take more memory than its text.
    #[test]
    fn an_object_keeps_no_more_references_than_refuse_the_file() {
        let kids = format!("<</Kids[{}]>>", "1 0 R ".repeat(3 * MAX_LINKS));
        let mut node = Node::default();
        for token in Tokens::of(kids.as_bytes()) {
            node.add(&token);
        }
        assert_eq!(node.links.len(), MAX_LINKS + 1);
        assert_eq!(PageTree::default().add(Some(2), &node), Err(Refusal::TooComplex));
    }
}
