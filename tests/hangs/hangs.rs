// SPDX-License-Identifier: GPL-3.0-or-later
// As hangs.c, with the primitives of Rust's standard library.
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, Once, RwLock};
use std::thread;
use std::time::Duration;

extern "C" {
    fn gettid() -> i32;
    fn raise(signal: i32) -> i32;
}

const SIGABRT: i32 = 6;
const AN_HOUR: Duration = Duration::from_secs(3600);

static READY: AtomicI32 = AtomicI32::new(0);
static EXPECTED: AtomicI32 = AtomicI32::new(1);

fn id() -> i32 {
    unsafe { gettid() }
}

fn arrive() {
    READY.fetch_add(1, SeqCst);
}

fn nap() {
    thread::sleep(Duration::from_millis(2));
}

fn tell_wait(kind: &str, owner: i32) {
    println!("wait {} {} {}", id(), kind, owner);
}

fn sleeps(thread: &str) -> bool {
    let path = format!("/proc/self/task/{thread}/stat");
    match std::fs::read_to_string(path) {
        Ok(text) => text.rsplit(')').next().unwrap().starts_with(" S"),
        Err(_) => true,
    }
}

fn all_sleep() -> bool {
    let own = id().to_string();
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|thread| *thread != own)
        .all(|thread| sleeps(&thread))
}

fn watch() {
    let mut calm = 0;
    while calm < 16 {
        thread::sleep(Duration::from_millis(3));
        let is_calm = READY.load(SeqCst) >= EXPECTED.load(SeqCst) && all_sleep();
        calm = if is_calm { calm + 1 } else { 0 };
    }
    unsafe { raise(SIGABRT) };
}

static IDS: [AtomicI32; 2] = [AtomicI32::new(0), AtomicI32::new(0)];
static HOLDERS: AtomicI32 = AtomicI32::new(0);
static PLAIN: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
static FULL: [Mutex<[i32; 8]>; 2] = [Mutex::new([0; 8]), Mutex::new([0; 8])];
static WRITTEN: [RwLock<[i32; 8]>; 2] = [RwLock::new([0; 8]), RwLock::new([0; 8])];

fn meet(own: usize, kind: &str) {
    IDS[own].store(id(), SeqCst);
    HOLDERS.fetch_add(1, SeqCst);
    while HOLDERS.load(SeqCst) < 2 {
        nap();
    }
    tell_wait(kind, IDS[1 - own].load(SeqCst));
    if own == 0 {
        println!("cycle {} {}", IDS[0].load(SeqCst), IDS[1].load(SeqCst));
    }
    arrive();
}

/// What glibc's mutex would hold after its first two words if its waiter held it: owner, users,
/// kind.
fn words_of_glibc(own: usize) -> [i32; 8] {
    [IDS[1 - own].load(SeqCst), 1, 0, 0, 0, 0, 0, 0]
}

fn lock_plain(own: usize) {
    let _own = PLAIN[own].lock().unwrap();
    meet(own, "rust-mutex");
    let _other = PLAIN[1 - own].lock().unwrap();
}

fn lock_full(own: usize) {
    let mut value = FULL[own].lock().unwrap();
    meet(own, "rust-mutex");
    *value = words_of_glibc(own);
    let _other = FULL[1 - own].lock().unwrap();
}

fn write(own: usize) {
    let mut value = WRITTEN[own].write().unwrap();
    meet(own, "rust-rwlock");
    *value = words_of_glibc(own);
    let _other = WRITTEN[1 - own].write().unwrap();
}

fn cross(run: fn(usize)) {
    EXPECTED.store(2, SeqCst);
    thread::spawn(move || run(1));
    run(0);
}

fn wait_for_condition() {
    let (mutex, condition) = (Mutex::new(0), Condvar::new());
    let guard = mutex.lock().unwrap();
    tell_wait("condition", 0);
    arrive();
    drop(condition.wait(guard));
}

fn wait_for_barrier() {
    let barrier = Barrier::new(2);
    tell_wait("condition", 0);
    arrive();
    barrier.wait();
}

fn receive() {
    let (sender, receiver) = mpsc::channel::<i32>();
    tell_wait("channel", 0);
    arrive();
    let _ = receiver.recv();
    drop(sender);
}

fn call_once() {
    static ONCE: Once = Once::new();
    EXPECTED.store(2, SeqCst);
    ONCE.call_once(|| {
        thread::spawn(|| {
            tell_wait("once", 0);
            arrive();
            ONCE.call_once(|| {});
        });
        arrive();
        thread::sleep(AN_HOUR);
    });
}

fn join() {
    let other = Arc::new(AtomicI32::new(0));
    let told = other.clone();
    let handle = thread::spawn(move || {
        told.store(id(), SeqCst);
        thread::sleep(AN_HOUR);
    });
    while other.load(SeqCst) == 0 {
        nap();
    }
    tell_wait("join", other.load(SeqCst));
    arrive();
    let _ = handle.join();
}

fn main() {
    let how = std::env::args().nth(1).unwrap();
    thread::spawn(watch);
    match how.as_str() {
        "mutexes" => cross(lock_plain),
        "full-mutexes" => cross(lock_full),
        "rwlocks" => cross(write),
        "condvar" => wait_for_condition(),
        "barrier" => wait_for_barrier(),
        "recv" => receive(),
        "once" => call_once(),
        "join" => join(),
        _ => std::process::exit(2),
    }
}
