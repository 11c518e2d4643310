// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace faultline::sources {

/// Parses the `file.ptr` of a symbol store. It holds a path: plain text in a file store, text after
/// "PATH:" over HTTP (microsoft/symcache-server, SymbolServerClient.cs). Errors: NotFound ("MSG:",
/// a message instead of a file), Malformed (empty, several lines, control characters, too long).
Result<std::string> parseFilePointer(std::string_view text);

/// The target of a pointer: a file on disk or a URL.
using PointerTarget = std::variant<std::filesystem::path, std::string>;

/// Resolves a pointer of a source. A pointer may lead only below the source itself and into its
/// `file_ptr_roots`, because a server must not open other files of this machine or other hosts.
/// Relative paths start at the source's root; `..` is refused. Errors: PermissionDenied,
/// Unsupported (a source of a type without pointers).
Result<PointerTarget> followFilePointer(const SourceConfig& source, std::string_view path);

} // namespace faultline::sources
