// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/unwind_table.h"

#include "core/unwind/tables/breakpad_table.h"
#include "core/unwind/tables/compact_table.h"
#include "core/unwind/tables/dwarf_table.h"
#include "core/unwind/tables/exidx_table.h"
#include "core/unwind/tables/go_table.h"
#include "core/unwind/tables/pe_arm64_table.h"
#include "core/unwind/tables/pe_table.h"
#include "core/unwind/tables/table_chain.h"
#include "core/unwind/tables/windows_frames.h"

namespace faultline::unwind {

namespace {

using namespace unwind;

Result<UnwindTablePtr> joined(std::vector<UnwindTablePtr> tables)
{
    if (tables.empty())
        return fail(ErrorKind::NotFound, "the object has no unwind data");
    if (tables.size() == 1)
        return tables.front();
    return std::make_shared<const TableChain>(std::move(tables));
}

/// DWARF comes first: unlike the exception index of 32-bit ARM, it describes prologues.
std::vector<UnwindTablePtr> makeElfTables(const object::ObjectPtr& object)
{
    auto tables = makeDwarfTables(object);
    if (auto index = makeExidxTable(object))
        tables.push_back(std::move(index));
    if (auto go = makeGoTable(object))
        tables.push_back(std::move(go));
    return tables;
}

/// Compact unwind comes first: it names the functions that need `__eh_frame`.
std::vector<UnwindTablePtr> makeMachTables(const object::ObjectPtr& object)
{
    auto tables = makeDwarfTables(object);
    if (auto compact = makeCompactTable(object))
        tables.insert(tables.begin(), std::move(compact));
    if (auto go = makeGoTable(object))
        tables.push_back(std::move(go));
    return tables;
}

/// MinGW images carry DWARF in addition to the exception directory or instead of it.
Result<UnwindTablePtr> makePeTables(const object::ObjectPtr& object, const ParseLimits& limits)
{
    const bool isArm64 = cpuFamily(object->arch()) == CpuFamily::Arm64;
    auto exceptions = isArm64 ? makePeArm64Table(object) : makePeTable(object, limits);
    auto dwarf = makeDwarfTables(object);
    auto go = makeGoTable(object);
    if (!exceptions && dwarf.empty() && !go)
        return exceptions;
    std::vector<UnwindTablePtr> tables;
    if (exceptions)
        tables.push_back(*std::move(exceptions));
    std::ranges::move(dwarf, std::back_inserter(tables));
    if (go)
        tables.push_back(std::move(go));
    return joined(std::move(tables));
}

} // namespace

Result<UnwindTablePtr> makeUnwindTable(const object::ObjectPtr& object, const ParseLimits& limits)
{
    switch (object->format()) {
    case object::FileFormat::MachO: return joined(makeMachTables(object));
    case object::FileFormat::Elf: return joined(makeElfTables(object));
    case object::FileFormat::Wasm: return joined(makeDwarfTables(object));
    case object::FileFormat::Pe: return makePeTables(object, limits);
    case object::FileFormat::Pdb: return makePdbTable(object);
    case object::FileFormat::Breakpad: return makeBreakpadTable(object);
    case object::FileFormat::Unknown:
    case object::FileFormat::SourceBundle:
    case object::FileFormat::PortablePdb:
    case object::FileFormat::Symbfile: break;
    }
    return fail(ErrorKind::NotFound, object::fileFormatName(object->format()),
                " files have no unwind data");
}

} // namespace faultline::unwind
