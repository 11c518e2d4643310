// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// The file of a symbol store with the number of its last transaction.
inline constexpr std::string_view kSymstoreLastIdPath = "000Admin/lastid.txt";

/// "000Admin/0000000007".
std::string symstoreSegmentPath(std::uint32_t segment);

/// Reads the number in lastid.txt. Errors: Malformed (more than 20 bytes, no decimal number, more
/// than 10 000 transactions). Source: docs/spec/sources-and-caches.md §7.
Result<std::uint32_t> parseSymstoreLastId(Bytes text);

/// The paths ("name/id/name") in one transaction's list. Malformed lines are skipped.
std::vector<std::string> parseSymstoreSegment(std::string_view text);

/// The paths that a symbol store lists. The object holds them in their stored form and searches
/// that.
class SymstoreIndex
{
public:
    explicit SymstoreIndex(ByteView storedForm) : m_lines(std::move(storedForm)) {}

    /// Makes the stored form: one path per line, sorted, without duplicates.
    static std::string storedForm(std::vector<std::string> paths);

    /// Compares exactly (§7). Never fails; a damaged form may give a wrong answer.
    bool contains(std::string_view path) const;

    std::string_view lines() const { return m_lines.text(); }

private:
    ByteView m_lines;
};

} // namespace faultline::sources
