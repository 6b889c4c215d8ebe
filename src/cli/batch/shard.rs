//! A share of a collection: which problems this process works on.

use std::fmt;
use std::str::FromStr;

use beruehrt::notation::Text;
use beruehrt::text;

/// Share `number` of `count`; a problem belongs to the share its key falls into, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `count`.
    number: u32,
    count: u32,
}

/// Where the share is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardArg {
    /// `I/N`.
    Fixed(Shard),
    /// `auto`: the variables of a Slurm job array.
    Auto,
}

impl Shard {
    /// Share `number` of `count`, both from 1.
    pub fn new(number: u32, count: u32) -> Option<Shard> {
        (1..=count)
            .contains(&number)
            .then_some(Shard { number, count })
    }

    /// Whether a problem with this key (a hash, evenly spread) is this share's.
    pub fn holds(self, key: &[u8; 32]) -> bool {
        let hash = u64::from_be_bytes([
            key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
        ]);
        hash % u64::from(self.count) == u64::from(self.number - 1)
    }

    /// The share of a task of a Slurm array. `variable` looks up the environment.
    ///
    /// With `SLURM_ARRAY_TASK_MIN` (and `_STEP`) the first task has share 1; without them task `t` has
    /// share `t` modulo the count, which shares out any run of consecutive numbers exactly once.
    ///
    /// # Errors
    ///
    /// A sentence that names the variable that is missing or no number.
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Text> {
        let optional = |name: &str| -> Result<Option<u32>, Text> {
            variable(name)
                .map(|value| {
                    value.trim().parse().map_err(|_| {
                        text!(
                            "{name} is `{value}`, which is not a number",
                            "{name} ist `{value}`, das ist keine Zahl",
                        )
                    })
                })
                .transpose()
        };
        let needed = |name: &str| {
            optional(name)?.ok_or_else(|| {
                text!(
                    "`--shard auto` needs {name}: run it in a Slurm job array, or give `--shard I/N`",
                    "`--shard auto` braucht {name}: in einem Job-Array von Slurm starten oder `--shard I/N` angeben",
                )
            })
        };
        let id = needed("SLURM_ARRAY_TASK_ID")?;
        let count = needed("SLURM_ARRAY_TASK_COUNT")?;
        let step = optional("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let number = match optional("SLURM_ARRAY_TASK_MIN")? {
            Some(min) => id.checked_sub(min).map(|past| past / step + 1),
            None if count == 0 => None,
            None => Some(if id % count == 0 { count } else { id % count }),
        };
        number
            .and_then(|number| Shard::new(number, count))
            .ok_or_else(|| {
                text!(
                    "SLURM_ARRAY_TASK_ID {id} and SLURM_ARRAY_TASK_COUNT {count} do not fit",
                    "SLURM_ARRAY_TASK_ID {id} und SLURM_ARRAY_TASK_COUNT {count} passen nicht zusammen",
                )
            })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for ShardArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardArg, String> {
        if text == "auto" {
            return Ok(ShardArg::Auto);
        }
        text.split_once('/')
            .and_then(|(number, count)| Shard::new(number.parse().ok()?, count.parse().ok()?))
            .map(ShardArg::Fixed)
            .ok_or_else(|| "a share is written `I/N` with I from 1 to N, or `auto`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slurm(pairs: &[(&str, &str)]) -> Result<Shard, Text> {
        Shard::of_slurm(|name| {
            pairs
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn every_key_falls_into_exactly_one_share() {
        for seed in 0..200u8 {
            let key = [seed; 32];
            let held = (1..=7)
                .filter(|&i| Shard::new(i, 7).unwrap().holds(&key))
                .count();
            assert_eq!(held, 1);
        }
    }

    #[test]
    fn a_slurm_array_is_shared_out_once_wherever_it_starts() {
        for first in [0, 1, 5] {
            let mut numbers: Vec<u32> = (first..first + 4)
                .map(|id| {
                    slurm(&[
                        ("SLURM_ARRAY_TASK_ID", &id.to_string()),
                        ("SLURM_ARRAY_TASK_COUNT", "4"),
                    ])
                    .unwrap()
                    .number
                })
                .collect();
            numbers.sort_unstable();
            assert_eq!(numbers, [1, 2, 3, 4]);
        }
        let stepped = slurm(&[
            ("SLURM_ARRAY_TASK_ID", "14"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
        ]);
        assert_eq!(stepped, Ok(Shard::new(3, 3).unwrap()));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            assert!(text.parse::<ShardArg>().is_err(), "{text}");
        }
        assert!(slurm(&[("SLURM_ARRAY_TASK_ID", "1")]).is_err());
    }
}
