// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_object.h"

#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/value_reader.h"
#include "core/formats/debug/golang/go_debug_info.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/debug_link.h"
#include "core/formats/debug/object/zipped_sections.h"
#include "core/formats/debug/pe/pe_debug_directory.h"
#include "core/formats/debug/pe/pe_image.h"
#include "core/formats/debug/pe/pe_symbols.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace faultline::pe {

namespace {

/// Packers (UPX and others) keep the exception directory but move the code away: then the unwind
/// data describes nothing. Source: getsentry/symbolic symbolic-debuginfo/src/pe, rule of
/// docs/spec/native.md §2.3.
bool isPackerStub(const PeImage& image)
{
    const auto& sections = image.sections();
    const bool hasStub =
        std::any_of(sections.begin(), sections.end(), [&](const CoffSection& section) {
            return image.sectionName(section).starts_with(".stub");
        });
    const bool hasEmptyPdata =
        std::any_of(sections.begin(), sections.end(), [&](const CoffSection& section) {
            return image.sectionName(section) == ".pdata" && section.rawSize == 0;
        });
    return hasStub && hasEmptyPdata;
}

class PeObject final : public object::Object
{
public:
    PeObject(PeImage image, const ParseLimits& limits)
        : m_image(std::move(image)), m_codeView(readCodeView(m_image)), m_limits(limits),
          m_zipped(limits)
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Pe; }

    object::ObjectKind kind() const override
    {
        return m_image.isDll() ? object::ObjectKind::Library : object::ObjectKind::Executable;
    }

    Arch arch() const override { return m_image.arch(); }

    DebugId debugId() const override { return m_codeView ? m_codeView->id : DebugId(); }

    CodeId codeId() const override
    {
        const auto size = m_image.sizeOfImage();
        return size ? CodeId::fromPe(m_image.timestamp(), *size) : CodeId();
    }

    ObjectFeatures features() const override;

    std::uint64_t loadAddress() const override { return m_image.imageBase(); }

    std::string debugFileName() const override
    {
        return m_codeView ? std::string(m_codeView->pdbName) : std::string();
    }

    std::vector<object::CompanionReference> companions() const override;
    std::vector<object::Symbol> symbols() const override;

    std::uint64_t lostNames() const override { return m_lostNames; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override;
    std::unique_ptr<object::ValueInfoReader>
    valueInfoWith(std::span<const object::ObjectPtr> companions) const override;
    std::vector<object::ImageRange> ranges() const override;
    std::optional<ByteView> section(std::string_view name) const override;

    std::optional<ByteView> readImage(std::uint64_t linkedAddress,
                                      std::uint64_t sizeBytes) const override
    {
        if (linkedAddress < m_image.imageBase())
            return std::nullopt;
        return m_image.atRva(linkedAddress - m_image.imageBase(), sizeBytes);
    }

    std::vector<std::string> warnings() const override { return m_zipped.warnings(); }

    std::shared_ptr<const golang::GoProgram> goProgram() const override;

    ByteView bytes() const override { return m_image.file(); }

private:
    dwarf::DwarfInput dwarfInput() const;

    PeImage m_image;
    std::optional<ByteView> storedSection(std::string_view name) const;

    std::optional<CodeViewReference> m_codeView;
    ParseLimits m_limits;
    object::ZippedSections m_zipped;
    mutable std::atomic<std::uint64_t> m_lostNames = 0; // By the last call of symbols().
    mutable std::once_flag m_goOnce;
    mutable std::shared_ptr<const golang::GoProgram> m_go; // Written once, under m_goOnce.
};

/// The program as its sections map it. No section has the name of Go's function table, which lies
/// among the constants; code is searched only for the start of functions.
golang::ProgramImage goImageOf(const PeImage& image)
{
    golang::ProgramImage result;
    result.wordBytes = pointerSize(cpuFamily(image.arch()));
    result.loadAddress = image.imageBase();
    for (const auto& section : image.sections()) {
        if (auto content = image.sectionBytes(section))
            result.parts.push_back(
                {image.imageBase() + section.rva, *std::move(content), section.isExecutable()});
    }
    return result;
}

ObjectFeatures PeObject::features() const
{
    std::uint64_t lostNames = 0;
    const auto exceptions = m_image.directory(PeImage::kExceptionDirectory);
    ObjectFeatures features;
    features.hasDebugInfo = storedSection(".debug_info") || storedSection(".zdebug_info");
    // 32-bit MinGW has no exception directory: the program itself unwinds by DWARF.
    features.hasUnwindInfo =
        (exceptions.rva != 0 && exceptions.sizeBytes != 0 && !isPackerStub(m_image)) ||
        section(".eh_frame").has_value() || section(".debug_frame").has_value() ||
        goProgram() != nullptr;
    features.hasSymbols = hasExports(m_image) || !readCoffFunctions(m_image, lostNames).empty() ||
                          goProgram() != nullptr;
    return features;
}

std::vector<object::CompanionReference> PeObject::companions() const
{
    std::vector<object::CompanionReference> companions;
    if (m_codeView && !m_codeView->pdbName.empty()) // MinGW's linkers write only an id.
        companions.push_back({object::CompanionReference::Kind::CodeViewPdb,
                              std::string(m_codeView->pdbName), m_codeView->id.canonical()});
    const auto section = this->section(".gnu_debuglink");
    auto link = section ? object::readDebugLink(section->span(), byteOrder()) : std::nullopt;
    if (link)
        companions.push_back(*std::move(link));
    return companions;
}

std::vector<object::Symbol> PeObject::symbols() const
{
    std::uint64_t lostNames = 0;
    auto symbols = readExports(m_image, lostNames);
    const auto functions = readCoffFunctions(m_image, lostNames);
    symbols.insert(symbols.end(), functions.begin(), functions.end());
    m_lostNames = lostNames;
    return symbols;
}

dwarf::DwarfInput PeObject::dwarfInput() const
{
    dwarf::DwarfInput input;
    // The reader holds the sections that it uses.
    input.section = [this](std::string_view name) { return section(concat(".", name)); };
    input.loadAddress = m_image.imageBase();
    for (const auto& section : m_image.sections()) {
        if (section.isExecutable())
            input.executableRanges.emplace_back(section.rva,
                                                std::uint64_t{section.rva} + section.memorySize());
    }
    return input;
}

std::unique_ptr<object::ValueInfoReader>
PeObject::valueInfoWith(std::span<const object::ObjectPtr> /*companions*/) const
{
    auto reader = dwarf::makeValueReader(dwarfInput(), m_limits);
    return reader ? *std::move(reader) : nullptr;
}

std::unique_ptr<object::DebugInfoReader> PeObject::debugInfo() const
{
    auto input = dwarfInput();
    input.symbols = symbols();
    auto reader = dwarf::makeDwarfReader(std::move(input), m_limits);
    if (reader)
        return *std::move(reader);
    auto go = goProgram();
    return go ? golang::makeGoDebugInfo(std::move(go)) : nullptr;
}

/// Go's linker writes no CodeView record and exports nothing. So the images of other compilers,
/// which may be large, are not searched.
std::shared_ptr<const golang::GoProgram> PeObject::goProgram() const
{
    std::call_once(m_goOnce, [this] {
        if (m_codeView || hasExports(m_image) || pointerSize(cpuFamily(arch())) == 0)
            return;
        auto program = golang::openGoProgram(goImageOf(m_image));
        m_go = program ? *std::move(program) : nullptr;
    });
    return m_go;
}

std::vector<object::ImageRange> PeObject::ranges() const
{
    std::vector<object::ImageRange> ranges;
    for (const auto& section : m_image.sections()) {
        ranges.push_back({.name = std::string(m_image.sectionName(section)),
                          .address = m_image.imageBase() + section.rva,
                          .sizeBytes = section.memorySize(),
                          .executable = section.isExecutable(),
                          .writable = section.isWritable()});
    }
    return ranges;
}

std::optional<ByteView> PeObject::section(std::string_view name) const
{
    auto stored = storedSection(name);
    if (stored)
        return stored;
    return m_zipped.section(name,
                            [this](std::string_view zipped) { return storedSection(zipped); });
}

std::optional<ByteView> PeObject::storedSection(std::string_view name) const
{
    for (const auto& section : m_image.sections()) {
        if (m_image.sectionName(section) == name) {
            if (auto body = m_image.sectionBytes(section))
                return body;
        }
    }
    return std::nullopt;
}

} // namespace

Result<object::ObjectPtr> openPe(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto image, PeImage::open(std::move(file)));
    return std::make_shared<PeObject>(std::move(image), limits);
}

bool looksLikePe(Bytes file)
{
    return PeImage::looksLike(file);
}

} // namespace faultline::pe
