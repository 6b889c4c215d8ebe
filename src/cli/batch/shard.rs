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
    /// An array with holes (`--array=1,3,7`) has tasks for some shares only: it is refused in every task.
    ///
    /// # Errors
    ///
    /// A sentence that names the variable that is missing or no number, or says that they do not fit.
    pub fn of_slurm(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Text> {
        let number = |name: &str| -> Result<u32, Text> {
            let value = variable(name).ok_or_else(|| text!(ShardNeeds, name))?;
            value
                .trim()
                .parse()
                .map_err(|_| text!(NotANumber, name, value))
        };
        let [id, count, min, max] = [
            number("SLURM_ARRAY_TASK_ID")?,
            number("SLURM_ARRAY_TASK_COUNT")?,
            number("SLURM_ARRAY_TASK_MIN")?,
            number("SLURM_ARRAY_TASK_MAX")?,
        ];
        let step = match variable("SLURM_ARRAY_TASK_STEP") {
            Some(_) => number("SLURM_ARRAY_TASK_STEP")?,
            None => 1,
        };
        let task = |id: u32| {
            let past = id.checked_sub(min).filter(|_| id <= max)?;
            (past.checked_rem(step)? == 0).then(|| past / step + 1)
        };
        let highest = max - max.saturating_sub(min).checked_rem(step).unwrap_or(0);
        let share = match (task(id), task(highest)) {
            (Some(number), Some(last)) if last == count => Shard::new(number, count),
            _ => None,
        };
        share.ok_or_else(|| text!(ShardHoles, id, count, min, max, step))
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

    fn task(id: u32, count: u32, min: u32, max: u32, step: u32) -> Result<Shard, Text> {
        let [id, count, min, max, step] = [id, count, min, max, step].map(|n| n.to_string());
        slurm(&[
            ("SLURM_ARRAY_TASK_ID", &id),
            ("SLURM_ARRAY_TASK_COUNT", &count),
            ("SLURM_ARRAY_TASK_MIN", &min),
            ("SLURM_ARRAY_TASK_MAX", &max),
            ("SLURM_ARRAY_TASK_STEP", &step),
        ])
    }

    #[test]
    fn a_slurm_array_is_shared_out_once_wherever_it_starts() {
        for first in [0, 1, 5] {
            let numbers: Vec<u32> = (first..first + 4)
                .map(|id| task(id, 4, first, first + 3, 1).unwrap().number)
                .collect();
            assert_eq!(numbers, [1, 2, 3, 4]);
        }
        // --array=10-15:2 has the tasks 10, 12 and 14; Slurm says that the highest is 14 or 15.
        for max in [14, 15] {
            assert_eq!(task(14, 3, 10, max, 2), Ok(Shard::new(3, 3).unwrap()));
        }
    }

    #[test]
    fn variables_that_do_not_fit_are_refused() {
        // --array=1,3,7: nobody would do the second share.
        for id in [1, 3, 7] {
            assert!(task(id, 3, 1, 7, 1).is_err());
        }
        assert!(task(9, 4, 1, 4, 1).is_err(), "beyond the last");
        assert!(task(0, 4, 1, 4, 1).is_err(), "before the first");
        assert!(task(11, 3, 10, 14, 2).is_err(), "between two");
        assert!(task(1, 4, 1, 4, 0).is_err(), "no step");
        assert!(task(1, 0, 1, 0, 1).is_err(), "no task");
        let half = [
            ("SLURM_ARRAY_TASK_ID", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert!(slurm(&half).is_err());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            assert!(text.parse::<ShardArg>().is_err(), "{text}");
        }
        assert!(slurm(&[("SLURM_ARRAY_TASK_ID", "1")]).is_err());
    }
}
