// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of Microsoft's C++ library, laid out by hand: by the names and members that the published
// headers (microsoft/STL, release builds) declare, with functions that fill them in instead of the
// library's own.
#pragma once

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
