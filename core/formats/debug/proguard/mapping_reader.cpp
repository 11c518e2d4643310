// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_reader.h"

#include "core/base/text.h"
#include "core/formats/debug/proguard/mapping_line.h"

#include <algorithm>

namespace faultline::proguard {

namespace {

constexpr int kProbedLines = 50;
constexpr std::size_t kProbedBytes = 16 << 20; ///< A hostile line may have gigabytes.
constexpr std::uint32_t kLinesPerStopCheck = 4096;
constexpr std::size_t kMaxMembers = std::size_t{1} << 31;
/// Typical of R8; used to reserve memory for the entries.
constexpr std::size_t kBytesPerEntry = 96;
constexpr std::size_t kMaxReserved = 1u << 22;

/// Compares by numbers: "2.10" is newer than "2.9".
bool isNewer(std::string_view version, std::string_view than)
{
    const auto split = [](std::string_view text) {
        const auto dot = std::min(text.find('.'), text.size());
        return std::pair(text.substr(0, dot), text.substr(std::min(dot + 1, text.size())));
    };
    const auto longerFirst = [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() > b.size() : a > b;
    };
    const auto [major, minor] = split(version);
    const auto [thanMajor, thanMinor] = split(than);
    return major == thanMajor ? longerFirst(minor, thanMinor) : longerFirst(major, thanMajor);
}

class Reader
{
public:
    Reader(std::string_view text, const ParseLimits& limits) : m_lines(text), m_limits(limits)
    {
        m_model.entries.reserve(std::min(text.size() / kBytesPerEntry, kMaxReserved));
    }

    Result<MappingModel> read(const std::stop_token& stop)
    {
        for (std::uint32_t line = 1;; ++line) {
            const auto text = m_lines.next();
            if (!text)
                break;
            if (line % kLinesPerStopCheck == 0) {
                if (stop.stop_requested())
                    return fail(ErrorKind::Cancelled, "no longer waited for");
                FL_CHECK(checkSizes());
            }
            m_line = line;
            visitLine(*text);
        }
        FL_CHECK(checkSizes());
        return std::move(m_model);
    }

private:
    Result<void> checkSizes() const
    {
        if (m_model.entries.size() > kMaxMembers || m_model.fields.size() > kMaxMembers)
            return fail(ErrorKind::Unsupported, "mapping: more than ", kMaxMembers, " members");
        if (m_isFull)
            return fail(ErrorKind::Unsupported, "mapping: more than 4 GiB of names");
        return {};
    }

    void visitLine(std::string_view text)
    {
        if (text.size() > m_limits.maxStringBytes)
            return visit(DamagedLine{});
        std::visit([this](const auto& line) { visit(line); }, parseMappingLine(text));
    }

    StringRef add(std::string_view text)
    {
        const auto ref = m_model.strings.add(text);
        m_isFull = m_isFull || ref == kNoString;
        return ref;
    }

    /// An unreadable line between a line and its records makes no difference.
    void visit(const DamagedLine&)
    {
        if (m_model.damagedLines++ == 0)
            m_model.firstDamagedLine = m_line;
    }

    void visit(const HeaderLine& line)
    {
        m_target = Target::None;
        m_lastRange.reset();
        auto& header = m_model.header;
        const auto value = line.value.value_or(std::string_view());
        if (line.key == "compiler")
            header.compiler = value;
        else if (line.key == "compiler_version")
            header.compilerVersion = value;
        else if (line.key == "min_api")
            header.minApi = value;
        else if (line.key == "pg_map_id")
            header.mapId = value;
        else if (line.key == "pg_map_hash")
            header.mapHash = value;
    }

    void visit(const ClassLine& line)
    {
        m_target = Target::Class;
        m_lastRange.reset();
        m_model.blocks.push_back({.obfuscated = add(line.obfuscated),
                                  .original = add(line.original),
                                  .firstEntry = std::uint32_t(m_model.entries.size()),
                                  .firstField = std::uint32_t(m_model.fields.size())});
    }

    void visit(const FieldLine& line)
    {
        m_lastRange.reset();
        m_target = Target::None;
        if (m_model.blocks.empty())
            return visit(DamagedLine{});
        m_model.fields.push_back({.obfuscated = add(line.obfuscated),
                                  .name = add(line.original),
                                  .type = add(line.type)});
        ++m_model.blocks.back().fieldCount;
    }

    void visit(const MethodLine& line)
    {
        m_target = Target::None;
        if (m_model.blocks.empty())
            return visit(DamagedLine{});
        m_target = Target::Method;
        const bool hasLines = line.range || line.originalFrom;
        if (hasLines && m_lastRange && *m_lastRange == line.range)
            m_model.entries.back().isInlinee = true;
        m_lastRange.reset();
        if (hasLines)
            m_lastRange.emplace(line.range);
        auto& block = m_model.blocks.back();
        ++block.entryCount;
        m_model.entries.push_back(
            {.obfuscated = add(line.obfuscated),
             .receiver = line.receiver.empty() ? block.original : add(line.receiver),
             .name = add(line.name),
             .arguments = add(line.arguments),
             .returnType = add(line.returnType),
             .minifiedStart = line.range ? line.range->start : kNoLine,
             .minifiedEnd = line.range ? line.range->end : kNoLine,
             .originalFrom = line.originalFrom.value_or(kNoLine),
             .originalTo = line.originalTo.value_or(kNoLine),
             .namesReceiver = !line.receiver.empty()});
        m_model.hasLineInfo = m_model.hasLineInfo || line.range || line.originalFrom;
    }

    void visit(const MetadataLine& line)
    {
        const auto record = parseMetadata(line.json);
        if (!record)
            return visit(DamagedLine{});
        std::visit([this](const auto& known) { attach(known); }, *record);
    }

    void attach(const UnknownRecord&) {}

    void attach(const SourceFileRecord& record)
    {
        if (m_target == Target::Class)
            m_model.blocks.back().sourceFile = add(record.fileName);
    }

    void attach(const SynthesizedRecord&)
    {
        if (m_target == Target::Class)
            m_model.blocks.back().isSynthesized = true;
        else if (m_target == Target::Method)
            m_model.entries.back().isSynthesized = true;
    }

    void attach(const OutlineRecord&)
    {
        if (m_target == Target::Method)
            m_model.entries.back().isOutline = true;
    }

    void attach(const OutlineCallsiteRecord& record)
    {
        if (m_target == Target::Method)
            extrasOfLast().callsites.push_back(record);
    }

    void attach(const RewriteFrameRecord& record)
    {
        if (m_target == Target::Method)
            extrasOfLast().rewrites.push_back(record);
    }

    void attach(const ResidualSignatureRecord& record)
    {
        if (m_target == Target::Method)
            m_model.entries.back().residual = add(record.signature);
    }

    void attach(const FormatVersionRecord& record)
    {
        auto& version = m_model.header.formatVersion;
        if (version.empty() || isNewer(record.version, version))
            version = record.version;
    }

    ModelExtras& extrasOfLast()
    {
        auto& entry = m_model.entries.back();
        if (entry.extras == kNoExtras) {
            entry.extras = std::uint32_t(m_model.extras.size());
            m_model.extras.emplace_back();
        }
        return m_model.extras.back();
    }

    enum class Target : std::uint8_t { None, Class, Method };

    MappingLines m_lines;
    const ParseLimits& m_limits;
    MappingModel m_model;
    Target m_target = Target::None; ///< The line to which a record belongs.
    /// The minified range of the line before, ignoring records. Absent when that is not a method
    /// line, or has no lines at all.
    std::optional<std::optional<MinifiedRange>> m_lastRange;
    std::uint32_t m_line = 0;
    bool m_isFull = false;
};

} // namespace

bool looksLikeMapping(std::string_view text)
{
    MappingLines lines(text.substr(0, kProbedBytes));
    bool hasClass = false;
    bool hasOther = false;
    for (int i = 0; i < kProbedLines; ++i) {
        const auto line = lines.next();
        if (!line)
            return hasClass && !hasOther && text.size() <= kProbedBytes;
        const auto parsed = parseMappingLine(*line);
        if (std::holds_alternative<ClassLine>(parsed))
            hasClass = true;
        else if (hasClass && (std::holds_alternative<FieldLine>(parsed) ||
                              std::holds_alternative<MethodLine>(parsed)))
            return true;
        else
            hasOther =
                hasOther || (!trimAscii(*line).empty() && !trimAscii(*line).starts_with('#'));
    }
    return false;
}

Result<MappingModel>
readMapping(std::string_view text, const ParseLimits& limits, const std::stop_token& stop)
{
    if (!looksLikeMapping(text))
        return fail(ErrorKind::Malformed, "mapping: no class with a member in the first ",
                    kProbedLines, " lines");
    return Reader(text, limits).read(stop);
}

} // namespace faultline::proguard
