// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// The `library` commands. They return Unreadable for a library or row that does not exist, and for
/// damage.

/// Symbolicates and adds each file that the library does not have.
ExitCode run(const LibraryImportArguments& arguments);
ExitCode run(const LibraryListArguments& arguments);
ExitCode run(const LibraryGroupArguments& arguments);
ExitCode run(const LibraryShowArguments& arguments);
ExitCode run(const LibraryTagArguments& arguments);
ExitCode run(const LibraryRemoveArguments& arguments);
ExitCode run(const LibraryExportArguments& arguments);
ExitCode run(const LibrarySignArguments& arguments);
ExitCode run(const LibraryStatsArguments& arguments);
ExitCode run(const LibraryMigrateArguments& arguments);

/// Compares two crashes. Ok: equal; Different; Usage: an input cannot be read.
ExitCode run(const DiffArguments& arguments);

} // namespace faultline::app
