// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/handle_waits.h"

#include <algorithm>
#include <array>

namespace faultline::waits {

namespace {

// winnt.h, MAXIMUM_WAIT_OBJECTS; ntddk.h, WAIT_TYPE: WaitAll is 0.
constexpr std::uint64_t kMostObjects = 64;
constexpr std::uint64_t kWaitAll = 0;
/// The caller of a system call keeps copies of its arguments in so many words of its stack.
constexpr std::uint64_t kCallerWords = 64;
constexpr unsigned kArguments = 5;

using Arguments = std::array<std::optional<std::uint64_t>, kArguments>;

/// Which arguments of a call name what it waits for. Source: ntifs.h, winternl.h, zwapi.h.
struct CallForm
{
    std::string_view name; ///< Without "Nt" or "Zw".
    unsigned handle;       ///< Of the handle, or of the number of handles.
    unsigned timeout;      ///< A pointer; null means for good.
    bool isMultiple = false;
};

constexpr std::array kCalls{CallForm{"WaitForSingleObject", 0, 2},
                            CallForm{"SignalAndWaitForSingleObject", 1, 3},
                            CallForm{"WaitForMultipleObjects", 0, 4, true}};

const CallForm* formOf(std::string_view function)
{
    if (!function.starts_with("Nt") && !function.starts_with("Zw"))
        return nullptr;
    const auto found = std::ranges::find(kCalls, function.substr(2), &CallForm::name);
    return found == kCalls.end() ? nullptr : &*found;
}

struct KindOfType
{
    std::string_view type;
    WaitObjectKind kind;
};

/// The types of objects that threads can wait for, as Windows names them. An object of another type
/// is none; without a name it may be any.
constexpr std::array kWaitable{KindOfType{"Mutant", WaitObjectKind::KernelMutex},
                               KindOfType{"Event", WaitObjectKind::EventObject},
                               KindOfType{"Semaphore", WaitObjectKind::Semaphore},
                               KindOfType{"Thread", WaitObjectKind::ThreadEnd},
                               KindOfType{"Process", WaitObjectKind::Process},
                               KindOfType{"Timer", WaitObjectKind::Timer},
                               KindOfType{"IRTimer", WaitObjectKind::Timer},
                               KindOfType{"File", WaitObjectKind::Unknown},
                               KindOfType{"Job", WaitObjectKind::Unknown},
                               KindOfType{"", WaitObjectKind::Unknown}};

std::optional<WaitObjectKind> kindOf(const Handle& handle)
{
    if (handle.object) {
        switch (handle.object->kind) {
        case HandleObjectKind::Mutex: return WaitObjectKind::KernelMutex;
        case HandleObjectKind::Thread: return WaitObjectKind::ThreadEnd;
        case HandleObjectKind::Process: return WaitObjectKind::Process;
        case HandleObjectKind::Event: return WaitObjectKind::EventObject;
        case HandleObjectKind::Semaphore: return WaitObjectKind::Semaphore;
        case HandleObjectKind::Other: break;
        }
    }
    const auto found = std::ranges::find(kWaitable, handle.type, &KindOfType::type);
    return found == kWaitable.end() ? std::nullopt : std::optional(found->kind);
}

/// Registers that pass the first arguments, and registers that a call preserves.
struct Convention
{
    CpuFamily family;
    std::array<std::string_view, kArguments> arguments; ///< Empty: on the stack.
    std::uint64_t fifthOnStack;                         ///< Its distance from the stack pointer.
    std::array<std::string_view, 10> kept;
};

// Microsoft, "x64 calling convention" and "Overview of ARM64 ABI conventions".
constexpr std::array kConventions{
    Convention{CpuFamily::Intel64,
               {"rcx", "rdx", "r8", "r9", ""},
               0x28,
               {"rbx", "rbp", "rsi", "rdi", "r12", "r13", "r14", "r15", "", ""}},
    Convention{CpuFamily::Arm64,
               {"x0", "x1", "x2", "x3", "x4"},
               0,
               {"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"}}};

std::optional<std::uint64_t> valueOf(const RegisterSet& registers, std::string_view name)
{
    const auto index = registerIndex(registers.family(), name);
    return index ? registers.find(*index) : std::nullopt;
}

class CallReader
{
public:
    CallReader(const LockContext& context,
               const EventThread& thread,
               const ThreadStack& stack,
               const WaitFunction& function)
        : m_context(context), m_thread(thread), m_stack(stack),
          m_row(stack.frames[function.row].originalIndex), m_form(formOf(function.name))
    {
    }

    std::optional<HandleWait> read()
    {
        if (m_form == nullptr || !m_thread.registers || !readArguments())
            return std::nullopt;
        HandleWait wait;
        const auto& timeout = m_arguments[m_form->timeout];
        wait.hasTimeLimit = !timeout || *timeout != 0;
        const auto waited = m_form->isMultiple ? severalHandles() : oneHandle();
        if (waited.empty())
            return std::nullopt;
        for (const auto* handle : waited)
            m_evidence.push_back(inList("Handle", handle->value));
        wait.evidence = std::move(m_evidence);
        if (waited.size() == 1)
            wait.object = objectOf(*waited.front());
        else if (m_arguments[2] && isWaitAll(*m_arguments[2]))
            wait.object = heldByAnother(waited);
        return wait;
    }

private:
    static bool isWaitAll(std::uint64_t type) { return (type & 0xffffffff) == kWaitAll; }

    bool readArguments()
    {
        if (m_context.family == CpuFamily::Intel32)
            return readFromStack();
        const auto found = std::ranges::find(kConventions, m_context.family, &Convention::family);
        if (found == kConventions.end() || m_row != 0)
            return false;
        m_convention = &*found;
        for (unsigned i = 0; i < kArguments; ++i) {
            const auto name = found->arguments[i];
            m_arguments[i] = !name.empty() ? valueOf(*m_thread.registers, name)
                                           : m_context.memory.readUnsigned(
                                                 m_thread.registers->sp() + found->fifthOnStack, 8);
        }
        return true;
    }

    /// The call or the stub that it makes the call with is the innermost frame, so the return
    /// address to the call's caller lies among the first words.
    bool readFromStack()
    {
        constexpr std::uint64_t kWord = 4;
        constexpr std::uint64_t kMostWords = 3;
        const std::size_t caller = m_row + std::size_t{1};
        if (m_row > 1 || caller >= m_stack.registers.size())
            return false;
        const auto back = m_stack.registers[caller].pc();
        auto at = m_thread.registers->sp();
        for (std::uint64_t i = 0; i < kMostWords; ++i, at += kWord) {
            if (back == 0 || m_context.memory.readUnsigned(at, kWord) != back)
                continue;
            for (unsigned k = 0; k < kArguments; ++k)
                m_arguments[k] = m_context.memory.readUnsigned(at + (k + 1) * kWord, kWord);
            m_argumentsAt = at + kWord;
            return true;
        }
        return false;
    }

    /// A register that passes an argument may hold something else by now, so the caller must keep
    /// the same value where a call preserves it, or on its stack.
    bool isCertain(std::uint64_t value) const
    {
        if (m_convention == nullptr)
            return true;
        const bool isKept = std::ranges::any_of(m_convention->kept, [&](std::string_view name) {
            return !name.empty() && valueOf(*m_thread.registers, name) == value;
        });
        const auto begin = m_thread.registers->sp();
        for (std::uint64_t i = 1; !isKept && i <= kCallerWords; ++i) {
            if (m_context.memory.readUnsigned(begin + i * 8, 8) == value)
                return true;
        }
        return isKept;
    }

    const Handle* waitable(std::uint64_t value) const
    {
        const auto* handle = m_context.handles.find(value);
        return handle != nullptr && kindOf(*handle) ? handle : nullptr;
    }

    std::vector<const Handle*> oneHandle()
    {
        const auto& value = m_arguments[m_form->handle];
        const auto* handle = value ? waitable(*value) : nullptr;
        // The argument before the time limit is a BOOLEAN.
        const auto& alertable = m_arguments[m_form->timeout - 1];
        if (handle == nullptr || !isCertain(*value) || !alertable || (*alertable & 0xff) > 1)
            return {};
        addArgument(m_form->handle);
        addArgument(m_form->timeout);
        return {handle};
    }

    /// All handles of the array must be in the list.
    std::vector<const Handle*> severalHandles()
    {
        const auto& array = m_arguments[1];
        const auto count = m_arguments[0].value_or(0) & 0xffffffff;
        if (!array || count == 0 || count > kMostObjects)
            return {};
        const auto word = m_context.pointerBytes();
        std::vector<const Handle*> all;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto value = m_context.memory.readUnsigned(*array + i * word, word);
            const auto* handle = value ? waitable(*value) : nullptr;
            if (handle == nullptr)
                return {};
            all.push_back(handle);
        }
        for (unsigned i = 0; i < kArguments; ++i)
            addArgument(i);
        return all;
    }

    void addArgument(unsigned number)
    {
        const auto& value = m_arguments[number];
        if (!value)
            return;
        WaitEvidence word;
        word.value = *value;
        word.sizeBytes = m_context.pointerBytes();
        if (m_convention != nullptr && !m_convention->arguments[number].empty()) {
            word.place = EvidencePlace::Register;
            word.member = m_convention->arguments[number];
        } else {
            word.address = m_convention != nullptr
                               ? m_thread.registers->sp() + m_convention->fifthOnStack
                               : m_argumentsAt + std::uint64_t{number} * word.sizeBytes;
        }
        m_evidence.push_back(std::move(word));
    }

    static WaitEvidence inList(std::string member, std::uint64_t value, std::uint32_t bytes = 8)
    {
        return {.address = 0,
                .value = value,
                .sizeBytes = bytes,
                .member = std::move(member),
                .place = EvidencePlace::HandleList};
    }

    /// Whoever waits for all of them waits for each.
    std::optional<WaitObject> heldByAnother(const std::vector<const Handle*>& handles) const
    {
        for (const auto* handle : handles) {
            auto object = objectOf(*handle);
            if (object.ownerState == OwnerState::Thread && *object.owner != m_stack.thread)
                return object;
        }
        return std::nullopt;
    }

    WaitObject objectOf(const Handle& handle) const
    {
        WaitObject object;
        object.kind = kindOf(handle).value_or(WaitObjectKind::Unknown);
        object.handle = handle.value;
        object.name = handle.name;
        const bool isMutex = object.kind == WaitObjectKind::KernelMutex;
        if (!isMutex && object.kind != WaitObjectKind::ThreadEnd)
            return object;
        if (!handle.object)
            object.ownerState = OwnerState::NoMemory;
        else if (isMutex && handle.object->count.value_or(0) > 0)
            object.ownerState = OwnerState::Nobody;
        else
            setThread(object, *handle.object);
        if (handle.object && handle.object->count)
            object.evidence.push_back(
                inList("CurrentCount", static_cast<std::uint32_t>(*handle.object->count), 4));
        return object;
    }

    /// A thread that has ended holds no mutex of Windows, and nobody waits for its end. So a thread
    /// that the file does not list contradicts it.
    void setThread(WaitObject& object, const HandleObject& facts) const
    {
        if (!facts.threadId) {
            object.ownerState = OwnerState::NoMemory;
            return;
        }
        if (*facts.threadId == 0) {
            object.ownerState = OwnerState::Nobody;
            return;
        }
        object.ownerId = facts.threadId;
        object.evidence.push_back(inList("UniqueThread", *facts.threadId));
        const auto own = m_context.event.asNative()->process.id;
        const auto thread = m_context.threads.byId(*facts.threadId);
        const bool isOther = own && facts.processId && *facts.processId != *own;
        if (isOther)
            object.ownerState = thread ? OwnerState::Damaged : OwnerState::OtherProcess;
        else
            object.ownerState = thread ? OwnerState::Thread : OwnerState::Damaged;
        if (object.ownerState == OwnerState::Thread)
            object.owner = thread;
    }

    const LockContext& m_context;
    const EventThread& m_thread;
    const ThreadStack& m_stack;
    std::uint32_t m_row;
    const CallForm* m_form;
    const Convention* m_convention = nullptr; // Null on x86.
    Arguments m_arguments;
    std::uint64_t m_argumentsAt = 0;
    std::vector<WaitEvidence> m_evidence;
};

} // namespace

std::optional<HandleWait> readHandleWait(const LockContext& context,
                                         const EventThread& thread,
                                         const ThreadStack& stack,
                                         const WaitFunction& function)
{
    return CallReader(context, thread, stack, function).read();
}

} // namespace faultline::waits
