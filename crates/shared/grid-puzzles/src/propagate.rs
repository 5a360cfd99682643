//! The loop of every search that draws conclusions.

/// Applies rules to what a search knows, until none says more; false if one of them is broken.
///
/// Each rule says whether it added anything, `None` where it is broken. The cheap rules are applied
/// until they have nothing more to say; only then a costly one, and if it adds something, the cheap
/// ones begin again. What changed, and which rules that concerns, is best kept in the state.
///
/// For a board of filled and empty cells, [`Shading::propagate`](crate::Shading::propagate) keeps the
/// books.
///
/// ```
/// use grid_puzzles::propagate;
///
/// // x + y = 10 and x = y + 2 or more, as bounds.
/// #[derive(Debug, PartialEq)]
/// struct Bounds { x: (i32, i32), y: (i32, i32) }
///
/// fn narrow(own: &mut (i32, i32), least: i32, most: i32) -> Option<bool> {
///     let before = *own;
///     *own = (before.0.max(least), before.1.min(most));
///     (own.0 <= own.1).then_some(*own != before)
/// }
///
/// let mut bounds = Bounds { x: (0, 10), y: (3, 10) };
/// let is_possible = propagate(
///     &mut bounds,
///     |Bounds { x, y }| Some(narrow(x, 10 - y.1, 10 - y.0)? | narrow(y, 10 - x.1, 10 - x.0)?),
///     |Bounds { x, y }| Some(narrow(x, y.0 + 2, 10)? | narrow(y, 0, x.1 - 2)?),
/// );
/// assert!(is_possible);
/// assert_eq!(bounds, Bounds { x: (5, 7), y: (3, 5) });
/// ```
#[inline]
#[must_use]
pub fn propagate<S: ?Sized>(
    state: &mut S,
    mut cheap: impl FnMut(&mut S) -> Option<bool>,
    mut costly: impl FnMut(&mut S) -> Option<bool>,
) -> bool {
    loop {
        match cheap(state).and_then(|more| if more { Some(true) } else { costly(state) }) {
            Some(true) => {}
            Some(false) => return true,
            None => return false,
        }
    }
}
