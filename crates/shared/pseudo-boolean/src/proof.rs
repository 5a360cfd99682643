//! The proof logged by a solver, trimmed to the steps that its end needs, in the format of `VeriPB`
//! 3.0.

use std::fmt;

use crate::connection::Cut;
use crate::problem::{Literal, Problem, Variable};

/// The number of a constraint in a proof: those of the problem come first, then one for each step.
pub(crate) type Id = u32;

/// A step, which adds a derived constraint.
#[derive(Clone, Debug)]
enum Step {
    /// A clause, by unit propagation over the constraints named as hints, in their order.
    Clause { literals: Box<[Literal]>, hints: Box<[Id]> },
    /// A clause, by unit propagation over all constraints, including these.
    Seen { literals: Box<[Literal]>, needed: Box<[Id]> },
    /// The result of adding, multiplying and dividing constraints, in reverse Polish notation.
    Polish(Box<[Token]>),
    /// A cut of the connection with this number. It is derived only if it is needed.
    Cut(usize, Box<Cut>),
    /// A solution; from then on the objective must be smaller.
    Solution(Box<[Literal]>),
}

/// A token of reverse Polish notation: operators apply to the preceding operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A constraint.
    Id(Id),
    /// The constraint that a literal is at least 0.
    Literal(Literal),
    /// Adds the last two constraints.
    Plus,
    /// Multiplies the last constraint.
    Times(i64),
    /// Divides the last constraint, in normal form, and rounds up.
    Divided(i64),
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Id(id) => write!(formatter, "{id}"),
            Token::Literal(literal) => write!(formatter, "{literal}"),
            Token::Plus => formatter.write_str("+"),
            Token::Times(factor) => write!(formatter, "{factor} *"),
            Token::Divided(divisor) => write!(formatter, "{divisor} d"),
        }
    }
}

impl Step {
    /// Returns the constraints that it is derived from.
    fn ids(&mut self) -> impl Iterator<Item = &mut Id> {
        let (hints, tokens): (&mut [Id], &mut [Token]) = match self {
            Step::Clause { hints, .. } | Step::Seen { needed: hints, .. } => (hints, &mut []),
            Step::Polish(tokens) => (&mut [], tokens),
            Step::Cut(..) | Step::Solution(_) => (&mut [], &mut []),
        };
        let of_tokens = tokens.iter_mut().filter_map(|token| match token {
            Token::Id(id) => Some(id),
            _ => None,
        });
        hints.iter_mut().chain(of_tokens)
    }
}

/// The steps so far.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    /// Number of constraints of the problem.
    given: Id,
    steps: Vec<Step>,
}

impl Log {
    pub(crate) fn new(given: usize) -> Self {
        Log { given: number(given), steps: Vec::new() }
    }

    pub(crate) fn clause(&mut self, literals: &[Literal], hints: &[Id]) -> Id {
        self.push(Step::Clause { literals: literals.into(), hints: hints.into() })
    }

    pub(crate) fn seen(&mut self, literals: &[Literal], needed: &[Id]) -> Id {
        self.push(Step::Seen { literals: literals.into(), needed: needed.into() })
    }

    pub(crate) fn solution(&mut self, literals: impl Iterator<Item = Literal>) -> Id {
        self.push(Step::Solution(literals.collect()))
    }

    /// Logs the sum of constraints, each multiplied by a factor.
    pub(crate) fn sum(&mut self, parts: impl IntoIterator<Item = (i64, Id)>) -> Id {
        let mut tokens = Vec::new();
        for (factor, id) in parts {
            let plus = (!tokens.is_empty()).then_some(Token::Plus);
            tokens.extend([Token::Id(id), Token::Times(factor)].into_iter().chain(plus));
        }
        self.polish(tokens)
    }

    pub(crate) fn cut(&mut self, connection: usize, cut: Cut) -> Id {
        self.push(Step::Cut(connection, Box::new(cut)))
    }

    fn polish(&mut self, tokens: Vec<Token>) -> Id {
        self.push(Step::Polish(tokens.into()))
    }

    fn push(&mut self, step: Step) -> Id {
        self.steps.push(step);
        self.given + number(self.steps.len())
    }

    /// Returns the proof that ends with the step `last`, a contradiction, without unnecessary
    /// steps. `derive` returns the tokens of a cut of the connection with a number.
    pub(crate) fn trimmed(
        self,
        last: Id,
        claim: Claim,
        derive: impl Fn(usize, &Cut) -> Vec<Token>,
    ) -> Proof {
        let Log { given, mut steps } = self;
        let place = |id: Id| (id > given).then(|| (id - given - 1) as usize);
        let mut is_needed: Vec<bool> =
            steps.iter().map(|step| matches!(step, Step::Solution(_))).collect();
        if let Some(place) = place(last) {
            is_needed[place] = true;
        }
        // Backwards, since steps only use earlier ones.
        for (index, step) in steps.iter_mut().enumerate().rev() {
            if is_needed[index] {
                if let Step::Cut(connection, cut) = step {
                    *step = Step::Polish(derive(*connection, cut).into());
                }
                step.ids().filter_map(|id| place(*id)).for_each(|place| is_needed[place] = true);
            }
        }
        let mut new_ids = Vec::with_capacity(steps.len());
        let renumbered = |id: Id, new_ids: &[Id]| place(id).map_or(id, |place| new_ids[place]);
        let mut kept = given;
        steps.retain_mut(|step| {
            let is_needed = is_needed[new_ids.len()];
            if is_needed {
                step.ids().for_each(|id| *id = renumbered(*id, &new_ids));
                kept += 1;
            }
            new_ids.push(kept);
            is_needed
        });
        let contradiction = renumbered(last, &new_ids);
        Proof { given, steps, contradiction, claim }
    }
}

fn number(count: usize) -> Id {
    Id::try_from(count).expect("a proof of four billion steps does not fit into memory")
}

/// A proof that a problem has no solution, or none with a smaller objective than one that it shows.
///
/// Its text, by [`Display`](fmt::Display), is read by the checker `veripb` together with the
/// problem's OPB file.
#[derive(Clone, Debug)]
pub struct Proof {
    given: Id,
    steps: Vec<Step>,
    contradiction: Id,
    claim: Claim,
}

/// The claim of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is a solution, which the proof shows; the problem has no objective.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// There is no solution, of a problem with an objective.
    NoObjective,
    /// This is the smallest value of the objective, and the proof shows a solution with it.
    Smallest(i64),
}

impl Claim {
    /// Returns what the checker prints for a correct proof of this claim.
    #[must_use]
    pub fn verdict(self) -> String {
        match self {
            Claim::Satisfiable => "s VERIFIED SATISFIABLE".to_owned(),
            Claim::Unsatisfiable => "s VERIFIED UNSATISFIABLE".to_owned(),
            Claim::NoObjective => "s VERIFIED BOUNDS INF <= obj <= INF".to_owned(),
            Claim::Smallest(value) => format!("s VERIFIED BOUNDS {value} <= obj <= {value}"),
        }
    }
}

impl Proof {
    /// Returns the proof that a problem without an objective has a solution: the solution itself.
    #[must_use]
    pub fn of_solution(problem: &Problem, solution: &[bool]) -> Self {
        let literals = (0_u32..).zip(solution);
        let literals = literals.map(|(number, &value)| Variable::from(number).is(value));
        let step = Step::Solution(literals.collect());
        let given = number(problem.all_constraints());
        Proof { given, steps: vec![step], contradiction: 0, claim: Claim::Satisfiable }
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Returns its claim.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "pseudo-Boolean proof version 3.0")?;
        writeln!(formatter, "f {};", self.given)?;
        for step in &self.steps {
            match step {
                Step::Clause { literals, hints } => {
                    write!(formatter, "rup")?;
                    for literal in literals {
                        write!(formatter, " 1 {literal}")?;
                    }
                    write!(formatter, " >= 1 : ~")?;
                    for id in hints {
                        write!(formatter, " {id}")?;
                    }
                    writeln!(formatter, ";")?;
                }
                Step::Seen { literals, .. } => {
                    write!(formatter, "rup")?;
                    for literal in literals {
                        write!(formatter, " 1 {literal}")?;
                    }
                    writeln!(formatter, " >= 1;")?;
                }
                Step::Cut(..) => unreachable!("the cuts that are needed are derived"),
                Step::Polish(tokens) => {
                    write!(formatter, "pol")?;
                    for token in tokens {
                        write!(formatter, " {token}")?;
                    }
                    writeln!(formatter, ";")?;
                }
                Step::Solution(literals) => {
                    let is_all = self.claim == Claim::Satisfiable;
                    write!(formatter, "{}", if is_all { "sol" } else { "soli" })?;
                    for literal in literals {
                        write!(formatter, " {literal}")?;
                    }
                    writeln!(formatter, ";")?;
                }
            }
        }
        writeln!(formatter, "output NONE;")?;
        let id = self.contradiction;
        match self.claim {
            Claim::Satisfiable => writeln!(formatter, "conclusion SAT;")?,
            Claim::Unsatisfiable => writeln!(formatter, "conclusion UNSAT : {id};")?,
            Claim::NoObjective => writeln!(formatter, "conclusion BOUNDS INF : {id} INF;")?,
            Claim::Smallest(value) => {
                writeln!(formatter, "conclusion BOUNDS {value} : {id} {value};")?;
            }
        }
        writeln!(formatter, "end pseudo-Boolean proof;")
    }
}
