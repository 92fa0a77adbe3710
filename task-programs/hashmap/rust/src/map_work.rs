//! What a task puts into its map, and how it reads it back.

use std::collections::HashMap;

/// Fills a map for a task, reads it back, frees it, and returns the sum of what it found: task, entries.
pub type MapWork = fn(u64, u64) -> u64;

pub fn named(keys: &str) -> Option<MapWork> {
    match keys {
        "numbers" => Some(number_keys),
        "strings" => Some(string_keys),
        _ => None,
    }
}

fn score(task: u64, id: u64) -> u64 {
    task.wrapping_mul(31).wrapping_add(id)
}

struct Item {
    id: u64,
    score: u64,
}

/// Whole numbers as keys; all items are read back when the map is full.
fn number_keys(task: u64, entries: u64) -> u64 {
    let mut map = HashMap::new();
    for id in 0..entries {
        map.insert(id, Item { id, score: score(task, id) });
    }
    let mut sum = 0u64;
    for id in 0..entries {
        let item = &map[&id];
        sum = sum.wrapping_add(item.id ^ item.score);
    }
    sum
}

struct NamedItem {
    name: String,
    score: u64,
}

/// Strings as keys, which the items have, too; each item is read back as soon as it is put. That is the
/// loop of curvednebula's go-rust-perf-tests of 2025.
fn string_keys(task: u64, entries: u64) -> u64 {
    let mut map = HashMap::new();
    let mut sum = 0u64;
    for id in 0..entries {
        let name = id.to_string();
        map.insert(name.clone(), NamedItem { name: name.clone(), score: score(task, id) });
        if let Some(item) = map.get(&name).filter(|item| item.name == name) {
            sum = sum.wrapping_add(id ^ item.score);
        }
    }
    sum
}
