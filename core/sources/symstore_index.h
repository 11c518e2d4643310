#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// Where a symbol store keeps the number of its last transaction.
inline constexpr std::string_view kSymstoreLastIdPath = "000Admin/lastid.txt";

/// "000Admin/0000000007".
std::string symstoreSegmentPath(std::uint32_t segment);

/// The number in lastid.txt. Errors: Malformed (more than 20 bytes, no decimal number, more than
/// 10 000 transactions). Source: docs/spec/sources-and-caches.md §7.
Result<std::uint32_t> parseSymstoreLastId(Bytes text);

/// The paths ("name/id/name") that one transaction's list names; lines that make no sense are
/// passed over.
std::vector<std::string> parseSymstoreSegment(std::string_view text);

/// The paths that a symbol store says it has. Looks them up in their stored form, which it holds.
class SymstoreIndex
{
public:
    explicit SymstoreIndex(ByteView storedForm) : m_lines(std::move(storedForm)) {}

    /// One path per line, sorted, each once.
    static std::string storedForm(std::vector<std::string> paths);

    /// Exact comparison (§7). Never fails: of a damaged form the answer may be wrong.
    bool contains(std::string_view path) const;

    std::string_view lines() const { return m_lines.text(); }

private:
    ByteView m_lines;
};

} // namespace faultline::sources
