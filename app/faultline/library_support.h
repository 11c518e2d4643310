// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"
#include "core/library/library_store.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

/// What the `library` commands share.

enum class LibraryAccess : std::uint8_t { Read, Write, Create };

/// The library that the arguments name, otherwise the user's own. Errors: NotFound (there is no
/// home folder, or no such library), those of opening.
Result<std::filesystem::path> libraryPath(const LibraryArguments& arguments);
Result<std::unique_ptr<library::LibraryStore>> openLibrary(const LibraryArguments& arguments,
                                                           LibraryAccess access);

/// Opens a library for reading, each time it is called; the user's own if `file` is absent.
std::function<Result<std::unique_ptr<library::LibraryStore>>()>
libraryReader(std::optional<std::filesystem::path> file);

/// The rules of a library: the shipped ones, and over them the lists in `folder`, otherwise those
/// in the folder beside the library ("reports.fldb.rules"). Errors: NotFound (a folder that the
/// user names), Malformed (a line that is no rule).
Result<signature::SignatureRulesPtr>
libraryRules(const LibraryArguments& arguments, const std::optional<std::filesystem::path>& folder);

/// The mode in which a library's reports are signed: the one that is named, otherwise that of its
/// reports.
Result<signature::Mode> libraryMode(library::LibraryStore& store,
                                    const std::optional<std::string>& named);

/// The words of a search line in one query. Errors: Malformed.
Result<library::Query> queryOf(const std::vector<std::string>& words);

/// Calls `visit` for every report that the query finds, in the order of their ids. Returns the
/// damage that ended the list. Errors: those of the library and of `visit`.
Result<std::optional<std::string>>
eachReport(library::LibraryStore& store,
           library::Query query,
           const std::function<Result<void>(const library::ReportSummary&)>& visit);

/// Complains, and returns Failed for what is no fault of library and arguments, otherwise
/// Unreadable.
ExitCode libraryFailure(const Error& error);

/// Complains, and returns Usage for wrong rules or their missing folder, otherwise as
/// libraryFailure(): a server has the rules of its libraries.
ExitCode rulesFailure(const Error& error);

/// Says on standard error that a list is not whole.
void warnOfDamage(const std::optional<std::string>& damage);

} // namespace faultline::app
