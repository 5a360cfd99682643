//! Colours that are distinguishable in light and dark surroundings, and with colour blindness.
//!
//! The light fills are the hues of Paul Tol's *light* scheme, made for cells with dark text on
//! them, and paler; the strokes are Okabe and Ito's colours ("Color Universal Design", 2008),
//! darkened for light surroundings if they would be too pale on white. Tol's schemes are described
//! in his technical note SRON/EPS/TN/09-002. The dark fills keep their hues, with room for light
//! text.

use std::collections::BTreeSet;

use grid_utils::Regions;

/// A colour in light and in dark surroundings.
pub struct Shades {
    /// Such as `#ffffff`.
    pub light: &'static str,
    /// Such as `#17191e`.
    pub dark: &'static str,
}

const fn shades(light: &'static str, dark: &'static str) -> Shades {
    Shades { light, dark }
}

/// Fills behind text.
pub(crate) const FILLS: [Shades; 9] = [
    shades("#bad4f3", "#26466f"),
    shades("#f8c2ab", "#6e3523"),
    shades("#f4ebb8", "#514719"),
    shades("#9fdcc8", "#184f41"),
    shades("#ffd3db", "#74394c"),
    shades("#dce58a", "#3f4812"),
    shades("#c4ecff", "#1a4d60"),
    shades("#dcdcaf", "#48482a"),
    shades("#e3e3e3", "#4a4a4a"),
];

/// Lines and circles.
pub(crate) const STROKES: [Shades; 8] = [
    shades("#0072b2", "#4aa8e0"),
    shades("#b57d00", "#f0b030"),
    shades("#009e73", "#2cc497"),
    shades("#d55e00", "#f07a2a"),
    shades("#2f93cc", "#7cc8f2"),
    shades("#c26c9b", "#dd97bd"),
    shades("#9c8f00", "#f0e442"),
    shades("#1a1a1a", "#d8d8d8"),
];

/// Returns few colours, one for each region, such that regions with a common edge differ: see
/// [`few_colours`].
///
/// ```
/// use grid_utils::{Grid, Regions};
///
/// let labels: Grid<char> = "A A B\nC C B".parse()?;
/// let colours = picture::region_colours(&Regions::from_labels(&labels));
/// assert!(colours[0] != colours[1] && colours[1] != colours[2] && colours[0] != colours[2]);
/// # Ok::<(), grid_utils::GridError>(())
/// ```
#[must_use]
pub fn region_colours(regions: &Regions) -> Vec<u8> {
    let sides = |(one, other)| Some((regions.region_of(one)?, regions.region_of(other)?));
    few_colours(regions.len(), regions.borders().filter_map(sides))
}

/// Returns few colours, one for each of `count` things, such that neighbours differ.
///
/// The thing with the most colours around it is coloured first (Brélaz, "New methods to color the
/// vertices of a graph", 1979), with the lowest free colour; the result is deterministic.
///
/// ```
/// assert_eq!(picture::few_colours(4, [(0, 1), (1, 2), (2, 3)]), [1, 0, 1, 0]);
/// ```
///
/// # Panics
/// If there is no thing with one of these numbers.
#[must_use]
pub fn few_colours(count: usize, borders: impl IntoIterator<Item = (usize, usize)>) -> Vec<u8> {
    let mut neighbours = vec![BTreeSet::new(); count];
    for (one, other) in borders {
        if one != other {
            neighbours[one].insert(other);
            neighbours[other].insert(one);
        }
    }
    let mut colours: Vec<Option<u8>> = vec![None; count];
    let around = |colours: &[Option<u8>], place: usize| -> BTreeSet<u8> {
        neighbours[place].iter().filter_map(|&neighbour| colours[neighbour]).collect()
    };
    while let Some(place) =
        (0..count).filter(|&place| colours[place].is_none()).max_by_key(|&place| {
            (around(&colours, place).len(), neighbours[place].len(), usize::MAX - place)
        })
    {
        let taken = around(&colours, place);
        colours[place] = (0..=u8::MAX).find(|colour| !taken.contains(colour)).or(Some(0));
    }
    colours.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid_utils::Grid;

    #[test]
    fn regions_with_a_common_edge_have_different_colours() {
        let labels: Grid<char> = "A A B C\nD E B C\nD E F F\nG G G F".parse().unwrap();
        let regions = Regions::from_labels(&labels);
        let colours = region_colours(&regions);
        assert_eq!(colours.len(), 7);
        for (one, other) in regions.borders() {
            let (one, other) = (regions.region_of(one).unwrap(), regions.region_of(other).unwrap());
            assert_ne!(colours[one], colours[other]);
        }
        assert!(colours.iter().max() <= Some(&3), "a map needs few colours: {colours:?}");
    }
}
