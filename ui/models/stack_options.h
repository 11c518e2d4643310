// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline::ui {

/// Which rows of a stack are shown, in which order and with which texts. The options never change
/// the data.
struct StackOptions
{
    enum class Mode { Relevant, Full, Raw };
    enum class Order { NewestFirst, OldestFirst };

    static constexpr int kAllTemplates = -1;

    Mode mode = Mode::Relevant;
    Order order = Order::NewestFirst;
    bool absoluteAddresses = false; ///< Instead of the offset in the module.
    bool absolutePaths = false;     ///< Instead of the file's name.
    bool verboseNames = false;      ///< As the debug info has them.
    bool unsymbolicated = false;    ///< Mangled or minified names instead of the original ones.
    bool inlineRows = true;         ///< Inlined calls have rows.
    bool foldRecursion = true;
    bool countInlines = false; ///< Inlined calls count in the numbers of frames.
    /// Arguments of templates that lie deeper are left out of names that are not verbose.
    int templateDepth = 2;

    bool operator==(const StackOptions&) const = default;
};

} // namespace faultline::ui
