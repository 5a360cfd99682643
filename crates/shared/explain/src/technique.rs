//! Techniques: the names of reasons, for people.

use std::fmt;

use Technique::{
    AllWays, Balance, BestScore, CaseByCase, Combination, Complete, Consequence, CountExhausted,
    CountFull, DeadEnd, DoesNotFit, EvenCrossings, FromTheStart, FullBlock, HiddenPair,
    HiddenTriple, Intersection, LeavesNoPlace, LoopClosed, LoopGoesOn, LoopWouldClose, NakedPair,
    NakedTriple, NoPartner, OnlyPartner, OnlyPlace, OnlyValue, OnlyWayOn, OutOfReach, Parity,
    Placed, ReachesNoFurther, ReadOff, Remainder, Separated, SeveralRules, SumAtLeast, SumAtMost,
    Symmetry, TogetherCases, Trial, ValuesFit,
};

/// A way of reasoning that people know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// A fact in another view of the board.
    ReadOff,
    /// What a placed value excludes.
    Placed,
    /// All other values of a number are excluded.
    OnlyValue,
    /// All other places of a value are excluded.
    OnlyPlace,
    /// What needs one of some others, all of which are excluded.
    NoPartner,
    /// The last of some others, one of which something needs.
    OnlyPartner,
    /// What a rule says whatever else is known.
    FromTheStart,
    /// One rule at one place, followed at once.
    Consequence,
    /// What must look the same as something known.
    Symmetry,
    /// As many as there may be are there.
    CountFull,
    /// No more are left than there must be.
    CountExhausted,
    /// All but one of a forbidden pattern are there.
    FullBlock,
    /// A copy of a shape cannot lie there.
    DoesNotFit,
    /// A sum would be too large even with the least values.
    SumAtLeast,
    /// A sum would be too small even with the greatest values.
    SumAtMost,
    /// Two numbers share two values.
    NakedPair,
    /// Three or more numbers share as many values.
    NakedTriple,
    /// Two values have two places.
    HiddenPair,
    /// Three or more values have as many places.
    HiddenTriple,
    /// A part has all its members.
    Complete,
    /// A part has one way left to grow, or to stay together.
    OnlyWayOn,
    /// A part cannot get there.
    OutOfReach,
    /// Connected cells would be separated.
    Separated,
    /// A loop would be closed too early.
    LoopClosed,
    /// A loop has to go on.
    LoopGoesOn,
    /// A loop crosses a border an even number of times.
    EvenCrossings,
    /// A loop would close too early a few edges on.
    LoopWouldClose,
    /// A loop would end a few edges on.
    DeadEnd,
    /// A part of a given size cannot reach it.
    ReachesNoFurther,
    /// All places of a value in one line lie in another.
    Intersection,
    /// All places of something that is needed would be taken at once.
    LeavesNoPlace,
    /// Some lines or regions need all that others allow.
    Balance,
    /// A sum has the wrong parity.
    Parity,
    /// A sum leaves the wrong remainder.
    Remainder,
    /// Few sets of values keep a rule, wherever each goes.
    ValuesFit,
    /// No values make up a sum.
    Combination,
    /// All ways to keep one rule at one place agree.
    AllWays,
    /// Two rules contradict each other within a few links.
    SeveralRules,
    /// The score could not reach the best one.
    BestScore,
    /// A trial ends in a contradiction.
    Trial,
    /// Each of a few cases, such as the ways to keep one rule, contradicts a rule.
    CaseByCase,
    /// All ways to keep several rules agree.
    TogetherCases,
}

impl Technique {
    /// All techniques, the easiest first.
    pub const ALL: [Self; 42] = [
        ReadOff,
        Placed,
        OnlyValue,
        OnlyPlace,
        NoPartner,
        OnlyPartner,
        FromTheStart,
        Consequence,
        Symmetry,
        CountFull,
        CountExhausted,
        FullBlock,
        DoesNotFit,
        SumAtLeast,
        SumAtMost,
        NakedPair,
        NakedTriple,
        HiddenPair,
        HiddenTriple,
        Complete,
        OnlyWayOn,
        OutOfReach,
        Separated,
        LoopClosed,
        LoopGoesOn,
        ReachesNoFurther,
        Intersection,
        LeavesNoPlace,
        Balance,
        EvenCrossings,
        LoopWouldClose,
        DeadEnd,
        Parity,
        Remainder,
        ValuesFit,
        Combination,
        AllWays,
        SeveralRules,
        BestScore,
        Trial,
        CaseByCase,
        TogetherCases,
    ];

    /// Returns name, cost for a person, and a sentence for those who do not know it.
    fn description(self) -> (&'static str, u32, &'static str) {
        match self {
            ReadOff => ("read off", 0, "Another view of the board shows the same."),
            Placed => ("placed", 0, "A placed value excludes others at a glance."),
            OnlyValue => ("only value left", 1, "All other values of a cell are excluded."),
            OnlyPlace => ("only place left", 2, "A value has one place left in a line or region."),
            NoPartner => (
                "no partner left",
                2,
                "It needs one of some others, and all of these are excluded.",
            ),
            OnlyPartner => {
                ("only partner left", 2, "Something needs one of some others, and one is left.")
            }
            FromTheStart => ("from the start", 2, "A rule says so, whatever else is known."),
            Consequence => ("direct consequence", 3, "One rule at one place leaves no choice."),
            Symmetry => ("given by symmetry", 2, "The counterpart of a cell is known."),
            CountFull => {
                ("count full", 2, "The count has reached its limit: no more may be added.")
            }
            CountExhausted => {
                ("count exhausted", 3, "Only as many are left as are needed: all are taken.")
            }
            FullBlock => ("full block", 3, "A forbidden pattern is filled but for one cell."),
            DoesNotFit => ("does not fit", 3, "A shape does not fit at a place."),
            SumAtLeast => {
                ("sum at its least", 4, "Even the least values of the others make too large a sum.")
            }
            SumAtMost => (
                "sum at its most",
                4,
                "Even the greatest values of the others make too small a sum.",
            ),
            NakedPair => ("naked pair", 5, "Two cells share two values: no other cell has them."),
            HiddenPair => ("hidden pair", 6, "Two values share two cells: nothing else is there."),
            NakedTriple => {
                ("naked triple", 7, "Three or more cells share as many values: no other has them.")
            }
            HiddenTriple => {
                ("hidden triple", 8, "Three or more values share as many cells: nothing else fits.")
            }
            Complete => ("complete", 2, "A part has all its cells: nothing more belongs to it."),
            OnlyWayOn => {
                ("only way on", 4, "A part has one way left to grow, or to stay together.")
            }
            OutOfReach => ("out of reach", 4, "A part cannot get there with what it may have."),
            Separated => ("cut", 4, "Otherwise two parts that belong together would be separated."),
            LoopClosed => ("loop closed too early", 3, "Otherwise a part of the loop would close."),
            LoopGoesOn => ("loop must go on", 2, "A loop neither ends nor branches."),
            EvenCrossings => {
                ("even crossings", 4, "A loop goes out of some cells as often as into them.")
            }
            LoopWouldClose => (
                "loop would close",
                4,
                "A loop that goes on as it must would close too early, or fall into parts.",
            ),
            DeadEnd => ("dead end", 4, "A loop that goes on as it must could not go on for long."),
            ReachesNoFurther => (
                "reaches no further",
                5,
                "A part would be too large, or could not become large enough.",
            ),
            Intersection => {
                ("intersection", 5, "All places of a value in one line or region lie in another.")
            }
            LeavesNoPlace => {
                ("leaves no place", 5, "Its opposite takes all places of something that is needed.")
            }
            Balance => {
                ("needs and allows", 4, "What some lines or regions need is all that others allow.")
            }
            ValuesFit => (
                "values that fit",
                5,
                "Few sets of values keep a rule, wherever each of them goes.",
            ),
            Parity => ("parity", 6, "The sum would be odd where it is even, or the reverse."),
            Remainder => ("remainder", 9, "The sum would leave another remainder."),
            Combination => ("sum combinations", 7, "The remaining values cannot make up the sum."),
            AllWays => ("all ways", 8, "All ways to keep one rule at one place have it in common."),
            SeveralRules => ("two rules together", 6, "Its opposite contradicts rules at once."),
            BestScore => ("no better score", 10, "Otherwise the score could not be reached."),
            Trial => ("trial", 8, "Its opposite leads to a contradiction, link by link."),
            CaseByCase => (
                "case by case",
                8,
                "Each of a few cases, such as the ways to keep one rule, is refuted.",
            ),
            TogetherCases => (
                "all ways of several rules",
                14,
                "All ways to keep several rules have it in common.",
            ),
        }
    }

    /// Returns the technique with this name, in which hyphens may stand for spaces.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.replace('-', " ");
        Self::ALL.into_iter().find(|technique| technique.name() == name)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().0
    }

    /// Returns its cost for a person, for the simplest case.
    #[must_use]
    pub fn cost(self) -> u32 {
        self.description().1
    }

    /// Describes it in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.description().2
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}
