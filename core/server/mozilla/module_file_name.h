#pragma once

#include <optional>
#include <string_view>

namespace faultline::server::mozilla {

/// Returns the code file of a Breakpad symbol file, from its record `INFO CODE_ID <id> <file>`, so
/// that "xul.pdb" is shown as "xul.dll". Absent when the record names no file, as on Linux and
/// macOS. Points into `symbols`. Source: docs/spec/mozilla-api.md §5.
std::optional<std::string_view> moduleFileName(std::string_view symbols);

} // namespace faultline::server::mozilla
