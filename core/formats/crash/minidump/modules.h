#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// One module and its place in the file's list, which Crashpad's annotations refer to.
struct ModuleRecord
{
    std::uint32_t fileIndex = 0;
    EventModule module;
};

/// ModuleList. `os` decides about code ids, version text and object type (docs/spec/stackwalk.md
/// §3.1 and §5). A name or CodeView record that cannot be read leaves the module without name or
/// id; a module without size, or one that would exceed the address space, is left out with a
/// diagnostic.
Result<std::vector<ModuleRecord>> readModuleList(const StreamScope& scope, OsFamily os);

/// UnloadedModuleList. Entries are kept even without a readable name.
Result<std::vector<UnloadedModule>> readUnloadedModuleList(const StreamScope& scope);

} // namespace faultline::minidump
