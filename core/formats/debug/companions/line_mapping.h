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

/// An IL2CPP line mapping: which line of C# a line of the C++ that Unity generated stands for.
/// Immutable. Form: `{cpp path: {cs path: {cpp line: cs line}}}`. Source: docs/spec/native.md §13
/// (getsentry/symbolic symbolic-il2cpp).
class LineMapping
{
public:
    /// Lines further behind a mapped one than this belong to none.
    static constexpr std::uint32_t kMaxDistance = 50;

    struct Position
    {
        std::string_view path; ///< Lives as long as the mapping.
        std::uint32_t line = 0;
    };

    /// Lines of one generated file.
    class File
    {
    public:
        /// Of the greatest mapped line at or before `line`, at most kMaxDistance behind it.
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
        const std::vector<std::string>* m_paths = nullptr; // The mapping's.
    };

    /// Errors: Malformed (no JSON object of that form).
    static Result<LineMapping> parse(Bytes json);

    LineMapping(LineMapping&&) = default;
    LineMapping& operator=(LineMapping&&) = default;

    /// Roughly what it holds in memory.
    std::size_t weightBytes() const;

    /// Null when the file is not generated; lives as long as the mapping.
    const File* file(std::string_view cppPath) const;

private:
    LineMapping() = default;

    std::unique_ptr<std::vector<std::string>> m_paths =
        std::make_unique<std::vector<std::string>>(); // On the heap: files point to it.
    std::unordered_map<std::string, File> m_files;
};

} // namespace faultline::companions
