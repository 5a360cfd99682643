//! Prices of numbers, and the resulting bound of the sum.

use itertools::Itertools;

use crate::AREAS;

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
    bound: i64,
}

/// The largest number that may have a price.
const LARGEST_PRICED: u32 = 40;

/// The number of updates of the prices. When the price of a number is right, demand equals supply;
/// each update changes prices by the excess demand.
const ROUNDS: i64 = 300;

/// Until they are rounded, prices are counted in parts of 1: this many make up 1.
const UNIT: i64 = 1 << 20;

impl Prices {
    /// Computes good prices for regions with these numbers of cells.
    pub(crate) fn new(areas: impl Iterator<Item = usize>, times: usize) -> Self {
        let signed = |count: usize| i64::try_from(count).expect("grids are small");
        let times = signed(times);
        let with_fillings = |(area, count)| (area, signed(count), fillings(area, LARGEST_PRICED));
        let regions = areas.counts().into_iter().map(with_fillings).collect_vec();
        let mut exact = vec![0; LARGEST_PRICED as usize + 1];
        let rounds = (0..ROUNDS).map(|round| {
            let rounded = |price: &i64| u32::try_from((price + UNIT / 2) / UNIT).expect("small");
            let price = exact.iter().map(rounded).collect();
            let mut prices = Prices { price, least: vec![0; *AREAS.end() + 1], bound: 0 };
            prices.bound -= prices.all().map(|(_, price)| times * i64::from(price)).sum::<i64>();
            let mut excess_demand = vec![-times; exact.len()];
            for (area, count, fillings) in &regions {
                // Any other filling has a product beyond the largest number with a price.
                let pays = fillings.iter().map(|filling| prices.pays(filling));
                prices.least[*area] = pays.fold(LARGEST_PRICED + 1, u32::min);
                prices.bound += count * i64::from(prices.least[*area]);
                let pays = |filling: &&Vec<u32>| {
                    let numbers = filling.iter().map(|&number| exact[number as usize]);
                    UNIT * i64::from(product(filling)) + numbers.sum::<i64>()
                };
                for &number in fillings.iter().min_by_key(pays).into_iter().flatten() {
                    excess_demand[number as usize] += count;
                }
            }
            // The steps become shorter, so that the prices settle.
            for (price, excess) in exact.iter_mut().zip(excess_demand) {
                *price = (*price + excess * UNIT * 25 / (50 + round)).max(0);
            }
            prices
        });
        // The first one with the largest bound.
        rounds.min_by_key(|prices| -prices.bound).expect("there are some rounds")
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
    /// after its excess.
    pub(crate) fn fillings(&self, area: usize, excess: u32) -> Vec<(u32, Vec<u32>)> {
        let least = self.least[area];
        let fillings = fillings(area, least + excess).into_iter();
        let fillings = fillings.map(|filling| (self.pays(&filling) - least, filling));
        fillings.filter(|&(more, _)| more <= excess).collect()
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
