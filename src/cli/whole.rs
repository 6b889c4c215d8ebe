//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::trouble::{Deed, Trouble, cannot};

/// Most symbolic links that are followed one after the other; more of them lead in a circle.
const MOST_LINKS: usize = 40;

/// Writes what `fill` writes to the file at `path`, which takes its name only when it is whole: whatever fails, an
/// earlier file stays as it was. A symbolic link stays, and the file it leads to is replaced. A pipe or a device cannot
/// be replaced: it is written to.
///
/// # Errors
///
/// The file cannot be written, or does not take all of it.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Trouble> {
    replace(path, fill).map_err(cannot(Deed::Write, path))
}

fn replace(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = target(path)?;
    // Opened first: what must not be written to must not be replaced either.
    let earlier = match OpenOptions::new().write(true).open(&target) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let metadata = earlier.as_ref().map(File::metadata).transpose()?;
    // The outputs of a process have names there, which lead to files that others hold open.
    let is_name_of_another = ["/dev", "/proc"].iter().any(|top| target.starts_with(top));
    if let (Some(file), Some(metadata)) = (&earlier, &metadata)
        && (is_name_of_another || !metadata.is_file())
    {
        return filled(file, fill);
    }
    let mut name = target.clone().into_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&part)?;
    let done = filled(&file, fill).and_then(|()| {
        if let Some(metadata) = metadata {
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&part, &target)
    });
    if done.is_err() {
        // The error that is reported is the first one.
        let _ = fs::remove_file(&part);
    }
    done
}

fn filled(file: &File, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.flush()
}

/// Where the links at `path` lead; there need not be a file yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let is_device = ["/dev", "/proc"].iter().any(|top| path.starts_with(top));
        match fs::read_link(&path) {
            Ok(link) if !is_device => path = path.parent().unwrap_or(Path::new("")).join(link),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether both paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some_and(|one| Some(one) == real(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_leaves_the_earlier_file_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        write(&path, |out| out.write_all(b"first")).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(write(dir.path(), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_what_they_lead_to_is_written() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        symlink("folder/b", at("link")).unwrap();
        symlink("link", at("far")).unwrap();
        for text in ["new", "again"] {
            write(&at("far"), |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(at("folder/b")).unwrap(), text);
            fs::set_permissions(at("folder/b"), fs::Permissions::from_mode(0o640)).unwrap();
        }
        write(&at("link"), |_| Ok(())).unwrap();
        assert!(at("link").is_symlink() && at("far").is_symlink());
        let mode = fs::metadata(at("folder/b")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        symlink("circle", at("circle")).unwrap();
        assert!(write(&at("circle"), |_| Ok(())).is_err());
    }
}
