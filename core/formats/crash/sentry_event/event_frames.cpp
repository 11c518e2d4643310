// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_frames.h"

#include "core/base/hex.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <limits>

namespace faultline::sentry {

namespace {

/// No module has this index.
constexpr auto kNoModule = std::numeric_limits<std::uint32_t>::max();

std::optional<std::uint64_t> addressOf(const std::optional<json::JsonValue>& value)
{
    return value ? json::hexValueOf(*value) : std::nullopt;
}

std::optional<std::uint32_t> lineOf(const std::optional<json::JsonValue>& value)
{
    const bool isNumber = value && value->kind() == json::JsonKind::Unsigned;
    if (!isNumber || value->integerBits() > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(value->integerBits());
}

std::optional<bool> flagOf(const std::optional<json::JsonValue>& value)
{
    return value && value->kind() == json::JsonKind::Bool ? std::optional(value->boolean())
                                                          : std::nullopt;
}

std::vector<std::string> linesOf(const json::JsonValue& frame, std::string_view name)
{
    std::vector<std::string> lines;
    json::forEachChildOf(
        frame, name, [&](const json::JsonValue& line) { lines.push_back(json::rawText(line)); });
    return lines;
}

void readSource(const json::JsonValue& frame, Frame& given)
{
    given.position.file = textOf(json::member(frame, "filename"));
    given.position.absPath = textOf(eitherMember(frame, "abs_path", "absPath"));
    given.position.line = lineOf(eitherMember(frame, "lineno", "lineNo"));
    given.position.context.before = linesOf(frame, "pre_context");
    given.position.context.line = textOf(json::member(frame, "context_line"));
    given.position.context.after = linesOf(frame, "post_context");
    given.position.link = textOf(eitherMember(frame, "source_link", "sourceLink"));
}

std::string variablesOf(const json::JsonValue& frame)
{
    const auto variables = json::member(frame, "vars");
    std::string json;
    if (variables && variables->kind() == json::JsonKind::Object)
        json::JsonWriter(json).value(*variables);
    return json;
}

/// Applies a stack's rule for all its addresses ("instruction_addr_adjustment" in Sentry's stack
/// trace interface). "auto" leaves the choice to our own rule.
void applyAdjustment(std::string_view adjustment, std::vector<Frame>& frames)
{
    if (adjustment != "all" && adjustment != "none" && adjustment != "all_but_first")
        return;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        auto fields = frames[i].carried ? *frames[i].carried : CarriedFields();
        fields.adjust = adjustment == "all" || (adjustment == "all_but_first" && i > 0);
        frames[i].carried = share(std::move(fields));
    }
}

} // namespace

std::vector<Frame> FrameReader::read(const json::JsonValue& stacktrace, std::string_view place)
{
    std::size_t count = 0;
    json::forEachChildOf(stacktrace, "frames", [&](const json::JsonValue&) { ++count; });
    // Callers come first in an event; the callees say more.
    const auto beyondLimit =
        count - std::min<std::size_t>({count, m_left, m_limits.maxFramesPerThread});
    std::vector<Frame> frames;
    std::size_t number = 0;
    std::size_t withoutAddress = 0;
    json::forEachChildOf(stacktrace, "frames", [&](const json::JsonValue& value) {
        const auto index = number++;
        if (index < beyondLimit)
            return;
        if (auto frame = readFrame(value, concat(place, ", frame ", index)))
            frames.push_back(*std::move(frame));
        else
            ++withoutAddress;
    });
    if (withoutAddress > 0)
        m_diagnostics.note(place, withoutAddress, " of ", count,
                           " frames have no instruction address and are left out");
    if (beyondLimit > 0)
        m_diagnostics.warn(place, "too many frames, ", beyondLimit, " callers are left out");
    m_left -= frames.size();
    std::ranges::reverse(frames);
    if (!frames.empty())
        applyAdjustment(json::textMember(stacktrace, "instruction_addr_adjustment"), frames);
    return frames;
}

std::optional<Frame> FrameReader::readFrame(const json::JsonValue& frame, std::string_view place)
{
    const auto address = eitherMember(frame, "instruction_addr", "instructionAddr");
    const auto instruction = addressOf(address);
    if (!instruction) {
        if (address && address->kind() != json::JsonKind::Null)
            m_diagnostics.warn(place, "instruction_addr at line ", address->line(),
                               " is no address, expected an integer, \"0x…\" or a decimal text");
        return std::nullopt;
    }
    Frame given;
    given.makeNative().instructionAddress = *instruction;
    given.makeNative().relativeTo = relativeModule(frame, place);
    given.carried = share({.platform = textOf(json::member(frame, "platform")),
                           .adjust = flagOf(json::member(frame, "adjust_instruction_addr")),
                           .functionId = addressOf(json::member(frame, "function_id")),
                           .variablesJson = variablesOf(frame)});
    given.makeNative().package = textOf(json::member(frame, "package"));
    given.makeNative().language =
        parseLanguage(json::textMember(frame, "lang")).value_or(Language::Unknown);
    given.makeNative().symbol = textOf(json::member(frame, "symbol"));
    given.makeNative().symbolAddress = addressOf(eitherMember(frame, "sym_addr", "symbol_addr"));
    if (!given.makeNative().symbolAddress)
        given.makeNative().symbolAddress = addressOf(json::member(frame, "symbolAddr"));
    given.position.function = textOf(json::member(frame, "function"));
    readSource(frame, given);
    given.inApp = flagOf(eitherMember(frame, "in_app", "inApp"));
    given.trust = parseFrameTrust(json::textMember(frame, "trust")).value_or(FrameTrust::None);
    return given;
}

/// "rel:N" counts from image N, which need not be a module.
std::optional<std::uint32_t> FrameReader::relativeModule(const json::JsonValue& frame,
                                                         std::string_view place) const
{
    const auto mode = textOf(eitherMember(frame, "addr_mode", "addrMode"));
    if (!mode || *mode == "abs")
        return std::nullopt;
    constexpr std::string_view kRelative = "rel:";
    const auto index = mode->starts_with(kRelative)
                           ? parseDecimal(std::string_view(*mode).substr(kRelative.size()))
                           : std::nullopt;
    if (index && *index < m_images.moduleOfImage.size())
        return m_images.moduleOfImage[*index].value_or(kNoModule);
    m_diagnostics.warn(place,
                       "the address mode is neither \"abs\" nor \"rel:\" and the number of "
                       "one of the ",
                       m_images.moduleOfImage.size(), " images");
    return kNoModule;
}

} // namespace faultline::sentry
