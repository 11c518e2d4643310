// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::companions {

/// An IL2CPP line mapping. Unity generates C++ from C#; the mapping gives the C# line of a
/// generated line. Immutable. Form: `{cpp path: {cs path: {cpp line: cs line}}}`. Source:
/// docs/spec/native.md §13 (getsentry/symbolic symbolic-il2cpp).
class LineMapping
{
public:
    /// A line more than this many lines after a mapped one has no position.
    static constexpr std::uint32_t kMaxDistance = 50;

    struct Position
    {
        std::string_view path; ///< Valid as long as the mapping.
        std::uint32_t line = 0;
    };

    /// Lines of one generated file.
    class File
    {
    public:
        /// Position of the last mapped line at or before `line`, at most kMaxDistance lines away.
        std::optional<Position> find(std::uint32_t line) const;

    private:
        friend class LineMapping;

        struct Entry
        {
            std::uint32_t cppLine = 0;
            std::uint32_t csLine = 0;
            std::uint32_t csFile = 0;
        };

        std::vector<Entry> m_entries;                      // Ascending by cppLine.
        const std::vector<std::string>* m_paths = nullptr; // Owned by the mapping.
    };

    /// Errors: Malformed (no JSON object of that form).
    static Result<LineMapping> parse(Bytes json);

    LineMapping(LineMapping&&) = default;
    LineMapping& operator=(LineMapping&&) = default;

    /// Approximate memory use.
    std::size_t weightBytes() const;

    /// Null when the file is not generated. Valid as long as the mapping.
    const File* file(std::string_view cppPath) const;

private:
    LineMapping() = default;

    std::unique_ptr<std::vector<std::string>> m_paths =
        std::make_unique<std::vector<std::string>>(); // On the heap, because files point to it.
    std::unordered_map<std::string, File> m_files;
};

} // namespace faultline::companions
