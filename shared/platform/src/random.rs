//! Random numbers. Random ids come from `domain::random_id`.

#![expect(
    clippy::disallowed_types,
    reason = "this is the one place that asks the system for randomness"
)]

use rand::{
    SeedableRng,
    rngs::{StdRng, SysError, SysRng},
};

/// A cryptographically secure generator, seeded by the operating system.
pub fn generator() -> Result<StdRng, SysError> {
    StdRng::try_from_rng(&mut SysRng)
}
