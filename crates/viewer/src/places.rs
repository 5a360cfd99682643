//! Values that are held once and referred to by their places.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

/// Distinct values, each with a place. In JSON it is an array.
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Places<T> {
    pub(crate) all: Vec<T>,
    #[serde(skip)]
    places: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Places<T> {
    /// Returns the place of a value; a new value gets the next place.
    pub(crate) fn of<V>(&mut self, value: &V) -> usize
    where
        T: Borrow<V>,
        V: Eq + Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(&place) = self.places.get(value) {
            return place;
        }
        let place = self.all.len();
        self.all.push(value.to_owned());
        self.places.insert(value.to_owned(), place);
        place
    }
}
