//! Distinct representatives: can every demand be met by a supply of its own?

/// No row has the column.
pub const FREE: u8 = u8::MAX;

/// Matches every row (a bit set of acceptable columns, at most 32) with a column of its own.
///
/// Returns the column of each row, or `None` if some rows compete for too few columns (Hall's
/// theorem). Deterministic: rows in order, columns by index.
pub fn matching(rows: &[u32]) -> Option<Vec<u8>> {
    let mut owner = [FREE; 32];
    for row in 0..rows.len() {
        let mut seen = 0u32;
        if !augment(rows, row, &mut owner, &mut seen) {
            return None;
        }
    }
    let mut columns = vec![FREE; rows.len()];
    for (column, &row) in owner.iter().enumerate() {
        if row != FREE {
            columns[usize::from(row)] = column as u8;
        }
    }
    Some(columns)
}

/// Whether every row finds a column of its own.
pub fn is_matchable(rows: &[u32]) -> bool {
    matching(rows).is_some()
}

/// The columns that fit, as bits.
pub fn row<T>(columns: impl IntoIterator<Item = T>, fits: impl Fn(T) -> bool) -> u32 {
    let columns = columns.into_iter().enumerate();
    columns.fold(0, |row, (i, column)| row | u32::from(fits(column)) << i)
}

/// Gives the row a column, moving others on; the columns looked at are `seen`.
// The depth is bounded by the number of columns: `seen` grows with every call.
pub fn augment(rows: &[u32], row: usize, owner: &mut [u8; 32], seen: &mut u32) -> bool {
    loop {
        let open = rows[row] & !*seen;
        if open == 0 {
            return false;
        }
        let column = open.trailing_zeros() as usize;
        *seen |= 1 << column;
        if owner[column] == FREE || augment(rows, usize::from(owner[column]), owner, seen) {
            owner[column] = row as u8;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_demands_for_two_supplies_fail() {
        assert!(!is_matchable(&[0b011, 0b011, 0b011]));
        assert!(is_matchable(&[0b011, 0b011, 0b111]));
        assert_eq!(matching(&[0b11, 0b01]), Some(vec![1, 0]));
    }
}
