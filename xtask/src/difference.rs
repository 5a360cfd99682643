//! The differences between two texts, line by line.

use similar::{ChangeTag, TextDiff};

/// Returns the lines of both texts: those of `before` alone after a `-`, those of `after` alone
/// after a `+`, common ones after a space. Of long common stretches only the lines next to a change
/// are shown.
pub(crate) fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let changes = TextDiff::from_slices(&before, &after);
    let mut text = String::new();
    let mut shown = 0;
    for group in changes.grouped_ops(CONTEXT) {
        if group.first().is_some_and(|first| first.old_range().start > shown) {
            text.push_str("...\n");
        }
        for change in group.iter().flat_map(|part| changes.iter_changes(part)) {
            text.push_str(match change.tag() {
                ChangeTag::Delete => "-",
                ChangeTag::Insert => "+",
                ChangeTag::Equal => " ",
            });
            text.push_str(change.value());
            text.push('\n');
        }
        shown = group.last().map_or(shown, |last| last.old_range().end);
    }
    if shown < before.len() {
        text.push_str("...\n");
    }
    text
}

/// Common lines shown before and after a change.
const CONTEXT: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_marked() {
        assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), " a\n-b\n+x\n c\n+d\n");
        assert_eq!(difference("", "a\nb\n"), "+a\n+b\n");
        assert_eq!(difference("a\n", ""), "-a\n");
        assert_eq!(difference("a\nb", "b\na"), "+b\n a\n-b\n");
    }

    #[test]
    fn long_common_stretches_are_left_out() {
        let long = "1\n2\n3\n4\n5\n";
        assert_eq!(
            difference(&format!("{long}a"), &format!("{long}b")),
            "...\n 3\n 4\n 5\n-a\n+b\n"
        );
        assert_eq!(difference(long, long), "...\n");
    }
}
