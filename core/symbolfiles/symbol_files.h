// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"

#include <filesystem>
#include <vector>

namespace faultline::symbolfiles {

/// A file given to a command, with the files beside it that belong to it.
struct SymbolFiles
{
    object::ObjectPtr object; ///< The file itself: identity, symbols, unwind data.
    object::ObjectPtr
        linked{}; ///< Has the debug info of `object`; null if that has its own or none.
    std::vector<object::ObjectPtr> companions{}; ///< Files that the debug info needs.

    const object::ObjectPtr& debugObject() const { return linked ? linked : object; }

    /// Null when there is no debug info.
    std::unique_ptr<object::DebugInfoReader> debugInfo() const;
};

/// Opens an object file; for a `.dSYM` folder the file inside it. Errors: those of mapForeignFile()
/// and openObject(); NotFound and Unsupported for a `.dSYM` folder without a file or with several.
Result<object::ObjectPtr> openSymbolFile(const std::filesystem::path& file);

/// Opens the file and the files that belong to it: the PDB that a PE image names, the file of a
/// debug link or of the build id in /usr/lib/debug, the dSYM of a Mach-O file, and the
/// supplementary file and split units of the debug info. They are searched at the recorded paths
/// and beside the file, and must have the recorded identity. Missing files are left out. Errors:
/// those of openSymbolFile().
Result<SymbolFiles> openSymbolFiles(const std::filesystem::path& file);

/// The same for an object that was already opened from the file or from a part of it.
SymbolFiles withFilesBeside(const std::filesystem::path& file, object::ObjectPtr object);

} // namespace faultline::symbolfiles
