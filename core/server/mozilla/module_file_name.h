// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace faultline::server::mozilla {

/// The record `INFO CODE_ID <id> <file>` of a Breakpad symbol file. Points into the symbols.
struct CodeFileRecord
{
    std::string_view id;
    std::string_view file;
};

/// Absent when the record names no file, as on Linux and macOS.
std::optional<CodeFileRecord> codeFileRecord(std::string_view symbols);

/// Returns the code file of a Breakpad symbol file, so that "xul.pdb" is shown as "xul.dll". Absent
/// when no record names it. Source: docs/spec/mozilla-api.md §5.
std::optional<std::string_view> moduleFileName(std::string_view symbols);

} // namespace faultline::server::mozilla
