//! Finds what a connection implies while variables are open.

use super::sizes::Fills;
use super::{Connection, Parts};
use crate::problem::Literal;

/// Buffers for [`Connection::look`], and its result.
#[derive(Clone, Default)]
pub(crate) struct Look {
    /// Literals that follow; some may occur twice.
    pub(crate) implied: Vec<Literal>,
    /// Parts of sure members, and rooms of possible ones, for parts of some sizes.
    pub(super) parts: Fills,
    pub(super) room: Fills,
    nodes: Vec<Node>,
    path: Vec<Step>,
    pairs: Pairs,
    /// A way that a loop would have to cross twice.
    pub(super) bridge: Option<usize>,
}

/// What the search knows about a node.
#[derive(Clone, Copy, Default)]
struct Node {
    /// When the search has entered it, from 1; 0 if it has not.
    entered: u32,
    /// When the search has entered the earliest node that its subtree is adjacent to.
    earliest: u32,
    /// The number of sure members in its subtree.
    sure: u32,
    /// The sum of the marks of the ways around the way to it.
    mark: u64,
}

/// A node on the path of the depth-first search.
#[derive(Clone)]
struct Step {
    node: usize,
    /// The way to it; none to the root.
    way: u32,
    /// The next link to follow.
    next: u32,
}

impl Look {
    fn start(&mut self, nodes: usize) {
        self.path.clear();
        self.bridge = None;
        self.nodes.clear();
        self.nodes.resize(nodes, Node::default());
    }

    fn enter(&mut self, time: u32, is_sure: bool, step: Step) {
        let node = Node { entered: time, earliest: time, sure: is_sure.into(), mark: 0 };
        self.nodes[step.node] = node;
        self.path.push(step);
    }
}

impl Connection {
    /// Looks for literals that follow under these values of all literals: positive if it is true,
    /// negative if it is false. Returns false if the connection cannot hold.
    ///
    /// Unit propagation must be complete.
    pub(crate) fn look(&self, values: &[i8], look: &mut Look) -> bool {
        look.implied.clear();
        let value = |literal: Option<Literal>| literal.map_or(1, |one| values[one.code()]);
        if value(self.switch) <= 0 {
            return true;
        }
        match &self.parts {
            Parts::OfSizes(sizes) => self.look_at_sizes(sizes, &value, look),
            Parts::One | Parts::Loop(_) => self.look_for_gaps(&value, look),
        }
    }

    /// Searches from a sure member, depth first, for articulation points and bridges between sure
    /// members (Hopcroft and Tarjan, 1973). What it does not reach is not a member. A loop crosses
    /// no bridge, and both of the last two ways between its members.
    pub(super) fn look_for_gaps(
        &self,
        value: &impl Fn(Option<Literal>) -> i8,
        look: &mut Look,
    ) -> bool {
        let is_sure = |node: usize| value(self.members[node]) > 0;
        let Some(root) = (0..self.members.len()).find(|&node| is_sure(node)) else { return true };
        look.start(self.members.len());
        if self.crosses_twice {
            look.pairs.start(self.ways.len());
        }
        let mut time = 1;
        look.enter(time, true, Step { node: root, way: u32::MAX, next: self.starts[root] });
        while let Some(step) = look.path.last_mut() {
            let &mut Step { node, way, next } = step;
            if next < self.starts[node + 1] {
                step.next += 1;
                let link = &self.links[next as usize];
                if link.way == way || value(link.member) < 0 || value(link.open) < 0 {
                    continue;
                }
                let other = link.node as usize;
                let entered = look.nodes[other].entered;
                if entered == 0 {
                    time += 1;
                    let step = Step { node: other, way: link.way, next: self.starts[other] };
                    look.enter(time, value(link.member) > 0, step);
                } else if entered < look.nodes[node].entered {
                    look.nodes[node].earliest = look.nodes[node].earliest.min(entered);
                    if self.crosses_twice {
                        let mark = scattered(link.way);
                        look.nodes[node].mark ^= mark;
                        look.nodes[other].mark ^= mark;
                        look.pairs.add(mark, link.way, None);
                    }
                }
                continue;
            }
            look.path.pop();
            let Some(&Step { node: before, .. }) = look.path.last() else { break };
            let Node { entered, earliest, sure, mark } = look.nodes[node];
            let above = &mut look.nodes[before];
            above.earliest = above.earliest.min(earliest);
            above.sure += sure;
            above.mark ^= mark;
            let is_bridge = earliest == entered;
            if !self.crosses_twice {
                if sure > 0 {
                    let is_needed = earliest >= above.entered;
                    let member = self.members[before].filter(|_| is_needed);
                    let open = self.ways[way as usize].open.filter(|_| is_bridge);
                    look.implied.extend(member.into_iter().chain(open));
                }
            } else if !is_bridge {
                look.pairs.add(mark, way, Some(sure));
            } else if sure > 0 {
                look.bridge = Some(way as usize);
                return false;
            } else {
                look.implied.extend(self.members[node].map(|member| !member));
            }
        }
        for (&member, node) in self.members.iter().zip(&look.nodes) {
            if node.entered == 0 {
                match value(member) {
                    0 => look.implied.extend(member.map(|member| !member)),
                    1 => return false,
                    _ => {}
                }
            }
        }
        if self.crosses_twice {
            let needed = look.pairs.needed().filter_map(|way| self.ways[way as usize].open);
            look.implied.extend(needed);
        }
        true
    }
}

/// The ways of a loop, together with others without which the graph falls apart: these have the
/// same ways around them. The parts lie in a circle.
#[derive(Clone, Default)]
struct Pairs {
    classes: Vec<Class>,
    /// The ways, with the numbers of their classes.
    ways: Vec<(u32, u32)>,
    /// A hash table of the numbers of the classes from 1, by their marks.
    table: Vec<u32>,
}

#[derive(Clone)]
struct Class {
    mark: u64,
    /// Whether a way outside of the tree belongs to it.
    is_around: bool,
    /// The number of sure members behind the last way of the tree, and behind the first one.
    behind: Option<[u32; 2]>,
}

impl Pairs {
    fn start(&mut self, ways: usize) {
        self.classes.clear();
        self.ways.clear();
        self.table.clear();
        self.table.resize((2 * ways).next_power_of_two(), 0);
    }

    /// Adds a way, and for one of the tree the number of sure members behind it. Later ones come
    /// first on the path from the root.
    fn add(&mut self, mark: u64, way: u32, behind: Option<u32>) {
        let mask = self.table.len() - 1;
        // Marks are random.
        #[expect(clippy::cast_possible_truncation, reason = "any bits do")]
        let mut place = mark as usize & mask;
        let class = loop {
            match self.table[place].checked_sub(1) {
                Some(class) if self.classes[class as usize].mark == mark => break class,
                Some(_) => place = (place + 1) & mask,
                None => {
                    let class = u32::try_from(self.classes.len()).expect("ways have 32 bits");
                    self.classes.push(Class { mark, is_around: false, behind: None });
                    self.table[place] = class + 1;
                    break class;
                }
            }
        };
        self.ways.push((way, class));
        let class = &mut self.classes[class as usize];
        match behind {
            None => class.is_around = true,
            Some(sure) => class.behind.get_or_insert([sure; 2])[1] = sure,
        }
    }

    /// Returns the ways without any one of which, and another, sure members are apart. The root is
    /// a sure member before all of them.
    fn needed(&self) -> impl Iterator<Item = u32> {
        let is_apart = |class: &Class| {
            let [last, first] = class.behind.unwrap_or_default();
            first > last || class.is_around && last > 0
        };
        let ways = self.ways.iter();
        ways.filter(move |&&(_, class)| is_apart(&self.classes[class as usize])).map(|one| one.0)
    }
}

/// Returns a random number, the same for the same way (`SplitMix64`). Sums of different ways differ.
fn scattered(way: u32) -> u64 {
    let mut bits = (u64::from(way) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
