// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/jvm_event_report.h"

#include "core/base/result.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/symbolicate/jvm/frame_origin.h"
#include "core/symbolicate/jvm/mapping_modules.h"

#include <algorithm>
#include <map>
#include <span>

namespace faultline::jvm {

namespace {

using Rows = std::span<const JvmStackFrame>;

const JvmEvent& jvmOf(const Event& event)
{
    return std::get<JvmEvent>(event.detail);
}

/// Native frames of error files have no class.
std::string nameOf(const JvmStackFrame& frame)
{
    if (frame.detail.module.empty())
        return frame.position.function.value_or("");
    return concat(frame.detail.module, ".", frame.position.function.value_or(""));
}

std::string placeOf(const SourcePosition& position)
{
    const auto line = position.line.value_or(0);
    return concat(position.file.value_or("Unknown Source"), line == 0 ? "" : concat(":", line));
}

void addWords(std::string& note, std::string_view words)
{
    if (!note.empty() && !words.empty())
        note += "; ";
    note += words;
}

std::string_view reasonWords(JvmHiddenFrame::Reason reason)
{
    switch (reason) {
    case JvmHiddenFrame::Reason::Outline: return "code that the optimiser shared";
    case JvmHiddenFrame::Reason::Rewritten: return "made by the optimiser";
    case JvmHiddenFrame::Reason::Synthesized: return "made by the compiler";
    }
    return {};
}

/// Tells whether a mapping changed the frame.
bool isRestored(const JvmStackFrame& raw, Rows rows)
{
    return rows.size() != 1 || rows[0].detail.fileOrigin != JvmDetail::FileOrigin::Given ||
           rows[0].detail.module != raw.detail.module ||
           rows[0].position.function != raw.position.function;
}

std::vector<JvmAlternative> alternativesOf(Rows rows)
{
    std::vector<JvmAlternative> alternatives;
    for (const auto& row : rows) {
        if (alternatives.size() <= row.detail.alternative)
            alternatives.resize(row.detail.alternative + std::size_t{1});
        alternatives[row.detail.alternative].calls.push_back(
            {.module = row.detail.module,
             .position = row.position,
             .isSynthesized = row.detail.isSynthesized,
             .fileOrigin = row.detail.fileOrigin,
             .inApp = row.inApp});
    }
    return alternatives;
}

/// What is known of a mapping before the frames are looked at.
struct MappingState
{
    /// The status of frames that it does not restore.
    FrameStatus status = FrameStatus::Missing;
    bool isWrongBuild = false;
};

/// Turns the stacks of an event and their restored rows into the rows of a report.
class StackMaker
{
public:
    /// `names` is null before the look-up.
    StackMaker(const Event& event,
               const RestoredNames* names,
               std::vector<MappingState> mappings,
               symbolicate::AnswerStyle style)
        : m_jvm(jvmOf(event)), m_names(names), m_mappings(std::move(mappings)),
          m_uses(m_mappings.size()), m_style(style)
    {
        if (names != nullptr) {
            for (const auto& hidden : names->result.hidden)
                m_hidden.emplace(std::pair(hidden.stack, hidden.index), hidden.reason);
        }
        for (std::size_t i = 0; i < m_jvm.messages.size(); ++i) {
            const auto& message = m_jvm.messages[i];
            if (message.frame)
                m_locks.emplace(std::pair(message.stack, *message.frame), i);
        }
    }

    std::shared_ptr<const ThreadStack> stackOf(std::uint32_t thread,
                                               std::optional<StackError> error)
    {
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = thread;
        stack->error = std::move(error);
        stack->complete = m_names != nullptr;
        const auto& raw = m_jvm.stacks[thread].frames;
        const bool isRemapped = m_names != nullptr && thread < m_names->stacks.size();
        const Rows all = isRemapped ? Rows(m_names->stacks[thread].frames) : Rows(raw);
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < raw.size(); ++i) {
            const auto first = next;
            while (next < all.size() && all[next].index == raw[i].index)
                ++next;
            addFrame(thread, i, raw[i], all.subspan(first, next - first), *stack);
        }
        return stack;
    }

    const std::vector<MappingUse>& uses() const { return m_uses; }

private:
    void addFrame(std::uint32_t thread,
                  std::uint32_t number,
                  const JvmStackFrame& raw,
                  Rows rows,
                  ThreadStack& stack)
    {
        if (rows.empty()) {
            const auto hidden = m_hidden.find({thread, raw.index});
            addWords(m_above, concat("the frame above is hidden, ", nameOf(raw), ": ",
                                     hidden == m_hidden.end() ? std::string_view("no code of it")
                                                              : reasonWords(hidden->second)));
            return;
        }
        const bool restored = isRestored(raw, rows);
        const auto module = countUse(raw, rows, restored);
        const bool isAmbiguous = rows.front().detail.alternativeCount > 1;
        const auto first = std::ranges::find_if(
            rows, [](const JvmStackFrame& row) { return row.detail.alternative != 0; });
        const Rows chain(rows.begin(), first);
        // The last row is the method that ran, in which alternatives agree most often.
        const Rows shown = isAmbiguous ? chain.last(1) : chain;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            auto frame = rowOf(raw, shown[i], restored, module);
            frame.originalIndex = number;
            frame.isInlined = i + 1 < shown.size();
            if (isAmbiguous)
                std::get<JvmFrame>(frame.detail).alternatives = alternativesOf(rows);
            if (i == 0)
                addWords(frame.note, std::exchange(m_above, {}));
            if (!frame.isInlined)
                addWords(frame.note, locksOf(thread, raw.index));
            stack.frames.push_back(std::move(frame));
        }
    }

    /// Returns the module of a frame that needs a mapping, and counts it.
    std::optional<std::uint32_t> countUse(const JvmStackFrame& raw, Rows rows, bool restored)
    {
        if ((!restored && !looksObfuscated(raw)) || m_uses.empty())
            return std::nullopt;
        const auto module = moduleOf(raw);
        ++m_uses[module].frames;
        m_uses[module].restored += restored ? 1 : 0;
        m_uses[module].ambiguous += rows.front().detail.alternativeCount > 1 ? 1 : 0;
        return module;
    }

    /// A frame may name the mapping by its id. The others belong to the first one.
    std::uint32_t moduleOf(const JvmStackFrame& raw) const
    {
        constexpr std::string_view kMapId = "r8-map-id-";
        if (!raw.position.file || !raw.position.file->starts_with(kMapId))
            return 0;
        const auto id = std::string_view(*raw.position.file).substr(kMapId.size());
        const auto found = std::ranges::find(m_jvm.mapIds, id);
        const auto index = static_cast<std::size_t>(found - m_jvm.mapIds.begin());
        return index < m_uses.size() ? static_cast<std::uint32_t>(index) : 0;
    }

    std::optional<bool> inAppOf(const JvmStackFrame& row) const
    {
        if (row.inApp || m_style == symbolicate::AnswerStyle::Compatible)
            return row.inApp;
        return !row.detail.module.empty() && !isPlatformClass(row.detail.module);
    }

    /// Most frames have the same platform.
    CarriedFieldsPtr carriedOf(const std::optional<std::string>& platform)
    {
        if (!platform)
            return nullptr;
        if (!m_carried || m_carried->platform != platform)
            m_carried = share({.platform = platform});
        return m_carried;
    }

    Frame rowOf(const JvmStackFrame& raw,
                const JvmStackFrame& row,
                bool restored,
                std::optional<std::uint32_t> module)
    {
        Frame frame;
        frame.position = row.position;
        frame.position.function = nameOf(row);
        frame.inApp = inAppOf(row);
        frame.carried = carriedOf(row.platform);
        frame.module = module;
        frame.status = !module || restored ? FrameStatus::Symbolicated : m_mappings[*module].status;
        JvmFrame detail;
        detail.index = row.index;
        detail.module = row.detail.module;
        detail.signature = row.detail.signature;
        detail.isSynthesized = row.detail.isSynthesized;
        detail.fileOrigin = row.detail.fileOrigin;
        if (restored) {
            detail.obfuscated = concat(nameOf(raw), "(", placeOf(raw.position), ")");
            detail.fromWrongBuild = module && m_mappings[*module].isWrongBuild;
            frame.note = concat("runs as ", detail.obfuscated);
            if (detail.fileOrigin == JvmDetail::FileOrigin::Synthesized && row.position.file)
                addWords(frame.note, "the file is a guess from the name of the class");
        }
        frame.detail = std::move(detail);
        return frame;
    }

    std::string locksOf(std::uint32_t thread, std::uint64_t frame) const
    {
        std::string words;
        const auto [first, last] = m_locks.equal_range({thread, frame});
        for (auto lock = first; lock != last; ++lock) {
            const bool isRemapped =
                m_names != nullptr && lock->second < m_names->result.messages.size();
            const auto& text = isRemapped ? m_names->result.messages[lock->second]
                                          : m_jvm.messages[lock->second].text;
            const auto start = std::min(text.find_first_not_of(" \t"), text.size());
            addWords(words, std::string_view(text).substr(start));
        }
        return words;
    }

    using FrameKey = std::pair<std::size_t, std::uint64_t>; ///< Stack and index.

    const JvmEvent& m_jvm;
    const RestoredNames* m_names; // Null before the look-up.
    std::vector<MappingState> m_mappings;
    std::vector<MappingUse> m_uses;
    symbolicate::AnswerStyle m_style;
    CarriedFieldsPtr m_carried; // Of the last frame.
    std::map<FrameKey, JvmHiddenFrame::Reason> m_hidden;
    std::multimap<FrameKey, std::size_t> m_locks; // Indexes into JvmEvent::messages.
    std::string m_above;                          // Words on hidden frames for the next shown one.
};

std::vector<MappingState>
statesOf(const Event& event, const RestoredNames& names, const MappingLookup& mappings)
{
    std::vector<MappingState> states(event.modules.size());
    std::size_t use = 0;
    const auto note = [&](std::size_t module) {
        const bool isRead = use < names.mappings.size() && !names.mappings[use].error;
        ++use;
        if (module < states.size() && states[module].status != FrameStatus::MissingSymbol)
            states[module].status = isRead ? FrameStatus::MissingSymbol : FrameStatus::Malformed;
    };
    const auto& ids = jvmOf(event).mapIds;
    for (const auto& file : mappings.chosen) {
        note(file.module);
        if (file.module < states.size() && file.module < ids.size())
            states[file.module].isWrongBuild |=
                wrongBuildOf(file.path, ids[file.module]).has_value();
    }
    for (const auto& mapping : mappings.found) {
        if (mapping.verdict == LocalMapping::Verdict::Used)
            note(mapping.wantedId.value_or(0));
    }
    for (const auto& file : names.result.files) {
        if (!states.empty() && file.module.type == JvmModule::Type::Mapping && !file.error)
            states[0].status = FrameStatus::MissingSymbol;
    }
    return states;
}

/// The exceptions and messages of an event, restored, for those who show what failed.
JvmEvent failureOf(const Event& event, const RestoredNames& names)
{
    const auto& raw = jvmOf(event);
    JvmEvent shown;
    shown.messages = raw.messages;
    for (std::size_t i = 0; i < raw.messages.size() && i < names.result.messages.size(); ++i)
        shown.messages[i].text = names.result.messages[i];
    for (std::size_t i = 0; i < raw.stacks.size(); ++i) {
        auto& stack = shown.stacks.emplace_back();
        stack.role = raw.stacks[i].role;
        stack.thread = raw.stacks[i].thread;
        stack.exception =
            i < names.stacks.size() ? names.stacks[i].exception : raw.stacks[i].exception;
    }
    return shown;
}

/// The event with restored names in what it says of the failure. Its detail stays as it was read,
/// so that it can be symbolicated again.
EventPtr withNames(const Event& event, const JvmEvent& failure)
{
    auto named = std::make_shared<Event>(event);
    jvmtext::describeFailure(*named, failure);
    return named;
}

std::vector<std::shared_ptr<const ThreadStack>>
stacksOf(const Event& event, std::vector<std::optional<StackError>> errors, StackMaker& maker)
{
    std::vector<std::shared_ptr<const ThreadStack>> stacks;
    const auto count = std::min(jvmOf(event).stacks.size(), event.threads.size());
    stacks.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
        stacks.push_back(maker.stackOf(i, std::move(errors[i])));
    return stacks;
}

} // namespace

std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event)
{
    StackMaker maker(event, nullptr, std::vector<MappingState>(event.modules.size()),
                     symbolicate::AnswerStyle::Best);
    return stacksOf(event, jvmtext::errorsOf(jvmOf(event)), maker);
}

std::shared_ptr<Report> makeJvmEventReport(const EventPtr& event,
                                           RestoredNames names,
                                           const MappingLookup& mappings,
                                           symbolicate::AnswerStyle style)
{
    auto report = std::make_shared<Report>();
    StackMaker maker(*event, &names, statesOf(*event, names, mappings), style);
    const auto failure = failureOf(*event, names);
    report->stacks = stacksOf(*event, jvmtext::errorsOf(failure), maker);
    report->modules = mappingModules(*event, names, mappings, maker.uses());
    report->event = withNames(*event, failure);
    report->sourceCount = mappings.places.size();
    report->jvm = std::make_shared<const JvmResult>(std::move(names.result));
    return report;
}

} // namespace faultline::jvm
