//! Pipes and devices: read in a thread of their own, so that a request to stop is heard while nothing comes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use beruehrt::budget::Stop;

/// Bytes read at once.
const BLOCK: usize = 1 << 16;
/// Blocks that may wait to be used.
const AHEAD: usize = 4;
/// Time between two looks at the request to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Something that may never end, or never begin.
#[derive(Debug)]
pub struct Pipe {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    used: usize,
    stop: Stop,
}

impl Pipe {
    /// Standard input if `path` is `-`, else the pipe or device at `path`; both end where `stop` is requested.
    pub fn open(path: &Path, stop: Stop) -> Pipe {
        let (send, blocks) = sync_channel(AHEAD);
        let path = path.to_owned();
        std::thread::spawn(move || {
            if let Err(error) = pump(&path, &send) {
                // Nobody waits for it any more.
                let _ = send.send(Err(error));
            }
        });
        Pipe {
            blocks,
            block: Vec::new(),
            used: 0,
            stop,
        }
    }
}

/// Whether what is at `path` has to be read as a pipe: standard input, a pipe, a device.
pub fn is_pipe(path: &Path) -> bool {
    path == Path::new("-")
        || path
            .metadata()
            .is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn pump(path: &PathBuf, send: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    // Even opening waits, for somebody who writes.
    let mut source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    loop {
        let mut block = vec![0; BLOCK];
        let read = match source.read(&mut block) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        block.truncate(read);
        if read == 0 || send.send(Ok(block)).is_err() {
            return Ok(());
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.used == self.block.len() {
            match self.blocks.recv_timeout(LOOK) {
                Ok(block) => {
                    self.block = block?;
                    self.used = 0;
                }
                Err(RecvTimeoutError::Timeout) if !self.stop.is_requested() => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let read = (&self.block[self.used..]).read(buffer)?;
        self.used += read;
        Ok(read)
    }
}
