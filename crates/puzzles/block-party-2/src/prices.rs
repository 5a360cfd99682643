//! Prices of numbers, and the resulting bound of the sum.

use itertools::Itertools;

/// The prices of numbers, paid on top of the products, and the resulting bound.
///
/// A number occurs at most once in each row and each column, so at most `times` times. Give each a
/// price, and let a region pay for its product and for all its numbers. The sum of the minimum
/// payments of all regions, less `times` times all prices, is a lower bound of the sum of the
/// products (Lagrange). It is valid for any prices.
pub(crate) struct Prices {
    /// The prices by number, up to the largest number with a price.
    price: Vec<u32>,
    /// The minimum payment of a region, by its number of cells.
    pub(crate) least: Vec<u32>,
    pub(crate) bound: u32,
}

/// The largest number that may have a price.
const LARGEST_PRICED: u32 = 40;

/// The number of updates of the prices. When the price of a number is right, demand equals supply;
/// each update changes prices by the excess demand.
const ROUNDS: u32 = 300;

/// The number of regions, and the fillings of each in which every number can have a price.
type Regions = (usize, Vec<Vec<u32>>);

impl Prices {
    /// Computes good prices for regions with these numbers of cells.
    pub(crate) fn new(areas: &[usize], times: usize) -> Self {
        let counts = areas.iter().copied().counts().into_iter().sorted();
        let regions: Vec<Regions> =
            counts.map(|(area, count)| (count, fillings(area, LARGEST_PRICED))).collect();
        let mut prices = vec![0.0; LARGEST_PRICED as usize + 1];
        let rounds = (0..ROUNDS).map(|round| {
            let rounded = Self::rounded(&prices, &regions, times);
            let mut wanted = vec![0; prices.len()];
            for (count, fillings) in &regions {
                let pays = |filling: &&Vec<u32>| {
                    let numbers = filling.iter().map(|&number| prices[number as usize]);
                    f64::from(product(filling)) + numbers.sum::<f64>()
                };
                let cheapest =
                    fillings.iter().min_by(|one, other| pays(one).total_cmp(&pays(other)));
                for &number in cheapest.into_iter().flatten() {
                    wanted[number as usize] += count;
                }
            }
            let step = 0.5 / (1.0 + f64::from(round) / 50.0);
            for (price, wanted) in prices.iter_mut().zip(wanted) {
                *price = f64::max(0.0, *price + step * (wanted as f64 - times as f64));
            }
            rounded
        });
        let better = |best: Self, next: Self| if next.bound > best.bound { next } else { best };
        rounds.reduce(better).expect("there are some rounds")
    }

    #[expect(clippy::cast_possible_truncation, reason = "prices are about as large as products")]
    #[expect(clippy::cast_sign_loss, reason = "prices are not negative")]
    fn rounded(prices: &[f64], regions: &[Regions], times: usize) -> Self {
        let price = prices.iter().map(|price| price.round() as u32).collect();
        let mut prices = Prices { price, least: Vec::new(), bound: 0 };
        let mut bound = 0;
        for (count, fillings) in regions {
            // Any other filling has a product beyond the largest number with a price.
            let pays = fillings.iter().map(|filling| prices.pays(filling));
            let least = pays.fold(LARGEST_PRICED + 1, u32::min);
            let area = fillings.first().map_or(0, Vec::len);
            prices.least.resize(prices.least.len().max(area + 1), 0);
            prices.least[area] = least;
            bound += *count * least as usize;
        }
        let all: usize = prices.price.iter().map(|&price| price as usize).sum();
        prices.bound = u32::try_from(bound.saturating_sub(all * times)).unwrap_or(0);
        prices
    }

    /// Returns the price of a number.
    pub(crate) fn of(&self, number: u32) -> u32 {
        self.price.get(number as usize).copied().unwrap_or(0)
    }

    fn pays(&self, filling: &[u32]) -> u32 {
        product(filling) + filling.iter().map(|&number| self.of(number)).sum::<u32>()
    }

    /// Returns the numbers that have a price, and their prices.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(self.price.iter().copied()).filter(|&(_, price)| price > 0)
    }

    /// Returns the fillings of a region whose payment exceeds the minimum by at most `excess`, each
    /// with its excess.
    pub(crate) fn fillings(&self, area: usize, excess: u32) -> Vec<(Vec<u32>, u32)> {
        let least = self.least[area];
        let fillings = fillings(area, least + excess).into_iter();
        let fillings = fillings.map(|filling| (self.pays(&filling) - least, filling));
        let affordable = fillings.filter(|&(more, _)| more <= excess);
        affordable.map(|(more, filling)| (filling, more)).collect()
    }
}

/// Returns the last number.
fn product(filling: &[u32]) -> u32 {
    filling[filling.len() - 1]
}

/// Returns all sets of `area` different numbers up to `largest` in which the last one is the
/// product of the others.
pub(crate) fn fillings(area: usize, largest: u32) -> Vec<Vec<u32>> {
    let mut fillings = vec![Vec::new()];
    for _ in 1..area {
        let extended = fillings.iter().flat_map(|factors| {
            let most = largest / factors.iter().product::<u32>();
            let next = factors.last().map_or(1, |last| last + 1)..=most;
            next.map(|factor| [&factors[..], &[factor]].concat())
        });
        fillings = extended.collect();
    }
    fillings.retain(|factors| !factors.contains(&factors.iter().product()));
    for factors in &mut fillings {
        factors.push(factors.iter().product());
    }
    fillings
}
