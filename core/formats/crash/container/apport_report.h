// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::container {

/// A report of Apport, Ubuntu's crash handler (/var/crash/*.crash). Layout: problem_report.py of
/// Apport: "Key: value"; further lines of a value begin with a blank. Views point into the file.
struct ApportReport
{
    std::vector<std::pair<std::string_view, std::string>> fields; ///< Those with text, in order.
    std::string_view coreLines; ///< The encoded core file; empty when the report has none.
    /// Cores before that one. Apport's reader lets a later value replace an earlier one.
    std::size_t coresReplaced = 0;

    /// The last value of that name, which is the one that Apport's own reader takes. Empty if there
    /// is none.
    std::string_view field(std::string_view key) const;
};

bool looksLikeApportReport(Bytes head);

/// Long texts and binary values other than the core are left out. Errors: Unsupported (no report of
/// Apport).
Result<ApportReport> readApportReport(Bytes file);

/// Decodes the core file and hands on its bytes in pieces; together they are a gzip, zlib or zstd
/// file. Each line is encoded by itself. Errors: Malformed (a line is not base64), and those of
/// `write`.
Result<void> decodeApportLines(std::string_view lines,
                               const std::function<Result<void>(Bytes)>& write);

} // namespace faultline::container
