//! The search for the next step.

mod together;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;
use pseudo_boolean::Literal;

use crate::chain::MOST_SEARCHED;
use crate::kept::Kept;
use crate::lemma::Lemma;
use crate::part::{Effort, Part};
use crate::subject::Subject;
use crate::theory::{Theory, is_true, variable};

pub(crate) use self::together::whole;

/// The effort of a search for a step: levels are tried in order until one gives a step.
struct Level {
    /// Conflicts per query about one group; 0 for no query.
    alone: u64,
    /// Conflicts per query about several groups; 0 allows only propagation, of all groups.
    together: u64,
    /// Greatest distance of groups from the target, in neighbours.
    distance: usize,
    /// Number of orders in which groups are removed.
    orders: usize,
    /// Number of groups below which nothing shorter is sought.
    enough: usize,
    /// Most groups of an accepted step.
    most: usize,
}

/// Distance for all groups connected to the target.
const EVERYWHERE: usize = usize::MAX;

impl Level {
    /// Returns the level at which all groups propagate together.
    const fn of_propagation(alone: u64, most: usize) -> Self {
        Self { alone, together: 0, distance: EVERYWHERE, orders: 2, enough: most, most }
    }
}

const LEVELS: [Level; 8] = [
    Level::of_propagation(20, 2),
    Level::of_propagation(0, 4),
    Level { alone: 200, together: 20, distance: 2, orders: 2, enough: 3, most: 3 },
    Level { alone: 2_000, together: 100, distance: 3, orders: 2, enough: 4, most: 4 },
    Level::of_propagation(0, usize::MAX),
    Level { alone: 2_000, together: 400, distance: EVERYWHERE, orders: 2, enough: 4, most: 4 },
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

/// The level before which the borders are counted that a loop crosses.
const CROSSINGS: usize = 1;

/// Most variables of all cached parts, to bound memory; beyond this parts are rebuilt.
const MOST_VARIABLES: usize = 500_000;

/// The share of the time for the search; the rest is for making steps of what was found.
const SEARCH: f64 = 0.6;

/// Number of levels that are tried for each step.
const QUICK_LEVELS: usize = 5;

/// The last level. Where a step needed it for its [many](MANY) groups, the next one tends to need
/// it too: the levels after the quick ones are skipped, and what was found is used up first.
const HARDEST: usize = LEVELS.len() - 1;

/// Number of groups from which a step has many.
const MANY: usize = LEVELS[HARDEST - 1].most;

/// Number of levels at which targets that failed recently are skipped.
const EASIER_LEVELS: usize = 6;

/// The cache of one group.
#[derive(Default)]
struct Single {
    /// A part that only propagates and learns nothing.
    settling: Option<Part>,
    /// A part for searches, with solutions of it in its own variables.
    cases: Option<(Part, Vec<Vec<bool>>)>,
    /// The time of the last visit by propagation, and by search at each level.
    settled: usize,
    searched: [usize; LEVELS.len()],
}

/// The premises and conclusions of a step.
pub(crate) struct Found {
    pub(crate) groups: Vec<usize>,
    /// Conclusions: about the target, then about others that also follow from the groups.
    pub(crate) facts: Vec<Literal>,
    /// Whether propagation is enough.
    pub(crate) is_trivial: bool,
    /// Conflicts allowed per query.
    pub(crate) conflicts: u64,
    /// Its premises, if it was found earlier; it must be proved again.
    pub(crate) because: Option<Vec<Literal>>,
}

/// Explains a solution step by step.
pub struct Explainer<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) theory: Theory<'a>,
    pub(crate) effort: Effort<'a>,
    /// Whether each variable is known.
    known: Vec<bool>,
    /// Known facts in the order in which they were found.
    pub(crate) facts: Vec<Literal>,
    /// The number of facts that are given: those that need no step.
    pub(crate) given: usize,
    pub(crate) lemmas: Vec<Lemma>,
    /// For each group, the time of the last fact about it; the time is the number of facts plus
    /// one.
    touched: Vec<usize>,
    singles: Vec<Single>,
    /// The variables of their parts.
    kept: usize,
    /// Domains and channels. It propagates and learns nothing, so that immediate conclusions do not
    /// depend on earlier searches.
    views: Part,
    /// The same with what is read off, if anything is.
    readings: Option<Part>,
    /// All groups, each with a selector.
    whole: Option<Part>,
    /// Parts as they are built, by their groups: a copy takes a fraction of the time.
    fresh: RefCell<HashMap<Vec<usize>, Part>>,
    /// For each variable, the fewest known groups that imply its value.
    shortest: BTreeMap<usize, Vec<usize>>,
    /// For each variable and level, the time of the last fact near it at the last search for
    /// groups, and the number of the step.
    looked: HashMap<[usize; 2], (Option<usize>, usize)>,
    steps: usize,
    /// Steps to follow before searching for others.
    path: Vec<Kept>,
    /// Whether to stop after the path.
    ends_with_path: bool,
    /// Whether the time was up before the last steps were in order.
    pub(crate) is_cut: bool,
    /// The number of facts at the last search by propagation of all groups.
    propagated: usize,
    /// When the negation of a variable was last tried with any two groups.
    denied: HashMap<usize, usize>,
    /// After a step with many groups, up to how many groups a conclusion is taken as it was found,
    /// without a search for fewer: half more than after the last such search. 0 after others.
    accepted: usize,
    /// What else follows from the groups of the last step that needed several, unless single groups
    /// give it once the first conclusion is known: that is easier to follow.
    rest: Option<Found>,
    rng: Rng,
}

impl<'a> Explainer<'a> {
    /// Creates an explainer without known facts. `is_late` returns whether this share of the time,
    /// from 0 to 1, is up: the search may use a part of it, and each pass after it some more.
    #[must_use]
    pub fn new(subject: &'a Subject, is_late: &'a dyn Fn(f64) -> bool) -> Self {
        let theory = Theory::new(&subject.problem, &subject.groups);
        let count = theory.groups.len();
        let mut explainer = Explainer {
            subject,
            effort: Effort::new(SEARCH, is_late),
            known: vec![false; subject.problem.variables()],
            facts: Vec::new(),
            given: 0,
            lemmas: Vec::new(),
            touched: vec![1; count],
            kept: 0,
            singles: (0..count).map(|_| Single::default()).collect(),
            views: Part::of_views(&theory),
            readings: theory.is_read_off.contains(&true).then(|| Part::of_readings(&theory)),
            whole: None,
            fresh: RefCell::default(),
            shortest: BTreeMap::new(),
            looked: HashMap::new(),
            steps: 0,
            path: Vec::new(),
            ends_with_path: false,
            is_cut: false,
            propagated: usize::MAX,
            denied: HashMap::new(),
            accepted: 0,
            rest: None,
            rng: Rng::with_seed(0),
            theory,
        };
        let stated = explainer.stated();
        for fact in stated.into_iter().flat_map(|(_, facts)| facts) {
            explainer.add(fact.variable().index());
        }
        explainer.close_views();
        explainer.given = explainer.facts.len();
        explainer.with_lemmas()
    }

    /// Returns the facts that groups state outright, each once: values that they exclude, and all
    /// facts of a rule that says what is given.
    pub(crate) fn stated(&self) -> Vec<(usize, Vec<Literal>)> {
        let mut is_stated = vec![false; self.subject.problem.variables()];
        let mut stated_by = |group: usize| -> Vec<Literal> {
            let is_given = self.subject.groups.groups[group].is_given;
            let constraints = &self.theory.groups[group].constraints;
            let alone = constraints.iter().filter_map(|&number| {
                match self.theory.problem.terms_of(number) {
                    [one] => Some(one.literal),
                    _ => None,
                }
            });
            let is_fact = |one: &Literal| {
                self.theory.excluded.binary_search(one).is_ok()
                    || is_given && self.subject.is_fixed[one.variable().index()]
            };
            let mut is_new =
                |one: &Literal| !std::mem::replace(&mut is_stated[one.variable().index()], true);
            alone.filter(is_fact).filter(|one| is_new(one)).collect()
        };
        let stated = (0..self.theory.groups.len()).map(|group| (group, stated_by(group)));
        stated.filter(|(_, facts)| !facts.is_empty()).collect()
    }

    /// Limits the explainer to this number of conflicts.
    #[must_use]
    pub fn within(mut self, conflicts: u64) -> Self {
        self.effort.most = conflicts;
        self
    }

    /// Makes the explainer follow these steps, if they are valid, before searching for others. With
    /// `ends` it does not search for others.
    #[must_use]
    pub fn along(mut self, kept: Vec<Kept>, ends: bool) -> Self {
        (self.path, self.ends_with_path) = (kept, ends);
        self
    }

    /// Returns the literal of a variable that is true in the solution.
    pub(crate) fn truth(&self, index: usize) -> Literal {
        variable(index).is(self.subject.solution[index])
    }

    /// Returns the value of a literal, if it is a known fact.
    pub(crate) fn value(&self, literal: Literal) -> Option<bool> {
        self.known[literal.variable().index()].then(|| is_true(literal, &self.subject.solution))
    }

    /// Returns the subject of the explanation.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        self.subject
    }

    /// Assumes facts, as on a partially filled board.
    ///
    /// # Panics
    /// If one of them is false in the solution.
    pub fn know(&mut self, facts: &[Literal]) {
        for &fact in facts {
            assert_eq!(self.truth(fact.variable().index()), fact, "the solution has another value");
            self.add(fact.variable().index());
        }
        // A value that is usually read off says what it is read off.
        self.read_off(|_, _| true);
        self.close_views();
    }

    /// Returns the first group that these facts contradict by propagation; `None` also if it is
    /// stopped.
    #[must_use]
    pub fn broken(&self, facts: &[Literal]) -> Option<usize> {
        let variables = 0..self.subject.problem.variables();
        let both = variables.flat_map(|index| [true, false].map(|value| variable(index).is(value)));
        let both: Vec<Literal> = both.filter(|one| !facts.contains(one)).collect();
        let mut views = Part::of_views(&self.theory);
        views.know(&self.theory, facts);
        let mut known = facts.to_vec();
        known.extend(views.settled(&both));
        (0..self.theory.groups.len()).take_while(|_| !self.effort.is_over()).find(|&group| {
            let mut part = self.fresh(&[group]);
            part.know(&self.theory, &known);
            part.probe(&[], &[]).is_err()
        })
    }

    pub(crate) fn add(&mut self, index: usize) {
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

    /// Adds what follows from domains and channels.
    pub(crate) fn close_views(&mut self) -> Vec<Literal> {
        let begin = self.facts.len();
        loop {
            self.views.know(&self.theory, &self.facts);
            let open = self.all_open();
            let found = self.views.settled(&open);
            if found.is_empty() {
                break;
            }
            for fact in found {
                self.add(fact.variable().index());
            }
        }
        self.read_off(Self::can_be_read_off);
        self.facts[begin..].to_vec()
    }

    /// Returns whether a fact is read off, and all that it is read off is known.
    fn can_be_read_off(&self, fact: Literal) -> bool {
        let is_read_off = |index: usize| self.theory.is_read_off[index];
        is_read_off(fact.variable().index())
            && self.beside(fact).into_iter().all(|other| !self.is_open(other) || is_read_off(other))
    }

    /// Adds what can be read off, as far as it is wanted.
    fn read_off(&mut self, is_wanted: impl Fn(&Self, Literal) -> bool) {
        if self.readings.is_none() {
            return;
        }
        let mut open = self.all_open();
        open.retain(|&fact| is_wanted(self, fact));
        let Some(readings) = &mut self.readings else { return };
        readings.know(&self.theory, &self.facts);
        for fact in readings.settled(&open) {
            self.add(fact.variable().index());
        }
    }

    /// Adds the facts of a step, and returns what follows implicitly.
    pub(crate) fn learn(&mut self, facts: &[Literal]) -> Vec<Literal> {
        self.steps += 1;
        for fact in facts {
            self.add(fact.variable().index());
        }
        self.close_views()
    }

    /// Returns the open facts about the numbers of these groups.
    pub(crate) fn open(&self, groups: &[usize]) -> Vec<Literal> {
        let all = groups.iter().flat_map(|&group| &self.theory.groups[group].variables);
        let open: BTreeSet<usize> = all.copied().filter(|&index| self.is_open(index)).collect();
        open.into_iter().map(|index| self.truth(index)).collect()
    }

    /// Returns all open facts.
    pub(crate) fn all_open(&self) -> Vec<Literal> {
        (0..self.known.len())
            .filter(|&index| self.is_open(index))
            .map(|index| self.truth(index))
            .collect()
    }

    fn is_open(&self, index: usize) -> bool {
        self.subject.is_fixed[index] && !self.known[index]
    }

    /// Returns what follows from one group by propagation.
    pub(crate) fn find_trivial(&mut self) -> Option<Found> {
        (0..self.theory.groups.len()).find_map(|group| {
            let facts = self.settle(group);
            let (groups, conflicts) = (vec![group], 1);
            let (is_trivial, because) = (true, None);
            (!facts.is_empty()).then_some(Found { groups, facts, is_trivial, conflicts, because })
        })
    }

    /// Returns the cheapest step found; `None` if there is none, or if the time is up.
    pub(crate) fn find(&mut self) -> Option<Found> {
        if let Some(trivial) = self.find_trivial() {
            return Some(trivial);
        }
        if let Some(mut rest) = self.rest.take() {
            rest.facts.retain(|fact| self.is_open(fact.variable().index()));
            if !rest.facts.is_empty() {
                return Some(rest);
            }
        }
        if let Some(place) = self.path.iter().position(|kept| self.is_next(kept)) {
            return Some(self.again(place));
        }
        if self.ends_with_path {
            return None;
        }
        // Targets that failed a few steps ago wait until all others fail at the easier levels.
        for (waits, levels) in [(true, 0..EASIER_LEVELS), (false, 0..LEVELS.len())] {
            for level in levels {
                if self.accepted > 0 && (QUICK_LEVELS..HARDEST).contains(&level) {
                    continue;
                }
                let crossing = (level == CROSSINGS).then(|| self.last_crossing()).flatten();
                let found =
                    crossing.or_else(|| self.alone(level)).or_else(|| self.together(level, waits));
                if found.is_some() || self.effort.is_over() {
                    let is_hard = found.as_ref().is_some_and(|found| found.groups.len() > MANY);
                    if !is_hard {
                        self.accepted = 0;
                    }
                    return found;
                }
            }
        }
        None
    }

    /// Returns whether a kept step's premises are known and it has a new conclusion.
    fn is_next(&self, kept: &Kept) -> bool {
        let is_open = |&index: &usize| index < self.known.len() && self.is_open(index);
        let is_known = |&index: &usize| self.known.get(index) == Some(&true);
        kept.facts.iter().any(is_open)
            && kept.because.iter().all(is_known)
            && kept.groups.iter().all(|&group| group < self.theory.groups.len())
    }

    /// Returns a step of the path with its new conclusions.
    fn again(&mut self, place: usize) -> Found {
        let Kept { conflicts, groups, mut facts, because } = self.path.remove(place);
        facts.retain(|&index| index < self.known.len() && self.is_open(index));
        let [facts, because] = [facts, because]
            .map(|variables| variables.into_iter().map(|index| self.truth(index)).collect());
        Found { groups, facts, is_trivial: false, conflicts, because: Some(because) }
    }

    /// Finds a step from one group by search, the smallest group first.
    fn alone(&mut self, level: usize) -> Option<Found> {
        if LEVELS[level].alone == 0 {
            return None;
        }
        let size = |group: usize| self.theory.groups[group].variables.len();
        let mut order: Vec<usize> = (0..self.theory.groups.len()).collect();
        // In large groups, most queries only use up their conflicts.
        order.retain(|&group| level > 0 || size(group) <= MOST_SEARCHED);
        order.sort_by_key(|&group| size(group));
        order.into_iter().find_map(|group| {
            let facts = self.search(group, level);
            let (groups, conflicts) = (vec![group], LEVELS[level].alone);
            let (is_trivial, because) = (false, None);
            (!facts.is_empty()).then_some(Found { groups, facts, is_trivial, conflicts, because })
        })
    }

    /// Returns what follows from a group by propagation.
    fn settle(&mut self, group: usize) -> Vec<Literal> {
        if self.singles[group].settled >= self.touched[group] || self.effort.is_late() {
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

    /// Returns a part of these groups that knows no facts, from the cache if it is there.
    pub(crate) fn fresh(&self, groups: &[usize]) -> Part {
        let mut fresh = self.fresh.borrow_mut();
        if let Some(part) = fresh.get(groups) {
            return part.clone();
        }
        let part = Part::new(&self.theory, groups, false);
        let kept: usize = fresh.values().map(|part| part.variables().len()).sum();
        if kept + part.variables().len() > MOST_VARIABLES {
            fresh.clear();
        }
        fresh.insert(groups.to_vec(), part.clone());
        part
    }

    /// Builds a part of these groups with all known facts, with or without selectors.
    pub(crate) fn part(&self, groups: &[usize], has_selectors: bool) -> Part {
        let mut part = Part::new(&self.theory, groups, has_selectors);
        part.know(&self.theory, &self.facts);
        part
    }

    /// Builds the part of a single group to cache; if the cached parts become too large, the others
    /// are dropped.
    fn part_to_keep(&mut self, group: usize) -> Part {
        let part = self.part(&[group], false);
        self.kept += part.variables().len();
        if self.kept > MOST_VARIABLES {
            self.forget_singles();
            self.kept = part.variables().len();
        }
        part
    }

    /// Drops the solvers that the search keeps, once it is over, for the sake of memory.
    pub(crate) fn forget_solvers(&mut self) {
        self.forget_singles();
        self.whole = None;
    }

    fn forget_singles(&mut self) {
        for single in &mut self.singles {
            (single.settling, single.cases) = (None, None);
        }
        self.kept = 0;
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
