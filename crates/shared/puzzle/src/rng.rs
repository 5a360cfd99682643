//! Random numbers that are the same on every machine.

use std::ops::{Deref, DerefMut, RangeBounds};

/// A generator of random numbers of [`fastrand`], which draws indices with 64 bits everywhere.
///
/// The width of `usize` decides how many bits `fastrand` takes for an index, so that a seed would
/// mean something else on machines of 32 bits, WebAssembly among them.
///
/// ```
/// use puzzle::Rng;
///
/// let mut rng = Rng::with_seed(7);
/// assert_eq!(rng.usize(..1000), fastrand::Rng::with_seed(7).u64(..1000) as usize);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(fastrand::Rng);

impl Rng {
    /// Starts a generator at a random place.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "each is another one")]
    pub fn new() -> Self {
        Rng(fastrand::Rng::new())
    }

    /// Starts a generator whose numbers follow from a seed.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        Rng(fastrand::Rng::with_seed(seed))
    }

    /// Draws an index from a range.
    ///
    /// # Panics
    /// If the range is empty.
    #[expect(clippy::cast_possible_truncation, reason = "drawn from a range of such numbers")]
    pub fn usize(&mut self, range: impl RangeBounds<usize>) -> usize {
        let wide = |bound: &usize| *bound as u64;
        self.0.u64((range.start_bound().map(wide), range.end_bound().map(wide))) as usize
    }

    /// Draws a difference of indices from a range.
    ///
    /// # Panics
    /// If the range is empty.
    #[expect(clippy::cast_possible_truncation, reason = "drawn from a range of such numbers")]
    pub fn isize(&mut self, range: impl RangeBounds<isize>) -> isize {
        let wide = |bound: &isize| *bound as i64;
        self.0.i64((range.start_bound().map(wide), range.end_bound().map(wide))) as isize
    }

    /// Puts the items of a slice into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in 1..items.len() {
            items.swap(index, self.usize(..=index));
        }
    }

    /// Draws one of some items; `None` of none.
    pub fn choice<I>(&mut self, items: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut items = items.into_iter();
        let count = items.len();
        (count > 0).then(|| items.nth(self.usize(..count))).flatten()
    }

    /// Draws this number of items, or takes all of fewer, by a reservoir. Those that come first
    /// tend to keep their order.
    pub fn choose_multiple<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        count: usize,
    ) -> Vec<T> {
        let mut items = items.into_iter();
        let mut chosen: Vec<T> = items.by_ref().take(count).collect();
        for (before, item) in (count..).zip(items) {
            if let Some(slot) = chosen.get_mut(self.usize(..=before)) {
                *slot = item;
            }
        }
        chosen
    }
}

/// For numbers whose width is given by their type.
impl Deref for Rng {
    type Target = fastrand::Rng;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Rng {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
