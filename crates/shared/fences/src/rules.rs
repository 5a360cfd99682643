//! Fences and loop as constraints.

use ::rules::{Flag, Int, Model, Rule, any, at_most, exactly, sum};

use crate::{Field, Lattice};

/// The variables of the rules.
pub struct Stated<const DIRECTIONS: usize> {
    /// Whether the loop leaves each cell in each direction.
    pub leaves: Vec<[Flag; DIRECTIONS]>,
    /// Whether the loop visits each cell.
    pub on_loop: Vec<Flag>,
    /// Whether a fence uses a cell: its post's number in the list, its direction, the cell.
    pub fences: Vec<(usize, usize, usize, Flag)>,
}

impl<const DIRECTIONS: usize> Field<DIRECTIONS> {
    /// States the common rules of these puzzles. `may_hold` returns which sets of cells may contain
    /// the loop.
    pub fn state(
        &self,
        model: &mut Model,
        may_hold: impl Fn(&[bool]) -> bool,
    ) -> Stated<DIRECTIONS> {
        let lattice = &self.lattice;
        model.rule(
            "From every post, straight fences go in some directions, at most one in each. Their \
             lengths add up to its number.",
        );
        let mut taken: Vec<Vec<Flag>> = vec![Vec::new(); lattice.places.len()];
        let mut all_fences = Vec::new();
        for (number, &post) in self.posts.iter().enumerate() {
            let room = self.room(post);
            let fences: Vec<Int> = (0..DIRECTIONS).map(|to| model.int(0..=room[to])).collect();
            let model = &mut model.at(format!("the post {}", post.number));
            model.require(sum(&fences).equals(post.number));
            for (direction, fence) in fences.iter().enumerate() {
                for (length, cell) in (1..).zip(lattice.ray(post.cell, direction)) {
                    let reaches = fence.values().filter(|&(value, _)| value >= length);
                    let reaches: Vec<Flag> = reaches.map(|(_, flag)| flag).collect();
                    if reaches.is_empty() {
                        break;
                    }
                    let reaches = model.any_of(reaches);
                    taken[cell].push(reaches);
                    all_fences.push((number, direction, cell, reaches));
                }
            }
            taken[post.cell].push(Flag::TRUE);
        }

        model.rule(if DIRECTIONS == 4 {
            "A closed loop goes from cell to cell, over their sides, and visits none of them twice."
        } else {
            "A closed loop goes from cell to cell, over their sides, and visits none of them twice. \
             It makes no sharp bend: it goes straight on, or a sixth of a turn to a side."
        });
        let mut leaves = vec![[Flag::FALSE; DIRECTIONS]; lattice.places.len()];
        let mut edges = Vec::new();
        for (cell, direction, other) in lattice.edges() {
            let edge = model.flag();
            leaves[cell][direction] = edge;
            leaves[other][Lattice::<DIRECTIONS>::opposite(direction)] = edge;
            edges.push((cell, other, edge));
        }
        let on_loop = model.single_loop(lattice.places.len(), &edges);
        for leaves in &leaves {
            for one in 0..DIRECTIONS {
                for other in (0..one).filter(|&other| !Lattice::<DIRECTIONS>::may_bend(one, other))
                {
                    model.require(at_most(1, [leaves[one], leaves[other]]));
                }
            }
        }

        model.rule("Each cell is used once: by a post, by the fences of one post, or by the loop.");
        for (cell, taken) in taken.into_iter().enumerate() {
            model.require(at_most(1, taken.into_iter().chain([on_loop[cell]])));
        }

        model.rule(
            "The loop is symmetric: some turn or reflection, about any centre or axis, maps it onto \
             itself.",
        );
        let mut symmetries = Vec::new();
        // By edge: the motions that map it to no edge.
        let mut losing = vec![Vec::new(); edges.len()];
        for motion in lattice.motions() {
            if model.poll() {
                break;
            }
            let stays: Vec<bool> = motion.images.iter().map(Option::is_some).collect();
            if !may_hold(&stays) {
                continue;
            }
            let holds = model.flag();
            let mut maps = Vec::new();
            for (place, (cell, direction, other)) in lattice.edges().enumerate() {
                let image = motion.images[cell].zip(motion.images[other]);
                let image = image.map(|(cell, _)| leaves[cell][motion.directions[direction]]);
                match image {
                    Some(image) => maps.push(any([!holds, !leaves[cell][direction], image])),
                    None => losing[place].push(holds),
                }
            }
            model.defer(maps.into_iter().collect::<Rule>());
            symmetries.push(holds);
        }
        // One of them is enough: then a solver looks at one at a time.
        model.require(exactly(1, symmetries));
        for (losing, (_, _, edge)) in losing.into_iter().zip(edges) {
            model.require(at_most(1, losing.into_iter().chain([edge])));
        }
        Stated { leaves, on_loop, fences: all_fences }
    }
}
