// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace faultline::library {

/// One step from a version of the schema to the next. The versions are the same in all databases.
struct Migration
{
    std::int64_t to = 0; ///< The version afterwards.
    const char* sql = nullptr;
};

/// The version that this program reads and writes.
inline constexpr std::int64_t kSchemaVersion = 1;

/// Older programs may read what a newer one has written, as long as this number in `library_meta`
/// is not above their version.
inline constexpr const char* kOldestReaderKey = "oldest_reader";

/// How a library stands to this program.
enum class SchemaState : std::uint8_t {
    Empty,   ///< Nothing is in it.
    Present, ///< As this program writes it.
    Older,   ///< `faultline library migrate` brings it up to date.
    Newer,   ///< Of a later program, and readable.
    TooNew,  ///< Of a later program that shuts this one out.
    Foreign  ///< Some other program's database.
};

/// The state of a library with this version. `oldestReader` is absent where the library has none.
SchemaState stateOfVersion(std::int64_t version, std::optional<std::int64_t> oldestReader);

/// Why a library in this state is not opened.
std::unexpected<Error> refuseSchema(const std::string& place, SchemaState state);

/// Why a library in this state is not migrated.
std::unexpected<Error> refuseMigration(const std::string& place, SchemaState state);

} // namespace faultline::library
