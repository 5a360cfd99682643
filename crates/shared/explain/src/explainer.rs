//! The search for the next step.

mod together;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;
use pseudo_boolean::Literal;

use crate::kept::Kept;
use crate::part::{Effort, Part};
use crate::subject::Subject;
use crate::theory::{Theory, is_true, variable};

/// How much a step may take: one level after the other is tried, until one gives a step.
struct Level {
    /// Conflicts for each question about one group.
    alone: u64,
    /// Conflicts for each question about several; 0: propagation is all.
    together: u64,
    /// How far from what is asked for groups are looked for: this number of neighbours away.
    distance: usize,
    /// Orders in which groups are left out.
    orders: usize,
    /// With as few groups as this nothing shorter is looked for.
    enough: usize,
    /// A step with no more groups than this is taken.
    most: usize,
}

/// Groups are looked for among all that are connected to what is asked for.
const EVERYWHERE: usize = usize::MAX;

const LEVELS: [Level; 7] = [
    Level { alone: 20, together: 0, distance: 1, orders: 2, enough: 2, most: 2 },
    Level { alone: 200, together: 20, distance: 2, orders: 2, enough: 3, most: 3 },
    Level { alone: 2_000, together: 100, distance: 3, orders: 2, enough: 4, most: 4 },
    Level { alone: 2_000, together: 400, distance: EVERYWHERE, orders: 2, enough: 4, most: 4 },
    Level { alone: 2_000, together: 1_500, distance: EVERYWHERE, orders: 4, enough: 4, most: 5 },
    Level { alone: 2_000, together: 6_000, distance: EVERYWHERE, orders: 4, enough: 4, most: 6 },
    Level {
        alone: 2_000,
        together: 20_000,
        distance: EVERYWHERE,
        orders: 8,
        enough: 5,
        most: usize::MAX,
    },
];

/// Variables of all parts that are kept; beyond that they are made anew. They take some 200 bytes each.
const MOST_VARIABLES: usize = 500_000;

/// The levels at which targets wait that failed of late.
const EASIER_LEVELS: usize = 4;

/// What is remembered about one group.
#[derive(Default)]
struct Single {
    /// It propagates and learns nothing.
    settling: Option<Part>,
    /// It is searched; with solutions of it, in its own variables.
    cases: Option<(Part, Vec<Vec<bool>>)>,
    /// The time of its last look by propagation, and by search at each level.
    settled: usize,
    searched: [usize; LEVELS.len()],
}

/// What a step rests on, and what it finds.
pub(crate) struct Found {
    pub(crate) groups: Vec<usize>,
    /// What is found: of the variable in mind, then of others that follow from the groups, too.
    pub(crate) facts: Vec<Literal>,
    /// It needs propagation only.
    pub(crate) is_trivial: bool,
    /// Conflicts that each question may take.
    pub(crate) conflicts: u64,
    /// What it needed, if it was found at another time: that it follows is to be proved.
    pub(crate) because: Option<Vec<Literal>>,
}

/// Explains a solution step by step.
pub struct Explainer<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) theory: Theory<'a>,
    pub(crate) effort: Effort<'a>,
    /// By variable.
    known: Vec<bool>,
    /// In the order in which they were found.
    pub(crate) facts: Vec<Literal>,
    /// By group, the time of the last fact about it; the time is the number of facts and one.
    touched: Vec<usize>,
    singles: Vec<Single>,
    /// The variables of their parts.
    kept: usize,
    /// Domains and channels. It propagates and learns nothing, so that what follows at once does not depend
    /// on what was looked for before.
    views: Part,
    /// The same for the links of chains, once there is one.
    pub(crate) links: Option<Part>,
    /// All groups, each with a selector.
    whole: Option<Part>,
    /// By variable, the fewest groups known from which its value follows.
    shortest: BTreeMap<usize, Vec<usize>>,
    /// By variable and level, the time of the last fact near it when groups were last looked for, and the
    /// number of the step.
    looked: HashMap<[usize; 2], (Option<usize>, usize)>,
    steps: usize,
    /// Steps to follow before others are looked for.
    path: Vec<Kept>,
    /// No others are looked for.
    ends_with_path: bool,
    /// When a variable was last denied with two groups.
    denied: HashMap<[usize; 3], usize>,
    rng: Rng,
}

impl<'a> Explainer<'a> {
    /// Returns an explainer that knows nothing yet; it stops when `is_over` says so.
    #[must_use]
    pub fn new(subject: &'a Subject, is_over: &'a dyn Fn() -> bool) -> Self {
        let theory = Theory::new(&subject.problem, &subject.groups);
        let count = theory.groups.len();
        let mut explainer = Explainer {
            subject,
            effort: Effort::new(is_over),
            known: vec![false; subject.problem.variables()],
            facts: Vec::new(),
            touched: vec![1; count],
            kept: 0,
            singles: (0..count).map(|_| Single::default()).collect(),
            views: Part::of_views(&theory),
            links: None,
            whole: None,
            shortest: BTreeMap::new(),
            looked: HashMap::new(),
            steps: 0,
            path: Vec::new(),
            ends_with_path: false,
            denied: HashMap::new(),
            rng: Rng::with_seed(0),
            theory,
        };
        explainer.close_views();
        explainer
    }

    /// Returns the same explainer, which also stops after this number of conflicts.
    #[must_use]
    pub fn within(mut self, conflicts: u64) -> Self {
        self.effort.most = conflicts;
        self
    }

    /// Returns the same explainer, which follows these steps, as far as they follow, before it
    /// looks for others. With `ends` it looks for no others.
    #[must_use]
    pub fn along(mut self, kept: Vec<Kept>, ends: bool) -> Self {
        (self.path, self.ends_with_path) = (kept, ends);
        self
    }

    /// Returns what is true of a variable in the solution.
    pub(crate) fn truth(&self, index: usize) -> Literal {
        variable(index).is(self.subject.solution[index])
    }

    /// Returns the value of a literal, if it is a known fact.
    pub(crate) fn value(&self, literal: Literal) -> Option<bool> {
        self.known[literal.variable().index()].then(|| is_true(literal, &self.subject.solution))
    }

    /// Returns what is explained.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        self.subject
    }

    /// Takes facts for granted, as on a board that is filled in part.
    ///
    /// # Panics
    /// If one of them is false in the solution.
    pub fn know(&mut self, facts: &[Literal]) {
        for &fact in facts {
            assert_eq!(self.truth(fact.variable().index()), fact, "the solution has another value");
            self.add(fact.variable().index());
        }
        self.close_views();
    }

    fn add(&mut self, index: usize) {
        if std::mem::replace(&mut self.known[index], true) {
            return;
        }
        self.facts.push(self.truth(index));
        let time = self.facts.len() + 1;
        for &group in &self.theory.groups_of[index] {
            self.touched[group] = time;
        }
        self.shortest.remove(&index);
    }

    /// Adds what follows as numbers have one value and views of the board show the same.
    pub(crate) fn close_views(&mut self) -> Vec<Literal> {
        let begin = self.facts.len();
        loop {
            self.views.know(&self.theory, &self.facts);
            let open = self.all_open();
            let found = self.views.settled(&open);
            if found.is_empty() {
                return self.facts[begin..].to_vec();
            }
            for fact in found {
                self.add(fact.variable().index());
            }
        }
    }

    /// Adds the facts of a step, and returns what follows without a word.
    pub(crate) fn learn(&mut self, facts: &[Literal]) -> Vec<Literal> {
        self.steps += 1;
        for fact in facts {
            self.add(fact.variable().index());
        }
        self.close_views()
    }

    /// Returns what is to be found out about the numbers of these groups.
    pub(crate) fn open(&self, groups: &[usize]) -> Vec<Literal> {
        let all = groups.iter().flat_map(|&group| &self.theory.groups[group].variables);
        let open: BTreeSet<usize> = all.copied().filter(|&index| self.is_open(index)).collect();
        open.into_iter().map(|index| self.truth(index)).collect()
    }

    /// Returns all that is to be found out.
    pub(crate) fn all_open(&self) -> Vec<Literal> {
        (0..self.known.len())
            .filter(|&index| self.is_open(index))
            .map(|index| self.truth(index))
            .collect()
    }

    fn is_open(&self, index: usize) -> bool {
        self.subject.is_fixed[index] && !self.known[index]
    }

    /// Returns the cheapest step that is found; `None` if there is none, or no time.
    pub(crate) fn find(&mut self) -> Option<Found> {
        for group in 0..self.theory.groups.len() {
            let facts = self.settle(group);
            if !facts.is_empty() {
                let (groups, conflicts) = (vec![group], 1);
                return Some(Found { groups, facts, is_trivial: true, conflicts, because: None });
            }
        }
        if let Some(place) = self.path.iter().position(|kept| self.is_next(kept)) {
            return Some(self.again(place));
        }
        if self.ends_with_path {
            return None;
        }
        // What failed a few steps ago has to wait until all else fails at the easier levels.
        for (waits, levels) in [(true, 0..EASIER_LEVELS), (false, 0..LEVELS.len())] {
            for level in levels {
                let found = self.alone(level).or_else(|| self.together(level, waits));
                if found.is_some() || self.effort.is_over() {
                    return found;
                }
            }
        }
        None
    }

    /// Returns whether all is known that a step needed when it was found before, and it says
    /// something new.
    fn is_next(&self, kept: &Kept) -> bool {
        let is_open = |&index: &usize| index < self.known.len() && self.is_open(index);
        let is_known = |&index: &usize| self.known.get(index) == Some(&true);
        kept.facts.iter().any(is_open)
            && kept.because.iter().all(is_known)
            && kept.groups.iter().all(|&group| group < self.theory.groups.len())
    }

    /// Returns a step of the path, with what it says that is new.
    fn again(&mut self, place: usize) -> Found {
        let Kept { conflicts, groups, mut facts, because } = self.path.remove(place);
        facts.retain(|&index| index < self.known.len() && self.is_open(index));
        let [facts, because] = [facts, because]
            .map(|variables| variables.into_iter().map(|index| self.truth(index)).collect());
        Found { groups, facts, is_trivial: false, conflicts, because: Some(because) }
    }

    /// Returns a step from one group by search, the smallest group first.
    fn alone(&mut self, level: usize) -> Option<Found> {
        let mut order: Vec<usize> = (0..self.theory.groups.len()).collect();
        order.sort_by_key(|&group| self.theory.groups[group].variables.len());
        order.into_iter().find_map(|group| {
            let facts = self.search(group, level);
            let (groups, conflicts) = (vec![group], LEVELS[level].alone);
            let (is_trivial, because) = (false, None);
            (!facts.is_empty()).then_some(Found { groups, facts, is_trivial, conflicts, because })
        })
    }

    /// Returns what follows from a group by propagation.
    fn settle(&mut self, group: usize) -> Vec<Literal> {
        if self.singles[group].settled >= self.touched[group] {
            return Vec::new();
        }
        self.singles[group].settled = self.touched[group];
        let open = self.open(&[group]);
        if open.is_empty() {
            return Vec::new();
        }
        if self.singles[group].settling.is_none() {
            self.singles[group].settling = Some(self.part_to_keep(group));
        }
        let part = self.singles[group].settling.as_mut().expect("it was made");
        part.know(&self.theory, &self.facts);
        part.settled(&open)
    }

    /// These groups with all facts that are known, with or without selectors.
    pub(crate) fn part(&self, groups: &[usize], has_selectors: bool) -> Part {
        let mut part = Part::new(&self.theory, groups, has_selectors);
        part.know(&self.theory, &self.facts);
        part
    }

    /// Returns a group alone; where the parts that are kept become too large together, the others
    /// go.
    fn part_to_keep(&mut self, group: usize) -> Part {
        let part = self.part(&[group], false);
        self.kept += part.variables().len();
        if self.kept > MOST_VARIABLES {
            for single in &mut self.singles {
                (single.settling, single.cases) = (None, None);
            }
            self.kept = part.variables().len();
        }
        part
    }

    /// Returns what follows from a group by search.
    fn search(&mut self, group: usize, level: usize) -> Vec<Literal> {
        if self.effort.is_over() || self.singles[group].searched[level] >= self.touched[group] {
            return Vec::new();
        }
        self.singles[group].searched[level] = self.touched[group];
        self.cases(group, LEVELS[level].alone)
    }

    /// Returns what all boards that keep a group have in common.
    fn cases(&mut self, group: usize, conflicts: u64) -> Vec<Literal> {
        let open = self.open(&[group]);
        if open.is_empty() {
            return Vec::new();
        }
        if self.singles[group].cases.is_none() {
            self.singles[group].cases = Some((self.part_to_keep(group), Vec::new()));
        }
        let (part, witnesses) = self.singles[group].cases.as_mut().expect("it was made");
        part.know(&self.theory, &self.facts);
        let known = part.own_of(&self.facts);
        witnesses.retain(|witness| known.iter().all(|&fact| is_true(fact, witness)));
        let wanted = part.own_of(&open);
        let found = part.backbone(&[], wanted, conflicts, witnesses, &self.effort);
        part.whole_of(&found)
    }
}
