#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"

#include <filesystem>
#include <vector>

namespace faultline::app {

/// A file that a command was given, and what lies beside it and belongs to it.
struct SymbolFiles
{
    object::ObjectPtr object;   ///< The file itself: identity, symbols, unwind data.
    object::ObjectPtr linked{}; ///< Has its debug info; null where it has its own or none.
    std::vector<object::ObjectPtr> companions{}; ///< What the debug info leans on.

    const object::ObjectPtr& debugObject() const { return linked ? linked : object; }

    /// Null when there is no debug info.
    std::unique_ptr<object::DebugInfoReader> debugInfo() const;
};

/// Opens an object file; of a `.dSYM` folder the one in it. Errors: as mapForeignFile() and
/// openObject(); NotFound and Unsupported for a `.dSYM` folder with no file or several.
Result<object::ObjectPtr> openSymbolFile(const std::filesystem::path& file);

/// The file with what belongs to it: the PDB that a PE image names, the file of a debug link or of
/// the build id in /usr/lib/debug, the dSYM of a Mach-O file; and of the debug info the
/// supplementary file and split units. They are looked for at the recorded paths and beside the
/// file, and must have the recorded identity. What is not here is left out. Errors: as
/// openSymbolFile().
Result<SymbolFiles> openSymbolFiles(const std::filesystem::path& file);

/// The same for an object that was opened from the file, or from a part of it.
SymbolFiles withFilesBeside(const std::filesystem::path& file, object::ObjectPtr object);

} // namespace faultline::app
