#pragma once

#include <string>
#include <string_view>

namespace faultline::symcache {

/// Joins two recorded paths the way docs/spec/native.md §9.5 tells (getsentry/symbolic,
/// symbolic-common/src/path.rs): both POSIX and Windows paths, whatever system we run on.
/// "<built-in>" and the like stay alone.
std::string joinPath(std::string_view base, std::string_view other);

/// Removes "." and resolves ".." by text alone; the separator follows the path's kind. Case is
/// never changed.
std::string cleanPath(std::string_view path);

/// clean(join(join(compDir, directory), name)): the path a look-up shows.
std::string sourcePath(std::string_view compDir, std::string_view directory, std::string_view name);

} // namespace faultline::symcache
