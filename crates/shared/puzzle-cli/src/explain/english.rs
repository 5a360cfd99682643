//! Lists, statements and rules as parts of English sentences.

use itertools::Itertools;

/// Most names that are listed; the others are counted.
const MOST_NAMES: usize = 12;

/// Most words of the names that are listed.
const MOST_WORDS_OF_NAMES: usize = 16;

/// Most values and ranges of values that are listed.
const MOST_RANGES: usize = 20;

/// Number of leading words that abbreviate a rule.
const MOST_WORDS: usize = 6;

/// A statement about a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) name: String,
    /// Such as "is 7".
    pub(super) predicate: String,
}

/// Removes empty texts and repetitions.
pub(crate) fn distinct(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    texts.into_iter().filter(|text| !text.is_empty()).unique().collect()
}

/// Formats a rule with its places: "Row 7 holds each digit once".
pub(crate) fn statement_of_rule(rule: &str, places: &[String]) -> String {
    let rule = rule.trim_end_matches('.');
    let places = distinct(places.to_vec());
    if let [place] = &places[..] {
        for each in ["Every ", "Each "] {
            let Some(rest) = rule.strip_prefix(each) else { continue };
            let Some((noun, rest)) = rest.split_once(' ') else { continue };
            let is_it = |start: String| place.starts_with(&start);
            if is_it(format!("{noun} ")) || is_it(format!("the {noun} of ")) {
                return format!("{} {rest}", capital(place));
            }
        }
    }
    if places.is_empty() { rule.to_owned() } else { format!("{rule} ({})", lines(&places)) }
}

/// Lists the places of a rule.
fn lines(places: &[String]) -> String {
    let have_lists = places.iter().any(|place| place.contains(" and "));
    let all = || if have_lists { places.join("; ") } else { capped(places, MOST_NAMES) };
    numbered(places).unwrap_or_else(all)
}

/// Joins "row 4", "row 5" and so on to "rows 4 to 6 and 8"; `None` for one name and for names of
/// another shape.
fn numbered(names: &[String]) -> Option<String> {
    let parts: Vec<(&str, u32)> =
        names.iter().map(|name| noun_and_number(name)).collect::<Option<_>>()?;
    let noun = parts.iter().map(|(noun, _)| noun).all_equal_value().ok()?;
    let nouns = match noun.split(' ').collect_vec()[..] {
        [noun] => format!("{noun}s"),
        ["the", part, "of", whole] => format!("the {part}s of {whole}s"),
        _ => return None,
    };
    let numbers: Vec<String> =
        parts.iter().map(|(_, number)| number).sorted().map(u32::to_string).collect();
    (numbers.len() > 1).then(|| format!("{nouns} {}", list(&ranges(&numbers), "and")))
}

fn noun_and_number(name: &str) -> Option<(&str, u32)> {
    let (noun, number) = name.rsplit_once(' ')?;
    Some((noun, number.parse().ok()?))
}

/// Joins names, those with the same noun first: "r1c1 and the squares of hooks 4 to 6".
pub(super) fn gathered(names: &[String]) -> String {
    fn noun(name: &str) -> Option<&str> {
        noun_and_number(name).map(|(noun, _)| noun)
    }
    let nouns = names.iter().map(|name| noun(name)).unique();
    let texts = nouns.flat_map(|own| {
        let same: Vec<String> = names.iter().filter(|name| noun(name) == own).cloned().collect();
        if own.is_some() { vec![short_list(&same)] } else { same }
    });
    list(&texts.collect_vec(), "and")
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the first words of a rule, in quotes.
pub(super) fn short(rule: &str) -> String {
    let words: Vec<&str> = rule.trim_end_matches('.').split(' ').collect();
    let dots = if words.len() > MOST_WORDS { " ..." } else { "" };
    format!("\"{}{dots}\"", words[..words.len().min(MOST_WORDS)].join(" "))
}

/// Negates a predicate: "is 3" to "is not 3", "takes row 3" to "does not take row 3".
pub(super) fn negated(predicate: &str) -> String {
    match predicate.strip_prefix("is") {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => format!("is not{rest}"),
        _ => format!("does not {}", base(predicate)),
    }
}

/// Returns a predicate for several subjects: "are 3", "are lamps", "take row 3".
pub(super) fn plural(predicate: &str) -> String {
    if let Some(noun) = predicate.strip_prefix("is a ").filter(|noun| !noun.contains(' ')) {
        return format!("are {noun}s");
    }
    let be = ["is", "does"].into_iter().zip(["are", "do"]);
    let found = be.into_iter().find_map(|(one, several)| {
        let rest = predicate.strip_prefix(one)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{several}{rest}"))
    });
    found.unwrap_or_else(|| base(predicate))
}

/// Returns a predicate with its verb in the base form: "take row 3" of "takes row 3".
fn base(predicate: &str) -> String {
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "has" => "have",
        "goes" => "go",
        _ => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("{verb} {rest}").trim_end().to_owned()
}

/// Joins neighbours with the same predicate: "r1c1 and r1c2 are 3", "r1c3 is 4".
pub(super) fn runs(statements: &[Statement]) -> Vec<String> {
    let runs = statements.chunk_by(|one, other| one.predicate == other.predicate);
    let texts = runs.map(|run| {
        let names: Vec<String> = run.iter().map(|one| one.name.clone()).collect();
        let predicate = &run[0].predicate;
        let predicate = if names.len() > 1 { plural(predicate) } else { predicate.clone() };
        format!("{} {predicate}", short_list(&names))
    });
    texts.collect()
}

/// Joins statements in the order of their predicates: "r1c1 and r1c2 are 3, and r1c3 is 4"; those
/// beyond `most` are counted.
pub(super) fn joined(statements: Vec<Statement>, most: usize) -> String {
    let mut statements = with_one_verb(statements);
    let order: Vec<String> = statements.iter().map(|one| one.predicate.clone()).unique().collect();
    statements.sort_by_key(|one| order.iter().position(|other| *other == one.predicate));
    let mut texts = runs(&statements);
    if texts.len() > most {
        let others = texts.split_off(most - 1).len();
        texts.push(format!("{others} other facts"));
    }
    let has = |part: &str| texts.iter().any(|text| text.contains(part));
    match &texts[..] {
        [one, other] if [", ", " and ", " or "].into_iter().any(has) => {
            format!("{one}, and {other}")
        }
        [_, _, ..] if has(", ") => texts.join("; "),
        _ => list(&texts, "and"),
    }
}

/// Joins statements with the same predicate, without a limit: "r1c1 and r1c2 are 3; r1c3 is 4".
pub(super) fn all(statements: Vec<Statement>) -> String {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for Statement { name, predicate } in with_one_verb(statements) {
        match told.iter_mut().find(|(other, _)| *other == predicate) {
            Some((_, names)) => names.push(name),
            None => told.push((predicate, vec![name])),
        }
    }
    let texts = told.into_iter().map(|(predicate, names)| {
        let predicate = if names.len() > 1 { plural(&predicate) } else { predicate };
        format!("{} {predicate}", numbered(&names).unwrap_or_else(|| list(&names, "and")))
    });
    texts.collect_vec().join("; ")
}

/// Joins statements about the same thing by the same verb: "it begins in row 3 and in column 2".
fn with_one_verb(statements: Vec<Statement>) -> Vec<Statement> {
    let mut joined: Vec<Statement> = Vec::new();
    for statement in statements {
        let verb = statement.predicate.split(' ').next().unwrap_or_default();
        let is_same = |other: &&mut Statement| {
            other.name == statement.name
                && !["is", "does"].contains(&verb)
                && other.predicate.split(' ').next() == Some(verb)
        };
        match joined.iter_mut().find(is_same) {
            Some(other) => {
                other.predicate =
                    format!("{} and{}", other.predicate, &statement.predicate[verb.len()..]);
            }
            None => joined.push(statement),
        }
    }
    joined
}

/// Joins at most `most` names and counts the others: "a, b and 7 others".
pub(crate) fn capped(names: &[String], most: usize) -> String {
    if names.len() <= most {
        return list(names, "and");
    }
    let (first, others) = names.split_at(most - 2);
    format!("{} and {} others", first.join(", "), others.len())
}

/// Joins names as far as they fit into a sentence, and counts the others.
fn short_list(names: &[String]) -> String {
    if let Some(numbered) = numbered(names) {
        return numbered;
    }
    let mut words = 0;
    let fitting = names.iter().take_while(|name| {
        words += name.split(' ').count();
        words <= MOST_WORDS_OF_NAMES
    });
    match fitting.count().min(MOST_NAMES) {
        count if count >= names.len() => list(names, "and"),
        count => capped(names, count.max(3)),
    }
}

/// Joins texts by "or": "a, b or c", with numbers in [ranges]; of many, the first ones and how many
/// there are.
pub(super) fn either(texts: &[String]) -> String {
    let mut ranges = ranges(texts);
    if ranges.len() > MOST_RANGES {
        ranges.truncate(MOST_RANGES - 1);
        ranges.push(format!("others of {} values", texts.len()));
    }
    list(&ranges, "or")
}

/// Joins three or more numbers in a row: "3 to 7".
fn ranges(texts: &[String]) -> Vec<String> {
    let numbers: Vec<Option<i64>> = texts.iter().map(|text| text.parse().ok()).collect();
    let mut runs: Vec<String> = Vec::new();
    let mut place = 0;
    while place < texts.len() {
        let is_next = |&end: &usize| {
            numbers[end - 1].zip(numbers[end]).is_some_and(|(one, next)| next == one + 1)
        };
        let end = (place + 1..texts.len()).take_while(is_next).last().unwrap_or(place);
        if end >= place + 2 {
            runs.push(format!("{} to {}", texts[place], texts[end]));
        } else {
            runs.extend_from_slice(&texts[place..=end]);
        }
        place = end + 1;
    }
    runs
}

pub(super) fn list(texts: &[String], and: &str) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_agree_with_their_subjects() {
        assert_eq!(negated("is 3"), "is not 3");
        assert_eq!(negated("takes row 3"), "does not take row 3");
        assert_eq!(["is 3", "has 3", "is a lamp"].map(plural), ["are 3", "have 3", "are lamps"]);
        assert_eq!(plural(&negated("takes row 3")), "do not take row 3");
    }

    #[test]
    fn statements_share_subjects_and_verbs() {
        let statements =
            [("it", "begins in row 3"), ("r1c1", "is 3"), ("it", "begins in column 2")];
        let statements = statements.map(|(name, predicate)| Statement {
            name: name.to_owned(),
            predicate: predicate.to_owned(),
        });
        let text = "it begins in row 3 and in column 2, and r1c1 is 3";
        assert_eq!(joined(statements.to_vec(), 9), text);
    }

    #[test]
    fn names_with_numbers_share_their_noun() {
        let names = |texts: &str| {
            let texts: Vec<String> = texts.split(", ").map(str::to_owned).collect();
            short_list(&texts)
        };
        assert_eq!(names("hook 4, hook 5, hook 6, hook 9"), "hooks 4 to 6 and 9");
        assert_eq!(names("hook 4"), "hook 4");
        assert_eq!(names("hook 4, row 5"), "hook 4 and row 5");
        assert_eq!(names("the end of hook 2, the end of hook 1"), "the ends of hooks 1 and 2");
        assert_eq!(names("jump 1 to 2, jump 1 to 3"), "jump 1 to 2 and jump 1 to 3");
        let texts = ["row 2", "r1c1", "row 1", "r1c2"].map(str::to_owned);
        assert_eq!(gathered(&texts), "rows 1 and 2, r1c1 and r1c2");
    }

    #[test]
    fn numbers_in_a_row_are_ranges() {
        let either = |texts: &str| either(&texts.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(either("1 2 3 4 7 9"), "1 to 4, 7 or 9");
        assert_eq!(either("empty 8 9"), "empty, 8 or 9");
        assert_eq!(either("3"), "3");
        let even = (0..30).map(|number| (2 * number).to_string()).join(" ");
        assert!(either(&even).ends_with(", 34, 36 or others of 30 values"));
    }
}
