// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/library/library_store.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace faultline::engine {

/// What the window and the command line share about a library: its place, its rules, its users. A
/// place is a file, or the address of a PostgreSQL server ("postgresql://user@host/database").

/// Opens a library; for Create, the file and its folder are made if needed, or the tables on the
/// server. Errors: those of SqliteStore::open() or PostgresStore::open().
Result<std::unique_ptr<library::LibraryStore>> openLibraryFile(const std::filesystem::path& file,
                                                               library::StoreAccess access);

/// The place as it may be shown: a password in an address, which opening refuses, is "***".
std::string shownPlace(const std::filesystem::path& file);

/// Brings a library up to date. Returns where the copy is that was made before, or nothing when
/// there was nothing to do. Errors: those of migrateLibrary() or migratePostgresLibrary().
Result<std::optional<std::string>> migrateLibraryFile(const std::filesystem::path& file);

/// The rules of a library: the shipped ones, and over them the lists in `folder`, otherwise the
/// library's own: those in the folder beside its file ("reports.fldb.rules"), or those on its
/// server. `open` is the library where it is open already, here and below; without it a server is
/// asked by a connection that ends afterwards. Errors: NotFound (a folder that the user names),
/// Malformed (a line that is no rule), those of opening.
Result<signature::SignatureRulesPtr>
rulesOfLibrary(const std::filesystem::path& file,
               const std::optional<std::filesystem::path>& folder,
               library::LibraryStore* open = nullptr);

/// The lists of users that rulesOfLibrary() lays over the shipped ones; empty ones where there are
/// none. Errors: those of reading.
Result<signature::RuleLayer> ownRulesOf(const std::filesystem::path& file,
                                        library::LibraryStore* open = nullptr);

/// Writes the lists into the folder beside the library, which is made if needed, or to its server.
/// Each list is the former or the new one, whatever happens meanwhile. Errors: those of writing.
Result<void> writeOwnRules(const std::filesystem::path& file,
                           const signature::RuleLayer& own,
                           library::LibraryStore* open = nullptr);

/// The mode in which the reports of a library are signed; Faultline's own while it has none.
/// Errors: those of the store.
Result<signature::Mode> modeOfLibrary(library::LibraryStore& store);

/// Who changes something now: the user of this process.
library::Author presentAuthor();

/// Seconds since 1970.
std::int64_t presentTime();

} // namespace faultline::engine
