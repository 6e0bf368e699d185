//! The key of a file by the empty password (ISO 32000-2, 7.6.4).

use md5::Md5;
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::{
    ciphers::{Aes, Decrypted, Rc4},
    entries::Entries,
};
use crate::document::pdf::{
    ObjectId,
    tokens::{Token, Tokens, bytes_of},
};

/// What fills a password up to 32 bytes, and so the empty password.
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
    0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Plain,
    Rc4,
    Aes128,
    Aes256,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileKey {
    method: Method,
    bytes: Vec<u8>,
}

/// The key by this dictionary of encryption, and the first part of the file's id. None for a file that does not open with the empty password.
pub(super) fn of(dictionary: Tokens<'_>, id: Option<&Token<'_>>) -> Option<FileKey> {
    let dictionary = Dictionary(Entries::read(dictionary)?);
    if dictionary.name(&[b"Filter"]) != Some(b"Standard") {
        return None;
    }
    let revision = dictionary.number(b"R")?;
    let (method, bytes) = match (dictionary.number(b"V")?, revision) {
        (1 | 2, 2 | 3) => (Method::Rc4, dictionary.old_key(revision, id)?),
        (4, 4) => (dictionary.method()?, dictionary.old_key(revision, id)?),
        (5, 5 | 6) => (dictionary.method()?, dictionary.new_key(revision)?),
        _ => return None,
    };
    Some(FileKey { method, bytes })
}

impl FileKey {
    pub(super) fn of_object(&self, id: ObjectId) -> ObjectKey {
        let bytes = match self.method {
            Method::Plain => Vec::new(),
            Method::Aes256 => self.bytes.clone(),
            Method::Rc4 | Method::Aes128 => {
                let mut hash = Md5::new();
                hash.update(&self.bytes);
                hash.update(id.number.to_le_bytes().get(..3).unwrap_or_default());
                hash.update(id.generation.to_le_bytes().get(..2).unwrap_or_default());
                if self.method == Method::Aes128 {
                    hash.update(b"sAlT");
                }
                let mut key = hash.finalize().to_vec();
                key.truncate(self.bytes.len() + 5);
                key
            }
        };
        ObjectKey {
            method: self.method,
            bytes,
        }
    }
}

pub(super) struct ObjectKey {
    method: Method,
    bytes: Vec<u8>,
}

impl ObjectKey {
    /// The content of a stream with this data. Empty for a key of the wrong size.
    pub(super) fn reader<'a>(&self, data: &'a [u8]) -> Decrypted<'a> {
        match self.method {
            Method::Plain => Decrypted::Plain(data),
            Method::Rc4 => Decrypted::Rc4(Box::new(Rc4::new(&self.bytes)), data),
            Method::Aes128 | Method::Aes256 => match Aes::new(&self.bytes) {
                Some(aes) => Decrypted::of_aes(aes, data),
                None => Decrypted::Plain(&[]),
            },
        }
    }
}

struct Dictionary<'a>(Entries<'a>);

impl Dictionary<'_> {
    fn name(&self, path: &[&[u8]]) -> Option<&[u8]> {
        match self.0.get(path)? {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    fn number(&self, key: &[u8]) -> Option<usize> {
        match self.0.get(&[key])? {
            Token::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn string(&self, key: &[u8]) -> Option<Vec<u8>> {
        bytes_of(self.0.get(&[key])?)
    }

    /// How streams are encrypted, by the filter that is named for them.
    fn method(&self) -> Option<Method> {
        if !self.0.has(&[b"StmF"]) {
            return Some(Method::Plain);
        }
        match self.name(&[b"StmF"])? {
            b"Identity" => Some(Method::Plain),
            filter => match self.name(&[b"CF", filter, b"CFM"])? {
                b"V2" => Some(Method::Rc4),
                b"AESV2" => Some(Method::Aes128),
                b"AESV3" => Some(Method::Aes256),
                _ => None,
            },
        }
    }

    /// Up to revision 4: by MD5. Writers disagree about where they declare the size of the key, so the one is taken that fits.
    fn old_key(&self, revision: usize, id: Option<&Token<'_>>) -> Option<Vec<u8>> {
        let owner = self.string(b"O")?;
        let user = self.string(b"U")?;
        let id = id.and_then(bytes_of).unwrap_or_default();
        let declared = self.number(b"Length").map_or(5, |bits| bits / 8);
        [declared, 16, 5]
            .into_iter()
            .filter(|size| (5..=16).contains(size))
            .find_map(|size| {
                let mut hash = Md5::new();
                hash.update(PADDING);
                hash.update(owner.get(..32)?);
                hash.update(self.permissions()?.to_le_bytes());
                hash.update(&id);
                if revision >= 4 && self.0.get(&[b"EncryptMetadata"]) == Some(&Token::Word(b"false")) {
                    hash.update([0xff; 4]);
                }
                let mut key = hash.finalize().to_vec();
                key.truncate(size);
                if revision >= 3 {
                    for _ in 0..50 {
                        key = Md5::digest(&key).to_vec();
                        key.truncate(size);
                    }
                }
                let proof = proof(revision, &key, &id);
                (user.get(..proof.len())? == proof).then_some(key)
            })
    }

    /// The permissions, which writers write with or without a sign.
    #[expect(clippy::cast_possible_truncation, reason = "they are 32 bits")]
    fn permissions(&self) -> Option<i32> {
        let permissions = match self.0.get(&[b"P"])? {
            Token::Number(number) => i64::try_from(*number).ok()?,
            Token::Word(word) => std::str::from_utf8(word).ok()?.parse().ok()?,
            _ => return None,
        };
        Some(permissions as i32)
    }

    /// From revision 5 on: by SHA-2. A random key is encrypted with that of the password.
    fn new_key(&self, revision: usize) -> Option<Vec<u8>> {
        let user = self.string(b"U")?;
        let (proof, salts) = user.split_at_checked(32)?;
        let (proof_salt, rest) = salts.split_at_checked(8)?;
        let key_salt = rest.get(..8)?;
        if hash_of_salt(revision, proof_salt)? != proof {
            return None;
        }
        let encrypted = self.string(b"UE")?;
        let key = Aes::new(&hash_of_salt(revision, key_salt)?)?;
        Some(key.decrypt_all(encrypted.get(..32)?))
    }
}

/// What a dictionary contains when a key is right.
fn proof(revision: usize, key: &[u8], id: &[u8]) -> Vec<u8> {
    if revision == 2 {
        let mut proof = PADDING.to_vec();
        Rc4::new(key).apply(&mut proof);
        return proof;
    }
    let mut hash = Md5::new();
    hash.update(PADDING);
    hash.update(id);
    let mut proof = hash.finalize().to_vec();
    for round in 0..20 {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        Rc4::new(&key).apply(&mut proof);
    }
    proof
}

/// The hash of the empty password with a salt (algorithm 2.B; revision 5 has its first step only).
fn hash_of_salt(revision: usize, salt: &[u8]) -> Option<Vec<u8>> {
    let mut hash = Sha256::digest(salt).to_vec();
    if revision == 5 {
        return Some(hash);
    }
    let mut round = 0_u32;
    loop {
        let mut blocks = hash.repeat(64);
        let (key, rest) = hash.split_at_checked(16)?;
        Aes::new(key)?.encrypt(*rest.first_chunk()?, &mut blocks);
        // The first block as a number modulo 3, which is that of the sum of its bytes.
        let sum: u32 = blocks.iter().take(16).map(|byte| u32::from(*byte)).sum();
        hash = match sum % 3 {
            0 => Sha256::digest(&blocks).to_vec(),
            1 => Sha384::digest(&blocks).to_vec(),
            _ => Sha512::digest(&blocks).to_vec(),
        };
        round += 1;
        if round >= 64 && u32::from(*blocks.last()?) <= round - 32 {
            hash.truncate(32);
            return Some(hash);
        }
    }
}
