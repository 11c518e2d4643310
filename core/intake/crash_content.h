// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::crash {
struct CrashReader;
}

namespace faultline::intake {

/// Where the lines of a text were in the file that the user knows.
struct LineOrigin
{
    std::uint32_t firstLine = 1; ///< Number of the first line, counted from 1.
    /// The number of each line, if something was taken off the text; null: they follow each other.
    std::shared_ptr<const std::vector<std::uint32_t>> lines;

    std::uint32_t of(std::uint32_t line) const
    {
        const auto index = std::size_t{line} + firstLine - 2;
        if (lines)
            return index < lines->size() ? (*lines)[index] : 0;
        return line + firstLine - 1;
    }
};

/// What files beside a crash file say of it: name and text.
using BesideFacts = std::vector<std::pair<std::string, std::string>>;

/// The unpacked bytes of a crash file.
struct CrashContent
{
    CrashContent(ByteView unpacked) : bytes(std::move(unpacked)) {}

    ByteView bytes;
    /// Why the compressed file could not be unpacked to its end; empty when it was whole.
    std::string damage;
    LineOrigin origin{};
    /// Who reads it, once that was asked, which costs a pass over a text; null: no reader knows it.
    std::optional<const crash::CrashReader*> reader{};
    /// Its traces were looked for: it is one of them, or the only thing that it holds.
    bool isOneTrace = false;
    /// The lines of further traces of the text, besides the one that is read.
    std::vector<std::uint32_t> furtherTraces{};
    BesideFacts besideFacts{};
    bool mayMissTraces = false; ///< The text was not searched to its end for each form.
};

} // namespace faultline::intake
