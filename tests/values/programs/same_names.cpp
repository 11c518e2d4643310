// SPDX-License-Identifier: GPL-3.0-or-later
// Types of the same name that differ: in unnamed namespaces of two files, in two functions, and of
// the whole program. What a container holds is read as the right one of them.
extern "C" {
#include "values.h"
}
#include "same_names.h"

#define SUMMARY(path, value) FL_SAY(path, "summary", "%s", value)

struct Local
{
    char letters[8] = {'g', 'l', 'o', 'b', 'a', 'l', 0, 0};
};

Local kGlobal;

namespace {

struct Item
{
    int first;
    int second;

    friend auto operator<=>(const Item&, const Item&) = default;
};

struct Hash
{
    std::size_t operator()(const Item& item) const { return static_cast<std::size_t>(item.first); }
};

struct Empty
{
};

struct Closer
{
    int closed = 3;

    void operator()(Item* item) const { delete item; }
};

/// A pointer of its own, beside which there is the usual one for the same type.
struct Handles
{
    struct Handle
    {
        long number = 0;

        Handle() = default;

        explicit Handle(long which) : number(which) {}

        Handle(std::nullptr_t) {}

        explicit operator bool() const { return number != 0; }

        friend bool operator==(const Handle&, const Handle&) = default;
    };

    using pointer = Handle;

    void operator()(Handle) const {}
};

void closeItem(Item* item)
{
    delete item;
}

__attribute__((noinline)) void inAnotherFunction()
{
    struct Local
    {
        int first;
        float second;
    };

    std::list<Local> list{{opaque(5), 6.5F}};
    std::vector<Local> vector{{opaque(7), 8.5F}};
    std::unique_ptr<Local> unique(new Local{opaque(11), 12.5F});
    FL_SAY("list[0].first", "int if known", "%d", list.front().first);
    FLOAT("vector[0].second", vector[0].second);
    POINTER("unique[pointer]", unique.get());
    inAnotherFile();
    opaque(list.front().first + vector[0].first + unique->first);
}

__attribute__((noinline)) void inThisFile()
{
    struct Local
    {
        short first;
        short second;
        int third;
    };

    std::list<Local> locals{{static_cast<short>(opaque(1)), 2, 3}};
    std::list<Item> list{{opaque(10), 11}};
    std::forward_list<Item> forward{{opaque(12), 13}};
    std::deque<Item> deque{{opaque(14), 15}};
    std::set<Item> set{{opaque(16), 17}};
    std::unordered_set<Item, Hash> hash{{opaque(18), 19}};
    std::map<Item, int> map{{{opaque(36), 37}, 38}};
    std::optional<Item> optional = Item{opaque(20), 21};
    std::variant<int, Item> variant = Item{opaque(22), 23};
    std::tuple<Empty, Item, int> tuple{Empty(), Item{opaque(24), 25}, 26};
    std::unique_ptr<Item> unique(new Item{opaque(27), 28});
    std::unique_ptr<Item, Closer> withState(new Item{opaque(29), 30});
    std::unique_ptr<Item, void (*)(Item*)> withFunction(new Item{opaque(31), 32}, closeItem);
    std::unique_ptr<Item, Handles> handle(Handles::Handle(opaque(33)));
    std::shared_ptr<Item> shared(new Item{opaque(34), 35});
    std::list<::Local> ofAll(1);
    FL_SAY("locals[0].third", "int if known", "%d", locals.front().third);
    INT("list[0].second", list.front().second);
    INT("forward[0].first", forward.front().first);
    INT("deque[0].second", deque.front().second);
    INT("set[0].second", set.begin()->second);
    INT("hash[0].second", hash.begin()->second);
    SUMMARY("map[0]", "({...}, 38)");
    INT("optional[value].second", optional->second);
    INT("variant[value].second", std::get<1>(variant).second);
    INT("tuple[1].first", std::get<1>(tuple).first);
    INT("tuple[2]", std::get<2>(tuple));
    POINTER("unique[pointer]", unique.get());
    POINTER("withState[pointer]", withState.get());
    POINTER("withFunction[pointer]", withFunction.get());
    POINTER("shared[pointer]", shared.get());
    FL_SAY("handle[pointer].number", "int if known", "%ld", handle.get().number);
    FL_SAY("ofAll[0].letters", "text if known", "%s", ofAll.front().letters);
    inAnotherFunction();
    opaque(list.front().first + forward.front().first + deque.front().first + set.begin()->first +
           hash.begin()->first + map.begin()->second + optional->first +
           std::get<1>(variant).first + std::get<1>(tuple).first + unique->first +
           withState->first + withFunction->first + static_cast<int>(handle.get().number) +
           shared->first + locals.front().first + ofAll.front().letters[0] + kGlobal.letters[0]);
}

} // namespace

int main()
{
    inThisFile();
    return 0;
}
