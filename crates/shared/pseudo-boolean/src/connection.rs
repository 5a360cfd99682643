//! Connected parts of graphs: constraints that a solver keeps as they are, instead of many linear
//! ones.
//!
//! A [`Connection`] requires that the true members of a graph are connected by open ways. The
//! solver looks at it during its search. If two members can no longer be connected, it learns a
//! *cut*: one of the two is false, or a literal of the border between them is true. The same cuts
//! are the reasons why the last way between two members is open, and why what cannot be reached is
//! not a member.
//!
//! For other solvers and for proofs, an OPB file [states](Connection::state) the same by linear
//! constraints, as a flow: at most one member is the *root*, which supplies units; every other
//! member uses up one unit; and units flow along open ways between members. With n nodes this takes
//! about n log n variables. Each cut follows from it by adding up the flow into one side of the
//! border (as in the proof that a flow is no larger than a cut), see [`Connection::derive`].

mod look;
mod sizes;

use std::collections::BTreeMap;
use std::ops::Range;

pub(crate) use self::look::Look;
use self::sizes::SizeCut;
use crate::problem::{Constraint, Literal, Variable};
use crate::proof::{Id, Token};

/// The constraint that the true members of a graph are connected by open ways, or are [one
/// loop](Self::of_loop), or are connected in [parts of some sizes](Self::of_sizes). No member or a
/// single one counts as connected.
#[derive(Clone, Debug)]
pub struct Connection {
    /// For each node, the literal that makes it a member; `None` for one that always is.
    members: Vec<Option<Literal>>,
    ways: Vec<Way>,
    /// Whether it is a loop whose degrees are stated at each node, so that each border is crossed by
    /// two ways or none.
    crosses_twice: bool,
    /// For each node where its links begin, and where the last ones end.
    starts: Vec<u32>,
    links: Vec<Link>,
    parts: Parts,
    /// The first of the variables that state it in a file, if these belong to the problem.
    first: Option<Variable>,
    /// The connection is required only if this is true.
    switch: Option<Literal>,
    /// Number of headings before it.
    pub(crate) headings: usize,
}

/// The requirement on the connected components.
#[derive(Clone, Debug)]
enum Parts {
    /// There is at most one.
    One,
    /// They are one loop. For each node, the constraints of the problem that a member has two open
    /// ways and other nodes none, as "at least" and "at most".
    Loop(Vec<Option<[usize; 2]>>),
    /// Each has a number of members within this range.
    OfSizes(Range<usize>),
}

/// Two components that a connection does not allow, by the literals of their members, or of the ways
/// within them if all nodes always are members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The two components, the smaller one first.
    pub parts: [Vec<Literal>; 2],
    /// What lies between them and cannot be a member; if all nodes always are members, the closed
    /// ways out of the first component.
    pub border: Vec<Literal>,
}

/// A constraint that follows from a connection, and that values break.
pub(crate) enum Broken {
    Cut(Cut),
    Size(SizeCut),
}

/// A connected component of possible members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The literals of its members.
    pub members: Vec<Literal>,
    /// How many more of its nodes always are members.
    pub always: usize,
}

/// A way between two nodes, in both directions.
#[derive(Clone, Debug)]
struct Way {
    ends: [usize; 2],
    /// The literal that opens it; `None` if it is always open.
    open: Option<Literal>,
}

/// A way from a node, as a search needs it.
#[derive(Clone, Debug)]
struct Link {
    way: u32,
    /// The other end.
    node: u32,
    /// The literals of the other end and of the way.
    member: Option<Literal>,
    open: Option<Literal>,
}

/// The side of a cut that a node is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Near,
    /// Not a member. Any connection of the two sides leads through such nodes or along closed ways.
    Border,
    Far,
}

/// A violated cut: one of two members is false, or at least `least` literals of the border are
/// true.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// Ways and members that are false in the solution.
    border: Vec<Literal>,
    /// A member on each side.
    ends: [usize; 2],
    least: i64,
    sides: Vec<Side>,
}

impl Connection {
    /// Requires that the members among the nodes 0, 1, ... are connected. `members` has for each
    /// node the literal that makes it a member, or `None` if it always is; `ways` lead between two
    /// nodes in both directions, each with the literal that opens it, or `None` if it is always
    /// open.
    #[must_use]
    pub fn new(
        members: Vec<Option<Literal>>,
        ways: impl IntoIterator<Item = ([usize; 2], Option<Literal>)>,
    ) -> Self {
        let ways: Vec<Way> = ways.into_iter().map(|(ends, open)| Way { ends, open }).collect();
        let mut links: Vec<(usize, Link)> = Vec::with_capacity(2 * ways.len());
        for (number, way) in (0..).zip(&ways) {
            for (from, to) in [(0, 1), (1, 0)].map(|(from, to)| (way.ends[from], way.ends[to])) {
                let node = short(to);
                let link = Link { way: number, node, member: members[to], open: way.open };
                links.push((from, link));
            }
        }
        links.sort_by_key(|&(from, _)| from);
        let start = |node: usize| links.partition_point(|&(from, _)| from < node);
        let starts = (0..=members.len()).map(|node| short(start(node))).collect();
        let links = links.into_iter().map(|(_, link)| link).collect();
        Connection {
            members,
            ways,
            crosses_twice: false,
            starts,
            links,
            parts: Parts::One,
            first: None,
            switch: None,
            headings: 0,
        }
    }

    /// Requires one loop in a problem that also states the degrees: two open ways at a member, none
    /// at other nodes. `degrees` has for each node the numbers of these constraints, as "at least"
    /// and "at most", where both exist. A border is then crossed twice.
    #[must_use]
    pub fn of_loop(self, degrees: Vec<Option<[usize; 2]>>) -> Self {
        let mut open: Vec<Literal> = self.ways.iter().filter_map(|way| way.open).collect();
        open.sort_unstable();
        open.dedup();
        let crosses_twice = open.len() == self.ways.len() && degrees.iter().all(Option::is_some);
        Connection { parts: Parts::Loop(degrees), crosses_twice, ..self }
    }

    /// Returns the numbers of the constraints that state the degrees of a loop.
    pub fn degrees(&self) -> impl Iterator<Item = usize> {
        let degrees = match &self.parts {
            Parts::Loop(degrees) => &degrees[..],
            Parts::One | Parts::OfSizes(_) => &[],
        };
        degrees.iter().flatten().flatten().copied()
    }

    /// Returns the connection without the degrees of a loop, for a problem that does not state them.
    #[must_use]
    pub fn without_degrees(&self) -> Connection {
        let parts = if self.is_loop() { Parts::One } else { self.parts.clone() };
        Connection { parts, crosses_twice: false, ..self.clone() }
    }

    /// Maps the connection [without degrees](Self::without_degrees) to other literals, required only
    /// if `switch` is true. It cannot be written to a file.
    #[must_use]
    pub fn mapped(
        &self,
        literal: impl Fn(Literal) -> Literal,
        switch: Option<Literal>,
    ) -> Connection {
        let mut mapped = self.without_degrees();
        let members = mapped.members.iter_mut().flatten();
        let ways = mapped.ways.iter_mut().filter_map(|way| way.open.as_mut());
        let of_links = mapped.links.iter_mut().flat_map(|link| [&mut link.member, &mut link.open]);
        let all = members.chain(ways).chain(of_links.flatten());
        all.for_each(|own| *own = literal(*own));
        Connection { first: None, switch, ..mapped }
    }

    /// Returns whether it is a [loop](Self::of_loop).
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self.parts, Parts::Loop(_))
    }

    /// Returns the sizes that its components may have, if they are given.
    #[must_use]
    pub fn sizes(&self) -> Option<Range<usize>> {
        match &self.parts {
            Parts::OfSizes(sizes) => Some(sizes.clone()),
            Parts::One | Parts::Loop(_) => None,
        }
    }

    /// Returns its literals.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        let ways = self.ways.iter().map(|way| way.open);
        self.members.iter().copied().chain(ways).chain([self.switch]).flatten()
    }

    /// Returns whether it always holds.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        match self.parts {
            Parts::One | Parts::Loop(_) => self.members.len() < 2,
            Parts::OfSizes(_) => self.members.is_empty(),
        }
    }

    /// Estimates the bytes of its linear constraints.
    #[must_use]
    pub fn stated_bytes(&self) -> usize {
        /// Bytes per variable of a flow or layer, for its terms in constraints.
        const BYTES: usize = 160;
        BYTES * (self.variables() + self.layer_variables())
    }

    /// Estimates its bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        24 * self.members.len() + 96 * self.ways.len()
    }

    /// Returns a comment for readers of the file on how it is stated.
    pub(crate) fn statement(&self) -> &'static str {
        match self.parts {
            Parts::One | Parts::Loop(_) => "As a flow from one root to all others.",
            Parts::OfSizes(_) => "By the layers around each cell, its distances.",
        }
    }

    /// Returns the number of variables that state it in a file.
    pub(crate) fn variables(&self) -> usize {
        if let Parts::OfSizes(_) = self.parts {
            return 0;
        }
        self.members.len() + 2 * self.ways.len() * self.bits()
    }

    /// Sets the first of the variables that state it in a file.
    pub(crate) fn stated_from(&mut self, first: Variable) {
        self.first = Some(first);
    }

    /// Returns the indices of the variables that state it, which are hidden from solvers.
    pub(crate) fn hidden(&self) -> Range<usize> {
        self.first.map_or(0..0, |first| first.index()..first.index() + self.variables())
    }

    /// Returns the binary digits of a flow, up to the number of nodes minus one.
    fn bits(&self) -> usize {
        (usize::BITS - self.members.len().saturating_sub(1).leading_zeros()) as usize
    }

    fn variable(&self, number: usize) -> Variable {
        let first = self.first.expect("the connection belongs to a problem").index();
        Variable::from(u32::try_from(first + number).expect("the problem has such a variable"))
    }

    fn root(&self, node: usize) -> Literal {
        self.variable(node).is(true)
    }

    /// Returns the binary digits of the flow along a way, from its first end to the other or
    /// `back`, the lowest first.
    fn flow(&self, way: usize, back: bool) -> impl Iterator<Item = Literal> {
        let bits = self.bits();
        let start = self.members.len() + (2 * way + usize::from(back)) * bits;
        (start..start + bits).map(|number| self.variable(number).is(true))
    }

    /// Returns the node that a way leads to.
    fn target(&self, way: usize, back: bool) -> usize {
        self.ways[way].ends[usize::from(!back)]
    }

    /// Returns whether the members are connected under these values of the variables.
    ///
    /// # Panics
    /// If there are too few values.
    #[must_use]
    pub fn holds(&self, values: &[bool]) -> bool {
        let is_true = |literal: Literal| is_true(literal, values);
        self.cuts(&is_true, &is_true, &|_| None).is_empty()
    }

    /// Returns the violated cuts between components. `may_be` returns whether a literal may be
    /// true, which determines the components; `is_sure` whether it is true: only components with
    /// such members count. In a solution the two agree. `fixed` returns the value of a literal in
    /// all solutions, if it is known: literals that are always false do not belong to a border.
    pub(crate) fn cuts(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
        fixed: &dyn Fn(Literal) -> Option<bool>,
    ) -> Vec<Broken> {
        if self.switch.is_some_and(|switch| !is_sure(switch)) {
            return Vec::new();
        }
        if let Parts::OfSizes(sizes) = &self.parts {
            let cuts = self.size_cuts(sizes, may_be, is_sure, fixed);
            return cuts.into_iter().map(Broken::Size).collect();
        }
        let found = self.parts(may_be, is_sure);
        if found.len() < 2 {
            let bridge = self.bridge(may_be, is_sure);
            return bridge.map_or_else(Vec::new, |bridge| {
                self.cuts(&|literal| literal != bridge && may_be(literal), is_sure, fixed)
            });
        }
        let is_fixed =
            |member: Option<Literal>| member.is_none_or(|literal| fixed(literal) == Some(true));
        // The most certain member of each component.
        let mut parts: Vec<(bool, usize, Vec<usize>)> = Vec::new();
        for part in found {
            let sure = part.iter().copied().filter(|&node| self.members[node].is_none_or(is_sure));
            let first = sure.clone().next();
            if let Some(end) = sure.clone().find(|&node| is_fixed(self.members[node])).or(first) {
                parts.push((is_fixed(self.members[end]), end, part));
            }
        }
        // The component that all others must be connected with.
        let weight = |&number: &usize| (parts[number].0, parts[number].2.len());
        let main = (0..parts.len()).max_by_key(weight).expect("there are parts");
        let mut cuts = Vec::new();
        for (number, (_, end, part)) in parts.iter().enumerate() {
            let other = if number == main { usize::from(main == 0) } else { main };
            // Two components of a loop have the same border.
            if number == main && self.is_loop() && parts.len() == 2 {
                continue;
            }
            let (_, other_end, other) = &parts[other];
            let cut = self.cut((part, *end), (other, *other_end), may_be, fixed);
            cuts.push(Broken::Cut(cut));
        }
        cuts
    }

    /// Returns a way between sure members that a loop would have to cross twice.
    fn bridge(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
    ) -> Option<Literal> {
        let value = |literal: Option<Literal>| match literal {
            Some(literal) if !may_be(literal) => -1,
            literal => i8::from(literal.is_none_or(is_sure)),
        };
        let mut look = Look::default();
        let holds = !self.crosses_twice || self.look_for_gaps(&value, &mut look);
        look.bridge.filter(|_| !holds).and_then(|way| self.ways[way].open)
    }

    /// Returns the ways of a node and their other ends.
    fn around(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let links = &self.links[self.starts[node] as usize..self.starts[node + 1] as usize];
        links.iter().map(|link| (link.way as usize, link.node as usize))
    }

    /// Returns the literals of two sure members that no possible members and ways connect.
    #[must_use]
    pub fn separated(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
    ) -> Option<[Literal; 2]> {
        let parts = self.components(may_be, is_sure).into_iter();
        let mut ends =
            parts.filter_map(|part| part.members.into_iter().find(|&member| is_sure(member)));
        Some([ends.next()?, ends.next()?])
    }

    /// Returns the components of possible members and ways that have sure members.
    ///
    /// ```
    /// use pseudo_boolean::{Component, Connection, Problem};
    ///
    /// // Three nodes in a row, the first of which always is a member.
    /// let mut problem = Problem::default();
    /// let (second, third) = (problem.variable().is(true), problem.variable().is(true));
    /// let ways = [([0, 1], None), ([1, 2], None)];
    /// let connection = Connection::new(vec![None, Some(second), Some(third)], ways);
    /// let found = connection.components(&|one| one != third, &|_| false);
    /// assert_eq!(found, [Component { members: vec![second], always: 1 }]);
    /// ```
    #[must_use]
    pub fn components(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
    ) -> Vec<Component> {
        let component = |part: Vec<usize>| {
            let members = self.literals_of(&part);
            Component { always: part.len() - members.len(), members }
        };
        self.parts(may_be, is_sure).into_iter().map(component).collect()
    }

    /// Returns the smallest and the largest component of possible members that have sure members,
    /// and what lies between them; `None` if there are not two. Components of given sizes are not
    /// separated.
    #[must_use]
    pub fn separation(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
    ) -> Option<Separation> {
        if self.sizes().is_some() {
            return None;
        }
        let mut parts = self.parts(may_be, is_sure);
        parts.sort_by_key(Vec::len);
        let (other, one) = (parts.pop()?, parts.into_iter().next()?);
        let around = |node: usize| self.around(node).map(|(_, next)| next);
        let is_possible = |node: usize| self.members[node].is_none_or(may_be);
        let mut is_border = vec![false; self.members.len()];
        for next in one.iter().flat_map(|&node| around(node)) {
            is_border[next] = !is_possible(next);
        }
        // Only what the other component reaches without crossing it.
        let (mut is_reached, mut left) = (vec![false; self.members.len()], other.clone());
        for &node in &one {
            is_reached[node] = true;
        }
        while let Some(node) = left.pop() {
            for next in around(node) {
                if !std::mem::replace(&mut is_reached[next], true) && !is_border[next] {
                    left.push(next);
                }
            }
        }
        let border = (0..is_border.len()).filter(|&node| is_border[node] && is_reached[node]);
        // Where all nodes always are members, the ways between them stand for them.
        let part = |nodes: &[usize]| {
            let members = self.literals_of(nodes);
            let later = |&node: &usize| self.around(node).filter(move |&(_, next)| node < next);
            let ways = nodes.iter().flat_map(later).filter_map(|(way, _)| self.ways[way].open);
            if members.is_empty() { ways.filter(|&way| may_be(way)).collect() } else { members }
        };
        let mut border = self.literals_of(&border.collect::<Vec<_>>());
        if self.literals_of(&one).is_empty() {
            let ways = one.iter().flat_map(|&node| self.around(node));
            let ways_out = ways.filter(|(_, next)| !one.contains(next));
            let closed = ways_out.filter_map(|(way, _)| self.ways[way].open);
            border.extend(closed.filter(|&way| !may_be(way)));
        }
        Some(Separation { parts: [part(&one), part(&other)], border })
    }

    fn literals_of(&self, nodes: &[usize]) -> Vec<Literal> {
        nodes.iter().filter_map(|&node| self.members[node]).collect()
    }

    /// Returns those connected components of all possible members that have sure members.
    fn parts(
        &self,
        may_be: &dyn Fn(Literal) -> bool,
        is_sure: &dyn Fn(Literal) -> bool,
    ) -> Vec<Vec<usize>> {
        let mut is_left: Vec<bool> =
            self.members.iter().map(|member| member.is_none_or(may_be)).collect();
        let mut parts = Vec::new();
        for first in 0..is_left.len() {
            if !std::mem::replace(&mut is_left[first], false) {
                continue;
            }
            let mut part = vec![first];
            let mut next = 0;
            while let Some(&node) = part.get(next) {
                next += 1;
                for (way, other) in self.around(node) {
                    if is_left[other] && self.ways[way].open.is_none_or(may_be) {
                        is_left[other] = false;
                        part.push(other);
                    }
                }
            }
            if part.iter().any(|&node| self.members[node].is_none_or(is_sure)) {
                parts.push(part);
            }
        }
        parts
    }

    /// Returns the cut around a component, as far as it is reachable from the other component.
    fn cut(
        &self,
        (part, end): (&[usize], usize),
        (other, other_end): (&[usize], usize),
        may_be: &dyn Fn(Literal) -> bool,
        fixed: &dyn Fn(Literal) -> Option<bool>,
    ) -> Cut {
        let is_possible =
            |literal: Option<Literal>| literal.is_none_or(|literal| fixed(literal) != Some(false));
        let mut is_inside = vec![false; self.members.len()];
        for &node in part {
            is_inside[node] = true;
        }
        // An open way out of the part leads to a node that is not a member.
        let mut is_border = vec![false; self.members.len()];
        for &node in part {
            for (way, next) in self.around(node) {
                is_border[next] |= !is_inside[next] && self.ways[way].open.is_none_or(may_be);
            }
        }
        let mut sides: Vec<Side> = (self.members.iter())
            .map(|&member| if is_possible(member) { Side::Near } else { Side::Border })
            .collect();
        let mut left = other.to_vec();
        for &node in other {
            sides[node] = Side::Far;
        }
        let mut border = Vec::new();
        while let Some(node) = left.pop() {
            for (way, next) in self.around(node) {
                let is_new = sides[next] == Side::Near && is_possible(self.ways[way].open);
                if is_inside[next] && is_new {
                    border.extend(self.ways[way].open);
                } else if is_new && is_border[next] {
                    sides[next] = Side::Border;
                    border.extend(self.members[next]);
                } else if is_new {
                    sides[next] = Side::Far;
                    left.push(next);
                }
            }
        }
        border.sort_unstable();
        let crossings = border.len();
        border.dedup();
        // A literal that opens two ways is enough to cross twice.
        let has_distinct = border.len() == crossings;
        let least = if has_distinct && self.is_crossed_twice(&sides, fixed) { 2 } else { 1 };
        Cut { border, ends: [end, other_end], least, sides }
    }

    /// Returns whether the problem states that an even number of a loop's ways lead to the far
    /// side.
    fn is_crossed_twice(&self, sides: &[Side], fixed: &dyn Fn(Literal) -> Option<bool>) -> bool {
        let Parts::Loop(degrees) = &self.parts else { return false };
        let is_closed =
            |way: usize| self.ways[way].open.is_some_and(|literal| fixed(literal) == Some(false));
        (0..sides.len()).filter(|&node| sides[node] != Side::Far).all(|node| {
            let mut crossing = self.around(node).filter(|&(_, next)| sides[next] == Side::Far);
            degrees[node].is_some()
                && crossing.all(|(way, _)| sides[node] == Side::Near || is_closed(way))
        })
    }

    /// Returns the constraint that a solution violates.
    pub(crate) fn constraint(&self, broken: &Broken) -> Constraint<'static> {
        let cut = match broken {
            Broken::Cut(cut) => cut,
            Broken::Size(SizeCut { clause, .. }) => {
                let switch = self.switch.map(|switch| !switch);
                return Constraint::clause(clause.iter().copied().chain(switch));
            }
        };
        let ends = cut.ends.into_iter().filter_map(|end| self.members[end]).chain(self.switch);
        let terms = ends.map(|literal| (cut.least, !literal));
        let terms = cut.border.iter().map(|&literal| (1, literal)).chain(terms);
        Constraint::at_least(terms, cut.least).expect("ones and twos add up to little")
    }

    /// Sets the variables that state it to the values for a solution.
    pub(crate) fn complete(&self, values: &mut [bool]) {
        values[self.hidden()].fill(false);
        if self.hidden().is_empty() {
            return;
        }
        let holds = |literal: Option<Literal>| literal.is_none_or(|one| is_true(one, values));
        let is_member = |node: usize| holds(self.members[node]);
        let Some(root) = (0..self.members.len()).find(|&node| is_member(node)) else { return };
        // A tree of shortest ways from the root: for each node the way to it, and the order of its
        // visit.
        let mut way_to = vec![None; self.members.len()];
        let mut order = vec![root];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for (way, other) in self.around(node) {
                let is_new = other != root && way_to[other].is_none();
                if is_new && is_member(other) && holds(self.ways[way].open) {
                    way_to[other] = Some((way, node));
                    order.push(other);
                }
            }
        }
        let mut uses = vec![1_usize; self.members.len()];
        let mut set = vec![self.root(root)];
        for &node in order[1..].iter().rev() {
            let (way, before) = way_to[node].expect("all but the root have a way to them");
            uses[before] += uses[node];
            let flow = small(uses[node]);
            let bits = digits(self.flow(way, self.target(way, true) == node));
            set.extend(bits.filter(|&(times, _)| flow & times != 0).map(|(_, bit)| bit));
        }
        for literal in set {
            values[literal.variable().index()] = true;
        }
    }

    /// Returns the linear constraints that state it in a file, after `given` others with
    /// `variables` variables, to which those of [layers](Self::layer_variables) are added.
    pub(crate) fn state(&self, given: usize, variables: usize) -> Stated {
        let mut stated = Stated {
            given,
            constraints: Vec::new(),
            balances: Vec::new(),
            roots: Vec::new(),
            limits: Vec::new(),
        };
        if let Parts::OfSizes(sizes) = &self.parts {
            stated.constraints = self.state_sizes(sizes, variables);
            return stated;
        }
        let nodes = self.members.len();
        stated.require((0..nodes).map(|node| (-1, self.root(node))), -1);
        for node in 0..nodes {
            let mut terms = vec![(small(nodes), self.root(node))];
            for (way, _) in self.around(node) {
                for back in [false, true] {
                    let sign = if self.target(way, back) == node { 1 } else { -1 };
                    terms.extend(
                        digits(self.flow(way, back)).map(|(times, bit)| (sign * times, bit)),
                    );
                }
            }
            terms.extend(self.members[node].map(|member| (-1, member)));
            let used = i64::from(self.members[node].is_none());
            let id = stated.require(terms, used);
            stated.balances.push(id);
        }
        for node in 0..nodes {
            let id = self.members[node]
                .map(|member| stated.require([(1, !self.root(node)), (1, member)], 1));
            stated.roots.push(id);
        }
        for way in 0..self.ways.len() {
            let limits = [false, true].map(|back| {
                let literals = [self.ways[way].open, self.members[self.target(way, back)]];
                literals.map(|literal| {
                    let flow = digits(self.flow(way, back)).map(|(times, bit)| (-times, bit));
                    Some(stated.require(flow.chain([(self.largest(), literal?)]), 0))
                })
            });
            stated.limits.push(limits);
        }
        stated
    }

    /// Derives the cut as a step of a proof. `unit` returns the step stating that a literal is
    /// false in all solutions.
    ///
    /// The units used on each side come from a root there, or over the border. Divided by a large
    /// number, this states that there is a root, or a literal of the border is true. As there is at
    /// most one root, the sum of both sides is the cut.
    pub(crate) fn derive(
        &self,
        cut: &Cut,
        stated: &Stated,
        unit: &dyn Fn(Literal) -> Id,
    ) -> Vec<Token> {
        let mut tokens = self.side(cut, stated, Side::Near, unit);
        tokens.extend(self.side(cut, stated, Side::Far, unit));
        tokens.extend([Token::Plus, Token::Id(stated.id(0)), Token::Plus]);
        for node in (0..cut.sides.len()).filter(|&node| cut.sides[node] == Side::Border) {
            tokens.extend([Token::Literal(self.root(node)), Token::Plus]);
        }
        tokens.push(Token::Divided(2));
        if cut.least == 2 {
            self.cross_twice(cut, unit, &mut tokens);
        }
        tokens
    }

    /// Derives that there is a root on this side, or a literal of the border is true, or its end is
    /// not a member.
    fn side(
        &self,
        cut: &Cut,
        stated: &Stated,
        side: Side,
        unit: &dyn Fn(Literal) -> Id,
    ) -> Vec<Token> {
        let Connection { members, ways, .. } = self;
        let end = cut.ends[usize::from(side == Side::Far)];
        let supply = small(members.len());
        let largest = self.largest();
        // The border belongs to both sides, except for nodes without ways.
        let is_here = |node: usize| match cut.sides[node] {
            Side::Border => self.around(node).next().is_some(),
            other => other == side,
        };
        let mut sum = Summing::default();
        // Multiplicity of always false literals in the sum.
        let mut never: BTreeMap<Literal, i64> = BTreeMap::new();
        let mut count = |literal: Literal, times: i64| {
            if cut.border.binary_search(&literal).is_err() {
                *never.entry(literal).or_default() += times;
            }
        };
        for node in (0..members.len()).filter(|&node| is_here(node)) {
            sum.add(1, Token::Id(stated.balances[node]));
            let Some(member) = members[node] else { continue };
            if node != end {
                sum.add(1, Token::Literal(member));
            }
            if cut.sides[node] == Side::Border
                && let Some(id) = stated.roots[node]
            {
                sum.add(supply, Token::Id(id));
                count(member, supply);
            }
        }
        for (number, way) in ways.iter().enumerate() {
            if is_here(way.ends[0]) == is_here(way.ends[1]) {
                continue;
            }
            for back in [false, true] {
                let target = self.target(number, back);
                if !is_here(target) {
                    for (times, bit) in digits(self.flow(number, back)) {
                        sum.add(times, Token::Literal(bit));
                    }
                    continue;
                }
                let of_member = cut.sides[target] == Side::Border;
                let literal = if of_member { members[target] } else { way.open };
                let id = stated.limits[number][usize::from(back)][usize::from(of_member)];
                let (literal, id) = literal.zip(id).expect("a border is false");
                sum.add(1, Token::Id(id));
                count(literal, largest);
            }
        }
        for (literal, times) in never {
            sum.add(times, Token::Id(unit(literal)));
        }
        // Upper bound of the coefficients: each way and each node adds at most one of these.
        let all = largest * small(2 * ways.len()) + supply * small(members.len());
        sum.tokens.push(Token::Divided(2 * all));
        sum.tokens
    }

    /// Strengthens a cut from one crossing to two: the number of ways to the far side is even,
    /// since each member on the near side has two ways.
    fn cross_twice(&self, cut: &Cut, unit: &dyn Fn(Literal) -> Id, tokens: &mut Vec<Token>) {
        let Connection { members, ways, parts, .. } = self;
        let Parts::Loop(degrees) = parts else { unreachable!("only loops are crossed twice") };
        let near = || (0..cut.sides.len()).filter(|&node| cut.sides[node] != Side::Far);
        let is_far = |node: usize| cut.sides[node] == Side::Far;
        let id = |number: usize| Id::try_from(number + 1).expect("the constraints fit memory");
        let mut add = |token: Token| tokens.extend([token, Token::Plus]);
        let pairs = || near().filter_map(|node| degrees[node]);
        let crossing = ways.iter().filter(|way| is_far(way.ends[0]) != is_far(way.ends[1]));
        let closed: Vec<Literal> = (crossing.filter_map(|way| way.open))
            .filter(|literal| cut.border.binary_search(literal).is_err())
            .collect();
        pairs().for_each(|[least, _]| add(Token::Id(id(least))));
        for &literal in &closed {
            add(Token::Id(unit(literal)));
        }
        let ends = cut.ends.into_iter().filter_map(|end| members[end]);
        ends.for_each(|end| add(Token::Literal(!end)));
        tokens.extend([Token::Divided(2), Token::Times(2)]);
        let mut add = |token: Token| tokens.extend([token, Token::Plus]);
        pairs().for_each(|[_, most]| add(Token::Id(id(most))));
        for &literal in &closed {
            add(Token::Literal(literal));
        }
    }

    /// Returns the largest flow.
    fn largest(&self) -> i64 {
        (1 << self.bits()) - 1
    }
}

/// The linear constraints that state a connection, with their numbers in a proof.
#[derive(Clone)]
pub(crate) struct Stated {
    /// Number of constraints before these.
    given: usize,
    /// The first states that there is at most one root.
    pub(crate) constraints: Vec<Constraint<'static>>,
    /// For each node: the inflow covers its use and the outflow, unless it is the root.
    balances: Vec<Id>,
    /// For each node: the root is a member.
    roots: Vec<Option<Id>>,
    /// For each way and direction: units only flow along open ways, and to members.
    limits: Vec<[[Option<Id>; 2]; 2]>,
}

impl Stated {
    fn require(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, bound: i64) -> Id {
        let constraint = Constraint::at_least(terms, bound);
        self.constraints.push(constraint.expect("flows are far below 2^62"));
        self.id(self.constraints.len() - 1)
    }

    fn id(&self, place: usize) -> Id {
        Id::try_from(self.given + place + 1).expect("the constraints fit memory")
    }
}

/// A sum in a proof.
#[derive(Default)]
struct Summing {
    tokens: Vec<Token>,
}

impl Summing {
    fn add(&mut self, times: i64, token: Token) {
        let is_first = self.tokens.is_empty();
        self.tokens.push(token);
        if times != 1 {
            self.tokens.push(Token::Times(times));
        }
        if !is_first {
            self.tokens.push(Token::Plus);
        }
    }
}

/// Returns binary digits with their weights, the lowest first.
fn digits(bits: impl Iterator<Item = Literal>) -> impl Iterator<Item = (i64, Literal)> {
    bits.enumerate().map(|(place, bit)| (1 << place, bit))
}

fn small(count: usize) -> i64 {
    i64::try_from(count).expect("graphs fit memory")
}

fn short(count: usize) -> u32 {
    u32::try_from(count).expect("graphs have less than 2^32 nodes and ways")
}

fn is_true(literal: Literal, values: &[bool]) -> bool {
    values[literal.variable().index()] != literal.is_negated()
}
