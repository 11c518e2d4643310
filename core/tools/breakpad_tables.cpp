// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_tables.h"

#include "core/tools/breakpad_probe.h"
#include "core/unwind/tables/compact_rules.h"
#include "core/unwind/tables/compact_table.h"
#include "core/unwind/tables/exidx_table.h"
#include "core/unwind/tables/pe_arm64_table.h"
#include "core/unwind/tables/pe_directory.h"
#include "core/unwind/tables/pe_table.h"

#include <set>

namespace faultline::app {

namespace {

using namespace unwind;

constexpr std::uint32_t kInstructionBytes = 4; // For arm64.
/// A prolog has at most one instruction per unwind code. No known prolog has more than this.
constexpr std::uint32_t kMaxPrologInstructions = 64;
constexpr std::size_t kMaxHops = 32;

/// A piece of code and the addresses in it at which rules may change. Addresses are relative to the
/// image.
struct Stretch
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::set<std::uint64_t> changes;
};

/// Writes the records for the pieces of one object.
class Writer
{
public:
    Writer(CpuFamily family,
           unwind::UnwindTablePtr table,
           const std::function<void(std::string_view)>& write)
        : m_probe(family, std::move(table)), m_write(write)
    {
    }

    const FrameProbe& probe() const { return m_probe; }

    std::size_t untold() const { return m_untold; }

    void add(const Stretch& stretch, bool isExact = false)
    {
        if (stretch.end <= stretch.begin)
            return;
        BreakpadFrameRecord record(stretch.begin, stretch.end - stretch.begin);
        auto addresses = stretch.changes;
        addresses.insert(stretch.begin);
        for (const auto address : addresses) {
            if (address >= stretch.end)
                break;
            const auto rules = m_probe.rulesAt(address, isExact);
            if (!rules) {
                ++m_untold;
                return;
            }
            record.addRow(address, *rules);
        }
        m_write(record.text());
    }

private:
    FrameProbe m_probe;
    const std::function<void(std::string_view)>& m_write;
    std::size_t m_untold = 0;
};

std::optional<ByteView>
image(const object::Object& object, std::uint64_t rva, std::uint64_t sizeBytes)
{
    return object.readImage(object.loadAddress() + rva, sizeBytes);
}

/// Returns the end of each instruction in the prolog; empty when the prolog cannot be read.
std::set<std::uint64_t> prologSteps(const object::Object& object, unwind::RuntimeFunction function)
{
    std::set<std::uint64_t> steps;
    const auto begin = function.begin;
    for (std::size_t hops = 0; (function.unwindInfo & 1) != 0; ++hops) {
        const auto bytes = image(object, function.unwindInfo - 1, kRuntimeFunctionBytes);
        if (!bytes || bytes->size() < kRuntimeFunctionBytes || hops == kMaxHops)
            return steps;
        function = unwind::readRuntimeFunction(bytes->span());
    }
    const auto bytes = image(object, function.unwindInfo, kMaxUnwindInfoBytes);
    const auto info = bytes ? unwind::readPeUnwindInfo(*bytes) : std::unexpected(Error{});
    if (!info)
        return steps;
    unwind::PeUnwindCodes codes(*info);
    while (!codes.atEnd()) {
        const auto code = codes.next();
        if (!code)
            break;
        if (code->op != unwind::PeUnwindCode::Op::Epilog)
            steps.insert(begin + std::uint64_t{code->prologOffset});
    }
    return steps;
}

std::optional<std::size_t> dumpPe(const object::ObjectPtr& object,
                                  const std::function<void(std::string_view)>& write)
{
    const auto functions = unwind::exceptionDirectory(*object, kRuntimeFunctionBytes);
    const auto table = unwind::makePeTable(object, {});
    if (!functions || !table)
        return std::nullopt;
    Writer writer(CpuFamily::Intel64, *table, write);
    for (std::size_t at = 0; at + kRuntimeFunctionBytes <= functions->size();
         at += kRuntimeFunctionBytes) {
        const auto function =
            unwind::readRuntimeFunction(functions->span().subspan(at, kRuntimeFunctionBytes));
        writer.add({function.begin, function.end, prologSteps(*object, function)});
    }
    return writer.untold();
}

std::uint32_t functionBytes(const object::Object& object, const unwind::PeArm64Function& function)
{
    if (function.form() != unwind::PeArm64Function::Form::Xdata) {
        const auto codes = unwind::PackedArm64Codes::make(function);
        return codes ? codes->functionBytes() : 0;
    }
    const auto bytes = image(object, function.data, kMaxPeArm64RecordBytes);
    const auto record = bytes ? unwind::PeArm64Record::read(*bytes) : std::unexpected(Error{});
    return record ? record->functionBytes() : 0;
}

std::optional<std::size_t> dumpPeArm64(const object::ObjectPtr& object,
                                       const std::function<void(std::string_view)>& write)
{
    const auto functions = unwind::exceptionDirectory(*object, kPeArm64FunctionBytes);
    const auto table = unwind::makePeArm64Table(object);
    if (!functions || !table)
        return std::nullopt;
    Writer writer(CpuFamily::Arm64, *table, write);
    for (std::size_t at = 0; at + kPeArm64FunctionBytes <= functions->size();
         at += kPeArm64FunctionBytes) {
        const auto function =
            unwind::readPeArm64Function(functions->span().subspan(at, kPeArm64FunctionBytes));
        Stretch stretch{function.begin, function.begin + functionBytes(*object, function), {}};
        for (std::uint32_t i = 0; i < kMaxPrologInstructions; ++i)
            stretch.changes.insert(stretch.begin + std::uint64_t{i} * kInstructionBytes);
        writer.add(stretch);
    }
    return writer.untold();
}

/// Tells whether the function's rules are in `__eh_frame`.
bool isDwarf(CpuFamily family, const unwind::CompactEntry& entry)
{
    const bool isIntel = family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
    return unwind::compactMode(entry.encoding) ==
           (isIntel ? unwind::CompactMode::IntelDwarf : unwind::CompactMode::Arm64Dwarf);
}

/// Calls `visit` for each entry of the table that has code.
void forEachCompactEntry(const object::Object& object,
                         const unwind::CompactEntries& entries,
                         const std::function<void(const unwind::CompactEntry&)>& visit)
{
    for (const auto& range : object.ranges()) {
        if (!range.executable || range.address < object.loadAddress())
            continue;
        const auto begin = range.address - object.loadAddress();
        for (auto address = begin; address < begin + range.sizeBytes;) {
            const auto entry = entries.find(address);
            if (entry && entry->begin >= begin)
                visit(*entry);
            address = entry && entry->end > address ? entry->end : address + 1;
        }
    }
}

std::optional<std::size_t> dumpCompact(const object::ObjectPtr& object,
                                       const std::function<void(std::string_view)>& write)
{
    const auto table = unwind::makeCompactTable(object);
    const auto section = object->section("__unwind_info");
    const auto entries = section ? unwind::CompactEntries::read(*section) : std::nullopt;
    if (!table || !entries)
        return std::nullopt;
    const auto family = cpuFamily(object->arch());
    Writer writer(family, table, write);
    std::set<std::uint64_t> inDwarf;
    forEachCompactEntry(*object, *entries, [&](const unwind::CompactEntry& entry) {
        // A function without rules has no frame even if it is interrupted.
        const bool isLeaf = unwind::compactMode(entry.encoding) == unwind::CompactMode::None;
        if (isDwarf(family, entry))
            inDwarf.insert(entry.begin);
        else
            writer.add({entry.begin, entry.end, {}}, isLeaf);
    });
    const auto isWanted = [&](std::uint64_t begin) { return inDwarf.contains(begin); };
    return writer.untold() + dumpDwarfFrames(object, isWanted, write);
}

/// Calls `visit` for each entry of the index that has code.
void forEachExidxEntry(const object::Object& object,
                       const unwind::ExidxEntries& entries,
                       const std::function<void(const unwind::ExidxEntry&)>& visit)
{
    for (const auto& range : object.ranges()) {
        const auto end = range.address + range.sizeBytes;
        for (auto address = range.address; range.executable && address < end;) {
            const auto entry = entries.find(address);
            if (entry && entry->begin >= range.address)
                visit(*entry);
            // An unreadable entry ends where the next one begins.
            address = entry && entry->end > address ? entry->end : address + 2;
        }
    }
}

} // namespace

std::size_t dumpExidxFrames(const object::ObjectPtr& object,
                            const std::function<bool(std::uint64_t)>& isWanted,
                            const std::function<void(std::string_view)>& write)
{
    const auto table = unwind::makeExidxTable(object);
    const auto entries = table ? unwind::ExidxEntries::read(object) : std::nullopt;
    if (!entries)
        return 0;
    Writer writer(CpuFamily::Arm32, table, write);
    forEachExidxEntry(*object, *entries, [&](const unwind::ExidxEntry& entry) {
        const auto begin = entry.begin - object->loadAddress();
        if (!entry.cannotUnwind && isWanted(begin))
            writer.add({begin, entry.end - object->loadAddress(), {}});
    });
    return writer.untold();
}

std::optional<std::size_t> dumpTableFrames(const object::ObjectPtr& object,
                                           const std::function<void(std::string_view)>& write)
{
    const auto family = cpuFamily(object->arch());
    if (object->format() == object::FileFormat::MachO)
        return dumpCompact(object, write);
    if (object->format() != object::FileFormat::Pe)
        return std::nullopt;
    if (family == CpuFamily::Intel64)
        return dumpPe(object, write);
    return family == CpuFamily::Arm64 ? dumpPeArm64(object, write) : std::nullopt;
}

} // namespace faultline::app
