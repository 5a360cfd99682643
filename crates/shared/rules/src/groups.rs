//! Splits rules into groups familiar to readers, so that explanations can use them one by one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::num::NonZeroU32;

use grid_utils::Cell;
use petgraph::unionfind::UnionFind;
use pseudo_boolean::{Literal, Problem};

use crate::{Int, Shown};

/// The role of a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// Belongs to a rule of the puzzle.
    #[default]
    Rule,
    /// States that a number has exactly one value.
    Domain,
    /// Links two views of the board.
    Channel,
    /// Follows from other rules.
    Implied,
}

/// Constraints that were stated together.
#[derive(Clone, Copy, Debug)]
struct Statement {
    /// The number of its heading, counted from 1.
    heading: u32,
    place: Option<NonZeroU32>,
    role: Role,
}

/// A record of statements and their places while a model grows.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    headings: u32,
    /// Numbers of the headings of rules that say what is given.
    givens: BTreeSet<u32>,
    /// Places where rules apply.
    places: Vec<String>,
    /// Numbers of the places under the last heading, counted from 1.
    numbers: HashMap<String, NonZeroU32>,
    place: Option<NonZeroU32>,
    /// Buffer for the text of a place.
    text: String,
    role: Role,
    statements: Vec<Statement>,
    /// The statement of each constraint.
    statement_of: Vec<u32>,
    /// The statement of each connection.
    connected_in: Vec<u32>,
    /// The heading under which each variable was made.
    made_under: Vec<u32>,
    names: Vec<Given>,
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a model's budget is far below 2^32 constraints")
}

/// A name that an author gives.
#[derive(Clone, Debug)]
struct Given {
    name: String,
    number: Int,
    words: Vec<String>,
}

impl Journal {
    pub(crate) fn heading(&mut self) {
        self.headings += 1;
        self.numbers.clear();
        self.place = None;
    }

    /// Declares that the rule under the last heading says what is given.
    pub(crate) fn givens(&mut self) {
        self.givens.insert(self.headings);
    }

    /// Returns the current place.
    pub(crate) fn place(&self) -> Option<NonZeroU32> {
        self.place
    }

    pub(crate) fn set_place(&mut self, place: Option<NonZeroU32>) {
        self.place = place;
    }

    pub(crate) fn go_to(&mut self, place: &dyn fmt::Display) {
        self.text.clear();
        write!(self.text, "{place}").expect("a string takes any text");
        self.place = self.numbers.get(&self.text).copied().or_else(|| {
            self.places.push(self.text.clone());
            let number = NonZeroU32::new(small(self.places.len()))?;
            self.numbers.insert(self.text.clone(), number);
            Some(number)
        });
    }

    pub(crate) fn name(&mut self, name: String, number: Int, words: Vec<String>) {
        self.names.push(Given { name, number, words });
    }

    pub(crate) fn variable(&mut self) {
        self.made_under.push(self.headings);
    }

    pub(crate) fn set_role(&mut self, role: Role) -> Role {
        std::mem::replace(&mut self.role, role)
    }

    pub(crate) fn statement(&mut self) {
        let (heading, place, role) = (self.headings, self.place, self.role);
        self.statements.push(Statement { heading, place, role });
    }

    /// Records a constraint of the last statement.
    pub(crate) fn constraint(&mut self) {
        self.statement_of.push(small(self.statements.len() - 1));
    }

    /// Records a connection, which is a separate statement.
    pub(crate) fn connection(&mut self) {
        self.statement();
        self.connected_in.push(small(self.statements.len() - 1));
    }
}

/// Constraints that an explanation uses together: those of one [`require`](crate::Model::require),
/// those that share hidden variables under one heading, or those of one [place](crate::Model::at).
#[derive(Clone, Debug)]
pub struct Group {
    /// The number of the heading among the rules' headings; `None` before the first.
    pub heading: Option<usize>,
    /// Whether its rule says what is [given](crate::Model::given_rule).
    pub is_given: bool,
    /// Where the rule applies, if the model specifies it.
    pub place: Option<String>,
    /// The constraints, by their numbers in the problem.
    pub constraints: Vec<usize>,
    /// The connections, by their numbers among the problem's [connections](Problem::connections).
    pub connections: Vec<usize>,
}

/// The name of a number for readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The cell that contains it.
    Cell(Cell),
    /// Its [name](crate::Model::name) in the model, or its index among the board's numbers.
    Text(String),
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(formatter, "{cell}"),
            Self::Text(text) => write!(formatter, "{text}"),
        }
    }
}

/// A number that is visible to readers.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: Name,
    /// The number.
    pub number: Int,
    /// Whether the board shows it.
    pub is_on_board: bool,
    /// The words for its values, in their order; empty if they are said as numbers, or as the form
    /// of the board says them.
    pub words: Vec<String>,
}

/// The rules as groups of constraints.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The groups that explanations use, rule by rule.
    pub groups: Vec<Group>,
    /// Constraints that a number has one value: always in use, not a rule.
    pub domains: Vec<usize>,
    /// Constraints that link two views of the board: in use like the domains.
    pub channels: Vec<usize>,
    /// The numbers that explanations are about: those of the board, then others with a name.
    pub named: Vec<Named>,
}

impl Groups {
    pub(crate) fn new(
        problem: &Problem,
        journal: &Journal,
        board: &Shown,
        shape: Option<(usize, usize)>,
    ) -> Self {
        let named = named(journal, board, shape);
        let mut groups: BTreeMap<(u32, Option<NonZeroU32>, usize), Group> = BTreeMap::new();
        let (mut domains, mut channels) = (Vec::new(), Vec::new());
        let mut together = joined(problem, journal, &named);
        let mut first_of: HashMap<usize, usize> = HashMap::new();
        let mut group_of = |statement: u32| {
            let statement = statement as usize;
            let Statement { heading, place, .. } = journal.statements[statement];
            // Groups come in the order of their first statements.
            let first = match place {
                Some(_) => 0,
                None => *first_of.entry(together.find_mut(statement)).or_insert(statement),
            };
            (heading, place, first)
        };
        let empty = |&(heading, place, _): &(u32, Option<NonZeroU32>, usize)| Group {
            heading: heading.checked_sub(1).map(|number| number as usize),
            is_given: journal.givens.contains(&heading),
            place: place.map(|place| journal.places[place.get() as usize - 1].clone()),
            constraints: Vec::new(),
            connections: Vec::new(),
        };
        for (number, &statement) in journal.statement_of.iter().enumerate() {
            match journal.statements[statement as usize].role {
                Role::Domain => domains.push(number),
                Role::Channel => channels.push(number),
                Role::Implied => {}
                Role::Rule => {
                    let key = group_of(statement);
                    groups.entry(key).or_insert_with_key(empty).constraints.push(number);
                }
            }
        }
        for (number, &statement) in journal.connected_in.iter().enumerate() {
            let key = group_of(statement);
            groups.entry(key).or_insert_with_key(empty).connections.push(number);
        }
        Groups { groups: groups.into_values().collect(), domains, channels, named }
    }
}

fn named(journal: &Journal, board: &Shown, shape: Option<(usize, usize)>) -> Vec<Named> {
    let literals =
        |int: &Int| -> Vec<_> { int.values().filter_map(|(_, flag)| flag.literal()).collect() };
    let given: HashMap<Vec<Literal>, &Given> =
        journal.names.iter().map(|given| (literals(&given.number), given)).collect();
    let mut named: Vec<Named> = Vec::new();
    for (place, int) in board.ints().iter().enumerate() {
        let (name, words) = match (shape, given.get(&literals(int))) {
            (Some((_, columns)), given) => {
                // Numbers with one value have no literals to tell them apart.
                let given = given.filter(|given| given.number.values().eq(int.values()));
                let words = given.map_or_else(Vec::new, |given| given.words.clone());
                (Name::Cell(Cell::new(place / columns, place % columns)), words)
            }
            (None, Some(given)) => (Name::Text(given.name.clone()), given.words.clone()),
            (None, None) => (Name::Text(format!("value {}", place + 1)), Vec::new()),
        };
        named.push(Named { name, number: int.clone(), is_on_board: true, words });
    }
    let on_board: HashSet<_> = board.ints().iter().map(literals).collect();
    let others = journal.names.iter().filter(|given| !on_board.contains(&literals(&given.number)));
    named.extend(others.map(|Given { name, number, words }| Named {
        name: Name::Text(name.clone()),
        number: number.clone(),
        is_on_board: false,
        words: words.clone(),
    }));
    named
}

/// Statements under one heading that share a hidden number made there belong together.
fn joined(problem: &Problem, journal: &Journal, named: &[Named]) -> UnionFind<usize> {
    let mut is_hidden = vec![true; problem.variables()];
    for literal in
        named.iter().flat_map(|one| one.number.values()).filter_map(|(_, flag)| flag.literal())
    {
        is_hidden[literal.variable().index()] = false;
    }
    // The flags of a hidden number belong together.
    let mut number_of: UnionFind<usize> = UnionFind::new(problem.variables());
    let indices =
        |number: usize| problem.terms_of(number).iter().map(|term| term.literal.variable().index());
    for (number, &statement) in journal.statement_of.iter().enumerate() {
        if journal.statements[statement as usize].role == Role::Domain {
            let mut hidden = indices(number).filter(|&index| is_hidden[index]);
            let Some(first) = hidden.next() else { continue };
            hidden.for_each(|index| {
                number_of.union(first, index);
            });
        }
    }
    let mut together = UnionFind::new(journal.statements.len());
    let mut first_with: HashMap<(u32, usize), usize> = HashMap::new();
    let mut join = |statement: u32, index: usize| {
        let statement = statement as usize;
        let Statement { heading, place, role } = journal.statements[statement];
        let is_own = is_hidden[index] && journal.made_under[index] == heading;
        if place.is_none() && role == Role::Rule && is_own {
            let key = (heading, number_of.find_mut(index));
            together.union(*first_with.entry(key).or_insert(statement), statement);
        }
    };
    for (number, &statement) in journal.statement_of.iter().enumerate() {
        indices(number).for_each(|index| join(statement, index));
    }
    for (connection, &statement) in problem.connections().iter().zip(&journal.connected_in) {
        // The degree rule of a loop at each node is a separate rule for readers.
        if !connection.is_loop() {
            connection.literals().for_each(|literal| join(statement, literal.variable().index()));
        }
    }
    together
}
