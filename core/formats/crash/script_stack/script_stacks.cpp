// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/script_stacks.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/log_lines/log_shape.h"
#include "core/formats/crash/script_stack/script_event.h"
#include "core/formats/crash/script_stack/stack_line.h"
#include "core/model/diagnostic_log.h"
#include "core/model/engine_script.h"

#include <algorithm>
#include <utility>

namespace faultline::scriptstack {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;
/// Limit for a message, or for log lines between two stacks.
constexpr std::size_t kMaxPendingLines = 200;
/// Bluebird writes this above the frames that made a promise.
constexpr std::string_view kEarlierEvent = "From previous event:";
constexpr int kSureScripts = 2; ///< So many frames without columns below each other are a stack.
constexpr std::size_t kMaxLooseLines = 1000; ///< Limit for lines between frames that are kept.

/// Removes the colours of a terminal: ESC [ … letter.
std::string withoutColours(std::string_view line)
{
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            plain += line[i];
            continue;
        }
        if (i + 1 < line.size() && line[i + 1] == '[')
            i = std::min(line.find_first_of("mKGHJ", i), line.size());
    }
    return plain;
}

/// Does a line alone show that it is a frame of a script?
bool isSureFrame(std::string_view line)
{
    const auto parsed = parseStackLine(line);
    const auto* frame = std::get_if<FrameLine>(&parsed);
    return frame != nullptr && frame->isSure && frame->frame.position.line.has_value();
}

/// Visits the lines without colours, and without what a log adds before them.
template <class Visit>
void forEachLine(std::string_view text, const loglines::LogShape& shape, Visit visitMessage)
{
    const auto visit = [&](std::string_view line) {
        return visitMessage(line.substr(shape.prefixOf(line).sizeBytes));
    };
    while (!text.empty()) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.find('\x1b') == std::string_view::npos) {
            if (!visit(line))
                return;
        } else if (const auto plain = withoutColours(line); !visit(std::string_view(plain))) {
            return;
        }
    }
}

/// Recognises a line of the source that test runners and compilers quote: "  > 4 |   expect(x)",
/// "    5| });" and "      |   ^".
bool isQuotedSource(std::string_view line)
{
    auto text = trimAscii(line);
    if (text.starts_with('>'))
        text = trimAscii(text.substr(1));
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto rest = trimAscii(text.substr(end));
    if (!rest.starts_with('|'))
        return false;
    return end > 0 || rest.find_first_not_of("|^~ \t") == std::string_view::npos;
}

/// Recognises Jest's "  ● suite › test", which is above the words of a failure.
bool isTestTitle(std::string_view line)
{
    constexpr std::string_view kBullet = "\u25cf ";
    return trimAscii(line).starts_with(kBullet);
}

/// Collects lines into stacks.
class StackCollector
{
public:
    explicit StackCollector(const ParseLimits& limits) : m_limits(limits) {}

    void add(std::string_view line)
    {
        const auto parsed = parseStackLine(line);
        if (const auto* frame = std::get_if<FrameLine>(&parsed); frame && mayBeFrame(*frame))
            return addFrame(*frame);
        if (trimAscii(line).empty()) {
            m_hasGap = true;
            return;
        }
        if (isQuotedSource(line))
            return;
        if (!m_stacks.empty() && trimAscii(line) == kEarlierEvent) {
            m_isOfEarlierEvent = true;
            return;
        }
        if (isMembersBegin(line))
            m_isInMembers = true;
        m_pending.emplace_back(line);
        if (m_pending.size() > kMaxPendingLines)
            m_pending.erase(m_pending.begin());
    }

    std::vector<ScriptStack> take()
    {
        addErrorWithoutFrames();
        return std::move(m_stacks);
    }

    std::size_t leftOut() const { return m_leftOut; }

private:
    /// A line that could be prose counts only after a frame or the head of an error.
    bool mayBeFrame(const FrameLine& line) const
    {
        if (line.isSure || line.isScript || (!m_stacks.empty() && m_pending.empty()))
            return true;
        return !m_pending.empty() && parseErrorLine(m_pending.back()).has_value();
    }

    /// Recognises Node's "  [errors]: [" before the members of an aggregate.
    static bool isMembersBegin(std::string_view line)
    {
        const auto text = trimAscii(line);
        return text == "[errors]: [" || text == "errors: [";
    }

    void addFrame(const FrameLine& line)
    {
        if (m_stacks.empty() || startsStack())
            beginStack();
        else
            keepLooseLines();
        m_hasGap = false;
        if (m_frames >= m_limits.maxFramesPerEvent ||
            m_stacks.back().frames.size() >= m_limits.maxFramesPerThread) {
            ++m_leftOut;
            return;
        }
        ++m_frames;
        auto& frame = m_stacks.back().frames.emplace_back(line.frame);
        if (std::exchange(m_isOfEarlierEvent, false))
            frame.note = "begun by an earlier event";
    }

    /// Lines without a frame begin a stack if one of them is the head of an error. Pasted stacks of
    /// Firefox have no head, but a gap between them.
    bool startsStack() const
    {
        if (m_stacks.size() >= m_limits.maxThreads)
            return false;
        return m_hasGap || std::ranges::any_of(m_pending, [](const std::string& line) {
                   return parseErrorLine(line).has_value();
               });
    }

    /// The last head counts. Lines before it belong to a log, lines after it are the rest of its
    /// message.
    void beginStack()
    {
        auto& stack = m_stacks.emplace_back();
        stack.frames = takePlacesAbove();
        m_frames += stack.frames.size();
        std::optional<ErrorLine> error;
        std::size_t head = m_pending.size();
        for (std::size_t i = m_pending.size(); i-- > 0 && !error;) {
            error = parseErrorLine(m_pending[i]);
            head = i;
        }
        if (!error && m_pending.empty())
            return;
        if (!error) { // An error whose class name does not show that it is one.
            head = firstOfFailedTest().value_or(m_pending.size() - 1);
            error = ErrorLine{.type = {}, .message = std::string(trimAscii(m_pending[head]))};
        }
        stack.role = error->role;
        if (stack.role == ScriptStackRole::Error && m_isInMembers && m_stacks.size() > 1)
            stack.role = ScriptStackRole::Member;
        stack.type = std::move(error->type);
        stack.value = std::move(error->message);
        for (auto i = head + 1; i < m_pending.size(); ++i)
            stack.value += "\n" + m_pending[i];
        m_isInMembers = m_isInMembers && stack.role == ScriptStackRole::Member;
        m_pending.clear();
    }

    /// The first line below the title of the last test, if there is one.
    std::optional<std::size_t> firstOfFailedTest() const
    {
        for (auto i = m_pending.size(); i-- > 0;) {
            if (isTestTitle(m_pending[i]))
                return i + 1 < m_pending.size() ? std::optional(i + 1) : std::nullopt;
        }
        return std::nullopt;
    }

    /// In JavaScriptCore an anonymous function is a place alone, and a stack has no head. So a
    /// place directly above the first frame with a name is a frame, and no message.
    std::vector<ScriptStackFrame> takePlacesAbove()
    {
        std::vector<ScriptStackFrame> frames;
        while (!m_hasGap && !m_pending.empty()) {
            const auto parsed = parseStackLine(m_pending.back());
            const auto* frame = std::get_if<FrameLine>(&parsed);
            const bool isPlace = frame != nullptr && frame->frame.position.column &&
                                 frame->frame.position.absPath != kNamelessBundle;
            if (!isPlace)
                break;
            frames.insert(frames.begin(), frame->frame);
            m_pending.pop_back();
        }
        return frames;
    }

    void keepLooseLines()
    {
        for (auto& line : m_pending) {
            if (m_loose++ >= kMaxLooseLines) {
                ++m_leftOut;
                continue;
            }
            ScriptStackFrame frame;
            frame.rawLine = std::string(trimAscii(line));
            m_stacks.back().frames.push_back(std::move(frame));
        }
        m_pending.clear();
    }

    /// Adds "[cause]: Error: x" if the error above already has all of its frames.
    void addErrorWithoutFrames()
    {
        for (const auto& line : m_pending) {
            const auto error = parseErrorLine(line);
            const bool isTold = error && error->role == ScriptStackRole::Cause;
            if (isTold && !m_stacks.empty() && m_stacks.size() < m_limits.maxThreads)
                m_stacks.push_back({.role = error->role,
                                    .type = error->type,
                                    .value = error->message,
                                    .frames = {}});
        }
    }

    const ParseLimits& m_limits;
    std::vector<ScriptStack> m_stacks;
    std::vector<std::string> m_pending; // Lines since the last frame.
    std::size_t m_frames = 0;
    std::size_t m_loose = 0;
    std::size_t m_leftOut = 0;
    bool m_hasGap = false;
    bool m_isOfEarlierEvent = false; ///< The frames below are those that began the event above.
    bool m_isInMembers = false;
};

/// Rust's backtraces have "at src/main.rs:4:5".
bool isOfRust(const FrameLine& line)
{
    return line.frame.position.absPath.value_or("").ends_with(".rs");
}

/// Node has paths and its own modules; browsers have URLs.
std::string platformOf(const std::vector<ScriptStack>& stacks)
{
    for (const auto& stack : stacks) {
        for (const auto& frame : stack.frames) {
            const auto& path = frame.position.absPath;
            if (path && (path->starts_with("node:") || path->starts_with('/')))
                return "node";
        }
    }
    return "javascript";
}

} // namespace

bool looksLikeScriptStacks(std::string_view text)
{
    if (text.substr(0, kHeadBytes).find('\0') != std::string_view::npos)
        return false;
    int scripts = 0; // Frames without a column, one below the other.
    bool isFound = false;
    forEachLine(text, loglines::LogShape::learn(text, isSureFrame), [&](std::string_view line) {
        if (line.find(':') == std::string_view::npos) { // Every place has one.
            scripts = 0;
            return true;
        }
        const auto parsed = parseStackLine(line);
        const auto* frame = std::get_if<FrameLine>(&parsed);
        scripts = frame && frame->isScript ? scripts + 1 : 0;
        isFound = scripts >= kSureScripts ||
                  (frame && frame->isSure && frame->frame.position.line && !isOfRust(*frame));
        return !isFound;
    });
    return isFound;
}

Result<ScriptEvent>
readScriptStacks(std::string_view text, const ParseLimits& limits, std::size_t* leftOut)
{
    StackCollector collector(limits);
    forEachLine(text, loglines::LogShape::learn(text, isSureFrame), [&](std::string_view line) {
        collector.add(line);
        return true;
    });
    ScriptEvent event;
    event.order = ScriptFrameOrder::CalleeFirst;
    event.stacks = collector.take();
    if (leftOut != nullptr)
        *leftOut = collector.leftOut();
    if (event.stacks.empty())
        return fail(ErrorKind::Unsupported, "stack text: no frame of a script");
    event.platform = platformOf(event.stacks);
    return event;
}

Result<EventPtr> readScriptText(const ByteView& bytes, const ParseLimits& limits)
{
    const auto text = withoutByteOrderMark(bytes.text());
    const auto valid = isValidUtf8(text) ? std::string() : toValidUtf8(text);
    std::size_t leftOut = 0;
    FL_TRY(auto stacks, readScriptStacks(valid.empty() ? text : valid, limits, &leftOut));
    auto event = eventOf(std::move(stacks), limits);
    if (leftOut > 0)
        event->diagnostics.push_back({Diagnostic::Severity::Warning, "stacks",
                                      concat(leftOut, " lines of stacks are left out: too many")});
    return event;
}

} // namespace faultline::scriptstack
