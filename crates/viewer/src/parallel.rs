//! Work for all cores.

use std::sync::Mutex;
use std::{iter, thread};

/// Does the same with all items, on all cores, and returns the results in the order of the items.
pub(crate) fn on_all_cores<Item: Sync, T: Send>(
    items: &[Item],
    work: impl Fn(&Item) -> T + Sync,
) -> Vec<T> {
    let items = Mutex::new(items.iter().enumerate());
    let next = || items.lock().expect("no thread panics").next();
    let worker = || iter::from_fn(next).map(|(place, item)| (place, work(item))).collect();
    let mut done = thread::scope(|scope| {
        let cores = 0..thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = cores.map(|_| scope.spawn(worker)).collect();
        let parts = workers.into_iter().map(|worker| worker.join().expect("no thread panics"));
        parts.collect::<Vec<Vec<_>>>().into_iter().flatten().collect::<Vec<_>>()
    });
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}
