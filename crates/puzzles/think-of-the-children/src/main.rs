//! # Think Of The Children!
//!
//! *Jane Street, September 2015.* "I have three children of 18 or younger. The product of their
//! ages is 72." - "That does not tell me the ages." - "Their sum is the number over there." - "I
//! still cannot tell." - "The oldest is older than the other two." - "Now I know!" What is the next
//! larger product for which the conversation can run the same way?
//!
//! ```text
//! product 72, sum 14:   3 3 8     the oldest is 8
//!                       2 6 6     two are the oldest
//! ```
//!
//! All other sums of ages with the product 72 are unique, and would have determined the ages.
//!
//! ## Boards
//! The product.
//!
//! ## Derivation
//! Two conditions on a product, for one of its sums: at least two sets of ages have it, and exactly
//! one of these has a single oldest child. Products with few factors have few sets of ages, with
//! different sums. Sets with an equal sum and product need factors that can be regrouped: a product
//! that is large but smooth, such as 72 = 2 x 2 x 2 x 3 x 3. In the set that is ruled out two are
//! the oldest, or all three, so the product has a large square factor.
//!
//! The search tries the products in ascending order, with the divisors of each.
//!
//! ## The second way
//! The checker starts from the ages. It lists all sets of three ages, groups them by product and
//! sum, determines the groups that keep the conversation going, and takes the least product.
//!
//! ## Readings
//! The statement asks for the "next largest" number, by which the setters meant the next larger
//! one. Ages are compared in whole years: of twins, neither is the oldest.

use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThinkOfTheChildren {
    /// The largest age.
    oldest: Within<1, 50>,
    /// An exclusive lower bound of the product.
    larger_than: Within<0, 125_000>,
}

/// The ages of three children, in ascending order.
type Ages = [i64; 3];

fn has_single_oldest(ages: &Ages) -> bool {
    ages[1] < ages[2]
}

impl ThinkOfTheChildren {
    /// Returns the ages with this product, found by divisors.
    fn ages_with(&self, product: i64) -> Vec<Ages> {
        let most = self.oldest.get();
        let divisors = |number: i64| (1..=most).filter(move |age| number % age == 0);
        let mut all = Vec::new();
        for youngest in divisors(product) {
            for middle in divisors(product / youngest).filter(|&middle| middle >= youngest) {
                let oldest = product / youngest / middle;
                if (middle..=most).contains(&oldest) {
                    all.push([youngest, middle, oldest]);
                }
            }
        }
        all
    }

    /// Returns the sets of ages that share an ambiguous sum which the last hint resolves.
    fn conversations(&self, product: i64) -> Vec<Vec<Ages>> {
        let by_sum =
            self.ages_with(product).into_iter().into_group_map_by(|ages| ages.iter().sum());
        let can_be = |ages: &Vec<Ages>| {
            ages.len() > 1 && ages.iter().filter(|ages| has_single_oldest(ages)).count() == 1
        };
        let by_sum = by_sum.into_iter().sorted_by_key(|&(sum, _): &(i64, _)| sum);
        by_sum.map(|(_, ages)| ages).filter(can_be).collect()
    }
}

puzzle::program!(ThinkOfTheChildren, searched without rules);

impl Puzzle for ThinkOfTheChildren {
    fn form(&self) -> Form {
        Form::value(1..=self.oldest.get().pow(3))
    }

    fn search(&self, search: &mut Search) -> Flow {
        for product in self.larger_than.get() + 1..=self.oldest.get().pow(3) {
            search.node()?;
            if !self.conversations(product).is_empty() {
                return search.value(Board::of_value(product));
            }
            search.dead_end();
        }
        Flow::Continue(())
    }

    fn check(&self, board: &Board) -> Result<()> {
        let claimed = board.value().unwrap_or(0);
        // The number of sets of ages with each product and sum, and of those with a single oldest
        // child.
        let sets = (1..=self.oldest.get()).combinations_with_replacement(3);
        let groups = sets
            .into_grouping_map_by(|ages| (ages.iter().product::<i64>(), ages.iter().sum::<i64>()));
        let groups = groups.fold((0, 0), |(sets, single), _, ages| {
            (sets + 1, single + i64::from(ages.iter().filter(|&age| *age == ages[2]).count() == 1))
        });
        let right = groups.into_iter().filter(|&(_, (sets, single))| sets > 1 && single == 1);
        let products = right.map(|((product, _), _)| product);
        let least = products.filter(|&product| product > self.larger_than.get()).min();
        ensure!(
            least == Some(claimed),
            "{}",
            match least {
                None => "no product lets the conversation go that way".to_owned(),
                Some(least) if least < claimed => format!("{least} is smaller"),
                Some(_) if claimed <= self.larger_than.get() =>
                    format!("{claimed} is not larger than {}", self.larger_than),
                Some(_) =>
                    format!("with the product {claimed} the conversation cannot go that way"),
            }
        );
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let told = |ages: &Ages| ages.iter().join(" ");
        let mut answer = Answer::new(board.value().unwrap_or(0));
        for sets in self.conversations(board.value().unwrap_or(0)) {
            let (right, others): (Vec<Ages>, Vec<Ages>) =
                sets.iter().partition(|ages| has_single_oldest(ages));
            answer = answer.remark("sum", sets[0].iter().sum::<i64>());
            answer = answer.remark("ages", right.iter().map(told).join(" or "));
            answer = answer.remark("ruled out", others.iter().map(told).join(" and "));
        }
        answer
    }

    /// Draws the possible ages as bars, the sets that share the sum above all others.
    fn picture(&self, board: Option<&Board>) -> Picture {
        let product = board.and_then(Board::value).unwrap_or(self.larger_than.get());
        let mut picture = Picture::canvas(16.0, 0.5);
        let title = format!("product {product}");
        picture.text_from(0.0, 0.3, 0.5, &title, Ink::Given);
        let mut sets = self.ages_with(product);
        sets.sort_by_key(|ages| (ages.iter().sum::<i64>(), *ages));
        let left: Vec<Ages> = self.conversations(product).concat();
        let unit = 18.0 / (3 * self.oldest.get()) as f64;
        for (place, ages) in (1..).zip(&sets) {
            let top = f64::from(place) * 0.8;
            let mut from = 0.0;
            for &age in ages {
                let width = age as f64 * unit;
                let tint = match (left.contains(ages), has_single_oldest(ages)) {
                    (true, true) => Tint::Colour(0),
                    (true, false) => Tint::Colour(1),
                    _ => Tint::Shade,
                };
                picture.rectangle((from, top), (width, 0.6), Ink::Label, Some(tint));
                picture.text_at(from + width / 2.0, top + 0.3, 0.46, &age.to_string(), Ink::Text);
                from += width;
            }
            let sum = format!("= {}", ages.iter().sum::<i64>());
            picture.text_from(from + 0.2, top + 0.3, 0.46, &sum, Ink::Label);
        }
        picture
    }
}

impl Setter for ThinkOfTheChildren {
    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let oldest = random.usize(4..=4 + 2 * size);
        let larger_than = random.usize(0..=oldest.pow(3) / 2);
        Some(Draft::new().number("oldest", oldest).number("larger_than", larger_than))
    }
}
