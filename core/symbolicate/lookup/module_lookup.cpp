// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/module_lookup.h"

namespace faultline::symbolicate {

namespace {

sources::LookupType lookupTypeOf(ObjectType type)
{
    switch (type) {
    case ObjectType::Elf: return sources::LookupType::Elf;
    case ObjectType::MachO: return sources::LookupType::MachO;
    case ObjectType::Pe: return sources::LookupType::Pe;
    case ObjectType::PeDotnet: return sources::LookupType::PeDotnet;
    case ObjectType::Wasm: return sources::LookupType::Wasm;
    case ObjectType::Unknown: return sources::LookupType::Unknown;
    }
    return sources::LookupType::Unknown;
}

/// Programs that cannot be moved are linked to low addresses. A moved image lies high, where its
/// address differs in every process and would only spoil the keys of caches.
std::optional<std::uint64_t> fixedAddressOf(const EventModule& module)
{
    constexpr std::uint64_t kFirstMoved = 1ull << 32;
    return module.address < kFirstMoved ? std::optional(module.address) : std::nullopt;
}

} // namespace

sources::ObjectLookup lookupFor(const EventModule& module)
{
    return {.type = lookupTypeOf(module.type),
            .codeId = module.codeId,
            .codeFile = module.codeFile,
            .debugId = module.debugId,
            .debugFile = module.debugFile,
            .debugChecksum = module.debugChecksum,
            .fileId = module.fileId,
            .loadAddress = fixedAddressOf(module)};
}

} // namespace faultline::symbolicate
