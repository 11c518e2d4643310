// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/metadata.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/debug/proguard/relaxed_json.h"

#include <algorithm>
#include <array>
#include <limits>

namespace faultline::proguard {

namespace {

constexpr std::string_view kSourceFile = "sourceFile";
constexpr std::string_view kSynthesized = "com.android.tools.r8.synthesized";
constexpr std::string_view kOutline = "com.android.tools.r8.outline";
constexpr std::string_view kOutlineCallsite = "com.android.tools.r8.outlineCallsite";
constexpr std::string_view kRewriteFrame = "com.android.tools.r8.rewriteFrame";
constexpr std::string_view kFormatVersion = "com.android.tools.r8.mapping";
constexpr std::string_view kResidualSignature = "com.android.tools.r8.residualsignature";

constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint32_t>::max();

std::optional<std::uint32_t> number(std::string_view text)
{
    const auto value = parseDecimal(text);
    return value && *value <= kMaxNumber ? std::optional(static_cast<std::uint32_t>(*value))
                                         : std::nullopt;
}

/// Returns the text between "name(" and ")". Absent when the call has another name; empty when it
/// has no ")".
std::optional<std::string_view> argumentOf(std::string_view call, std::string_view name)
{
    if (!call.starts_with(name) || !call.substr(name.size()).starts_with('('))
        return std::nullopt;
    call.remove_prefix(name.size() + 1);
    return call.ends_with(')') ? call.substr(0, call.size() - 1) : std::string_view();
}

std::optional<RewriteComponent> parseCondition(std::string_view text)
{
    if (const auto thrown = argumentOf(text, "throws")) {
        if (thrown->empty())
            return std::nullopt;
        return RewriteComponent{RewriteComponent::Kind::Throws, std::string(*thrown), 0};
    }
    return RewriteComponent{RewriteComponent::Kind::Unknown, std::string(text), 0};
}

std::optional<RewriteComponent> parseAction(std::string_view text)
{
    if (const auto count = argumentOf(text, "removeInnerFrames")) {
        const auto frames = number(*count);
        if (!frames)
            return std::nullopt;
        return RewriteComponent{RewriteComponent::Kind::RemoveInnerFrames, {}, *frames};
    }
    return RewriteComponent{RewriteComponent::Kind::Unknown, std::string(text), 0};
}

/// Returns false when the list is absent or empty, or has an unusable item.
template <class Parse>
bool readComponents(const RelaxedValue* list, Parse parse, std::vector<RewriteComponent>& out)
{
    if (list == nullptr || list->kind != RelaxedValue::Kind::List || list->children.empty())
        return false;
    return std::ranges::all_of(list->children, [&](const auto& child) {
        const auto text = trimAscii(child.text);
        if (child.kind != RelaxedValue::Kind::String || text.empty())
            return false;
        auto component = parse(text);
        if (!component)
            return false;
        out.push_back(*std::move(component));
        return true;
    });
}

MetadataRecord readRewriteFrame(const RelaxedValue& object)
{
    RewriteFrameRecord record;
    if (!readComponents(object.member("conditions"), parseCondition, record.conditions) ||
        !readComponents(object.member("actions"), parseAction, record.actions))
        return UnknownRecord{};
    return record;
}

MetadataRecord readOutlineCallsite(const RelaxedValue& object)
{
    OutlineCallsiteRecord record;
    record.outline = object.string("outline").value_or("");
    const auto* positions = object.member("positions");
    if (positions == nullptr)
        return UnknownRecord{};
    for (const RelaxedValue& position : positions->children) {
        const auto outlineLine = number(position.name);
        const auto callsiteLine = number(position.text);
        if (outlineLine && callsiteLine)
            record.positions.push_back({*outlineLine, *callsiteLine});
    }
    return record.positions.empty() ? MetadataRecord(UnknownRecord{})
                                    : MetadataRecord(std::move(record));
}

/// Makes a record of a kind that needs exactly one text.
template <class Record>
MetadataRecord withText(std::optional<std::string_view> text)
{
    return text && !text->empty() ? MetadataRecord(Record{std::string(*text)})
                                  : MetadataRecord(UnknownRecord{});
}

/// Reads an object whose members are all strings without escapes. Most lines of a large mapping are
/// such records, and reading them needs no tree.
class FlatObject
{
public:
    static std::optional<FlatObject> read(std::string_view json)
    {
        FlatObject object;
        return object.take(json) ? std::optional(object) : std::nullopt;
    }

    std::optional<std::string_view> string(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_count; ++i) {
            if (m_members[i].first == name)
                return m_members[i].second;
        }
        return std::nullopt;
    }

private:
    static bool takeString(std::string_view& rest, std::string_view& text)
    {
        if (!rest.starts_with('"'))
            return false;
        const auto end = rest.find_first_of("\"\\", 1);
        if (end == std::string_view::npos || rest[end] == '\\')
            return false;
        text = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
        return true;
    }

    bool take(std::string_view rest)
    {
        if (!rest.starts_with('{'))
            return false;
        rest.remove_prefix(1);
        while (m_count < m_members.size()) {
            auto& [name, value] = m_members[m_count];
            if (!takeString(rest, name) || !rest.starts_with(':'))
                return false;
            rest.remove_prefix(1);
            if (!takeString(rest, value))
                return false;
            ++m_count;
            if (rest == "}")
                return true;
            if (!rest.starts_with(','))
                return false;
            rest.remove_prefix(1);
        }
        return false;
    }

    std::array<std::pair<std::string_view, std::string_view>, 4> m_members;
    std::size_t m_count = 0;
};

/// Makes records that need nothing but strings; absent for the others.
template <class Object>
std::optional<MetadataRecord> readSimple(std::string_view id, const Object& object)
{
    if (id == kSourceFile)
        return withText<SourceFileRecord>(object.string("fileName"));
    if (id == kSynthesized)
        return SynthesizedRecord{};
    if (id == kOutline)
        return OutlineRecord{};
    if (id == kFormatVersion)
        return withText<FormatVersionRecord>(object.string("version"));
    if (id == kResidualSignature)
        return withText<ResidualSignatureRecord>(object.string("signature"));
    return std::nullopt;
}

} // namespace

std::optional<MetadataRecord> parseMetadata(std::string_view json)
{
    if (const auto flat = FlatObject::read(json)) {
        if (const auto id = flat->string("id")) {
            if (auto record = readSimple(*id, *flat))
                return record;
        }
    }
    const auto object = parseRelaxedJson(json);
    if (!object)
        return std::nullopt;
    const auto id = object->string("id");
    if (!id)
        return std::nullopt;
    if (auto record = readSimple(*id, *object))
        return record;
    if (*id == kRewriteFrame)
        return readRewriteFrame(*object);
    if (*id == kOutlineCallsite)
        return readOutlineCallsite(*object);
    return UnknownRecord{};
}

} // namespace faultline::proguard
