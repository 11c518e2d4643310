// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::server::mozilla {

/// A function that was inlined into another one.
struct InlinedCall
{
    std::string_view function;
    std::string_view file;  ///< Empty when unknown.
    std::uint32_t line = 0; ///< 0 when unknown.
};

/// What a table says about an offset. The texts point into the table.
struct FunctionMatch
{
    std::string_view function;
    std::uint64_t functionOffset = 0; ///< Offset from the start of the function.
    std::string_view file; ///< The position at which the function calls the outermost inlined one.
    std::uint32_t line = 0;
    std::vector<InlinedCall> inlines; ///< Ordered innermost first.
};

/// The functions of one module, for look-ups by Mozilla's rules (docs/spec/mozilla-api.md §§6–8).
/// The nearest start of a function or symbol at or below an offset gives the name, at any distance.
/// Lines and inlined calls must cover the offset. Reads the bytes in place and checks them at every
/// step.
class FunctionTable
{
public:
    /// Keeps the view. Errors: Malformed (not a table, or its sections do not fit into the bytes).
    static Result<FunctionTable> open(ByteView bytes);

    /// Absent for an offset below the first symbol.
    std::optional<FunctionMatch> find(std::uint64_t offset) const;

    /// Returns the name of the module's code file from the symbol file; empty when that has none.
    std::string_view moduleFile() const;

    std::uint64_t sizeBytes() const { return m_bytes.size(); }

private:
    struct Section
    {
        std::uint64_t offset = 0;
        std::uint32_t count = 0;
    };

    struct Function;

    explicit FunctionTable(ByteView bytes) : m_bytes(std::move(bytes)) {}

    std::uint32_t word(const Section& section,
                       std::uint32_t width,
                       std::uint32_t index,
                       std::uint32_t field) const;
    std::uint32_t lastAtOrBelow(const Section& section,
                                std::uint32_t width,
                                std::uint64_t offset,
                                std::uint32_t first,
                                std::uint32_t count) const;
    std::string_view text(std::uint32_t offset, std::uint32_t sizeBytes) const;
    std::string_view fileName(std::uint32_t file) const;
    std::optional<Function> coveringFunction(std::uint64_t offset) const;
    void addPosition(const Function& function, std::uint32_t offset, FunctionMatch& match) const;

    ByteView m_bytes;
    Section m_starts;
    Section m_segments;
    Section m_functions;
    Section m_lines;
    Section m_inlines;
    Section m_files;
    Section m_text; ///< Its size counts bytes.
    std::uint32_t m_moduleFileOffset = 0;
    std::uint32_t m_moduleFileBytes = 0;
};

} // namespace faultline::server::mozilla
