// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of Microsoft's C++ library, laid out by hand: its classes by the names and members that
// the published headers (microsoft/STL, release builds) declare, filled in by a writer instead of
// the library. tst_windows_values compiles this for Windows, runs it and reads its variables.

using size_t = unsigned long long;

inline void* operator new(size_t, void* place) noexcept
{
    return place;
}

// What vcruntime has: the table of type_info, which descriptions of classes begin with.
extern "C" void* typeInfoTable __asm__("??_7type_info@@6B@");
void* typeInfoTable = nullptr;
extern "C" int _fltused = 0;

extern "C" int _purecall()
{
    return 0;
}

extern "C" void* memset(void* to, int value, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        static_cast<volatile unsigned char*>(to)[i] = static_cast<unsigned char>(value);
    return to;
}

namespace writer {

alignas(16) unsigned char g_heap[1 << 14];
size_t g_used = 0;

template <class T>
T* make(size_t count = 1)
{
    auto* made = reinterpret_cast<T*>(g_heap + g_used);
    g_used += (count * sizeof(T) + 15) / 16 * 16;
    return made;
}

} // namespace writer

namespace std {

template <class T>
struct allocator
{
};

template <class T>
struct char_traits
{
};

template <class T>
struct less
{
};

template <class T>
struct equal_to
{
};

template <class T>
struct hash
{
};

template <class T>
struct default_delete
{
};

struct _Container_base0
{
};

template <class First, class Second>
class _Compressed_pair final : private First
{
public:
    Second _Myval2;
};

template <class T, class U>
struct pair
{
    T first;
    U second;
};

template <class T>
struct _Simple_types
{
    using value_type = T;
};

template <class Types>
class _String_val : public _Container_base0
{
public:
    using value_type = typename Types::value_type;
    static constexpr size_t kBuffer = 16 / sizeof(value_type);

    union _Bxty {
        value_type _Buf[kBuffer];
        value_type* _Ptr;
        char _Alias[kBuffer];
    } _Bx;

    size_t _Mysize;
    size_t _Myres;
};

template <class E, class Traits = char_traits<E>, class A = allocator<E>>
class basic_string
{
public:
    void write(const E* text)
    {
        auto& value = _Mypair._Myval2;
        size_t length = 0;
        while (text[length] != 0)
            ++length;
        const bool isShort = length < _String_val<_Simple_types<E>>::kBuffer;
        E* to = isShort ? value._Bx._Buf : value._Bx._Ptr = writer::make<E>(length + 1);
        for (size_t i = 0; i <= length; ++i)
            to[i] = text[i];
        value._Mysize = length;
        value._Myres = isShort ? _String_val<_Simple_types<E>>::kBuffer - 1 : length | 15;
    }

private:
    _Compressed_pair<A, _String_val<_Simple_types<E>>> _Mypair;
};

using string = basic_string<char>;
using wstring = basic_string<wchar_t>;

template <class E, class Traits = char_traits<E>>
class basic_string_view
{
public:
    const E* _Mydata;
    size_t _Mysize;
};

template <class Types>
class _Vector_val : public _Container_base0
{
public:
    typename Types::value_type* _Myfirst;
    typename Types::value_type* _Mylast;
    typename Types::value_type* _Myend;
};

template <class T, class A = allocator<T>>
class vector
{
public:
    T* write(size_t size)
    {
        auto& value = _Mypair._Myval2;
        value._Myfirst = writer::make<T>(size + 1);
        value._Mylast = value._Myfirst + size;
        value._Myend = value._Mylast + 1;
        return value._Myfirst;
    }

private:
    _Compressed_pair<A, _Vector_val<_Simple_types<T>>> _Mypair;
};

template <class A>
struct _Vb_val : _Container_base0
{
    vector<unsigned> _Myvec;
    size_t _Mysize;
};

template <class A>
class vector<bool, A> : public _Vb_val<A>
{
};

template <class T, size_t size>
class array
{
public:
    T _Elems[size];
};

constexpr size_t dynamic_extent = ~size_t(0);

template <class T, size_t extent>
struct _Span_extent_type
{
    T* _Mydata;
    static constexpr size_t _Mysize = extent;
};

template <class T>
struct _Span_extent_type<T, dynamic_extent>
{
    T* _Mydata;
    size_t _Mysize;
};

template <class T, size_t extent = dynamic_extent>
class span : public _Span_extent_type<T, extent>
{
};

template <class T>
class _Deque_val : public _Container_base0
{
public:
    T** _Map;
    size_t _Mapsize;
    size_t _Myoff;
    size_t _Mysize;
};

template <class T, class A = allocator<T>>
class deque
{
public:
    /// The elements begin at an offset and go around the end of the map.
    template <class Value>
    void write(size_t offset, size_t size, Value value)
    {
        constexpr size_t block = sizeof(T) <= 1   ? 16
                                 : sizeof(T) <= 2 ? 8
                                 : sizeof(T) <= 4 ? 4
                                 : sizeof(T) <= 8 ? 2
                                                  : 1;
        auto& to = _Mypair._Myval2;
        to._Mapsize = 8;
        to._Map = writer::make<T*>(to._Mapsize);
        to._Myoff = offset;
        to._Mysize = size;
        for (size_t i = offset; i < offset + size; ++i) {
            auto& place = to._Map[i / block % to._Mapsize];
            place = place == nullptr ? writer::make<T>(block) : place;
            place[i % block] = value(i - offset);
        }
    }

private:
    _Compressed_pair<A, _Deque_val<T>> _Mypair;
};

template <class T, class Pointer>
struct _List_node
{
    _List_node* _Next;
    _List_node* _Prev;
    T _Myval;
};

template <class T>
class _List_val : public _Container_base0
{
public:
    _List_node<T, void*>* _Myhead;
    size_t _Mysize;
};

template <class T, class A = allocator<T>>
class list
{
public:
    void write()
    {
        auto& to = _Mypair._Myval2;
        to._Myhead = writer::make<_List_node<T, void*>>();
        to._Myhead->_Next = to._Myhead->_Prev = to._Myhead;
    }

    T& add()
    {
        auto& to = _Mypair._Myval2;
        auto* node = writer::make<_List_node<T, void*>>();
        node->_Next = to._Myhead;
        node->_Prev = to._Myhead->_Prev;
        node->_Prev->_Next = to._Myhead->_Prev = node;
        ++to._Mysize;
        return node->_Myval;
    }

private:
    _Compressed_pair<A, _List_val<T>> _Mypair = {};
};

template <class T, class Pointer>
struct _Flist_node
{
    _Flist_node* _Next;
    T _Myval;
};

template <class T>
class _Flist_val : public _Container_base0
{
public:
    _Flist_node<T, void*>* _Myhead;
};

template <class T, class A = allocator<T>>
class forward_list
{
public:
    void addFirst(T value)
    {
        auto* node = writer::make<_Flist_node<T, void*>>();
        node->_Next = _Mypair._Myval2._Myhead;
        node->_Myval = value;
        _Mypair._Myval2._Myhead = node;
    }

private:
    _Compressed_pair<A, _Flist_val<T>> _Mypair = {};
};

template <class T, class Pointer>
struct _Tree_node
{
    _Tree_node* _Left;
    _Tree_node* _Parent;
    _Tree_node* _Right;
    char _Color;
    char _Isnil;
    T _Myval;
};

template <class T>
class _Tree_val : public _Container_base0
{
public:
    _Tree_node<T, void*>* _Myhead;
    size_t _Mysize;
};

template <class Key, class T, class Compare, class A, bool isMulti>
class _Tmap_traits
{
public:
    using key_compare = Compare;
    using value_type = pair<const Key, T>;
    using allocator_type = A;
};

template <class Key, class Compare, class A, bool isMulti>
class _Tset_traits
{
public:
    using key_compare = Compare;
    using value_type = Key;
    using allocator_type = A;
};

template <class Traits>
class _Tree
{
public:
    using value_type = typename Traits::value_type;
    using node = _Tree_node<value_type, void*>;

    void write()
    {
        auto& to = _Mypair._Myval2._Myval2;
        to._Myhead = writer::make<node>();
        to._Myhead->_Left = to._Myhead->_Parent = to._Myhead->_Right = to._Myhead;
        to._Myhead->_Isnil = 1;
    }

    /// Values come in ascending order: the last one becomes the new root.
    value_type* addLast()
    {
        auto& to = _Mypair._Myval2._Myval2;
        auto* made = writer::make<node>();
        made->_Left = to._Myhead->_Parent;
        made->_Right = to._Myhead;
        made->_Parent = to._Myhead;
        to._Myhead->_Parent = to._Myhead->_Right = made;
        ++to._Mysize;
        return &made->_Myval;
    }

    /// Hangs one to the right of the root.
    value_type* addRight()
    {
        auto& to = _Mypair._Myval2._Myval2;
        auto* made = writer::make<node>();
        made->_Left = made->_Right = to._Myhead;
        made->_Parent = to._Myhead->_Parent;
        made->_Parent->_Right = made;
        ++to._Mysize;
        return &made->_Myval;
    }

private:
    _Compressed_pair<typename Traits::key_compare,
                     _Compressed_pair<typename Traits::allocator_type, _Tree_val<value_type>>>
        _Mypair = {};
};

template <class Key, class T, class Compare = less<Key>, class A = allocator<pair<const Key, T>>>
class map : public _Tree<_Tmap_traits<Key, T, Compare, A, false>>
{
};

template <class Key, class T, class Compare = less<Key>, class A = allocator<pair<const Key, T>>>
class multimap : public _Tree<_Tmap_traits<Key, T, Compare, A, true>>
{
};

template <class Key, class Compare = less<Key>, class A = allocator<Key>>
class set : public _Tree<_Tset_traits<Key, Compare, A, false>>
{
};

template <class Key, class Hash, class Equal>
class _Uhash_compare
{
};

template <class T, class Traits>
class _Hash
{
public:
    list<T>& write()
    {
        _List.write();
        _Vec.write(16);
        _Mask = 7;
        _Maxidx = 8;
        return _List;
    }

private:
    Traits _Traitsobj;
    list<T> _List;
    vector<void*> _Vec;
    size_t _Mask;
    size_t _Maxidx;
};

template <class Key, class T, class Hash = hash<Key>, class Equal = equal_to<Key>>
class unordered_map : public _Hash<pair<const Key, T>, _Uhash_compare<Key, Hash, Equal>>
{
};

template <class Key, class Hash = hash<Key>, class Equal = equal_to<Key>>
class unordered_set : public _Hash<Key, _Uhash_compare<Key, Hash, Equal>>
{
};

struct _Nontrivial_dummy_type
{
    char c;
};

template <class T, bool isTrivial = true>
struct _Optional_destruct_base
{
    union {
        _Nontrivial_dummy_type _Dummy;
        T _Value;
    };

    bool _Has_value;
};

template <class T>
struct _Optional_construct_base : _Optional_destruct_base<T>
{
};

template <class T>
class optional : private _Optional_construct_base<T>
{
public:
    T& write()
    {
        this->_Has_value = true;
        return this->_Value;
    }

    void clear() { this->_Has_value = false; }
};

template <bool isTrivial, class... Types>
class _Variant_storage_
{
};

template <class First, class... Rest>
class _Variant_storage_<true, First, Rest...>
{
public:
    union {
        First _Head;
        _Variant_storage_<true, Rest...> _Tail;
    };
};

template <class... Types>
class _Variant_base : public _Variant_storage_<true, Types...>
{
public:
    signed char _Which;
};

template <class... Types>
class variant : private _Variant_base<Types...>
{
public:
    auto& write(int which)
    {
        this->_Which = static_cast<signed char>(which);
        return static_cast<_Variant_storage_<true, Types...>&>(*this);
    }
};

template <class T, class D = default_delete<T>>
class unique_ptr
{
public:
    void write(T* pointer) { _Mypair._Myval2 = pointer; }

private:
    _Compressed_pair<D, T*> _Mypair;
};

class _Ref_count_base
{
public:
    virtual void _Destroy() {}

    virtual void _Delete_this() {}

    unsigned long _Uses;
    unsigned long _Weaks;
};

template <class T>
class _Ptr_base
{
public:
    void write(T* pointer, _Ref_count_base* counts)
    {
        _Ptr = pointer;
        _Rep = counts;
    }

private:
    T* _Ptr;
    _Ref_count_base* _Rep;
};

template <class T>
class shared_ptr : public _Ptr_base<T>
{
};

template <class T>
class weak_ptr : public _Ptr_base<T>
{
};

template <class T>
class reference_wrapper
{
public:
    T* _Ptr;
};

template <class T>
struct _Atomic_padded
{
    T _Value;
};

template <class T, size_t size = sizeof(T)>
struct _Atomic_storage
{
    _Atomic_padded<T> _Storage;
};

template <class T>
struct atomic : _Atomic_storage<T>
{
};

template <class R, class... Types>
class _Func_base
{
public:
    virtual R _Do_call(Types...) = 0;
};

template <class Callable, class R, class... Types>
class _Func_impl_no_alloc final : public _Func_base<R, Types...>
{
public:
    R _Do_call(Types... arguments) override { return _Callee(arguments...); }

    Callable _Callee;
};

template <class R, class... Types>
class _Func_class
{
public:
    union _Storage {
        double _Dummy1;
        char _Dummy2[56];
        _Func_base<R, Types...>* _Ptrs[8];
    };

    _Storage _Mystorage;
};

template <class Function>
class function;

template <class R, class... Types>
class function<R(Types...)> : public _Func_class<R, Types...>
{
public:
    template <class Callable>
    void write(Callable callable)
    {
        auto* made = new (&this->_Mystorage) _Func_impl_no_alloc<Callable, R, Types...>;
        made->_Callee = callable;
        this->_Mystorage._Ptrs[7] = made;
    }

    void clear() { this->_Mystorage._Ptrs[7] = nullptr; }
};

} // namespace std

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
