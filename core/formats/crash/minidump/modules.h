// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// A module and its index in the file's list, which Crashpad's annotations use.
struct ModuleRecord
{
    std::uint32_t fileIndex = 0;
    EventModule module;
};

/// Reads ModuleList. `os` decides code ids, version text and object type (docs/spec/stackwalk.md
/// §3.1 and §5). If the name or the CodeView record cannot be read, the module has no name or no
/// id. A module without size, or one that exceeds the address space, is left out with a diagnostic.
Result<std::vector<ModuleRecord>> readModuleList(const StreamScope& scope, OsFamily os);

/// Reads UnloadedModuleList. Entries without a readable name are kept.
Result<std::vector<UnloadedModule>> readUnloadedModuleList(const StreamScope& scope);

} // namespace faultline::minidump
