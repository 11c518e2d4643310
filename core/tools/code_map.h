// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/symcache/symcache.h"
#include "core/tools/dump_texts.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::app {

/// One level of calls at an address: a function and the position in it. For an outer level that is
/// the position of the call.
struct CodeLevel
{
    std::string_view function; ///< As recorded.
    std::string_view file;     ///< Empty when unknown.
    std::uint32_t line = 0;    ///< 0 when unknown.
    Language language = Language::Unknown;

    friend bool operator==(const CodeLevel&, const CodeLevel&) = default;
};

/// Instructions with one source position.
struct CodeRow
{
    std::uint32_t begin = 0; ///< Relative to the image, [begin, end).
    std::uint32_t end = 0;
    std::vector<CodeLevel> levels; ///< Outermost first, at least one.
};

/// A stretch of code that belongs to one function, with what is inlined there. The rows cover it
/// without gaps.
struct CodeFunction
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<CodeRow> rows;
};

/// Calls `visit` for all code that has a name, ascending within each function. It sees what a
/// look-up in the symcache would answer. Stops at the first error and returns it.
Result<void> visitCode(const symcache::SymCache& symbols,
                       const std::function<Result<void>(const CodeFunction&)>& visit);

/// Calls `visit` with each inlined call at this depth among rows that agree on all outer levels.
/// Neighbouring rows belong to one call if the outer levels and the function are equal.
void visitInlined(std::span<const CodeRow> rows,
                  std::size_t depth,
                  const std::function<void(std::span<const CodeRow>)>& visit);

/// Names in the form that symbfiles have (docs/spec/symbfile.md §6): demangled, without template
/// arguments, suffixes of clones and hashes.
class CodeNames
{
public:
    /// For one dump of a symcache of that size.
    explicit CodeNames(std::uint64_t symCacheBytes) : m_texts(symCacheBytes, kFreeRecordBytes) {}

    /// `recorded` points into the symcache. Valid as long as this object.
    std::string_view of(std::string_view recorded, Language language);

private:
    std::unordered_map<const char*, std::string> m_known; // The symcache has each text once.
    DumpTexts m_texts;
};

/// The same without a cache.
std::string codeName(std::string_view recorded, Language language);

} // namespace faultline::app
