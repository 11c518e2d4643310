// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_output.h"
#include "core/base/byte_view.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::codec {

/// The texts of a report that is written, each of them once. Refers to the report's strings.
class TextPool
{
public:
    /// Returns the number that stands for `text` in the file; 0 is the empty text.
    std::uint64_t numberOf(std::string_view text);

    /// The section that TextTable reads.
    ByteOutput section() const;

private:
    std::unordered_map<std::string_view, std::uint64_t> m_numbers;
    std::vector<std::string_view> m_texts;
};

} // namespace faultline::codec
