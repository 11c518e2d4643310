// SPDX-License-Identifier: GPL-3.0-or-later
// The other file of same_names.cpp: its Item has the size of the first one's.
extern "C" {
#include "values.h"
}
#include "same_names.h"

namespace {

struct Item
{
    float weight;
    short tag;
    short second;

    friend auto operator<=>(const Item&, const Item&) = default;
};

struct Hash
{
    std::size_t operator()(const Item& item) const { return static_cast<std::size_t>(item.tag); }
};

} // namespace

__attribute__((noinline)) void inAnotherFile()
{
    std::list<Item> list{{1.5F, 2, static_cast<short>(opaque(3))}};
    std::forward_list<Item> forward{{2.5F, 4, static_cast<short>(opaque(5))}};
    std::set<Item> set{{3.5F, 6, static_cast<short>(opaque(7))}};
    std::unordered_set<Item, Hash> hash{{4.5F, 8, static_cast<short>(opaque(9))}};
    std::unique_ptr<Item> unique(new Item{5.5F, 10, static_cast<short>(opaque(11))});
    FLOAT("list[0].weight", list.front().weight);
    INT("list[0].second", list.front().second);
    FLOAT("forward[0].weight", forward.front().weight);
    FLOAT("set[0].weight", set.begin()->weight);
    INT("hash[0].tag", hash.begin()->tag);
    POINTER("unique[pointer]", unique.get());
    crash();
    opaque(list.front().tag + forward.front().tag + set.begin()->tag + hash.begin()->tag +
           unique->tag);
}
