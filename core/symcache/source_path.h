// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace faultline::symcache {

/// Joins two recorded paths as docs/spec/native.md §9.5 describes (getsentry/symbolic,
/// symbolic-common/src/path.rs). Handles POSIX and Windows paths on every system. "<built-in>" and
/// similar names are not joined.
std::string joinPath(std::string_view base, std::string_view other);

/// Removes "." and resolves ".." in the text only. The separator follows the kind of path. Case is
/// never changed.
std::string cleanPath(std::string_view path);

/// clean(join(join(compDir, directory), name)): the path that a look-up returns.
std::string sourcePath(std::string_view compDir, std::string_view directory, std::string_view name);

} // namespace faultline::symcache
