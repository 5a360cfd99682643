//! The second way to search: routes in the order of their costs, by the swings of the checker.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use numbers::{Fraction, fraction};
use puzzle::prelude::*;

use crate::{Field, Point, cell, minus, norm, ride};

/// The particle's cell, and the posts that stand.
type State = (Point, Vec<Point>);

/// Reports the cheapest route.
pub(crate) fn search(field: &Field, posts_go: bool, search: &mut Search) -> Flow {
    let first = (field.start(), field.posts.clone());
    let mut costs = HashMap::from([(first.clone(), Fraction::ZERO)]);
    // The cost, the state and the route.
    let mut queue = BinaryHeap::from([Reverse((Fraction::ZERO, first, Vec::new()))]);
    while let Some(Reverse((cost, state, route))) = queue.pop() {
        if costs[&state] < cost {
            continue;
        }
        let (particle, posts): State = state;
        let board = || Board::Walk(route.iter().copied().map(cell).collect());
        search.visit(route.len() / 2, board)?;
        if particle == field.goal() {
            return search.solution(board());
        }
        for &post in &posts {
            search.poll()?;
            if post == particle || ride::hiding(&posts, particle, post).is_some() {
                continue;
            }
            let cost = &cost + fraction(1, norm(minus(particle, post)));
            let standing = posts.iter().copied().filter(|&other| !posts_go || other != post);
            let standing = standing.collect_vec();
            for rest in ride::rests(field, &posts, particle, post) {
                let state = (rest.cell, standing.clone());
                if costs.get(&state).is_none_or(|known| cost < *known) {
                    costs.insert(state.clone(), cost.clone());
                    let route = route.iter().copied().chain([post, rest.cell]).collect_vec();
                    queue.push(Reverse((cost.clone(), state, route)));
                }
            }
        }
    }
    Flow::Continue(())
}
