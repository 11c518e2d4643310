// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/trace_builder.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/text/interrupted.h"
#include "core/model/signal_return.h"

#include <algorithm>
#include <utility>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxDetails = 200;
constexpr std::size_t kMaxWarnings = 50;
constexpr std::size_t kMaxNameBytes = 16u << 10;
constexpr std::size_t kMaxChain = 64; ///< Inlined calls at one address.

std::string kept(std::string_view text)
{
    return toValidUtf8(text.substr(0, kMaxNameBytes));
}

std::vector<std::byte> bytesOfHex(std::string_view digits)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        const auto high = hexValue(digits[i]);
        const auto low = hexValue(digits[i + 1]);
        if (high < 0 || low < 0)
            return {};
        bytes.push_back(static_cast<std::byte>(high * 16 + low));
    }
    return bytes;
}

/// Android names a library inside a package "/data/app/base.apk!libfoo.so".
std::string_view libraryOf(std::string_view path)
{
    const auto inside = path.rfind('!');
    return baseName(inside == std::string_view::npos ? path : path.substr(inside + 1));
}

ReportedSymbol symbolOf(const FrameText& text)
{
    return {.function = kept(text.function),
            .functionOffset = text.functionOffset,
            .file = kept(baseName(text.file)),
            .line = text.line};
}

void setPosition(SourcePosition& position, const FrameText& text)
{
    if (!text.function.empty())
        position.function = kept(text.function);
    if (!text.file.empty()) {
        position.file = kept(baseName(text.file));
        position.absPath = kept(text.file);
    }
    if (text.line != 0)
        position.line = text.line;
    if (text.column != 0)
        position.column = text.column;
}

} // namespace

TraceBuilder::TraceBuilder(const ParseLimits& limits)
    : m_limits(limits), m_event(std::make_shared<Event>())
{
    m_event->kind = EventKind::NativeText;
    m_event->makeNative().memory = std::make_shared<const MemoryImage>();
    m_event->crash.addressKnown = false;
}

EventThread& TraceBuilder::beginStack(StackRole role)
{
    m_lastNumber.reset();
    m_isBelowSignal = false;
    m_inlined.clear();
    m_isDropping = m_event->threads.size() >= m_limits.maxThreads;
    if (m_isDropping) {
        ++m_leftOut;
        m_dropped = {};
        m_dropped.givenFrames.emplace();
        return m_dropped;
    }
    m_hasStack = true;
    auto& thread = m_event->threads.emplace_back();
    thread.role = role;
    thread.isRequesting = false;
    thread.givenFrames.emplace();
    return thread;
}

EventThread& TraceBuilder::stack()
{
    if (m_isDropping)
        return m_dropped;
    return m_hasStack ? m_event->threads.back() : beginStack(StackRole::Error);
}

std::size_t TraceBuilder::framesOfStack() const
{
    return m_hasStack && !m_isDropping ? m_event->threads.back().givenFrames->size() : 0;
}

void TraceBuilder::add(const FrameText& text, const Line& line)
{
    if (text.number == 0U && m_lastNumber.value_or(0) > 0)
        beginStack(StackRole::Thread); // Nobody's caller has the number of the innermost frame.
    if (m_isDropping)
        return;
    auto& frames = *stack().givenFrames;
    noteHole(text);
    if (line.isCut)
        warn("text", concat("line ", line.number, " is too long and was read only in part"));
    if (keepInlined(text))
        return;
    if (continuesInline(text)) {
        frames.back().makeNative().reported.push_back(symbolOf(text));
        return;
    }
    if (m_frames >= m_limits.maxFramesPerEvent || frames.size() >= m_limits.maxFramesPerThread) {
        ++m_leftOut;
        return;
    }
    ++m_frames;
    frames.push_back(makeFrame(text, line));
    if (m_addressKind == AddressKind::Returns && m_isBelowSignal)
        setExact(frames, frames.size() - 1);
    m_isBelowSignal = isSignalReturn(text.function);
}

Frame TraceBuilder::namedFrame(const FrameText& text, const Line& line)
{
    auto frame = makeFrame(text, line);
    auto& native = frame.makeNative();
    native.reported.clear();
    frame.module = native.relativeTo;
    setPosition(frame.position, text);
    if (text.functionOffset && native.instructionAddress >= *text.functionOffset)
        native.symbolAddress = native.instructionAddress - *text.functionOffset;
    return frame;
}

/// The calls of one place are the frame's whose line follows.
bool TraceBuilder::keepInlined(const FrameText& text)
{
    if (text.isInlined && m_inlined.size() < kMaxChain)
        m_inlined.push_back(symbolOf(text));
    return text.isInlined;
}

/// A recursive call has the same address too, but then the same name as well. Without names nobody
/// knows which of both it is.
bool TraceBuilder::continuesInline(const FrameText& text) const
{
    if (!m_printsInlinedCalls || text.function.empty() || !m_hasStack || !text.moduleOffset ||
        m_event->threads.back().givenFrames->empty())
        return false;
    const auto& last = *m_event->threads.back().givenFrames->back().asNative();
    if (!last.relativeTo || last.instructionAddress != *text.moduleOffset ||
        m_event->modules[*last.relativeTo].codeFile != kept(text.module) || last.reported.empty() ||
        last.reported.back().function.empty() || last.reported.size() >= kMaxChain)
        return false;
    return std::ranges::none_of(last.reported, [&](const ReportedSymbol& known) {
        return known.function == text.function && known.line == text.line;
    });
}

Frame TraceBuilder::makeFrame(const FrameText& text, const Line& line)
{
    Frame frame;
    frame.trust = text.isGuess ? FrameTrust::Scan : text.trust;
    frame.note = kept(text.note);
    CarriedFields carried{.text = kept(trimAscii(line.text)), .textLine = line.number};
    if (m_addressKind == AddressKind::Calls)
        carried.adjust = false;
    frame.carried = share(std::move(carried));
    place(frame, text);
    return frame;
}

/// Where the frame is: an offset in a module, a symbol of a module, or an address alone.
void TraceBuilder::place(Frame& frame, const FrameText& text)
{
    auto& native = frame.makeNative();
    const bool hasSymbol = text.functionOffset && !text.function.empty();
    const bool isInModule =
        !text.module.empty() && (text.moduleOffset || (hasSymbol && !text.address));
    const auto module = isInModule ? moduleOf(text.module, text.buildId) : std::nullopt;
    m_withoutModule += isInModule && !module ? 1 : 0;
    native.reported = std::exchange(m_inlined, {});
    if (!text.function.empty() || !text.file.empty())
        native.reported.push_back(symbolOf(text));
    if (module && text.moduleOffset) {
        native.relativeTo = module;
        native.instructionAddress = *text.moduleOffset;
        setBase(m_event->modules[*module], text);
        return;
    }
    native.instructionAddress = text.address.value_or(0);
    if (!text.module.empty())
        native.package = kept(text.module);
    if (module) {
        native.relativeTo = module;
        native.place = SymbolPlace{.symbol = kept(text.function),
                                   .offset = *text.functionOffset,
                                   .sizeBytes = text.functionSize};
        return;
    }
    setPosition(frame.position, text);
    if (!hasSymbol && native.reported.size() <= 1)
        native.reported.clear();
    else
        frame.position.function.reset(); // What is reported says the offset too.
}

/// Modules are mapped from the start of a page. If the difference of address and offset is no such
/// start, the offset does not count from the module's base, and the base stays unknown.
void TraceBuilder::setBase(EventModule& module, const FrameText& text)
{
    constexpr std::uint64_t kPageMask = 0xfff;
    const auto base = text.address.value_or(0) - *text.moduleOffset;
    if (module.address == 0 && text.address && *text.address > *text.moduleOffset &&
        (base & kPageMask) == 0)
        module.address = base;
}

/// Some texts give a module's id with one frame only. Two files of one name have two ids.
std::optional<std::uint32_t>
TraceBuilder::moduleOfOtherKnowledge(const std::pair<std::string, std::string>& key)
{
    const auto& [path, buildId] = key;
    const auto first = m_modules.lower_bound(std::pair(path, std::string()));
    if (first == m_modules.end() || first->first.first != path)
        return std::nullopt;
    const auto index = first->second;
    if (!buildId.empty()) {
        if (!first->first.second.empty())
            return std::nullopt;
        auto& module = m_event->modules[index];
        const auto base = module.address;
        module = makeModule(path, buildId);
        module.address = base;
        m_modules.erase(first);
    }
    m_modules.emplace(key, index);
    return index;
}

EventModule TraceBuilder::makeModule(std::string_view path, std::string_view buildId) const
{
    EventModule module;
    module.type = m_objectType;
    module.codeFile = kept(path);
    module.debugFile = kept(libraryOf(path));
    if (buildId.empty())
        return module;
    module.codeId = CodeId::parse(buildId);
    module.debugId = m_objectType == ObjectType::MachO
                         ? DebugId::parse(buildId)
                         : DebugId::fromBuildId(bytesOfHex(buildId), std::endian::little);
    return module;
}

std::optional<std::uint32_t> TraceBuilder::moduleOf(std::string_view path, std::string_view buildId)
{
    const auto key = std::pair(kept(path), std::string(buildId));
    if (const auto known = m_modules.find(key); known != m_modules.end())
        return known->second;
    if (const auto same = moduleOfOtherKnowledge(key))
        return same;
    if (m_event->modules.size() >= m_limits.maxModules)
        return std::nullopt;
    const auto index = static_cast<std::uint32_t>(m_event->modules.size());
    m_event->modules.push_back(makeModule(path, buildId));
    m_modules.emplace(key, index);
    return index;
}

EventModule* TraceBuilder::listModule(std::string_view path, std::string_view buildId)
{
    const auto index = moduleOf(path, buildId);
    return index ? &m_event->modules[*index] : nullptr;
}

void TraceBuilder::detail(std::string_view name, std::string_view value)
{
    if (m_event->details.size() < kMaxDetails && !value.empty())
        m_event->details.emplace_back(kept(name), kept(value));
}

void TraceBuilder::warn(std::string_view area, std::string text)
{
    if (m_event->diagnostics.size() >= kMaxWarnings)
        ++m_furtherWarnings;
    else
        m_event->diagnostics.push_back(
            {Diagnostic::Severity::Warning, std::string(area), std::move(text)});
}

std::string TraceBuilder::nameOfStack()
{
    const auto id = stack().id;
    return id ? concat("thread ", *id) : concat("stack ", m_event->threads.size());
}

void TraceBuilder::leaveOut(std::optional<std::uint64_t> frames)
{
    if (!hasStack())
        return;
    if (frames == 1U)
        warn("text", concat("the text leaves out 1 frame of ", nameOfStack()));
    else if (frames)
        warn("text", concat("the text leaves out ", *frames, " frames of ", nameOfStack()));
    else
        warn("text", concat("the text leaves out frames of ", nameOfStack()));
}

/// A frame that no reader understood, or a line that is lost, must not go unseen.
void TraceBuilder::noteHole(const FrameText& text)
{
    if (!text.number)
        return;
    const auto expected = m_lastNumber ? *m_lastNumber + 1 : 0;
    if (*text.number == expected + 1)
        warn("text", concat("frame #", expected, " of ", nameOfStack(), " is missing"));
    else if (*text.number > expected)
        warn("text", concat("frames #", expected, " to #", *text.number - 1, " of ", nameOfStack(),
                            " are missing"));
    m_lastNumber = text.number;
}

void TraceBuilder::setMessage(std::string_view words)
{
    if (!crash().assertion.empty())
        return;
    crash().present = true;
    crash().assertion = kept(trimAscii(words));
}

void TraceBuilder::setSignal(std::string_view signal, std::string_view code)
{
    auto& info = crash();
    info.present = true;
    info.reason = concat(signal, code.empty() ? "" : " / ", code);
    info.code = crash::linuxSignalNumber(signal).value_or(info.code);
}

void TraceBuilder::setSignalNumber(std::uint64_t number,
                                   std::string_view name,
                                   std::string_view code)
{
    if (number > UINT32_MAX)
        return;
    const auto value = static_cast<std::uint32_t>(number);
    if (const auto known = crash::linuxSignalName(value); !known.empty())
        setSignal(known, code);
    else if (!name.empty())
        setSignal(concat(name.starts_with("SIG") ? "" : "SIG", name), code);
    else
        setSignal(crash::unknownCrashReason(value, 0), {});
    crash().code = value;
}

void TraceBuilder::setAddress(std::uint64_t address)
{
    crash().address = address;
    crash().recordAddress = address;
    crash().addressKnown = true;
}

void TraceBuilder::dropGuesses()
{
    const auto isGuess = [](const Frame& frame) { return frame.trust == FrameTrust::Scan; };
    std::size_t dropped = 0;
    for (auto& thread : m_event->threads) {
        if (!std::ranges::all_of(*thread.givenFrames, isGuess))
            dropped += std::erase_if(*thread.givenFrames, isGuess);
    }
    if (dropped > 0)
        warn("text",
             concat(dropped, dropped == 1 ? " doubtful frame (marked \"?\") is left out"
                                          : " doubtful frames (marked \"?\") are left out"));
}

void TraceBuilder::leadBy(StackRole role)
{
    auto& threads = m_event->threads;
    if (std::ranges::find(threads, role, &EventThread::role) != threads.end())
        return;
    const auto first = std::ranges::find(threads, StackRole::Thread, &EventThread::role);
    if (first != threads.end())
        first->role = role;
}

/// The stack that the text is about. Of several threads, none is unless the text says which.
void TraceBuilder::markRequesting()
{
    auto& threads = m_event->threads;
    auto lead = std::ranges::find(threads, true, [](const EventThread& thread) {
        return thread.isRequesting.value_or(false);
    });
    if (lead == threads.end())
        lead = std::ranges::find(threads, StackRole::Error, &EventThread::role);
    if (lead == threads.end() && (threads.size() == 1 || threads.front().role != StackRole::Thread))
        lead = threads.begin();
    if (lead == threads.end())
        return;
    lead->isRequesting = true;
    m_event->requestingThread = static_cast<std::uint32_t>(lead - threads.begin());
    crash().threadId = lead->id;
}

/// A frame that has a name and an address lies in a module whose base other frames told.
void TraceBuilder::placeByBase(Frame& frame)
{
    auto& native = frame.makeNative();
    if (native.relativeTo || !native.package || frame.position.function)
        return;
    const auto known = m_modules.lower_bound(std::pair(*native.package, std::string()));
    if (known == m_modules.end() || known->first.first != *native.package)
        return;
    const auto base = m_event->modules[known->second].address;
    if (base == 0 || native.instructionAddress <= base)
        return;
    native.instructionAddress -= base;
    native.relativeTo = known->second;
    native.package.reset();
}

std::shared_ptr<Event> TraceBuilder::finish()
{
    for (auto& thread : m_event->threads) {
        for (auto& frame : *thread.givenFrames)
            placeByBase(frame);
    }
    std::erase_if(m_event->threads,
                  [](const EventThread& thread) { return thread.givenFrames->empty(); });
    if (m_event->threads.empty() && !m_isKeptEmpty)
        return nullptr;
    if (!m_event->threads.empty())
        markRequesting();
    if (m_leftOut > 0)
        warn("text", concat(m_leftOut, " stacks or frames exceed the limits"));
    if (m_withoutModule > 0)
        warn("text", concat(m_withoutModule, m_withoutModule == 1 ? " frame is" : " frames are",
                            " without a module: there are more modules than the limit of ",
                            m_limits.maxModules));
    if (m_furtherWarnings > 0)
        m_event->diagnostics.push_back({Diagnostic::Severity::Warning, "text",
                                        concat(m_furtherWarnings, " further warnings")});
    return m_event;
}

} // namespace faultline::nativetext
