//! The ciphers of PDF files.

use std::io::{self, Read};

use aes::{
    Aes128, Aes256, Block,
    cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit},
};

/// The size of a block of AES, in bytes.
const BLOCK_BYTES: usize = 16;

/// RC4, which has no maintained use besides old files. So no library is taken for its few lines.
pub(crate) struct Rc4 {
    state: [u8; 256],
    first: u8,
    second: u8,
}

impl Rc4 {
    #[expect(clippy::indexing_slicing, reason = "the state has an entry for each byte")]
    pub(super) fn new(key: &[u8]) -> Self {
        let mut state = [0; 256];
        for (byte, entry) in (0..=u8::MAX).zip(&mut state) {
            *entry = byte;
        }
        let mut second = 0_u8;
        for (first, key) in (0..256).zip(key.iter().cycle()) {
            second = second.wrapping_add(state[first]).wrapping_add(*key);
            state.swap(first, usize::from(second));
        }
        Self {
            state,
            first: 0,
            second: 0,
        }
    }

    /// Encrypts or decrypts the next bytes.
    #[expect(clippy::indexing_slicing, reason = "the state has an entry for each byte")]
    pub(super) fn apply(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.first = self.first.wrapping_add(1);
            let (first, value) = (usize::from(self.first), self.state[usize::from(self.first)]);
            self.second = self.second.wrapping_add(value);
            let second = usize::from(self.second);
            self.state.swap(first, second);
            let sum = self.state[first].wrapping_add(self.state[second]);
            *byte ^= self.state[usize::from(sum)];
        }
    }
}

/// AES by the size of its key, for chained blocks (CBC).
pub(super) enum Aes {
    Small(Box<Aes128>),
    Large(Box<Aes256>),
}

impl Aes {
    /// None for another size of the key.
    pub(super) fn new(key: &[u8]) -> Option<Self> {
        match key.len() {
            16 => Aes128::new_from_slice(key).ok().map(|aes| Self::Small(Box::new(aes))),
            32 => Aes256::new_from_slice(key).ok().map(|aes| Self::Large(Box::new(aes))),
            _ => None,
        }
    }

    /// Encrypts whole blocks after the `previous` one.
    pub(super) fn encrypt(&self, mut previous: [u8; BLOCK_BYTES], bytes: &mut [u8]) {
        for chunk in bytes.as_chunks_mut().0 {
            let mut block = Block::from(xor(*chunk, previous));
            match self {
                Self::Small(aes) => aes.encrypt_block(&mut block),
                Self::Large(aes) => aes.encrypt_block(&mut block),
            }
            *chunk = block.into();
            previous = *chunk;
        }
    }

    fn decrypt(&self, previous: [u8; BLOCK_BYTES], bytes: [u8; BLOCK_BYTES]) -> [u8; BLOCK_BYTES] {
        let mut block = Block::from(bytes);
        match self {
            Self::Small(aes) => aes.decrypt_block(&mut block),
            Self::Large(aes) => aes.decrypt_block(&mut block),
        }
        xor(block.into(), previous)
    }

    pub(super) fn decrypt_all(&self, bytes: &[u8]) -> Vec<u8> {
        let mut previous = [0; BLOCK_BYTES];
        let mut content = Vec::new();
        for block in bytes.as_chunks().0 {
            content.extend(self.decrypt(previous, *block));
            previous = *block;
        }
        content
    }
}

fn xor(mut bytes: [u8; BLOCK_BYTES], others: [u8; BLOCK_BYTES]) -> [u8; BLOCK_BYTES] {
    for (byte, other) in bytes.iter_mut().zip(others) {
        *byte ^= other;
    }
    bytes
}

/// Decrypts as much as is read: what follows a stream in the file is not a part of it, and where it ends is only known by its content.
pub(crate) enum Decrypted<'a> {
    Plain(&'a [u8]),
    Rc4(Box<Rc4>, &'a [u8]),
    Aes(AesReader<'a>),
}

impl<'a> Decrypted<'a> {
    /// The first block of the data is the one before the content.
    pub(super) fn of_aes(aes: Aes, data: &'a [u8]) -> Self {
        let (previous, data) = data.split_first_chunk().unwrap_or((&[0; BLOCK_BYTES], &[]));
        Self::Aes(AesReader {
            aes,
            previous: *previous,
            data,
            block: [0; BLOCK_BYTES],
            left: 0,
        })
    }
}

pub(crate) struct AesReader<'a> {
    aes: Aes,
    previous: [u8; BLOCK_BYTES],
    data: &'a [u8],
    /// The last block that was decrypted, of which the bytes at the end are left.
    block: [u8; BLOCK_BYTES],
    left: usize,
}

impl Read for Decrypted<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(data) => data.read(target),
            Self::Rc4(rc4, data) => {
                let count = data.read(target)?;
                rc4.apply(target.get_mut(..count).unwrap_or_default());
                Ok(count)
            }
            Self::Aes(reader) => reader.read(target),
        }
    }
}

impl Read for AesReader<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while let Some(target) = target.get_mut(count..).filter(|target| !target.is_empty()) {
            if self.left == 0 {
                let Some((block, data)) = self.data.split_first_chunk() else {
                    break;
                };
                self.block = self.aes.decrypt(self.previous, *block);
                (self.previous, self.data, self.left) = (*block, data, BLOCK_BYTES);
            }
            let mut content = self.block.get(BLOCK_BYTES - self.left..).unwrap_or_default();
            let read = content.read(target)?;
            self.left -= read;
            count += read;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::Rc4;

    /// RFC 6229 has the first bytes for this key.
    #[test]
    fn rc4_makes_the_stream_of_the_standard() {
        let mut bytes = [0; 16];
        Rc4::new(&[1, 2, 3, 4, 5]).apply(&mut bytes);
        assert_eq!(bytes[..4], [0xb2, 0x39, 0x63, 0x05]);
        assert_eq!(bytes[12..], [0x0a, 0x11, 0x18, 0xa8]);
    }
}
