// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_object.h"

#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/value_reader.h"
#include "core/formats/debug/golang/go_debug_info.h"
#include "core/formats/debug/macho/macho_file.h"
#include "core/formats/debug/macho/macho_symbols.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/zipped_sections.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace faultline::macho {

namespace {

/// <mach-o/loader.h>, MH_… file types.
object::ObjectKind kindOfFileType(std::uint32_t type)
{
    switch (type) {
    case 1: return object::ObjectKind::Relocatable; // OBJECT
    case 2:                                         // EXECUTE
    case 5:                                         // PRELOAD
    case 7: return object::ObjectKind::Executable;  // DYLINKER
    case 3:                                         // FVMLIB
    case 6:                                         // DYLIB
    case 8:                                         // BUNDLE
    case 11: return object::ObjectKind::Library;    // KEXT_BUNDLE
    case 4: return object::ObjectKind::Dump;        // CORE
    case 10: return object::ObjectKind::Debug;      // DSYM
    default: return object::ObjectKind::Other;
    }
}

class MachObject final : public object::Object
{
public:
    MachObject(MachFile file, const ParseLimits& limits)
        : m_file(std::move(file)), m_limits(limits), m_zipped(limits)
    {
    }

    object::FileFormat format() const override { return object::FileFormat::MachO; }

    object::ObjectKind kind() const override { return kindOfFileType(m_file.fileType()); }

    Arch arch() const override { return m_file.arch(); }

    DebugId debugId() const override { return m_file.uuid().value_or(DebugId()); }

    CodeId codeId() const override
    {
        return m_file.uuid() ? CodeId::parse(m_file.uuid()->uuidHex()) : CodeId();
    }

    ObjectFeatures features() const override;

    std::uint64_t loadAddress() const override { return m_file.loadAddress(); }

    std::endian byteOrder() const override { return m_file.order(); }

    std::vector<object::CompanionReference> companions() const override;

    std::vector<object::Symbol> symbols() const override
    {
        std::uint64_t lostNames = 0;
        auto symbols = readMachSymbols(m_file, lostNames);
        m_lostNames = lostNames;
        return symbols;
    }

    std::uint64_t lostNames() const override { return m_lostNames; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override;
    std::unique_ptr<object::ValueInfoReader>
    valueInfoWith(std::span<const object::ObjectPtr> companions) const override;
    std::vector<object::ImageRange> ranges() const override;

    /// Also the table of a load command, by the command's name: "LC_FUNCTION_STARTS".
    std::optional<ByteView> section(std::string_view name) const override
    {
        const auto& starts = m_file.functionStarts();
        if (starts && name == "LC_FUNCTION_STARTS")
            return m_file.file().slice(starts->offset, starts->sizeBytes);
        auto stored = m_file.section(name);
        if (stored)
            return stored;
        return m_zipped.section(name,
                                [this](std::string_view zipped) { return m_file.section(zipped); });
    }

    std::optional<ByteView> readImage(std::uint64_t linkedAddress,
                                      std::uint64_t sizeBytes) const override
    {
        return m_file.atAddress(linkedAddress, sizeBytes);
    }

    std::vector<std::string> warnings() const override { return m_zipped.warnings(); }

    std::shared_ptr<const golang::GoProgram> goProgram() const override;

    ByteView bytes() const override { return m_file.file(); }

private:
    dwarf::DwarfInput dwarfInput() const;

    MachFile m_file;
    ParseLimits m_limits;
    object::ZippedSections m_zipped;
    mutable std::atomic<std::uint64_t> m_lostNames = 0; // By the last call of symbols().
    mutable std::once_flag m_goOnce;
    mutable std::shared_ptr<const golang::GoProgram> m_go; // Written once, under m_goOnce.
};

/// The program as its segments map it, if it has the section of Go's function table.
std::optional<golang::ProgramImage> goImageOf(const MachFile& file)
{
    const auto table =
        std::ranges::find(file.sections(), std::string_view("__gopclntab"), &MachSection::name);
    auto content = table != file.sections().end() ? file.sectionBytes(*table) : std::nullopt;
    if (!content)
        return std::nullopt;
    golang::ProgramImage image;
    image.order = file.order();
    image.wordBytes = file.is64() ? 8 : 4;
    image.loadAddress = file.loadAddress();
    image.functionTable = {table->address, *std::move(content), false};
    for (const auto& segment : file.segments()) {
        if (auto mapped = file.atAddress(segment.address, segment.fileSize))
            image.parts.push_back({segment.address, *std::move(mapped), segment.executable});
    }
    return image;
}

ObjectFeatures MachObject::features() const
{
    ObjectFeatures features;
    features.hasSymbols = m_file.symbolTable().has_value() || goProgram() != nullptr;
    features.hasDebugInfo = m_file.section("__debug_info") || m_file.section("__zdebug_info");
    features.hasUnwindInfo = section("__eh_frame") || section("__debug_frame") ||
                             section("__unwind_info") || goProgram() != nullptr;
    return features;
}

std::vector<object::CompanionReference> MachObject::companions() const
{
    std::vector<object::CompanionReference> companions;
    if (hasHiddenSymbols(m_file))
        companions.push_back(
            {object::CompanionReference::Kind::BcSymbolMap, {}, debugId().canonical()});
    for (auto& file : readDebugMap(m_file))
        companions.push_back({object::CompanionReference::Kind::ObjectFile, std::move(file), {}});
    return companions;
}

dwarf::DwarfInput MachObject::dwarfInput() const
{
    dwarf::DwarfInput input;
    // The reader holds the sections that it uses.
    input.section = [this](std::string_view name) { return section(concat("__", name)); };
    input.byteOrder = m_file.order();
    input.loadAddress = m_file.loadAddress();
    input.isRelocatable = kind() == object::ObjectKind::Relocatable;
    for (const auto& segment : m_file.segments()) {
        if (!segment.executable || segment.address < input.loadAddress)
            continue;
        const auto begin = segment.address - input.loadAddress;
        if (segment.memorySize <= UINT64_MAX - begin)
            input.executableRanges.emplace_back(begin, begin + segment.memorySize);
    }
    return input;
}

std::unique_ptr<object::ValueInfoReader>
MachObject::valueInfoWith(std::span<const object::ObjectPtr> /*companions*/) const
{
    auto reader = dwarf::makeValueReader(dwarfInput(), m_limits);
    return reader ? *std::move(reader) : nullptr;
}

std::unique_ptr<object::DebugInfoReader> MachObject::debugInfo() const
{
    auto input = dwarfInput();
    input.symbols = symbols();
    auto reader = dwarf::makeDwarfReader(std::move(input), m_limits);
    if (reader)
        return *std::move(reader);
    auto go = goProgram();
    return go ? golang::makeGoDebugInfo(std::move(go)) : nullptr;
}

std::shared_ptr<const golang::GoProgram> MachObject::goProgram() const
{
    std::call_once(m_goOnce, [this] {
        auto image = goImageOf(m_file);
        auto program = image ? golang::openGoProgram(*std::move(image))
                             : fail(ErrorKind::NotFound, "no Go function table");
        m_go = program ? *std::move(program) : nullptr;
    });
    return m_go;
}

std::vector<object::ImageRange> MachObject::ranges() const
{
    std::vector<object::ImageRange> ranges;
    for (const auto& section : m_file.sections()) {
        const auto& segment = m_file.segments()[section.segment];
        ranges.push_back({.name = std::string(section.name),
                          .address = section.address,
                          .sizeBytes = section.sizeBytes,
                          .executable = segment.executable,
                          .writable = segment.writable});
    }
    return ranges;
}

} // namespace

Result<object::ObjectPtr> openMachO(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto macho, MachFile::open(std::move(file), limits));
    return std::make_shared<MachObject>(std::move(macho), limits);
}

bool looksLikeMachO(Bytes file)
{
    return MachFile::looksLike(file);
}

} // namespace faultline::macho
