// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace faultline::ui {

/// Which rows of a stack are shown and in which order. The options never change the data.
struct StackOptions
{
    enum class Mode { Relevant, Full, Raw };
    enum class Order { NewestFirst, OldestFirst };

    Mode mode = Mode::Relevant;
    Order order = Order::NewestFirst;

    bool operator==(const StackOptions&) const = default;
};

} // namespace faultline::ui
