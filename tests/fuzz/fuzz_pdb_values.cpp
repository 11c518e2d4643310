// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "core/variables/types.h"

#include <algorithm>

namespace {

using namespace faultline;

/// Asks for a type, its size and its name, and for those of what it leads to.
void askForType(object::ValueInfoReader& reader, object::EntryRef entry)
{
    const variables::Types types(reader, 8);
    const auto type = reader.type(entry);
    static_cast<void>(types.sizeOf(entry));
    static_cast<void>(types.nameOf(entry));
    if (type->isDeclaration)
        static_cast<void>(reader.definitionOf(entry));
    for (std::size_t i = 0; i < type->members.size() && i < 16; ++i)
        static_cast<void>(types.nameOf(type->members[i].type));
}

void askAt(object::ValueInfoReader& reader, std::uint64_t address)
{
    for (const auto& function : reader.functionsAt(address)) {
        static_cast<void>(reader.prologueEnd(function.entry));
        for (std::size_t i = 0; i < function.variables.size() && i < 16; ++i)
            askForType(reader, function.variables[i].type);
    }
}

} // namespace

// Input: a PDB.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto object = pdb::openPdb(file, {});
    const auto reader = object ? (*object)->valueInfoWith({}) : nullptr;
    if (!reader)
        return 0;
    for (const std::uint64_t address : {0x1000, 0x1010, 0x1016, 0x1020, 0x1034, 0x1200})
        askAt(*reader, address);
    for (std::uint64_t index = 0xff0; index < 0x1040; ++index)
        askForType(*reader, {1, index});
    for (const auto& global : reader->globalsNamed("total", 4))
        askForType(*reader, global.type);
    for (const auto type : reader->typesNamed("Box", 4))
        askForType(*reader, type);
    return 0;
}
