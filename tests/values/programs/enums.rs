// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, collections, enumerations and pointers of Rust.
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! say {
    ($function:expr, $path:expr, $kind:expr, $value:expr) => {
        println!("{}\t{}\t{}\t{}", $function, $path, $kind, $value)
    };
}

#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
}

#[allow(dead_code)]
enum Shape {
    Nothing,
    Circle(f64),
    Square { side: u16 },
}

#[allow(dead_code)]
#[repr(i8)]
enum Signed {
    Low(u8) = -3,
    High(u8) = 3,
}

/// All values of the byte but 0 and 1 are free for others.
#[derive(Clone, Copy)]
#[allow(dead_code)]
enum Letter {
    A,
    B,
}

#[inline(never)]
fn options() {
    let some: Option<i32> = Some(black_box(12));
    let none: Option<i32> = black_box(None);
    let boxed: Option<Box<i32>> = Some(Box::new(black_box(13)));
    let unboxed: Option<Box<i32>> = black_box(None);
    let text: Option<String> = Some(String::from("some text"));
    let no_text: Option<String> = black_box(None);
    let nested: Option<Option<bool>> = Some(black_box(None));
    let letter: Option<Letter> = Some(black_box(Letter::B));
    let no_letter: Option<Letter> = black_box(None);
    let good: Result<u8, String> = Ok(black_box(14));
    let bad: Result<u8, String> = Err(black_box(String::from("bad")));
    let unit: Result<(), u32> = Err(black_box(15));
    let nothing = black_box(Shape::Nothing);
    let circle = Shape::Circle(black_box(2.5));
    let square = Shape::Square { side: black_box(9) };
    let low = black_box(Signed::Low(7));
    let high = black_box(Signed::High(8));
    say!("options", "some", "summary", "Some(12)");
    say!("options", "none", "summary", "None");
    say!("options", "boxed.Some.__0", "pointer", format!("{:p}", &**boxed.as_ref().unwrap()));
    say!("options", "unboxed", "summary", "None");
    say!("options", "text", "summary", "Some(\"some text\")");
    say!("options", "no_text", "summary", "None");
    say!("options", "nested", "summary", "Some(None)");
    say!("options", "letter", "summary", "Some(B)");
    say!("options", "no_letter", "summary", "None");
    say!("options", "good", "summary", "Ok(14)");
    say!("options", "bad", "summary", "Err(\"bad\")");
    say!("options", "unit", "summary", "Err(15)");
    say!("options", "circle.Circle.__0", "double", 2.5);
    say!("options", "square.Square.side", "int", 9);
    say!("options", "low.Low.__0", "int", 7);
    say!("options", "high.High.__0", "int", 8);
    collections();
    black_box((&some, &none, &boxed, &unboxed, &text, &no_text, &nested, &letter, &no_letter, &good));
    black_box((&bad, &unit, &nothing, &circle, &square, &low, &high));
}

#[inline(never)]
fn collections() {
    let text = String::from("owned text");
    let slice: &str = &text[6..];
    let empty = black_box(String::new());
    let numbers: Vec<i32> = vec![1, 2, black_box(3)];
    let points: Vec<Point> = vec![Point { x: 1, y: 2 }, Point { x: 3, y: black_box(4) }];
    let texts: Vec<String> = vec![String::from("a"), String::from("bb")];
    let nested: Vec<Vec<u8>> = vec![vec![1], vec![2, black_box(3)]];
    let part: &[i32] = &numbers[1..];
    let mut bytes: Vec<u8> = vec![8, 9, black_box(10)];
    let writable: &mut [u8] = &mut bytes[1..];
    let mut letters = String::from("letters");
    let word: &mut str = letters.as_mut_str();
    let array: [i16; 3] = [1, 2, black_box(3)];
    let mut map: HashMap<String, i32> = HashMap::new();
    map.insert(String::from("key"), black_box(42));
    let mut set: HashSet<u64> = HashSet::new();
    set.insert(black_box(7));
    let mut queue: VecDeque<i32> = VecDeque::with_capacity(4);
    queue.push_back(black_box(1));
    queue.push_back(2);
    queue.pop_front();
    let unused: HashMap<i32, i32> = black_box(HashMap::new());
    say!("collections", "text", "text", text);
    say!("collections", "slice", "text", slice);
    say!("collections", "empty", "text", empty);
    say!("collections", "numbers", "summary", "{ len=3 }");
    say!("collections", "numbers[2]", "int", 3);
    say!("collections", "points[1].y", "int", points[1].y);
    say!("collections", "texts[1]", "text", texts[1]);
    say!("collections", "nested[1][1]", "int", 3);
    // Optimized, it is a pair without its type.
    say!("collections", "part", "summary if known", "{ len=2 }");
    say!("collections", "part[1]", "int if known", part[1]);
    say!("collections", "writable", "summary if known", "{ len=2 }");
    say!("collections", "writable[1]", "int if known", writable[1]);
    say!("collections", "word", "text if known", word);
    say!("collections", "array[2]", "int", array[2]);
    say!("collections", "map", "summary", "{ len=1 }");
    say!("collections", "map[0].__0", "text", "key");
    say!("collections", "map[0].__1", "int", 42);
    say!("collections", "set", "summary", "{ len=1 }");
    say!("collections", "set[0].__0", "int", 7);
    say!("collections", "unused", "summary", "{ len=0 }");
    pointers();
    black_box((&text, &slice, &empty, &numbers, &points, &texts, &nested, &part, &array, &map, &set, &queue));
    black_box((&unused, writable, word));
}

#[inline(never)]
fn pointers() {
    let shared = Rc::new(black_box(21));
    let second = shared.clone();
    let atomic = Arc::new(String::from("atomic"));
    let cell = Cell::new(black_box(22));
    let changing = RefCell::new(black_box(23));
    let reference = &changing;
    say!("pointers", "shared", "summary", "21");
    say!("pointers", "shared[strong]", "int", 2);
    say!("pointers", "shared[weak]", "int", 0);
    say!("pointers", "atomic[value]", "text", "atomic");
    say!("pointers", "atomic[strong]", "int", 1);
    say!("pointers", "cell", "summary", "22");
    say!("pointers", "changing", "summary", "23");
    say!("pointers", "changing[borrow]", "int", 0);
    unsafe { crash() };
    black_box((&shared, &second, &atomic, &cell, &changing, &reference));
}

#[inline(never)]
unsafe fn crash() {
    unsafe { std::ptr::write_volatile(black_box(8 as *mut i32), 1) };
}

fn main() {
    options();
}
