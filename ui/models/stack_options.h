#pragma once

namespace faultline::ui {

/// What of a stack is shown and in which order; a display setting, never a change of data.
struct StackOptions
{
    enum class Mode { Relevant, Full, Raw };
    enum class Order { NewestFirst, OldestFirst };

    Mode mode = Mode::Relevant;
    Order order = Order::NewestFirst;

    bool operator==(const StackOptions&) const = default;
};

} // namespace faultline::ui
