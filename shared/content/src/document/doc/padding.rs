//! The end of the table of a compound file's sectors ([MS-CFB], 2.3).
//!
//! The table fills whole sectors, so it has entries for sectors behind the end of the file. They should be free. Some programs mark them as the last
//! ones of a chain, which Word ignores, and the library does not.

use std::borrow::Cow;

/// Where the header has the size of a sector, as a power of two, and the list of the sectors with the table. A longer table than the header's list
/// is that of a larger file than any CV.
const SIZE_POSITION: usize = 30;
const LIST_POSITION: usize = 76;
const LIST_BYTES: usize = 109 * ENTRY_BYTES;
/// The size of a number in the list and in the table.
const ENTRY_BYTES: usize = 4;
const FREE: [u8; ENTRY_BYTES] = [0xff; ENTRY_BYTES];

/// The file with a table in which the sectors behind its end are free.
pub(super) fn with_free_sectors(file: &[u8]) -> Cow<'_, [u8]> {
    padding(file).map_or(Cow::Borrowed(file), Cow::Owned)
}

/// The changed file. None when nothing has to change, or its header is damaged.
fn padding(file: &[u8]) -> Option<Vec<u8>> {
    let sector = match file.get(SIZE_POSITION..)?.first_chunk()? {
        [9, 0] => 512,
        [12, 0] => 4096,
        _ => return None,
    };
    // The header takes the place of a sector.
    let count = file.len().div_ceil(sector) - 1;
    let mut changed = None;
    let list = file.get(LIST_POSITION..LIST_POSITION + LIST_BYTES)?.as_chunks().0;
    let tables = list.iter().take_while(|entry| **entry != FREE);
    for (index, position) in tables.enumerate() {
        let start = (usize::try_from(u32::from_le_bytes(*position)).ok()? + 1).checked_mul(sector)?;
        let entries = sector / ENTRY_BYTES;
        let used = count.saturating_sub(index * entries).min(entries) * ENTRY_BYTES;
        let unused = start + used..start + sector;
        if file
            .get(unused.clone())?
            .as_chunks()
            .0
            .iter()
            .any(|entry| *entry != FREE)
        {
            let changed = changed.get_or_insert_with(|| file.to_vec());
            changed.get_mut(unused)?.fill(0xff);
        }
    }
    changed
}
