#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace faultline::sources {

/// What a symbol store's `file.ptr` says: a path, as text in a file store, behind "PATH:" over HTTP
/// (microsoft/symcache-server, SymbolServerClient.cs). Errors: NotFound ("MSG:", a message instead
/// of a file), Malformed (empty, several lines, control characters, too long).
Result<std::string> parseFilePointer(std::string_view text);

/// Where a pointer of a source leads: a file on disk or a URL.
using PointerTarget = std::variant<std::filesystem::path, std::string>;

/// A pointer of a source may lead below the source itself and into its `file_ptr_roots` only; what
/// a server says must not open other files of this machine or other hosts. Relative paths are taken
/// from the source's root; `..` leads nowhere. Errors: PermissionDenied, Unsupported (a source of a
/// type without pointers).
Result<PointerTarget> followFilePointer(const SourceConfig& source, std::string_view path);

} // namespace faultline::sources
