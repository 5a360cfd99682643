//! # Altered States 2
//!
//! *Jane Street, June 2024.* Write a letter into each cell of a 5 x 5 grid. A king spells words:
//! from one letter to the next it steps to one of the adjacent cells, and it may revisit cells. A
//! state of the United States is found if its name is spelled with at most one wrong letter, and
//! scores its population once. How large can the sum be?
//!
//! ```text
//! t h o      illinois as inlinois, ohio, utah as atah, iowa as ioha, idaho as ieaho:
//! a i n      32,913,047 people
//! e s l
//! ```
//!
//! ## Boards
//! Rows of letters.
//!
//! ## Idea
//! Simulated annealing; the score of a grid takes a microsecond, by dynamic programming over sets of
//! cells: see [`altered_states`], which explains search, bound and checker.
//!
//! ## The record
//! 265,326,530 people in 32 states, 80 percent of all, found by annealing with the seed 23.
//! `altered-states-2 improve --seeds 601..1601` continues the search.
//!
//! ## Bound
//! No grid scores more than all states, 330,759,736, and no better bound is proved: the gap is
//! 65,433,206. The bound by pairs of letters, which is better for exact names, is useless here: as
//! any letter may be wrong, a name does not need any of its pairs. A linear program in which a name
//! needs all pairs but those with its wrong letter, which it may choose, allows all states, too,
//! even with letters on two whole rows at a time. Whole pairs exclude next to nothing: annealing
//! finds wrong letters with which 70 of the 72 pairs of neighbours suffice for all states but some
//! of 1.74 million people, and no letter has more neighbours than its cells can have.
//!
//! Not all states can be found: Google's CP-SAT proves, in six minutes on two cores, that no choice
//! of wrong letters needs at most 72 pairs and no more neighbours than 25 cells have. That would
//! lower the bound by the smallest state, 0.2 percent, and is too slow to be shown here.
//!
//! ## Sources
//! The populations are those of the census of 2020, as the puzzle's page gives them.

puzzle::program!(static altered_states::ALTERED_STATES);
