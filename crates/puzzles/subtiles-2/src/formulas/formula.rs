//! Formulas in the notation of instances.

use std::collections::BTreeSet;
use std::fmt;

use grid_utils::Token;

/// A formula and its text: `3`, `4b`, `(2^b+1)/(a*c)`, `log(c,a)`. Lower-case letters are unknowns,
/// `sqrt` and `cbrt` are the real roots, `log(c,a)` is the logarithm of a to the base c. Powers
/// associate to the right, and juxtaposed factors bind tighter than `*` and `/`: `1/2a` is 1/(2a).
#[derive(Clone)]
pub(crate) struct Formula {
    text: String,
    expression: Expression,
}

/// The expression that a formula computes.
#[derive(Clone)]
pub(crate) enum Expression {
    /// A literal number.
    Number(i64),
    /// A letter.
    Unknown(char),
    /// An operation on two others.
    Of(Operation, Box<[Expression; 2]>),
}

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// The sum.
    Add,
    /// The first one minus the second.
    Subtract,
    /// The product.
    Multiply,
    /// The first one divided by the second.
    Divide,
    /// The first one to the power of the second.
    Power,
    /// The square root of the first number if the second is 2, the cube root if it is 3.
    Root,
    /// The logarithm of the second number to the base of the first.
    Log,
}

use Operation::{Add, Divide, Log, Multiply, Power, Root, Subtract};

/// The longest formula accepted, which limits the depth of nesting.
const LONGEST: usize = 100;

impl Token for Formula {
    fn parse_token(text: &str) -> Result<Self, String> {
        let mut parser = Parser { rest: text };
        let expression = (text.len() <= LONGEST).then(|| parser.sum()).flatten();
        let expression = expression.filter(|_| parser.rest.is_empty()).ok_or_else(|| {
            format!(
                "a formula without spaces of at most {LONGEST} letters, such as 3, 4b, \
                 (2^b+1)/(a*c), sqrt(a), cbrt(a), log(c,a)"
            )
        })?;
        Ok(Formula { text: text.to_owned(), expression })
    }

    fn write_token(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Formula {
    /// Returns the expression that it computes.
    #[must_use]
    pub(crate) fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Returns the unknowns in it.
    #[must_use]
    pub(crate) fn unknowns(&self) -> BTreeSet<char> {
        let mut unknowns = BTreeSet::new();
        self.expression.add_unknowns(&mut unknowns);
        unknowns
    }

    /// Returns the expressions above and below the line if it is written as a fraction.
    #[must_use]
    pub(crate) fn fraction(&self) -> Option<[&str; 2]> {
        let reads = |text: &str| Formula::parse_token(text).is_ok();
        let is_fraction = matches!(self.expression, Expression::Of(Divide, _));
        let mut slashes = self.text.rmatch_indices('/').filter(|_| is_fraction);
        slashes.find_map(|(place, _)| {
            let parts = [&self.text[..place], &self.text[place + 1..]];
            parts.iter().all(|part| reads(part)).then(|| {
                parts.map(|part| {
                    let bare = part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                    bare.filter(|bare| reads(bare)).unwrap_or(part)
                })
            })
        })
    }
}

impl Expression {
    /// Adds the unknowns of this expression to others.
    fn add_unknowns(&self, unknowns: &mut BTreeSet<char>) {
        match self {
            Self::Number(_) => {}
            Self::Unknown(name) => drop(unknowns.insert(*name)),
            Self::Of(_, parts) => parts.iter().for_each(|part| part.add_unknowns(unknowns)),
        }
    }
}

/// A recursive descent parser.
struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn eats(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<Expression> {
        let is_negative = self.eats("-");
        let mut sum = self.product()?;
        if is_negative {
            sum = of(Subtract, Expression::Number(0), sum);
        }
        loop {
            let operation = match () {
                () if self.eats("+") => Add,
                () if self.eats("-") => Subtract,
                () => return Some(sum),
            };
            sum = of(operation, sum, self.product()?);
        }
    }

    fn product(&mut self) -> Option<Expression> {
        let mut product = self.factor()?;
        loop {
            let operation = match () {
                () if self.eats("*") => Multiply,
                () if self.eats("/") => Divide,
                () => return Some(product),
            };
            product = of(operation, product, self.factor()?);
        }
    }

    /// Parses consecutive powers: `4b` in `1/4b` is one factor.
    fn factor(&mut self) -> Option<Expression> {
        let mut factor = self.power()?;
        while self.rest.starts_with(|next: char| next == '(' || next.is_ascii_alphanumeric()) {
            factor = of(Multiply, factor, self.power()?);
        }
        Some(factor)
    }

    fn power(&mut self) -> Option<Expression> {
        let base = self.atom()?;
        Some(if self.eats("^") { of(Power, base, self.power()?) } else { base })
    }

    fn atom(&mut self) -> Option<Expression> {
        let atom = match () {
            () if self.eats("(") => self.sum()?,
            () if self.eats("sqrt(") => of(Root, self.sum()?, Expression::Number(2)),
            () if self.eats("cbrt(") => of(Root, self.sum()?, Expression::Number(3)),
            () if self.eats("log(") => {
                let base = self.sum()?;
                of(Log, base, self.eats(",").then(|| self.sum())??)
            }
            () => return self.word(),
        };
        self.eats(")").then_some(atom)
    }

    /// Parses a number or an unknown.
    fn word(&mut self) -> Option<Expression> {
        let end = self.rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        if !digits.is_empty() {
            return digits.parse().ok().map(Expression::Number);
        }
        let name = self.rest.chars().next().filter(char::is_ascii_lowercase)?;
        self.rest = &self.rest[1..];
        Some(Expression::Unknown(name))
    }
}

fn of(operation: Operation, one: Expression, other: Expression) -> Expression {
    Expression::Of(operation, Box::new([one, other]))
}
