// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_images.h"

#include "core/formats/crash/sentry_event/event_form.h"

#include <algorithm>
#include <array>

namespace faultline::sentry {

namespace {

constexpr std::string_view kArea = "images";

/// Kinds of images without native code, although some have addresses.
constexpr std::array<std::string_view, 4> kOtherTypes{"proguard", "sourcemap", "jvm", "source"};

/// The names before "macho" and "elf" were separate: "apple", and "symbolic" for all others.
ObjectType typeOf(std::string_view name)
{
    return name == "apple" ? ObjectType::MachO : parseObjectType(name);
}

bool isNative(std::string_view type, const json::JsonValue& image)
{
    if (typeOf(type) != ObjectType::Unknown)
        return true;
    return std::ranges::find(kOtherTypes, type) == kOtherTypes.end() &&
           json::member(image, "image_addr").has_value();
}

/// Ids are parsed and written again; an unusable one is dropped (docs/spec/native.md §1.3).
void readIdentity(const json::JsonValue& image, EventModule& module)
{
    for (const auto* name : {"debug_id", "id", "uuid"}) {
        if (!module.debugId)
            module.debugId = DebugId::parse(json::textMember(image, name));
    }
    if (auto id = CodeId::parse(json::textMember(image, "code_id")); !id.empty())
        module.codeId = std::move(id);
    module.codeFile = textOf(eitherMember(image, "code_file", "name"));
    module.debugFile = textOf(json::member(image, "debug_file"));
    module.debugChecksum = textOf(json::member(image, "debug_checksum"));
}

class ImageReader
{
public:
    ImageReader(const ParseLimits& limits, DiagnosticLog& diagnostics)
        : m_limits(limits), m_diagnostics(diagnostics)
    {
    }

    void add(const json::JsonValue& image)
    {
        const auto type = json::textMember(image, "type");
        auto& place = m_images.moduleOfImage.emplace_back();
        if (!isNative(type, image))
            return leaveOut(type);
        if (m_images.modules.size() >= m_limits.maxModules) {
            ++m_beyondLimit;
            return;
        }
        place = static_cast<std::uint32_t>(m_images.modules.size());
        m_images.modules.push_back(read(image, type));
    }

    EventImages take()
    {
        if (m_others > 0)
            m_diagnostics.note(kArea, m_others, " of other than native code left out (",
                               m_firstOther, m_others > 1 ? ", …)" : ")");
        if (m_beyondLimit > 0)
            m_diagnostics.warn(kArea, "more than ", m_limits.maxModules, ", the other ",
                               m_beyondLimit, " are left out");
        return std::move(m_images);
    }

private:
    EventModule read(const json::JsonValue& image, std::string_view type)
    {
        EventModule module;
        module.type = typeOf(type);
        readIdentity(image, module);
        module.address = number(image, "image_addr").value_or(0);
        const auto size = number(image, "image_size");
        module.sizeBytes = size.value_or(0);
        module.zeroSizeGiven = size == 0;
        if (m_images.arch == Arch::Unknown)
            m_images.arch = parseArch(json::textMember(image, "arch")).value_or(Arch::Unknown);
        return module;
    }

    std::optional<std::uint64_t> number(const json::JsonValue& image, std::string_view name)
    {
        const auto value = json::member(image, name);
        if (!value || value->kind() == json::JsonKind::Null)
            return std::nullopt;
        const auto parsed = json::hexValueOf(*value);
        if (!parsed)
            m_diagnostics.warn(kArea, "image ", m_images.moduleOfImage.size() - 1, ": ", name,
                               " at line ", value->line(), " is no number, taken as missing");
        return parsed;
    }

    void leaveOut(std::string type)
    {
        if (m_others++ == 0)
            m_firstOther = type.empty() ? "without a type" : std::move(type);
    }

    const ParseLimits& m_limits;
    DiagnosticLog& m_diagnostics;
    EventImages m_images;
    std::string m_firstOther;
    std::size_t m_others = 0;
    std::size_t m_beyondLimit = 0;
};

} // namespace

EventImages readImages(const std::optional<json::JsonValue>& images,
                       const ParseLimits& limits,
                       DiagnosticLog& diagnostics)
{
    ImageReader reader(limits, diagnostics);
    if (images)
        json::forEachChild(*images, [&](const json::JsonValue& image) { reader.add(image); });
    return reader.take();
}

} // namespace faultline::sentry
