// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/jvm_locks.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/waits/wait_findings.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace faultline::waits {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t kFramesOfPark = 4; // Unsafe.park and those of LockSupport.

/// What a line says about a lock.
enum class LineKind : std::uint8_t {
    Blocked,  ///< Stops until another thread gives the monitor.
    Parked,   ///< Stops for a synchronizer of java.util.concurrent.
    Notified, ///< In Object.wait(), has been notified, and wants the monitor back.
    InWait,   ///< In Object.wait(): has given the monitor up until it is notified.
    Asleep,
    Locked,
    Owned ///< Of the list "Locked ownable synchronizers".
};

constexpr std::array<std::pair<std::string_view, LineKind>, 7> kLines{{
    {"- waiting to lock <", LineKind::Blocked},
    {"- parking to wait for", LineKind::Parked},
    {"- waiting to re-lock in wait() <", LineKind::Notified},
    {"- waiting on <", LineKind::InWait},
    {"- sleeping on <", LineKind::Asleep},
    {"- locked <", LineKind::Locked},
    {"- <", LineKind::Owned},
}};

/// One line: "- waiting to lock <0x0e> (a x.Lock) held by thread 5".
struct LockLine
{
    LineKind kind = LineKind::Locked;
    std::uint64_t address = 0;
    std::string_view type; ///< Class of the object; may be empty.
};

std::optional<LockLine> parseLine(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const auto row = std::ranges::find_if(
        kLines, [text](const auto& each) { return text.starts_with(each.first); });
    const auto open = text.find("<0x");
    const auto close = open == npos ? npos : text.find('>', open);
    if (row == kLines.end() || close == npos)
        return std::nullopt;
    const auto address = parseHex(text.substr(open + 3, close - open - 3));
    if (!address)
        return std::nullopt;
    LockLine line{.kind = row->second, .address = *address, .type = {}};
    const auto type = text.find("(a ", close);
    const auto end = type == npos ? npos : text.find(')', type);
    if (end != npos)
        line.type = text.substr(type + 3, end - type - 3);
    return line;
}

WaitObjectKind kindOfSynchronizer(std::string_view type)
{
    constexpr std::array<std::pair<std::string_view, WaitObjectKind>, 5> kTypes{{
        {"ConditionObject", WaitObjectKind::Condition},
        {"ReentrantReadWriteLock", WaitObjectKind::ReaderWriterLock},
        {"ReentrantLock", WaitObjectKind::RecursiveMutex},
        {"Semaphore", WaitObjectKind::Semaphore},
        {"CyclicBarrier", WaitObjectKind::Barrier},
    }};
    const auto row = std::ranges::find_if(
        kTypes, [type](const auto& each) { return type.contains(each.first); });
    return row == kTypes.end() ? WaitObjectKind::Unknown : row->second;
}

std::string qualifiedName(const JvmStackFrame& frame)
{
    const auto& method = frame.position.function;
    return frame.detail.module + "." + (method ? *method : std::string());
}

/// What the innermost frame says of a thread without a line of its own.
WaitState stateOf(const JvmStack& stack)
{
    constexpr std::array<std::pair<std::string_view, WaitState>, 9> kMethods{{
        {"java.lang.Thread.sleep", WaitState::Sleeping},
        {"java.lang.Thread.sleep0", WaitState::Sleeping},
        {"java.lang.Object.wait", WaitState::Waiting},
        {"java.lang.Object.wait0", WaitState::Waiting},
        {"jdk.internal.misc.Unsafe.park", WaitState::Waiting},
        {"sun.misc.Unsafe.park", WaitState::Waiting},
        {"sun.nio.ch.EPoll.wait", WaitState::InInput},
        {"java.net.SocketInputStream.socketRead0", WaitState::InInput},
        {"android.os.MessageQueue.nativePollOnce", WaitState::Waiting},
    }};
    if (stack.frames.empty())
        return WaitState::Unknown;
    const auto name = qualifiedName(stack.frames.front());
    const auto row = std::ranges::find(kMethods, std::string_view(name),
                                       &std::pair<std::string_view, WaitState>::first);
    return row == kMethods.end() ? WaitState::Unknown : row->second;
}

/// Ends by itself: LockSupport.parkNanos() and parkUntil().
bool isTimedPark(const JvmStack& stack)
{
    const auto count = std::min(stack.frames.size(), kFramesOfPark);
    return std::any_of(stack.frames.begin(),
                       stack.frames.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const JvmStackFrame& frame) {
                           const auto name = qualifiedName(frame);
                           return name.ends_with(".parkNanos") || name.ends_with(".parkUntil");
                       });
}

class Analysis
{
public:
    Analysis(const JvmEvent& event, std::span<const std::string> restored)
        : m_event(event), m_restored(restored)
    {
    }

    std::shared_ptr<const WaitGraph> run()
    {
        const auto threads =
            std::ranges::count(m_event.stacks, JvmStackRole::Thread, &JvmStack::role);
        forEachLine([this](std::uint32_t thread, const LockLine& line) { notice(thread, line); });
        if (threads < 2 && !m_hasLines)
            return nullptr;
        for (std::uint32_t i = 0; i < m_event.stacks.size(); ++i)
            m_graph.threads.push_back({.thread = i,
                                       .state = stateOf(m_event.stacks[i]),
                                       .call = {},
                                       .object = std::nullopt,
                                       .hasTimeLimit = false,
                                       .evidence = {}});
        forEachLine([this](std::uint32_t thread, const LockLine& line) { addWait(thread, line); });
        m_graph.findings = findWaitProblems(m_graph);
        return std::make_shared<const WaitGraph>(std::move(m_graph));
    }

private:
    template <class Visit>
    void forEachLine(const Visit& visit) const
    {
        for (std::size_t i = 0; i < m_event.messages.size(); ++i) {
            const auto& message = m_event.messages[i];
            const bool isOfLock = message.frame && message.stack < m_event.stacks.size();
            const std::string& text = i < m_restored.size() ? m_restored[i] : message.text;
            if (const auto line = isOfLock ? parseLine(text) : std::nullopt)
                visit(static_cast<std::uint32_t>(message.stack), *line);
        }
    }

    /// Who has what. In Object.wait() the frames above the call still say "locked".
    void notice(std::uint32_t thread, const LockLine& line)
    {
        m_hasLines = true;
        if (line.kind == LineKind::InWait || line.kind == LineKind::Notified)
            m_given.emplace(thread, line.address);
        else if (line.kind == LineKind::Locked || line.kind == LineKind::Owned)
            m_holders[line.address].push_back(thread);
    }

    /// The first line of a thread is that of its innermost frame.
    void addWait(std::uint32_t thread, const LockLine& line)
    {
        auto& wait = m_graph.threads[thread];
        if (wait.object || line.kind == LineKind::Locked || line.kind == LineKind::Owned)
            return;
        if (line.kind == LineKind::Asleep) {
            wait.state = WaitState::Sleeping;
            return;
        }
        wait.state = WaitState::Waiting;
        wait.hasTimeLimit = line.kind == LineKind::Parked && isTimedPark(m_event.stacks[thread]);
        const auto object = objectOf(line);
        // Monitors and locks of the JVM let their holder in again: the lines contradict each other.
        if (m_graph.objects[object].owner != thread)
            wait.object = object;
    }

    std::uint32_t objectOf(const LockLine& line)
    {
        // Who waits to be notified does not wait for whoever has the monitor.
        const bool isCondition = line.kind == LineKind::InWait;
        const auto next = static_cast<std::uint32_t>(m_graph.objects.size());
        const auto [at, isNew] = m_objects.try_emplace({line.address, isCondition}, next);
        if (!isNew)
            return at->second;
        WaitObject object;
        object.kind = isCondition                     ? WaitObjectKind::Condition
                      : line.kind == LineKind::Parked ? kindOfSynchronizer(line.type)
                                                      : WaitObjectKind::Monitor;
        object.address = line.address;
        object.name = toValidUtf8(line.type);
        if (const auto owner = isCondition ? std::nullopt : holderOf(line.address)) {
            object.ownerState = OwnerState::Thread;
            object.owner = owner;
        }
        m_graph.objects.push_back(std::move(object));
        return next;
    }

    std::optional<std::uint32_t> holderOf(std::uint64_t address) const
    {
        const auto found = m_holders.find(address);
        if (found == m_holders.end())
            return std::nullopt;
        const auto holder = std::ranges::find_if(found->second, [&](std::uint32_t thread) {
            return !m_given.contains({thread, address});
        });
        return holder == found->second.end() ? std::nullopt : std::optional(*holder);
    }

    const JvmEvent& m_event;
    std::span<const std::string> m_restored;
    bool m_hasLines = false;
    std::set<std::pair<std::uint32_t, std::uint64_t>> m_given; // Thread and monitor.
    std::map<std::uint64_t, std::vector<std::uint32_t>> m_holders;
    std::map<std::pair<std::uint64_t, bool>, std::uint32_t> m_objects;
    WaitGraph m_graph;
};

} // namespace

std::shared_ptr<const WaitGraph> findJvmWaits(const JvmEvent& event,
                                              std::span<const std::string> restored)
{
    return Analysis(event, restored).run();
}

} // namespace faultline::waits
