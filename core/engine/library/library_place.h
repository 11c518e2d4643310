// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/library/library_store.h"
#include "core/library/sqlite_store.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace faultline::engine {

/// What the window and the command line share about a library: its file, its rules, its users.

/// Opens a library; for Create, the file and its folder are made if needed. Errors: those of
/// SqliteStore::open().
Result<std::unique_ptr<library::LibraryStore>> openLibraryFile(const std::filesystem::path& file,
                                                               library::SqliteStore::Access access);

/// The rules of a library: the shipped ones, and over them the lists in `folder`, otherwise those
/// in the folder beside the library ("reports.fldb.rules"). Errors: NotFound (a folder that the
/// user names), Malformed (a line that is no rule).
Result<signature::SignatureRulesPtr>
rulesOfLibrary(const std::filesystem::path& file,
               const std::optional<std::filesystem::path>& folder);

/// The lists of users that rulesOfLibrary() lays over the shipped ones, in the folder beside the
/// library; empty ones where there is no file. Errors: those of reading.
Result<signature::RuleLayer> ownRulesOf(const std::filesystem::path& file);

/// Writes the lists into the folder beside the library, which is made if needed. Each file is the
/// former or the new one, whatever happens meanwhile. Errors: those of writing.
Result<void> writeOwnRules(const std::filesystem::path& file, const signature::RuleLayer& own);

/// The mode in which the reports of a library are signed; Faultline's own while it has none.
/// Errors: those of the store.
Result<signature::Mode> modeOfLibrary(library::LibraryStore& store);

/// Who changes something now: the user of this process.
library::Author presentAuthor();

/// Seconds since 1970.
std::int64_t presentTime();

} // namespace faultline::engine
