//! Checks steps for small squares against the enumeration of all boards.

use std::cell::Cell;
use std::collections::BTreeSet;

use fastrand::Rng;
use grid_utils::Grid;
use itertools::Itertools;
use pseudo_boolean::Literal;
use rules::{Int, Model, Rules, all_different, any, implies, sum, when};

use crate::theory::is_true;
use crate::{
    Case, Detail, Explainer, Finding, Kept, Known, LemmaKind, Search, Step, Subject, Technique,
    Wall,
};

const SIZE: usize = 3;

/// Returns a square with a random solution, and enough of its sums to fix it, or too few.
fn random(rng: &mut Rng) -> Rules<()> {
    let mut model = Model::default();
    let digit = model.grid(SIZE, SIZE, 1..=SIZE);
    let shift = rng.usize(0..SIZE);
    let solution: Grid<i64> =
        "1 2 3\n2 3 1\n3 1 2".parse::<Grid<u8>>().unwrap().map(|_, &value| value.into());
    let value = |index: usize| {
        let cell = solution.cells().nth(index).unwrap();
        (solution[cell] + i64::try_from(shift).unwrap()) % 3 + 1
    };
    let cells: Vec<&Int> = digit.values().collect();
    model.rule("Every row holds each digit once.");
    (0..SIZE).for_each(|row| model.require(all_different(digit.row(row))));
    model.rule("Every column holds each digit once.");
    (0..SIZE).for_each(|column| model.require(all_different(digit.column(column))));
    model.rule("Some cells add up.");
    for number in 0..rng.usize(2..6) {
        let count = rng.usize(1..4);
        let chosen = rng.choose_multiple(0..cells.len(), count);
        let total: i64 = chosen.iter().map(|&index| value(index)).sum();
        model
            .at(format_args!("sum {number}"))
            .require(sum(chosen.into_iter().map(|index| cells[index])).equals(total));
    }
    model.rule("A digit leads to another one.");
    for _ in 0..rng.usize(0..3) {
        let [one, other] = [rng.usize(0..cells.len()), rng.usize(0..cells.len())];
        model.require(when([cells[one].is(value(one))], cells[other].is(value(other))));
    }
    model.solved_by(digit.values(), |_| ()).on_grid(SIZE, SIZE)
}

/// Returns all ways to give each number one value, as values of the variables.
fn boards() -> Vec<Vec<bool>> {
    let values = || (0..SIZE).map(|value| (0..SIZE).map(move |other| other == value).collect_vec());
    (0..SIZE * SIZE)
        .map(|_| values())
        .multi_cartesian_product()
        .map(|board| board.concat())
        .collect()
}

/// Returns whether a step follows from its groups and facts, by trying all boards.
fn follows(explainer: &Explainer, step: &Step, boards: &[Vec<bool>]) -> bool {
    let numbers = step.groups.iter().flat_map(|&group| &explainer.theory.groups[group].constraints);
    let constraints =
        numbers.map(|&number| explainer.theory.problem.constraint(number)).collect_vec();
    let mut kept = boards.iter().filter(|board| {
        step.because.iter().all(|&fact| is_true(fact, board))
            && constraints.iter().all(|constraint| constraint.holds(board))
    });
    kept.all(|board| step.facts.iter().all(|&fact| is_true(fact, board)))
}

fn subject(rules: &Rules<()>) -> Subject {
    match Subject::find(rules, &mut ()).unwrap() {
        Search::Found(subject) => *subject,
        _ => panic!("there is a solution"),
    }
}

/// Returns whether a fact is known.
fn is_known(known: &Known) -> impl Fn(&Literal) -> bool {
    |fact| known.value(fact.variable()) == Some(!fact.is_negated())
}

fn all(explainer: &mut Explainer) -> Vec<Finding> {
    std::iter::from_fn(|| explainer.finding()).collect()
}

#[test]
fn every_step_follows_and_needs_all_that_it_names() {
    let (mut rng, boards) = (Rng::with_seed(1), boards());
    let (mut unique, mut several, mut chains, mut forked) = (0, 0, 0, 0);
    let mut names = BTreeSet::new();
    for case in 0..150 {
        let rules = random(&mut rng);
        let subject = subject(&rules);
        let mut explainer = Explainer::new(&subject, &|_| false);
        let findings = all(&mut explainer);
        let targets = explainer.targets();
        let mut known = explainer.given(&findings);
        for step in explainer.steps(&findings, &targets) {
            assert!(step.because.iter().all(is_known(&known)), "case {case}: {step:?}");
            assert!(!step.facts.iter().all(is_known(&known)), "case {case}: {step:?}");
            known.add(&explainer, step.facts.iter().copied());
            assert!(follows(&explainer, &step, &boards), "case {case}: {step:?}");
            assert!(explainer.certificate(&step).is_some(), "case {case}: {step:?}");
            several += usize::from(step.groups.len() > 1);
            chains += usize::from(!step.chain.is_empty());
            names.insert(step.reason.technique);
            if let Detail::Forked { cases, .. } = &step.reason.detail {
                let ends =
                    |case: &Case| case.chain.last().is_some_and(|link| link.follows.is_none());
                assert!(cases.len() > 1 && cases.iter().all(ends), "case {case}: {step:?}");
                forked += 1;
            }
            if step.facts.len() > 1 {
                continue;
            }
            let spoiled = (0..step.groups.len()).filter(|_| step.groups.len() > 1).map(|place| {
                let mut groups = step.groups.clone();
                groups.remove(place);
                Step { groups, ..step.clone() }
            });
            let fewer = (0..step.because.len()).map(|place| {
                let mut because = step.because.clone();
                because.remove(place);
                Step { because, ..step.clone() }
            });
            // What a chain needs may be more than what is needed without one.
            let has_cases = matches!(step.reason.detail, Detail::Forked { .. });
            let needs_all =
                step.chain.is_empty() && step.reason.technique != Technique::AllWays && !has_cases;
            let mut wrong = step.clone();
            wrong.facts[0] = !wrong.facts[0];
            // A single constraint may need what all of a group's constraints together do not.
            let by_one = |step: &Step| {
                let [group] = step.groups[..] else { return false };
                let is_known = |fact| step.because.contains(&fact);
                explainer.by_one_constraint(group, step.facts[0], &is_known).is_some()
            };
            let mut fewer = fewer.collect_vec();
            let is_outright = |fact| explainer.theory.excluded.contains(fact);
            if by_one(&step) && !step.because.iter().any(is_outright) {
                assert!(!fewer.iter().any(by_one), "case {case}: {step:?}");
                fewer.clear();
            }
            for spoiled in spoiled.chain(fewer).filter(|_| needs_all).chain([wrong]) {
                assert!(!follows(&explainer, &spoiled, &boards), "case {case}: {spoiled:?}");
                assert!(explainer.certificate(&spoiled).is_none(), "case {case}: {spoiled:?}");
            }
        }
        assert!(targets.iter().all(|target| known.facts().contains(target)), "case {case}");
        assert!(explainer.is_complete(), "case {case}");
        assert_eq!(explainer.known_numbers() == SIZE * SIZE, subject.is_unique(), "case {case}");
        unique += usize::from(subject.is_unique());
    }
    assert!(unique > 50 && several > 10 && chains > 10, "{unique} {several} {chains}");
    assert!(forked > 0, "no step goes case by case");
    assert!(names.len() > 8, "{names:?}");
}

#[test]
fn the_same_puzzle_is_explained_in_the_same_way() {
    let steps = || {
        let subject = subject(&random(&mut Rng::with_seed(5)));
        let mut explainer = Explainer::new(&subject, &|_| false);
        let findings = all(&mut explainer);
        let targets = explainer.targets();
        let steps = explainer.steps(&findings, &targets);
        steps.into_iter().map(|step| format!("{step:?}")).collect_vec()
    };
    assert_eq!(steps(), steps());
}

#[test]
fn steps_that_are_kept_are_followed_as_far_as_they_follow() {
    let mut rng = Rng::with_seed(3);
    let mut followed = 0;
    for case in 0..50 {
        let subject = subject(&random(&mut rng));
        let steps = |mut explainer: Explainer| {
            all(&mut explainer).into_iter().map(|found| (found.kept(), found.facts)).collect_vec()
        };
        let searched = steps(Explainer::new(&subject, &|_| false));
        let kept = searched.iter().filter_map(|(kept, _)| kept.as_ref());
        let kept: Vec<Kept> = kept.map(|kept| kept.to_string().parse().unwrap()).collect();
        let again = Explainer::new(&subject, &|_| false).along(kept.clone(), true);
        assert_eq!(steps(again), searched, "case {case}");
        followed += kept.len();
        // Groups without conclusions, or that do not exist, are skipped.
        let nonsense: Vec<Kept> =
            ["9: 0: 0 1 2:", "9: 0 1: 0: 1", "9: 999: 0:", "9: 0 1: 999: 999"]
                .map(|line| line.parse().unwrap())
                .into();
        let explainer = Explainer::new(&subject, &|_| false).along(nonsense.clone(), false);
        assert!(steps(explainer).len() + nonsense.len() >= searched.len(), "case {case}");
    }
    assert!(followed > 20, "{followed}");
    for wrong in
        ["", ":::", "20: 1: 1", "20: 1: 1: 1: 1", "20:: 1:", "20: 1::", "a: 1: 1:", "20: 1: 1: -1"]
    {
        assert!(wrong.parse::<Kept>().unwrap_err().to_string().contains("expected"), "{wrong}");
    }
}

#[test]
fn facts_that_are_known_need_no_step() {
    let subject = subject(&random(&mut Rng::with_seed(5)));
    let mut explainer = Explainer::new(&subject, &|_| false);
    let first = explainer.finding().expect("conclusions");
    let mut told = Explainer::new(&subject, &|_| false);
    told.know(&first.facts);
    let next = told.finding().expect("conclusions");
    assert!(next.facts.iter().all(|fact| !first.facts.contains(fact)));
}

#[test]
fn sums_are_told_without_a_common_factor() {
    let mut model = Model::default();
    let number = model.grid(1, 2, 1..=3);
    model.rule("Seven times the row is 14.");
    model.require((sum(number.row(0)) * 7).equals(14));
    let rules = model.solved_by(number.values(), |_| ()).on_grid(1, 2);
    let subject = subject(&rules);
    let mut explainer = Explainer::new(&subject, &|_| false);
    let findings = all(&mut explainer);
    let targets = explainer.targets();
    let steps = explainer.steps(&findings, &targets);
    let needed = steps.iter().filter_map(|step| match &step.reason.detail {
        Detail::Sum(figures) => Some(figures.needed),
        _ => None,
    });
    assert_eq!(needed.unique().collect_vec(), [2]);
}

#[test]
fn a_bound_names_what_it_consists_of() {
    let mut model = Model::default();
    let number = model.grid(1, 3, 1..=5);
    let at = |column| &number[grid_utils::Cell::new(0, column)];
    model.rule("The first is 5 and the second at least 2.");
    model.require(at(0).is(5));
    model.require(!at(1).is(1));
    model.rule("They add up to 8.");
    model.require(sum(number.values()).equals(8));
    let rules = model.solved_by(number.values(), |_| ()).on_grid(1, 3);
    let sums = told(&rules, |_, step| match &step.reason.detail {
        Detail::Sum(figures) => Some((figures.reached, figures.addends.clone())),
        _ => None,
    });
    assert!(sums.contains(&Some((9, vec![5, 3, 1]))), "{sums:?}");
}

#[test]
fn single_rules_tell_what_follows_from_the_first_conclusion_of_several() {
    let mut model = Model::default();
    let number = model.grid(1, 3, 0..=1);
    let (one, two, three) = number.values().map(|number| number.is(1)).collect_tuple().unwrap();
    model.rule("The second or third is 1, and the first is 0 if the second is 1.");
    model.require(any([two, three]));
    model.require(implies(two, !one));
    model.rule("The second is 1 if the third is.");
    model.require(implies(three, two));
    let rules = model.solved_by(number.values(), |_| ()).on_grid(1, 3);
    let subject = subject(&rules);
    let mut explainer = Explainer::new(&subject, &|_| false);
    let findings = all(&mut explainer);
    let groups = findings.iter().map(|finding| finding.groups.len()).collect_vec();
    assert_eq!(groups, [2, 1]);
}

/// The time is counted in questions whether it is up.
#[test]
fn when_the_time_is_up_the_first_steps_remain() {
    let mut rng = Rng::with_seed(4);
    let (mut none, mut some) = (0, 0);
    for case in 0..20 {
        let subject = subject(&random(&mut rng));
        for time in (20..200).step_by(10).map(f64::from).chain([f64::INFINITY]) {
            let now = Cell::new(f64::NEG_INFINITY);
            let is_late = |share| now.replace(now.get() + 1.0) > share * time;
            let mut explainer = Explainer::new(&subject, &is_late);
            let findings = all(&mut explainer);
            let targets = explainer.targets();
            now.set(0.0);
            let steps = explainer.steps(&findings, &targets);
            let mut known = explainer.given(&findings);
            for step in &steps {
                assert!(step.because.iter().all(is_known(&known)), "case {case}: {step:?}");
                assert!(explainer.certificate(step).is_some(), "case {case}: {step:?}");
                known.add(&explainer, step.facts.iter().copied());
            }
            let is_cut = !targets.iter().all(is_known(&known));
            assert!(!is_cut || explainer.is_cut(), "case {case}");
            assert!(!explainer.is_cut() || time.is_finite(), "case {case}");
            none += usize::from(is_cut && steps.is_empty());
            some += usize::from(is_cut && !steps.is_empty());
        }
    }
    assert!(none > 10 && some > 10, "{none} {some}");
}

/// Returns the steps to all that the rules fix, with their explainer's answers about them.
fn told<T>(rules: &Rules<()>, tell: impl Fn(&Explainer, &Step) -> T) -> Vec<T> {
    let subject = subject(rules);
    let mut explainer = Explainer::new(&subject, &|_| false);
    let findings = all(&mut explainer);
    let targets = explainer.targets();
    let steps = explainer.steps(&findings, &targets);
    steps.iter().map(|step| tell(&explainer, step)).collect()
}

/// Returns the literal that a number has one of its values.
fn literal_of(number: &Int, value: i64) -> Literal {
    match number.is(value) {
        rules::Flag::Open(literal) => literal,
        rules::Flag::Known(_) => panic!("it has several values"),
    }
}

#[test]
fn a_cut_names_the_wall_and_what_it_closes_off() {
    let mut model = Model::default();
    let cell = model.grid(3, 3, 0..=1);
    let is_on = cell.map(|_, number| number.is(1));
    let at = |row, column| is_on[grid_utils::Cell::new(row, column)];
    model.rule("The corner and the middle are on, the edge is not.");
    for (flag, value) in [(at(0, 0), true), (at(1, 1), true), (at(0, 1), false)] {
        model.require(if value { flag } else { !flag });
    }
    model.rule("What is on is connected.");
    model.connected_cells(&is_on);
    let rules = model.solved_by(cell.values(), |_| ()).on_grid(3, 3);
    let walls = told(&rules, |explainer, step| match explainer.wall(step) {
        Some(Wall::Cut(cut)) => Some((cut.parts[0].len(), cut.border.len())),
        _ => None,
    });
    assert!(walls.contains(&Some((1, 2))), "{walls:?}");
}

#[test]
fn a_part_that_stays_too_small_is_counted() {
    let mut model = Model::default();
    let cell = model.grid(1, 5, 1..=3);
    let at = |column| &cell[grid_utils::Cell::new(0, column)];
    model.rule("Equal numbers that are connected are as many as they say.");
    model.areas(&cell);
    model.rule("The third is 1.");
    model.require(at(2).is(1));
    let rules = model.solved_by(cell.values(), |_| ()).on_grid(1, 5);
    let walls = told(&rules, |explainer, step| match explainer.wall(step) {
        Some(Wall::Short { members, needed, .. }) => Some((members.len(), needed)),
        _ => None,
    });
    assert!(walls.contains(&Some((2, 3))), "{walls:?}");
}

#[test]
fn conclusions_with_one_reason_are_one_step() {
    let mut model = Model::default();
    let number = model.grid(1, 3, 1..=6);
    let (one, two, three) = number.values().collect_tuple().unwrap();
    model.rule("The third is at least 3, and 3 if the first is 1 and the second 2.");
    model.require(!three.is(1));
    model.require(!three.is(2));
    model.require(when([one.is(1), two.is(2)], three.is(3)));
    model.rule("The first is odd, the second even.");
    for value in [2, 4, 6] {
        model.require(!one.is(value));
    }
    for value in [1, 3, 5] {
        model.require(!two.is(value));
    }
    model.rule("They add up to 6.");
    model.require(sum([one, two, three]).equals(6));
    let rules = model.solved_by(number.values(), |_| ()).on_grid(1, 3);
    let subject = subject(&rules);
    let mut explainer = Explainer::new(&subject, &|_| false);
    let given = Known::of(&explainer, explainer.facts.iter().copied());
    explainer.know(&[literal_of(three, 3)]);
    let known = Known::of(&explainer, explainer.facts.iter().copied());
    let literal = |value: i64| !literal_of(one, value);
    let group = explainer.theory.groups.len() - 1;
    let steps = [3, 5].map(|value| {
        let because = explainer
            .by_one_constraint(group, literal(value), &|fact| is_known(&known)(&fact))
            .expect("the sum would be too large");
        explainer.step(vec![group], vec![literal(value)], because, Vec::new())
    });
    let joined = explainer.with_twins_joined(steps.to_vec(), &known);
    assert_eq!(joined.iter().map(|step| step.facts.len()).collect_vec(), [2], "{joined:?}");
    assert!(explainer.certificate(&joined[0]).is_some());
    // Where a premise of the second is not known before the first, they stay apart.
    let needs = vec![!literal(1)];
    let later = Step { because: needs, ..steps[1].clone() };
    let between = Step { facts: vec![!literal(1)], groups: Vec::new(), ..steps[0].clone() };
    let apart = explainer.with_twins_joined(vec![steps[0].clone(), between, later], &given);
    assert_eq!(apart.len(), 3, "{apart:?}");
}

#[test]
fn numbers_on_a_walk_stand_on_colours_of_a_chessboard() {
    const LAST: i64 = 12;
    let mut model = Model::default();
    let number = model.grid(3, 4, 1..=LAST);
    let is = |cell, value| number[cell].is(value);
    model.given_rule("Some numbers are given.");
    let corner = grid_utils::Cell::new(0, 0);
    model.require(is(corner, 1));
    model.rule("No number stands twice.");
    model.require(all_different(number.values()));
    model.rule("Consecutive numbers are side by side.");
    for cell in number.cells() {
        for value in 1..LAST {
            for (value, next) in [(value, value + 1), (value + 1, value)] {
                let beside = number.neighbours(cell).map(|other| is(other, next));
                model.require(implies(is(cell, value), any(beside)));
            }
        }
    }
    model.rule("The walk is known.");
    let rows = [[1, 2, 3, 4], [8, 7, 6, 5], [9, 10, 11, 12]];
    for (cell, value) in number.cells().zip(rows.into_iter().flatten()) {
        if value % 3 == 2 {
            model.require(is(cell, value));
        }
    }
    let rules = model.solved_by(number.values(), |_| ()).on_grid(3, 4);
    let subject = subject(&rules);
    let explainer = Explainer::new(&subject, &|_| false);
    let [lemma] = explainer.lemmas() else { panic!("{:?}", explainer.lemmas()) };
    let LemmaKind::Colours { values: [odd, even], .. } = &lemma.kind else { panic!("{lemma:?}") };
    assert!(odd.iter().all(|value| value % 2 == 1) && even.iter().all(|value| value % 2 == 0));
    assert_eq!(odd.len() + even.len(), 12);
    let mut known = Known::of(&explainer, explainer.facts[..explainer.given].iter().copied());
    for step in &lemma.proof {
        assert!(step.because.iter().all(is_known(&known)), "{step:?}");
        assert!(explainer.certificate(step).is_some(), "{step:?}");
        known.add(&explainer, step.facts.iter().copied());
    }
    assert!(lemma.facts.iter().all(is_known(&known)));
}

#[test]
fn places_that_share_all_numbers_have_a_sum_that_follows() {
    let mut model = Model::default();
    let number = model.grid(2, 3, 0..=3);
    model.rule("The number 1 stands twice, 2 twice and 3 once.");
    for (value, count) in [(1, 2), (2, 2), (3, 1)] {
        model.require(rules::exactly(count, number.values().map(|number| number.is(value))));
    }
    model.rule("All columns have the same sum.");
    for column in 0..3 {
        let cells = (0..2).map(|row| &number[grid_utils::Cell::new(row, column)]);
        model.require(sum(cells).equals(3));
    }
    let rules = model.solved_by(number.values(), |_| ()).on_grid(2, 3);
    let subject = subject(&rules);
    let explainer = Explainer::new(&subject, &|_| false);
    let [lemma] = explainer.lemmas() else { panic!("{:?}", explainer.lemmas()) };
    let LemmaKind::Sum { groups, sum, counts } = &lemma.kind else { panic!("{lemma:?}") };
    assert_eq!((groups.len(), *sum), (3, 3));
    assert_eq!(counts.iter().map(|(value, count)| value * count).sum::<i64>(), 9);
}

#[test]
fn a_part_is_crowded_out_by_what_others_need() {
    let mut model = Model::default();
    let number = model.grid(2, 3, 1..=5);
    model.rule("Equal numbers that are connected are as many as they say.");
    model.areas(&number);
    let rules = model.solved_by(number.values(), |_| ()).on_grid(2, 3);
    let subject = subject(&rules);
    let explainer = Explainer::new(&subject, &|_| false);
    let literal =
        |row, column, value| literal_of(&number[grid_utils::Cell::new(row, column)], value);
    let group = |place: &str| {
        let mut groups = subject.groups.groups.iter();
        groups.position(|group| group.place.as_deref() == Some(place)).unwrap()
    };
    let groups = [group("the 2s"), group("the 5s")];
    // The corner and one of its neighbours are not 5.
    let is_five = literal(1, 2, 5);
    assert_eq!(
        explainer.crowded(&groups, !is_five, &[literal(0, 0, 2)]),
        Some(Detail::Crowded { group: 1, cells: 5, needed: 5, taken: vec![(0, 1)] })
    );
    assert_eq!(explainer.crowded(&groups, !is_five, &[]), None);
    assert_eq!(explainer.crowded(&groups, !literal(1, 2, 4), &[literal(0, 0, 2)]), None);
}

#[test]
fn a_loop_crosses_a_border_an_even_number_of_times() {
    // Nodes of a square, in reading order, with the numbers of the edges between them.
    let across = (0..9).filter(|node| node % 3 < 2).map(|node| (node, node + 1));
    let edges = across.chain((0..6).map(|node| (node, node + 3))).collect_vec();
    let mut model = Model::default();
    let taken = edges.iter().map(|_| model.int(0..=1)).collect_vec();
    let ways = edges.iter().zip(&taken);
    let ways = ways.map(|(&(one, other), taken)| (one, other, taken.is(1))).collect_vec();
    model.rule("There is one loop.");
    model.single_loop_at(&(0..9).map(|node| format!("node {node}")).collect_vec(), &ways);
    model.rule("It has eight edges, and does not pass the middle.");
    model.require(sum(&taken).equals(8));
    let at_middle = (edges.iter().zip(&taken)).filter(|((one, other), _)| *one == 4 || *other == 4);
    model.require(sum(at_middle.map(|(_, taken)| taken)).equals(0));
    let subject = subject(&model.solved_by(&taken, |_| ()));
    let edge = |one: usize, other: usize| {
        let place = edges.iter().position(|&edge| edge == (one, other)).unwrap();
        literal_of(&taken[place], 1)
    };
    // One edge is open at the border of nodes 2 and 5.
    let known = [edge(1, 2), !edge(4, 5)];
    let mut explainer = Explainer::new(&subject, &|_| false);
    assert!(explainer.last_crossing().is_none(), "all edges are open");
    explainer.know(&known);
    let found = explainer.last_crossing().expect("the other edges are known");
    assert_eq!((found.groups.len(), &found.facts[..]), (2, &[edge(5, 8)][..]));
    let because = found.because.expect("it names its premises");
    assert_eq!(because, known);
    let step = explainer.step(found.groups, found.facts, because, Vec::new());
    assert_eq!(step.reason.technique, Technique::EvenCrossings);
    assert!(explainer.certificate(&step).is_some(), "the solver proves it from the two nodes");
    let others = Step { because: known[1..].to_vec(), ..step };
    assert!(explainer.certificate(&others).is_none(), "it takes all of the border");
}
