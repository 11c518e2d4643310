// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of Microsoft's C++ library. tst_windows_values compiles this for Windows, runs it and
// reads its variables.
#include "msvc_library.h"

namespace shapes {

struct Named
{
    virtual const char* name() const { return "named"; }

    int id;
};

struct Shape
{
    virtual int area() const { return 0; }

    int color;
};

struct Square : Named, Shape
{
    int area() const override { return side * side; }

    int side;
};

template <class T>
struct Scaled : Square
{
    T factor;
};

} // namespace shapes

struct Point
{
    int x;
    int y;
};

struct Adder
{
    int more;

    int operator()(int value) const { return value + more; }
};

const volatile void* sink;
volatile int seed = 1;

__attribute__((noinline)) static int objects(shapes::Shape* base, shapes::Named* first)
{
    std::function<int(int)> call;
    call.write(Adder{41 * seed});
    std::function<int(int)> none;
    none.clear();
    shapes::Shape plain;
    plain.color = 3;
    shapes::Shape* same = &plain;
    sink = &call, sink = &none, sink = &same;
    __builtin_trap();
    return base->area() + first->id;
}

__attribute__((noinline)) static int pointers()
{
    static Point target = {5, 6};
    std::unique_ptr<Point> unique;
    unique.write(&target);
    std::unique_ptr<Point> empty;
    empty.write(nullptr);
    std::_Ref_count_base counts;
    counts._Uses = 2;
    counts._Weaks = 3;
    std::shared_ptr<Point> shared;
    shared.write(&target, &counts);
    std::shared_ptr<Point> noShared;
    noShared.write(nullptr, nullptr);
    std::weak_ptr<Point> weak;
    weak.write(&target, &counts);
    std::_Ref_count_base gone;
    gone._Uses = 0;
    gone._Weaks = 1;
    std::weak_ptr<Point> expired;
    expired.write(&target, &gone);
    std::reference_wrapper<Point> wrapped{&target};
    std::atomic<int> counter;
    counter._Storage._Value = 77 * seed;
    std::optional<int> some;
    some.write() = 9 * seed;
    std::optional<std::string> text;
    text.write().write("in an optional");
    std::optional<int> nothing;
    nothing.clear();
    std::variant<int, double, std::string> number;
    number.write(1)._Tail._Head = 2.5;
    std::variant<int, double, std::string> words;
    words.write(2)._Tail._Tail._Head.write("third");
    std::variant<int, double> valueless;
    valueless.write(-1);
    shapes::Scaled<short> square;
    square.id = 1;
    square.color = 2;
    square.side = 4 * seed;
    square.factor = 5;
    sink = &unique, sink = &empty, sink = &shared, sink = &noShared, sink = &weak, sink = &expired;
    sink = &wrapped, sink = &counter, sink = &some, sink = &text, sink = &nothing;
    sink = &number, sink = &words, sink = &valueless;
    return objects(&square, &square);
}

__attribute__((noinline)) static int associative()
{
    std::map<int, Point> map;
    map.write();
    for (int i = 1; i <= 3; ++i)
        new (map.addLast()) std::pair<const int, Point>{i * 10, {i, -i}};
    new (map.addRight()) std::pair<const int, Point>{40, {4, -4 * seed}};
    std::multimap<int, int> several;
    several.write();
    new (several.addLast()) std::pair<const int, int>{7, 1};
    new (several.addLast()) std::pair<const int, int>{7, 2};
    std::map<int, int> empty;
    empty.write();
    std::set<std::string> set;
    set.write();
    set.addLast()->write("apple");
    set.addLast()->write("a pear that is longer than its buffer");
    std::unordered_map<int, int> table;
    auto& items = table.write();
    new (&items.add()) std::pair<const int, int>{1, 100};
    new (&items.add()) std::pair<const int, int>{2, 200 * seed};
    std::unordered_set<int> numbers;
    numbers.write().add() = 64;
    sink = &map, sink = &several, sink = &empty, sink = &set, sink = &table, sink = &numbers;
    return pointers();
}

__attribute__((noinline)) static int sequences()
{
    std::vector<int> vector;
    int* values = vector.write(3);
    values[0] = 1, values[1] = 2, values[2] = 3 * seed;
    std::vector<std::string> texts;
    std::string* strings = texts.write(2);
    strings[0].write("one");
    strings[1].write("another one, longer");
    std::vector<bool> bits;
    unsigned* words = bits._Myvec.write(2);
    words[0] = 5, words[1] = 2;
    bits._Mysize = 34;
    std::array<short, 2> array = {{11, 12}};
    std::span<int> span;
    span._Mydata = values;
    span._Mysize = 2;
    std::span<int, 3> fixed;
    fixed._Mydata = values;
    std::list<Point> list;
    list.write();
    list.add() = {1, 2};
    list.add() = {3, 4};
    std::forward_list<int> forward;
    forward.addFirst(6);
    forward.addFirst(5);
    std::forward_list<int> none;
    std::deque<int> deque;
    deque.write(30, 5, [](size_t i) { return static_cast<int>(i) + 1000; });
    std::deque<Point> wide;
    wide.write(15, 3, [](size_t i) { return Point{static_cast<int>(i), 0}; });
    sink = &vector, sink = &texts, sink = &bits, sink = &array, sink = &span, sink = &fixed;
    sink = &list, sink = &forward, sink = &none, sink = &deque, sink = &wide;
    return associative();
}

extern "C" int entry()
{
    std::string small;
    small.write("short");
    std::string large;
    large.write("a text of more than sixteen characters");
    std::string limit;
    limit.write("fifteen letters");
    std::wstring wide;
    wide.write(L"sieben7");
    std::wstring wideLarge;
    wideLarge.write(L"acht und mehr");
    std::basic_string_view<char> view{"a view of this", 6};
    std::string nothing;
    nothing.write("");
    sink = &small, sink = &large, sink = &limit, sink = &wide, sink = &wideLarge, sink = &view;
    sink = &nothing;
    return sequences();
}
