//! What a conclusion keeps together, for pictures.

use std::collections::HashSet;

use pseudo_boolean::{Literal, Separation};

use crate::explainer::Explainer;
use crate::part::Part;
use crate::step::Step;

impl Explainer<'_> {
    /// Returns the two parts that would be separated if the first conclusion of a step were wrong,
    /// and what lies between them; `None` if the step rests on something else.
    #[must_use]
    pub fn separation(&self, step: &Step) -> Option<Separation> {
        let group = match (step.chain.last(), &step.groups[..]) {
            (Some(link), _) => link.group?,
            (None, &[group]) => group,
            (None, _) => return None,
        };
        let links = step.chain.iter().filter_map(|link| link.follows);
        let known = step.because.iter().copied().chain(links).chain([!step.facts[0]]);
        let mut known: HashSet<Literal> = known.collect();
        self.theory.connections_of(&[group]).find_map(|connection| {
            let members: Vec<Literal> = connection.literals().collect();
            let variables = members.iter().map(|literal| literal.variable().index()).collect();
            known.extend(self.other_views(variables, &known, &members)?);
            connection.separation(&|one| !known.contains(&!one), &|one| known.contains(&one))
        })
    }

    /// Returns those of the literals, or their negations, that are other views of what is known.
    fn other_views(
        &self,
        mut variables: Vec<usize>,
        known: &HashSet<Literal>,
        literals: &[Literal],
    ) -> Option<Vec<Literal>> {
        variables.extend(known.iter().map(|literal| literal.variable().index()));
        variables.sort_unstable();
        variables.dedup();
        let mut views = Part::of_views_with(&self.theory, &variables);
        let mut known: Vec<Literal> = known.iter().copied().collect();
        known.sort_unstable();
        let both: Vec<Literal> = literals.iter().flat_map(|&one| [one, !one]).collect();
        let (assumed, wanted) = (views.own_of(&known), views.own_of(&both));
        let implied = views.probe(&assumed, &wanted).ok()?;
        Some(views.whole_of(&implied))
    }
}
