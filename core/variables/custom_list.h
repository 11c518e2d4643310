// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/item_lister.h"

namespace faultline::variables {

/// Runs the steps of CustomListItems: a small program with variables of its own, whose loops end at
/// a limit of steps and items.
class CustomList
{
public:
    CustomList(ItemLister& lister, const natvis::ExpandNode& node, ItemWindow& window);

    void run();

private:
    enum class Outcome : std::uint8_t { Next, Break, Full };
    using Answer = CppAnswer<Outcome>;

    CppAnswer<void> setUp();
    Answer runAll(const std::vector<natvis::ListStep>& steps);
    Answer runOne(const natvis::ListStep& step);
    Answer loop(const natvis::ListStep& step);
    CppAnswer<bool> holds(const natvis::ListStep& step);
    Answer item(const natvis::ListStep& step);

    ItemLister& m_lister;
    const natvis::ExpandNode& m_node;
    ItemWindow& m_window;
    ObjectScope m_scope;
    std::uint64_t m_count = 0;
};

} // namespace faultline::variables
