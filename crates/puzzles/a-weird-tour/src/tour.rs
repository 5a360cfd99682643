//! The orders of the vowels on the tour.

use puzzle::prelude::*;

pub(crate) fn is_vowel(letter: char) -> bool {
    "aeiou".contains(letter)
}

/// Returns the orders of the regions, from the first one on.
///
/// # Errors
/// Names the transport without two different vowels, or whose vowels are not neighbours.
pub(crate) fn orders<'t>(
    first: &str,
    transports: impl Iterator<Item = &'t str>,
) -> Result<Vec<String>> {
    let mut orders = vec![first.to_owned()];
    for transport in transports {
        let vowels = transport.chars().filter(|&letter| is_vowel(letter)).sorted().dedup();
        let vowels: Vec<char> = vowels.collect();
        ensure!(
            vowels.len() == 2,
            "`regions`: expected a transport with two different vowels and found {transport:?}"
        );
        let mut order: Vec<char> = orders[orders.len() - 1].chars().collect();
        let place = order.windows(2).position(|two| two.iter().all(|one| vowels.contains(one)));
        let place = place.with_context(|| {
            let order: String = order.iter().collect();
            format!("`regions`: the vowels of {transport:?} do not stand side by side in {order}")
        })?;
        order.swap(place, place + 1);
        orders.push(order.into_iter().collect());
    }
    Ok(orders)
}
