// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_object.h"

#include "core/formats/debug/codeview/codeview_records.h"
#include "core/formats/debug/pdb/pdb_contributions.h"
#include "core/formats/debug/pdb/pdb_debug_info.h"
#include "core/formats/debug/pdb/pdb_file.h"
#include "core/formats/debug/pdb/pdb_frames.h"
#include "core/formats/debug/pdb/pdb_source_server.h"
#include "core/formats/debug/pdb/pdb_value_reader.h"
#include "core/formats/debug/pe/pe_image.h"
#include "core/formats/debug/sourcebundle/source_link_json.h"

#include <mutex>

namespace faultline::pdb {

namespace {

class PdbObject final : public object::Object
{
public:
    PdbObject(std::shared_ptr<const PdbFile> file, const ParseLimits& limits)
        : m_file(std::move(file)), m_limits(limits)
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Pdb; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return pe::archOfCoffMachine(m_file->machine()); }

    DebugId debugId() const override { return m_file->debugId(); }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override;
    std::vector<object::CompanionReference> companions() const override;

    std::vector<std::string> warnings() const override;

    std::vector<object::Symbol> symbols() const override;

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override
    {
        return makePdbDebugInfo(m_file, m_limits);
    }

    std::unique_ptr<object::ValueInfoReader>
    valueInfoWith(std::span<const object::ObjectPtr> /*companions*/) const override
    {
        return makePdbValueReader(m_file, m_limits);
    }

    std::vector<object::ImageRange> ranges() const override;

    std::optional<ByteView> section(std::string_view name) const override
    {
        return m_file->namedStream(name);
    }

    std::optional<object::ObjectSource> sourceByPath(std::string_view path) const override;

    std::vector<object::WindowsFrame> windowsFrames() const override
    {
        return readPdbFrames(*m_file);
    }

    ByteView bytes() const override { return m_file->msf().file(); }

private:
    std::shared_ptr<const PdbFile> m_file;
    ParseLimits m_limits;
    mutable std::once_flag m_symbolsLoaded;
    mutable ByteView m_symbolRecords; // Names of symbols() point into it.
    mutable std::once_flag m_linksLoaded;
    mutable sourcebundle::SourceLinks m_sourceLinks; // Written under m_linksLoaded, as the next.
    mutable std::optional<SourceServerIndex> m_sourceServer;
};

std::vector<std::string> PdbObject::warnings() const
{
    auto warnings = m_file->warnings();
    if (m_file->isFastLink())
        warnings.insert(warnings.begin(),
                        "made with /DEBUG:FASTLINK: functions and lines stay in the object files; "
                        "link with /DEBUG:FULL or run mspdbcmf");
    return warnings;
}

ObjectFeatures PdbObject::features() const
{
    ObjectFeatures features;
    features.hasDebugInfo = !m_file->isFastLink();
    features.hasSymbols = true;
    features.hasUnwindInfo = arch() == Arch::X86;
    if (const auto stream = section("srcsrv"))
        features.sourceServer = sourceServerOf(stream->text());
    return features;
}

std::vector<object::CompanionReference> PdbObject::companions() const
{
    std::vector<object::CompanionReference> result;
    if (const auto stream = section("srcsrv")) {
        const auto name =
            sourceServerVariable(stream->text(), "VERCTRL").value_or(std::string_view());
        result.push_back({object::CompanionReference::Kind::SourceServer, std::string(name), {}});
    }
    if (section("sourcelink"))
        result.push_back({object::CompanionReference::Kind::SourceLink, "sourcelink", {}});
    return result;
}

std::vector<object::Symbol> PdbObject::symbols() const
{
    std::call_once(m_symbolsLoaded, [this] { m_symbolRecords = m_file->symbolRecords(); });
    const PdbContributions contributions(m_file->sectionContributions());
    std::vector<object::Symbol> symbols;
    codeview::CodeViewRecords records(m_symbolRecords.span(), 0);
    constexpr std::size_t kLeastRecordBytes = 16;
    auto steps = m_file->addresses().stepsFor(m_symbolRecords.size() / kLeastRecordBytes);
    while (const auto record = records.next()) {
        const auto symbol = codeview::readPublic(*record);
        if (!symbol || symbol->name.empty() || !m_file->addresses().isExecutable(symbol->section))
            continue;
        const auto rva = m_file->addresses().rva(symbol->section, symbol->offset);
        if (!rva)
            continue;
        // A symbol has no size, but its code is all of one object file.
        const auto sizeBytes = contributions.bytesFrom(symbol->section, symbol->offset);
        const auto pieces =
            m_file->addresses().ranges(symbol->section, symbol->offset, sizeBytes, steps);
        symbols.push_back({.address = *rva,
                           .sizeBytes = pieces.empty() ? 0 : pieces.front().sizeBytes,
                           .name = symbol->name});
    }
    return symbols;
}

/// Never a text: where the build says the file is, by Source Link first.
std::optional<object::ObjectSource> PdbObject::sourceByPath(std::string_view path) const
{
    std::call_once(m_linksLoaded, [this] {
        if (const auto json = section("sourcelink")) {
            if (auto links = sourcebundle::parseSourceLinkJson(json->span()))
                m_sourceLinks = *std::move(links);
        }
        if (auto stream = section("srcsrv"))
            m_sourceServer.emplace(*std::move(stream));
    });
    auto url = m_sourceLinks.resolve(path);
    if (!url && m_sourceServer)
        url = m_sourceServer->target(path);
    if (!url)
        return std::nullopt;
    return object::ObjectSource{.text = std::nullopt, .url = *std::move(url)};
}

std::vector<object::ImageRange> PdbObject::ranges() const
{
    std::vector<object::ImageRange> ranges;
    for (const auto& section : m_file->addresses().sections()) {
        ranges.push_back({.name = std::string(section.name),
                          .address = section.rva,
                          .sizeBytes = section.memorySize(),
                          .executable = section.isExecutable(),
                          .writable = section.isWritable()});
    }
    return ranges;
}

} // namespace

Result<object::ObjectPtr> openPdb(ByteView file, const ParseLimits& limits)
{
    FL_TRY(auto pdb, PdbFile::open(std::move(file), limits));
    return std::make_shared<PdbObject>(std::move(pdb), limits);
}

bool looksLikePdb(Bytes file)
{
    return MsfFile::looksLike(file);
}

} // namespace faultline::pdb
