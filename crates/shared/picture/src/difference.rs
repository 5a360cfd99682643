//! Differences of pictures: the steps of a search, each drawn over the unsolved board.
//!
//! Cells are compared one by one. Of everything else (borders, shapes, texts that stand freely), a
//! layer keeps the common prefix of marks of base and picture; the rest of the base is hidden and
//! the rest of the picture is added after it. This preserves the drawing order.

use std::collections::{BTreeMap, BTreeSet};

use grid_utils::Cell;

use crate::scene::{Ink, Mark, Picture, Tint};
use crate::svg::{Extent, Layer, layer_of};

/// The layers whose marks are compared as a whole.
const LAYERS: [Layer; 3] = [Layer::Borders, Layer::Shapes, Layer::Texts];

impl Picture {
    /// Returns what this picture adds to and removes from `base`. [`over`](Self::over) is the
    /// inverse.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let cell = Cell::new(0, 0);
    /// let mut base = Picture::grid(1, 2);
    /// base.text(cell, "?", Ink::Muted).text_at(1.0, 2.0, 0.4, "no number yet", Ink::Label);
    /// let mut step = Picture::grid(1, 2);
    /// step.text(cell, "2", Ink::Found);
    ///
    /// let difference = step.difference(&base);
    /// let again = difference.over(&base).to_svg();
    /// assert!(again.contains(">2</text>"));
    /// assert!(!again.contains(">?</text>") && !again.contains("no number yet"));
    /// ```
    #[must_use]
    pub fn difference(&self, base: &Self) -> Self {
        let mut difference = Self { hidden: Vec::new(), marks: Vec::new(), ..self.clone() };
        for (mine, theirs) in
            [(&mut difference.title, &base.title), (&mut difference.description, &base.description)]
        {
            if mine == theirs {
                mine.clear();
            }
        }
        difference.change_tints(&self.tints(), &base.tints());
        difference.change_cell_texts(&self.cell_texts(), &base.cell_texts());
        for layer in LAYERS {
            difference.change_layer(layer, &self.marks, &base.marks);
        }
        difference.hidden.sort_unstable();
        difference
    }

    /// Returns the picture whose [`difference`](Self::difference) from `base` this is.
    ///
    /// It takes at least the room of the base, so that a sequence of steps keeps its size.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let [mut base, mut step] = [Picture::grid(1, 2), Picture::grid(1, 2)];
    /// base.text(Cell::new(0, 0), "1", Ink::Given);
    /// step.text(Cell::new(0, 0), "1", Ink::Given).text(Cell::new(0, 1), "2", Ink::Found);
    /// let difference = step.difference(&base);
    /// assert_eq!(difference.over(&base).to_svg(), step.to_svg());
    /// ```
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        let mut picture = Self { hidden: Vec::new(), ..self.clone() };
        for (mine, theirs) in
            [(&mut picture.title, &base.title), (&mut picture.description, &base.description)]
        {
            if mine.is_empty() {
                theirs.clone_into(mine);
            }
        }
        let shown = base.marks.iter().enumerate();
        let shown = shown.filter(|(place, _)| self.hidden.binary_search(place).is_err());
        picture.marks = shown.map(|(_, mark)| mark).chain(&self.marks).cloned().collect();
        picture.make_room_for(base);
        picture
    }

    /// Enlarges the picture, if necessary, so that `other` would fit.
    ///
    /// ```
    /// use picture::Picture;
    ///
    /// let mut picture = Picture::grid(1, 1);
    /// picture.make_room_for(&Picture::grid(2, 3));
    /// assert!(picture.to_svg().contains("viewBox=\"-10 -10 140 100\""));
    /// ```
    pub fn make_room_for(&mut self, other: &Self) -> &mut Self {
        let room = other.bounds();
        let mine = self.bounds();
        if mine.union(room) != mine {
            self.marks
                .push(Mark::Room { from: (room.left, room.top), to: (room.right, room.bottom) });
        }
        self
    }

    /// Returns a small rectangle of whole cells that contains all differences from an earlier
    /// picture; `None` if they look the same.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let before = Picture::grid(5, 5);
    /// let mut now = before.clone();
    /// let area = now.text(Cell::new(2, 3), "7", Ink::Found).changed_area(&before).unwrap();
    /// assert!(area.left <= 3.0 && area.right >= 4.0 && area.top >= 1.0);
    /// assert_eq!(now.changed_area(&now), None);
    /// ```
    #[must_use]
    pub fn changed_area(&self, before: &Self) -> Option<Extent> {
        let frame = |picture: &Self| {
            let Self { rows, columns, lines, width, height, .. } = picture;
            (*rows, *columns, *lines, width.to_bits(), height.to_bits())
        };
        let has_block =
            |picture: &Self| picture.marks.iter().any(|mark| matches!(mark, Mark::Block { .. }));
        if frame(self) != frame(before) || has_block(self) || has_block(before) {
            return Some(self.extent().union(before.extent()));
        }
        let mut cells = Self::canvas(0.0, 0.0);
        cells.change_tints(&self.tints(), &before.tints());
        cells.change_cell_texts(&self.cell_texts(), &before.cell_texts());
        let mut changed = Extent::NOTHING;
        for mark in cells.marks.iter().chain(not_in_both(&self.marks, &before.marks)) {
            changed = changed.union(reach(mark));
        }
        // A small text in a corner of a cell moves the cell's text.
        let Extent { left, top, right, bottom } = changed;
        (left <= right).then(|| Extent {
            left: left.floor(),
            top: top.floor(),
            right: right.ceil(),
            bottom: bottom.ceil(),
        })
    }

    /// Returns the picture, of the same size, without marks outside `area`.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let mut picture = Picture::grid(1, 9);
    /// picture.text(Cell::new(0, 1), "1", Ink::Found).text(Cell::new(0, 8), "8", Ink::Found);
    /// let area = Picture::grid(1, 4).extent();
    /// let svg = picture.seen_in(area).to_svg();
    /// assert!(svg.contains(">1<") && !svg.contains(">8<"));
    /// ```
    #[must_use]
    pub fn seen_in(&self, area: Extent) -> Self {
        let is_seen = |cell: &Cell| {
            let mut extent = Extent::NOTHING;
            extent.include_mark(&Mark::Clear(vec![*cell]));
            extent.meets(area)
        };
        let seen = |mark: &Mark| match mark {
            Mark::Fill(cells, tint) => {
                Some(Mark::Fill(cells.iter().copied().filter(is_seen).collect(), *tint))
            }
            Mark::Write(texts, ink) => {
                let texts = texts.iter().filter(|(cell, _)| is_seen(cell));
                Some(Mark::Write(texts.cloned().collect(), *ink))
            }
            Mark::Clear(_) | Mark::Block { .. } => Some(mark.clone()),
            _ => reach(mark).meets(area).then(|| mark.clone()),
        };
        let marks = self.marks.iter().filter_map(seen).collect();
        let mut picture = Self { marks, ..self.clone() };
        picture.make_room_for(self);
        picture
    }

    /// Returns the cells that differ from an earlier picture: by their text or background, by a
    /// corner or end of a line, or by a free text.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture};
    ///
    /// let before = Picture::grid(1, 3);
    /// let mut now = Picture::grid(1, 3);
    /// now.text(Cell::new(0, 1), "2", Ink::Found).line(&[(2.5, 0.5), (0.5, 0.5)], Ink::Accent, 0.1);
    /// assert_eq!(now.changed_cells(&before).len(), 3);
    /// assert_eq!(now.changed_cells(&now), []);
    /// ```
    #[must_use]
    pub fn changed_cells(&self, before: &Self) -> Vec<Cell> {
        let (texts, tints) = (self.cell_texts(), self.tints());
        let (texts_before, tints_before) = (before.cell_texts(), before.tints());
        let written = texts.keys().chain(texts_before.keys());
        let written = written.filter(|cell| texts.get(cell) != texts_before.get(cell));
        let tinted = tints.keys().chain(tints_before.keys());
        let tinted = tinted.filter(|cell| tints.get(cell) != tints_before.get(cell));
        let (points, points_before) = (self.points(), before.points());
        let touched = points.symmetric_difference(&points_before).map(|&(cell, _)| cell);
        let changed = written.chain(tinted).copied().chain(touched);
        let is_inside = |cell: &Cell| cell.row < self.rows && cell.column < self.columns;
        changed.filter(is_inside).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the cells with corners and ends of lines, or free texts, each with its content.
    fn points(&self) -> BTreeSet<(Cell, &str)> {
        let mut points = BTreeSet::new();
        let mut add = |(x, y): (f64, f64), what| {
            if x >= 0.0 && y >= 0.0 {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "lengths are neither negative here nor large"
                )]
                points.insert((Cell::new(y as usize, x as usize), what));
            }
        };
        for mark in &self.marks {
            match mark {
                Mark::Line { points, .. } => points.iter().for_each(|&point| add(point, "")),
                Mark::Text { x, y, text, .. } => add((*x, *y), text),
                _ => {}
            }
        }
        points
    }

    /// Returns what this picture adds to `base` by a value in a cell: the background of the cell,
    /// what is drawn on it, each as a picture of a single cell, and the other cells with the same
    /// background.
    ///
    /// ```
    /// use grid_utils::Cell;
    /// use picture::{Ink, Picture, Tint};
    ///
    /// let base = Picture::grid(1, 3);
    /// let mut lamp = base.clone();
    /// lamp.fill_cells([Cell::new(0, 1), Cell::new(0, 2)], Tint::Highlight);
    /// lamp.circle(1.5, 0.5, 0.3, Ink::Given, None);
    /// let (ground, sign, lit) = lamp.added_in(Cell::new(0, 1), &base);
    /// assert!(ground.to_icon().contains("class=\"mp-highlight\" d=\"M0 0h40v40h-40z\""));
    /// assert!(sign.to_icon().contains("cx=\"20\" cy=\"20\""));
    /// assert_eq!(lit, [Cell::new(0, 2)]);
    /// ```
    #[must_use]
    pub fn added_in(&self, cell: Cell, base: &Self) -> (Self, Self, Vec<Cell>) {
        let [mut ground, mut sign] = [Self::canvas(1.0, 1.0), Self::canvas(1.0, 1.0)];
        let mut others = Vec::new();
        let first = Cell::new(0, 0);
        let (left, top) = (cell.column as f64, cell.row as f64);
        for mark in self.difference(base).marks {
            match mark {
                Mark::Fill(cells, tint) if cells.contains(&cell) => {
                    others.extend(cells.into_iter().filter(|&other| other != cell));
                    // Black hides what is below it.
                    let picture = if tint == Tint::Black { &mut sign } else { &mut ground };
                    picture.fill(first, tint);
                }
                Mark::Write(texts, ink) => {
                    let here = texts.into_iter().filter(|(other, _)| *other == cell);
                    sign.write(here.map(|(_, text)| (first, text)), ink);
                }
                Mark::Fill(..) | Mark::Clear(_) | Mark::Room { .. } | Mark::Block { .. } => {}
                mark => sign.marks.push(mark.moved(-left, -top)),
            }
        }
        (ground, sign, others)
    }

    fn change_tints(&mut self, mine: &BTreeMap<Cell, Tint>, theirs: &BTreeMap<Cell, Tint>) {
        let mut filled: BTreeMap<Tint, Vec<Cell>> = BTreeMap::new();
        for (&cell, &tint) in mine.iter().filter(|(cell, tint)| theirs.get(cell) != Some(tint)) {
            filled.entry(tint).or_default().push(cell);
        }
        let cleared: Vec<_> =
            theirs.keys().filter(|cell| !mine.contains_key(cell)).copied().collect();
        self.marks.extend(filled.into_iter().map(|(tint, cells)| Mark::Fill(cells, tint)));
        if !cleared.is_empty() {
            self.marks.push(Mark::Clear(cleared));
        }
    }

    fn change_cell_texts(
        &mut self,
        mine: &BTreeMap<Cell, (&str, Ink)>,
        theirs: &BTreeMap<Cell, (&str, Ink)>,
    ) {
        let mut written: BTreeMap<Ink, Vec<(Cell, String)>> = BTreeMap::new();
        let gone = theirs.keys().filter(|cell| !mine.contains_key(cell));
        let gone = gone.map(|&cell| (cell, ("", Ink::Text)));
        let changed = mine.iter().filter(|(cell, text)| theirs.get(cell) != Some(text));
        for (cell, (text, ink)) in changed.map(|(&cell, &text)| (cell, text)).chain(gone) {
            written.entry(ink).or_default().push((cell, text.to_owned()));
        }
        self.marks.extend(written.into_iter().map(|(ink, texts)| Mark::Write(texts, ink)));
    }

    fn change_layer(&mut self, layer: Layer, mine: &[Mark], theirs: &[Mark]) {
        let mut mine = mine.iter().filter(|mark| layer_of(mark) == layer).peekable();
        for (place, mark) in theirs.iter().enumerate() {
            if layer_of(mark) == layer && mine.next_if_eq(&mark).is_none() {
                self.hidden.push(place);
            }
        }
        self.marks.extend(mine.cloned());
    }
}

/// Returns the marks drawn over cells that are not, in this order, in both lists.
fn not_in_both<'a>(mine: &'a [Mark], theirs: &'a [Mark]) -> Vec<&'a Mark> {
    let is_drawn = |mark: &&Mark| layer_of(mark) != Layer::Cells;
    let mut theirs: &[&Mark] = &theirs.iter().filter(is_drawn).collect::<Vec<_>>();
    let mut changed = Vec::new();
    for mark in mine.iter().filter(is_drawn) {
        if let Some(skipped) = theirs.iter().position(|other| *other == mark) {
            changed.extend(&theirs[..skipped]);
            theirs = &theirs[skipped + 1..];
        } else {
            changed.push(mark);
        }
    }
    changed.extend(theirs);
    changed
}

/// Returns the extent of a mark, with room for round ends, thick lines and the tails of letters.
fn reach(mark: &Mark) -> Extent {
    let mut extent = Extent::NOTHING;
    extent.include_mark(mark);
    let more = match mark {
        Mark::Fill(..) | Mark::Clear(_) | Mark::Write(..) => 0.0,
        Mark::Text { size, .. } => size / 4.0,
        _ => 0.05,
    };
    let Extent { left, top, right, bottom } = extent;
    Extent { left: left - more, top: top - more, right: right + more, bottom: bottom + more }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that `step` comes back from its difference to `base`, through JSON.
    fn assert_comes_back(step: &Picture, base: &Picture) -> Picture {
        let json = serde_json::to_string(&step.difference(base)).unwrap();
        let difference: Picture = serde_json::from_str(&json).unwrap();
        let mut expected = step.clone();
        expected.make_room_for(base);
        let again = difference.over(base);
        assert_eq!(again.svg_body(), expected.svg_body());
        assert_eq!(again.extent(), expected.extent());
        difference
    }

    fn board() -> Picture {
        let mut board = Picture::grid(2, 3);
        board
            .title("A board")
            .fill_cells([Cell::new(0, 0), Cell::new(1, 2)], Tint::Shade)
            .text(Cell::new(0, 0), "1", Ink::Given)
            .text(Cell::new(1, 0), "?", Ink::Muted)
            .borders(|one, other| one.row != other.row)
            .circle(0.5, 0.5, 0.2, Ink::Accent, None)
            .circle(1.5, 0.5, 0.2, Ink::Accent, None)
            .label_right(0, "= 7");
        board
    }

    #[test]
    fn nothing_differs_from_itself() {
        let difference = assert_comes_back(&board(), &board());
        assert_eq!((difference.marks, difference.hidden), (Vec::new(), Vec::new()));
    }

    #[test]
    fn what_is_added_is_all_that_is_kept() {
        let mut step = board();
        step.text(Cell::new(1, 1), "5", Ink::Found).circle(2.5, 0.5, 0.2, Ink::Accent, None);
        let difference = assert_comes_back(&step, &board());
        assert_eq!((difference.marks.len(), difference.hidden.len()), (2, 0));
        assert_eq!(difference.title, "", "the same title is not said twice");
    }

    #[test]
    fn what_is_gone_is_not_drawn() {
        let mut step = Picture::grid(2, 3);
        step.fill(Cell::new(0, 0), Tint::Shade).text(Cell::new(0, 0), "2", Ink::Found);
        assert_comes_back(&step.title("A step").clone(), &board());
        let mut empty = Picture::grid(2, 3);
        assert_comes_back(empty.title("Nothing in it"), &board());
    }

    #[test]
    fn shapes_cover_each_other_as_they_did() {
        let mut step = board();
        step.marks.swap(4, 5);
        assert_comes_back(&step, &board());
        step.marks.insert(0, Mark::Border { from: (0.0, 0.0), to: (1.0, 0.0) });
        step.marks.insert(
            1,
            Mark::Circle { x: 0.5, y: 0.5, radius: 1.0, ink: Ink::Text, tint: Some(Tint::Shade) },
        );
        assert_comes_back(&step, &board());
    }

    #[test]
    fn a_picture_of_another_size_comes_back_in_the_larger_room() {
        let (short, long) = (Picture::text_block("1 2"), Picture::text_block("1 2 3\n4 5 6"));
        assert_comes_back(&short, &long);
        assert_comes_back(&long, &short);
    }
}
