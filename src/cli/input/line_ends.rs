//! Files whose lines end in a carriage return alone, as on old Macs.

use std::io::{self, Read};

/// Bytes without a line feed that are enough: if there is none among them, lines end otherwise.
const ENOUGH: usize = 1 << 16;

/// What `reader` gives, with line feeds for carriage returns if no line of it ends in a line feed.
pub(super) fn with_line_feeds(
    mut reader: Box<dyn Read + Send>,
) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    let mut piece = [0; 4096];
    while head.len() < ENOUGH && !head.contains(&b'\n') {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => head.extend_from_slice(&piece[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let is_old = head.contains(&b'\r') && !head.contains(&b'\n');
    let reader = io::Cursor::new(head).chain(reader);
    Ok(if is_old {
        Box::new(LineFeeds(reader))
    } else {
        Box::new(reader)
    })
}

/// Line feeds for carriage returns: nothing changes its place.
struct LineFeeds<R>(R);

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        for byte in buffer.iter_mut().take(read).filter(|byte| **byte == b'\r') {
            *byte = b'\n';
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_old_macs_are_ended_anew() {
        for (text, read) in [
            ("a\rb\r\rc", "a\nb\n\nc"),
            ("a\r\nb\rc", "a\r\nb\rc"),
            ("a\nb", "a\nb"),
            ("", ""),
        ] {
            let source: &'static [u8] = text.as_bytes();
            let mut out = String::new();
            let mut reader = with_line_feeds(Box::new(source)).unwrap();
            reader.read_to_string(&mut out).unwrap();
            assert_eq!(out, read, "{text:?}");
        }
    }
}
