// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/model/codec/memory_budget.h"

#include <optional>
#include <string_view>
#include <vector>

namespace faultline::codec {

/// The texts of a report that is read. Refers to the section's bytes.
class TextTable
{
public:
    /// Malformed when counts and sizes do not fill the section exactly; Unsupported when the table
    /// itself exceeds the budget.
    static Result<TextTable> open(Bytes section, MemoryBudget& budget);

    /// Absent when the file has no text with this number.
    std::optional<std::string_view> find(std::uint64_t number) const;

private:
    std::vector<std::string_view> m_texts;
};

} // namespace faultline::codec
