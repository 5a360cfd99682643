//! # Altered States 2
//!
//! *Jane Street, June 2024.* Write a letter into each cell of a 5 x 5 grid. A king spells words:
//! from one letter to the next it steps to one of the cells around, and it may come back to a cell.
//! A state of the United States is found if its name is spelled with at most one wrong letter, and
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
//! 265,326,530 people in 32 states, 80 percent of all. The annealing with the seed 15 finds it after
//! 656,438 moves and 0.8 seconds, that with the seed 22 comes to it, too. None of those with the seeds 1
//! to 82 and 100 to 186 is better: `altered-states-2 improve --seeds 187..1187` goes on. Experiments
//! with longer annealings came to the same sum three times among some eighty, and never beyond.
//!
//! ## Bound
//! No grid scores more than all states, 330,759,736, and no better bound is proved: the gap is
//! 65,433,206. The bound by pairs of letters, which does better for exact names, is useless here: as
//! any letter may be wrong, a name does not need any of its pairs. A linear program in which a name
//! needs all pairs but those with its wrong letter, which it may choose, allows all states, too, even
//! with letters on two whole rows at a time; an integer solver was not below 330,000,000 after a minute.
//!
//! ## What a large search would do
//! An annealing of 2,000,000 moves takes 2.6 seconds of a core: a thousand of them would make 1.4 million
//! annealings in an hour, where some 170 were made here. `improve` splits them into tasks for as many
//! machines as there are.
//!
//! ## Sources
//! The populations are those of the census of 2020, as the puzzle's page gives them.

puzzle::program!(static altered_states::ALTERED_STATES);
