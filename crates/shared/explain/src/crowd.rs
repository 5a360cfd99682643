//! Parts that cannot become large enough since other parts need some of their cells.

use std::collections::HashSet;

use itertools::Itertools;
use pseudo_boolean::{Component, Constraint, Literal, Under};

use crate::explainer::Explainer;
use crate::reason::Detail;
use crate::theory::variable;

/// Most conflicts for showing that a group needs some more cells.
const CONFLICTS: u64 = 500;

/// Most cells of a part.
const MOST_CELLS: usize = 200;

impl Explainer<'_> {
    /// Returns how a part of one of these groups would have too few cells, without those that the other
    /// groups need among them, if a fact is wrong and its premises are true.
    pub(crate) fn crowded(
        &self,
        groups: &[usize],
        fact: Literal,
        because: &[Literal],
    ) -> Option<Detail> {
        let premises = self.theory.excluded.iter().chain(because).copied().collect_vec();
        let denied: HashSet<Literal> = premises.iter().copied().chain([!fact]).collect();
        let crowded = groups.iter().enumerate().filter_map(|(place, &group)| {
            let own = [group];
            let mut connections = self.theory.connections_of(&own);
            let connection = connections.find(|connection| connection.sizes().is_some())?;
            let known = self.seen(connection, &denied)?;
            let (needed, parts) = self.parts(group, connection, &known)?;
            let mut parts = parts.into_iter().filter(|part| part.members.len() <= MOST_CELLS);
            parts.find_map(|Component { members: part, always: given }| {
                let cells = i64::try_from(part.len() + given).ok()?;
                let domains: HashSet<usize> = { part.iter() }
                    .filter_map(|one| self.theory.domain_of[one.variable().index()])
                    .collect();
                let value = |literal: &Literal| self.value_of(literal.variable().index());
                // Each value counts once.
                let mut counted: HashSet<Option<i64>> = part.iter().map(value).collect();
                let mut taken = Vec::new();
                let mut left = cells;
                for (other, &taker) in groups.iter().enumerate().filter(|(at, _)| *at != place) {
                    let cells = self.theory.groups[taker].variables.iter().copied();
                    let among = cells.filter(|&index| {
                        let domain = self.theory.domain_of[index];
                        domain.is_some_and(|domain| domains.contains(&domain))
                            && !counted.contains(&self.value_of(index))
                    });
                    let among = among.map(|index| variable(index).is(true)).collect_vec();
                    let count = self.least(taker, &among, &known, left - needed + 1);
                    left -= count;
                    counted.extend(among.iter().map(value));
                    taken.extend((count > 0).then_some((other, count)));
                }
                (left < needed && !taken.is_empty()).then_some(Detail::Crowded {
                    group: place,
                    cells,
                    needed,
                    taken,
                })
            })
        });
        // Of the largest part the cells are counted most easily.
        crowded.max_by_key(|detail| match detail {
            Detail::Crowded { needed, .. } => *needed,
            _ => 0,
        })
    }

    /// Returns how many of these literals a group needs at least, counted to a limit.
    fn least(&self, group: usize, among: &[Literal], known: &HashSet<Literal>, limit: i64) -> i64 {
        let mut part = self.fresh(&[group]);
        part.know(&self.theory, &known.iter().copied().sorted().collect_vec());
        let own = part.own_of(among);
        let needs_more_than = |count: &i64| {
            let mut part = part.clone();
            let few = Constraint::at_least(own.iter().map(|&one| (-1, one)), -count);
            few.is_ok_and(|few| {
                part.require_all(&few);
                matches!(part.solve(&[], CONFLICTS, &self.effort), Under::Core(_))
            })
        };
        let counts =
            (0..limit.min(i64::try_from(own.len()).unwrap_or(0))).take_while(needs_more_than);
        i64::try_from(counts.count()).unwrap_or(0)
    }
}
