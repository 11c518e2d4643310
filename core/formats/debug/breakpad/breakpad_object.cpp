// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/breakpad_object.h"

#include "core/formats/debug/breakpad/function_reader.h"
#include "core/formats/debug/breakpad/line_scanner.h"
#include "core/formats/debug/breakpad/record_index.h"

#include <utility>

namespace faultline::breakpad {

using namespace breakpad;

namespace {

/// The MODULE record and the INFO records after it.
struct Header
{
    Arch arch = Arch::Unknown;
    DebugId debugId;
    CodeId codeId;
    std::string_view name;
};

Result<Header> readHeader(std::string_view text, const ParseLimits& limits)
{
    LineScanner lines(text.substr(0, limits.maxStringBytes));
    FieldReader module(lines.next());
    if (!module.accept("MODULE"))
        return fail(ErrorKind::Unsupported, "no MODULE record at offset 0");
    Header header;
    module.word(); // Operating system.
    const std::string_view arch = module.word();
    const std::string_view id = module.word();
    if (!module.ok())
        return fail(ErrorKind::Malformed, "MODULE record at offset 0: fewer than three fields");
    const auto knownArch = parseArch(arch);
    if (!knownArch)
        return fail(ErrorKind::Malformed, "MODULE record at offset 0: unknown architecture ",
                    arch.substr(0, 32));
    const auto debugId = DebugId::parse(id); // Lenient: some producers leave the age out.
    if (!debugId)
        return fail(ErrorKind::Malformed, "MODULE record at offset 0: no debug id in ",
                    id.substr(0, 64));
    header.arch = *knownArch;
    header.debugId = *debugId;
    header.name = module.rest(kUnknownName);
    while (!lines.atEnd()) {
        FieldReader info(lines.next());
        if (!info.accept("INFO"))
            break;
        if (info.accept("CODE_ID") && header.codeId.empty())
            header.codeId = CodeId::parse(info.word());
    }
    return header;
}

class BreakpadDebugInfo final : public object::DebugInfoReader
{
public:
    BreakpadDebugInfo(ByteView file,
                      std::shared_ptr<const RecordIndex> index,
                      const ParseLimits& limits)
        : m_file(std::move(file)), m_index(std::move(index)), m_limits(limits)
    {
    }

    std::size_t unitCount() const override { return m_index->units.size(); }

    std::uint64_t unitWeight(std::size_t unit) const override
    {
        return m_index->units[unit].sizeBytes;
    }

    Result<object::DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const override
    {
        const RecordIndex::Unit& place = m_index->units[unit];
        return FunctionReader(*m_index, m_limits)
            .read(m_file.text().substr(place.offset, place.sizeBytes), place.offset, stop);
    }

    std::uint32_t lostRecords() const override { return m_index->damagedRecords; }

    std::vector<std::string> warnings() const override
    {
        if (m_index->damagedRecords == 0)
            return {};
        return {concat(m_index->damagedRecords,
                       " PUBLIC, FILE or INLINE_ORIGIN records cannot be read")};
    }

private:
    ByteView m_file;
    std::shared_ptr<const RecordIndex> m_index;
    ParseLimits m_limits;
};

class BreakpadObject final : public object::Object
{
public:
    BreakpadObject(ByteView file, Header header, const ParseLimits& limits)
        : m_file(std::move(file)), m_header(std::move(header)), m_limits(limits),
          m_index(std::make_shared<const RecordIndex>(indexRecords(m_file.text())))
    {
    }

    object::FileFormat format() const override { return object::FileFormat::Breakpad; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return m_header.arch; }

    DebugId debugId() const override { return m_header.debugId; }

    CodeId codeId() const override { return m_header.codeId; }

    ObjectFeatures features() const override
    {
        return {.hasDebugInfo = !m_index->units.empty(),
                .hasUnwindInfo = m_index->stackOffset < m_file.size(),
                .hasSymbols = !m_index->publics.empty(),
                .hasSources = false,
                .sourceServer = std::nullopt};
    }

    std::string debugFileName() const override { return std::string(m_header.name); }

    std::vector<object::Symbol> symbols() const override { return m_index->publics; }

    std::unique_ptr<object::DebugInfoReader> debugInfo() const override
    {
        if (m_index->units.empty())
            return nullptr;
        return std::make_unique<BreakpadDebugInfo>(m_file, m_index, m_limits);
    }

    std::optional<ByteView> section(std::string_view name) const override
    {
        if (name != "STACK" || m_index->stackOffset >= m_file.size())
            return std::nullopt;
        return m_file.from(m_index->stackOffset);
    }

    ByteView bytes() const override { return m_file; }

private:
    ByteView m_file;
    Header m_header;
    ParseLimits m_limits;
    std::shared_ptr<const RecordIndex> m_index;
};

} // namespace

Result<object::ObjectPtr> openBreakpad(ByteView file, const ParseLimits& limits)
{
    FL_TRY(const Header header, readHeader(file.text(), limits));
    return std::make_shared<const BreakpadObject>(std::move(file), header, limits);
}

} // namespace faultline::breakpad
