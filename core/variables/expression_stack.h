// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/stack_value.h"

#include <algorithm>
#include <vector>

namespace faultline::variables {

/// The stack of an expression. Failure is sticky: an operation that does not fit the stack gives
/// zeros from then on.
class ExpressionStack
{
public:
    static constexpr std::size_t kMaxDepth = 256;

    bool failed() const { return m_failed; }

    void push(const StackValue& value)
    {
        if (m_values.size() == kMaxDepth)
            m_failed = true;
        else
            m_values.push_back(value);
    }

    StackValue pop()
    {
        const auto value = peek(0);
        if (!m_failed)
            m_values.pop_back();
        return value;
    }

    StackValue peek(std::size_t below)
    {
        m_failed = m_failed || below >= m_values.size();
        return m_failed ? StackValue() : m_values[m_values.size() - 1 - below];
    }

    /// Moves the top value below the `count - 1` values under it.
    void rotate(std::size_t count)
    {
        m_failed = m_failed || count > m_values.size();
        if (!m_failed)
            std::rotate(m_values.end() - static_cast<std::ptrdiff_t>(count), m_values.end() - 1,
                        m_values.end());
    }

    void clear() { m_values.clear(); }

private:
    std::vector<StackValue> m_values;
    bool m_failed = false;
};

} // namespace faultline::variables
