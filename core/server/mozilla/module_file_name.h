#pragma once

#include <optional>
#include <string_view>

namespace faultline::server::mozilla {

/// The code file that a Breakpad symbol file is for, from its `INFO CODE_ID <id> <file>` record; so
/// "xul.pdb" is shown as "xul.dll". Absent where the record has no file, as on Linux and macOS.
/// Points into `symbols`. Source: docs/spec/mozilla-api.md §5.
std::optional<std::string_view> moduleFileName(std::string_view symbols);

} // namespace faultline::server::mozilla
