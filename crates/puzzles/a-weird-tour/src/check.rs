//! The checker: reads the names letter by letter.

use anyhow::{Context, Result, ensure};

use crate::WeirdTour;

/// Returns a name or a heading in one word.
fn joined(text: &str) -> String {
    text.replace(['-', ' '], "")
}

/// Returns the vowels of a text in their order.
fn vowels(text: &str) -> String {
    text.replace(|letter| !matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u'), "")
}

/// Returns an order after swapping two vowels, the first and the last of `pair`.
fn exchanged(order: &str, pair: &str) -> String {
    let ends = (pair.chars().next(), pair.chars().last());
    let (Some(one), Some(other)) = ends else { return order.to_owned() };
    let exchange = |vowel| match vowel {
        _ if vowel == one => other,
        _ if vowel == other => one,
        _ => vowel,
    };
    order.chars().map(exchange).collect()
}

/// Returns the chosen letters of the names; `None` if a name has too few.
pub(crate) fn spelled(puzzle: &WeirdTour, names: &[&str]) -> Option<String> {
    let mut spelled = String::new();
    for (region, name) in puzzle.regions.iter().zip(names) {
        for number in &region.letters {
            spelled.push(joined(name).chars().nth(number.size() - 1)?);
        }
    }
    Some(spelled)
}

pub(crate) fn check(puzzle: &WeirdTour, names: &[&str]) -> Result<()> {
    let headings_of = |name: &str| {
        let lists = puzzle.thesaurus.iter();
        let lists = lists.filter(|(_, names)| names.split_whitespace().any(|other| other == name));
        lists.map(|(heading, _)| heading).collect::<Vec<_>>()
    };
    let mut order = puzzle.first.clone();
    for (region, name) in puzzle.regions.iter().zip(names) {
        order = exchanged(&order, &vowels(&region.transport));
        ensure!(vowels(name) == order, "`{name}` has other vowels than {order}");
        if let Some(number) = region.words {
            let words = name.matches('-').count() + 1;
            ensure!(words == number.size(), "`{name}` does not have {number} words");
        }
        if let Some(clue) = &region.clue {
            let stands_there = headings_of(name).contains(&clue);
            ensure!(stands_there, "`{name}` does not stand under {clue:?}");
        }
    }
    let spelled = spelled(puzzle, names).context("a name has too few letters")?;
    let hidden = puzzle.regions.iter().zip(names).find(|(region, _)| region.clue.is_none());
    let (_, name) = hidden.context("every region has a clue")?;
    ensure!(
        headings_of(name).iter().any(|heading| joined(heading) == spelled),
        "`{name}` does not stand under \"{spelled}\", which the chosen letters spell"
    );
    Ok(())
}
