// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/text/line_cursor.h"
#include "core/model/event.h"
#include "core/model/stack_role.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::nativetext {

/// What one line of a trace says about a frame. Texts are empty and numbers absent or 0 when the
/// line does not say them.
struct FrameText
{
    std::optional<std::uint64_t> number{}; ///< Counted by the writer; the innermost frame is 0.
    std::string_view function{};
    std::optional<std::uint64_t> functionOffset{};
    std::optional<std::uint64_t> functionSize{};
    std::string_view file{};
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string_view module{};
    std::optional<std::uint64_t> moduleOffset{}; ///< From the module's first byte.
    std::string_view buildId{};                  ///< Hexadecimal.
    std::optional<std::uint64_t> address{};      ///< The process's own.
    bool isGuess = false;                ///< The writer itself doubts that the frame was active.
    FrameTrust trust = FrameTrust::None; ///< How the writer found the frame, if it says so.
    /// The function was inlined into the one of the next frame, and the line says no place.
    bool isInlined = false;
    std::string_view note{};
};

/// What the addresses of a trace are.
enum class AddressKind : std::uint8_t {
    Returns, ///< Return addresses, except in the first frame and below a signal's return.
    Calls    ///< The writer has already moved them into the calls.
};

/// Makes the event of one trace. Limits of threads and frames drop what is beyond them. A frame
/// whose module is beyond the limit keeps the module's name only. Diagnostics say so.
class TraceBuilder
{
public:
    explicit TraceBuilder(const ParseLimits& limits);

    Event& event() { return *m_event; }

    CrashInfo& crash() { return m_event->crash; }

    ProcessInfo& process() { return m_event->makeNative().process; }

    void setAddressKind(AddressKind kind) { m_addressKind = kind; }

    /// What modules are files of. Files of ELF, unless this is called before the first module.
    void setObjectType(ObjectType type) { m_objectType = type; }

    /// A module that the text lists, for its facts; the one of frames with this path. Null beyond
    /// the limit. Valid until the next call.
    EventModule* listModule(std::string_view path, std::string_view buildId = {});

    /// The writer prints inlined calls as frames of their own with the address of the frame that
    /// they are in, as sanitizers do.
    void setPrintsInlinedCalls() { m_printsInlinedCalls = true; }

    /// Begins a stack, to which the following frames belong. The value is valid until the next
    /// call.
    EventThread& beginStack(StackRole role);

    /// Also true for a stack beyond the limit, whose frames are dropped.
    bool hasStack() const { return m_hasStack || m_isDropping; }

    /// Returns the last stack that was begun. Begins one if there is none.
    EventThread& stack();

    std::size_t frameCount() const { return m_frames; }

    /// How many frames of the last stack were kept.
    std::size_t framesOfStack() const;
    /// Adds a frame to the last stack. `line` is where the text has it. A frame with the number 0
    /// after others begins a stack of a thread that the text does not name.
    void add(const FrameText& frame, const Line& line);

    /// A frame of a call tree, which is shown as the text has it: no stack, and nobody looks for
    /// its symbols.
    Frame namedFrame(const FrameText& frame, const Line& line);

    /// The number of the frame that was added last to the last stack.
    std::optional<std::uint64_t> lastNumber() const { return m_lastNumber; }

    /// Says that the text itself leaves out frames here; without a number, an unknown count.
    void leaveOut(std::optional<std::uint64_t> frames);
    void detail(std::string_view name, std::string_view value);
    /// Says what is not as it should be. Of very many warnings, the number is told.
    void warn(std::string_view area, std::string text);
    /// What the program said before it ended itself, unless it is known.
    void setMessage(std::string_view words);
    /// Sets signal, code and words: "SIGSEGV", "SEGV_MAPERR".
    void setSignal(std::string_view signal, std::string_view code);
    /// The same of a number on Linux. `name` is what the text calls it, for those without a name of
    /// their own: "RTMIN+6".
    void setSignalNumber(std::uint64_t number, std::string_view name, std::string_view code);
    void setAddress(std::uint64_t address);

    /// Leaves out frames that the writer doubts, in stacks that have others: what the stack's
    /// memory still holds of earlier calls. Says how many.
    void dropGuesses();

    /// The heading is worth an event though no frame is there.
    void keepWithoutFrames() { m_isKeptEmpty = true; }

    /// Unless a stack has this role, the first that is a mere thread gets it.
    void leadBy(StackRole role);

    /// Tells where a trace begins that is not this one.
    using BeginsAnother = std::function<bool(const LineCursor&)>;

    void setBeginsAnother(BeginsAnother begins) { m_beginsAnother = std::move(begins); }

    bool isAnother(const LineCursor& at) const { return m_beginsAnother && m_beginsAnother(at); }

    /// Where the trace ends, if its reader went further to see that.
    void setEnd(const LineCursor::Place& end) { m_end = end; }

    const std::optional<LineCursor::Place>& end() const { return m_end; }

    /// The finished event: stacks without frames are dropped. Null when none has any, unless the
    /// event is to be kept without.
    std::shared_ptr<Event> finish();

private:
    EventModule makeModule(std::string_view path, std::string_view buildId) const;
    Frame makeFrame(const FrameText& text, const Line& line);
    bool keepInlined(const FrameText& text);
    bool continuesInline(const FrameText& text) const;
    /// A module with this path and id; the same for equal ones; absent beyond the limit.
    std::optional<std::uint32_t> moduleOf(std::string_view path, std::string_view buildId);
    std::optional<std::uint32_t>
    moduleOfOtherKnowledge(const std::pair<std::string, std::string>& key);
    void noteHole(const FrameText& text);
    std::string nameOfStack();
    void place(Frame& frame, const FrameText& text);
    void markRequesting();
    static void setBase(EventModule& module, const FrameText& text);
    void placeByBase(Frame& frame);

    const ParseLimits& m_limits;
    std::shared_ptr<Event> m_event;
    std::map<std::pair<std::string, std::string>, std::uint32_t, std::less<>> m_modules;
    AddressKind m_addressKind = AddressKind::Returns;
    ObjectType m_objectType = ObjectType::Elf;
    bool m_printsInlinedCalls = false;
    bool m_isKeptEmpty = false;
    std::vector<ReportedSymbol> m_inlined; ///< Of the frame that follows.
    EventThread m_dropped;                 ///< Takes what is beyond the limit of threads.
    bool m_hasStack = false;
    bool m_isDropping = false;
    bool m_isBelowSignal = false; ///< The last frame is the system's return from a handler.
    std::size_t m_furtherWarnings = 0;
    std::optional<std::uint64_t> m_lastNumber;
    BeginsAnother m_beginsAnother;
    std::optional<LineCursor::Place> m_end;
    std::size_t m_frames = 0;
    std::size_t m_leftOut = 0;       ///< Stacks and frames.
    std::size_t m_withoutModule = 0; ///< Frames whose module is beyond the limit.
};

} // namespace faultline::nativetext
