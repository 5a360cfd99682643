//! How two texts differ, line by line.

/// The lines of both texts: those of `before` alone after a `-`, those of `after` alone after a `+`,
/// common ones after a space. Of long common stretches only what stands next to a change is shown.
pub(crate) fn difference(before: &str, after: &str) -> String {
    let marked = marked_lines(before, after);
    let is_near = |place: usize| {
        let near = &marked[place.saturating_sub(CONTEXT)..(place + CONTEXT + 1).min(marked.len())];
        near.iter().any(|&(mark, _)| mark != ' ')
    };
    let mut text = String::new();
    let mut left_out = false;
    for (place, (mark, line)) in marked.iter().enumerate() {
        if is_near(place) {
            text.push(*mark);
            text.push_str(line);
            text.push('\n');
        } else if !left_out {
            text.push_str("...\n");
        }
        left_out = !is_near(place);
    }
    text
}

/// Common lines shown before and after a change.
const CONTEXT: usize = 3;

/// Every line with its mark, by a longest common subsequence.
fn marked_lines<'a>(before: &'a str, after: &'a str) -> Vec<(char, &'a str)> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    // The length of the longest common subsequence of what follows, in rows for `old`.
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            longest[row * width + column] = if old[row] == new[column] {
                longest[(row + 1) * width + column + 1] + 1
            } else {
                longest[(row + 1) * width + column].max(longest[row * width + column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut marked = Vec::new();
    while row < old.len() || column < new.len() {
        let removal = row < old.len()
            && (column == new.len()
                || longest[(row + 1) * width + column] >= longest[row * width + column + 1]);
        if row < old.len() && column < new.len() && old[row] == new[column] {
            marked.push((' ', old[row]));
            row += 1;
            column += 1;
        } else if removal {
            marked.push(('-', old[row]));
            row += 1;
        } else {
            marked.push(('+', new[column]));
            column += 1;
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_marked() {
        assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), " a\n-b\n+x\n c\n+d\n");
        assert_eq!(difference("", "a\nb\n"), "+a\n+b\n");
        assert_eq!(difference("a\n", ""), "-a\n");
        assert_eq!(difference("a\nb", "b\na"), "-a\n b\n+a\n");
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
