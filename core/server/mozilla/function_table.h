#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::server::mozilla {

/// A function whose code stands inside another's.
struct InlinedCall
{
    std::string_view function;
    std::string_view file;  ///< Empty: unknown.
    std::uint32_t line = 0; ///< 0: unknown.
};

/// What a table knows of an offset. Texts point into the table.
struct FunctionMatch
{
    std::string_view function;
    std::uint64_t functionOffset = 0; ///< From the function's start.
    std::string_view file;            ///< Where the function calls the outermost inlined one.
    std::uint32_t line = 0;
    std::vector<InlinedCall> inlines; ///< The innermost first.
};

/// The functions of one module by Mozilla's rules (docs/spec/mozilla-api.md §§6–8): the nearest
/// start of a function or symbol at or below an offset names it, however far away, and lines and
/// inlined calls are those whose range covers it. Looked up in place; bytes are checked at every
/// step.
class FunctionTable
{
public:
    /// Keeps the view. Errors: Malformed (not a table, or one that its bytes cannot hold).
    static Result<FunctionTable> open(ByteView bytes);

    /// Absent below the first symbol.
    std::optional<FunctionMatch> find(std::uint64_t offset) const;

    /// Of the module's code file as the symbol file names it; empty when it does not.
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
    Section m_text; ///< Counted in bytes.
    std::uint32_t m_moduleFileOffset = 0;
    std::uint32_t m_moduleFileBytes = 0;
};

} // namespace faultline::server::mozilla
