//! Whether each of some can have something of his own, nothing being given twice.

/// Whether each row, a set of at most 64 columns as bits, can have one of its columns for itself.
pub(super) fn have_one_each(rows: &[u64]) -> bool {
    owners(rows).is_some()
}

/// For each row the column that it has for itself, if that can be.
pub(super) fn one_each(rows: &[u64]) -> Option<Vec<usize>> {
    let owner = owners(rows)?;
    let column = |row| owner.iter().position(|&one| one == Some(row));
    (0..rows.len()).map(column).collect()
}

/// By column the row that has it, if each row has one.
fn owners(rows: &[u64]) -> Option<[Option<usize>; 64]> {
    // The depth is bounded by the number of columns: each is asked once.
    fn finds(row: usize, rows: &[u64], owner: &mut [Option<usize>; 64], asked: &mut u64) -> bool {
        (0..64)
            .filter(|column| rows[row] & 1 << column != 0)
            .any(|column| {
                if *asked & 1 << column != 0 {
                    return false;
                }
                *asked |= 1 << column;
                let is_free = match owner[column] {
                    None => true,
                    Some(other) => finds(other, rows, owner, asked),
                };
                if is_free {
                    owner[column] = Some(row);
                }
                is_free
            })
    }
    let mut owner = [None; 64];
    let all = (0..rows.len()).all(|row| finds(row, rows, &mut owner, &mut 0));
    all.then_some(owner)
}

/// The columns that fit, as bits.
pub(super) fn row<T>(columns: impl IntoIterator<Item = T>, fits: impl Fn(T) -> bool) -> u64 {
    let columns = columns.into_iter().enumerate();
    columns.fold(0, |row, (column, what)| {
        row | u64::from(fits(what)) << column
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_competes_for_too_few_goes_without() {
        assert!(have_one_each(&[0b011, 0b001, 0b110]));
        assert!(!have_one_each(&[0b011, 0b001, 0b010, 0b100]));
        assert!(!have_one_each(&[0]));
        assert!(have_one_each(&[]));
    }
}
