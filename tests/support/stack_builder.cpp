// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stack_builder.h"

#include <algorithm>

namespace faultline::test {

StackBuilder::StackBuilder(Arch arch, OsFamily os)
    : m_wordBytes(pointerSize(cpuFamily(arch))), m_registers(cpuFamily(arch))
{
    m_event.system.arch = arch;
    m_event.system.os = os;
    for (const auto& reg : registersOf(m_registers.family()))
        m_registers.set(reg.index, pattern(reg.index));
}

StackBuilder& StackBuilder::set(std::string_view registerName, std::uint64_t value)
{
    m_registers.set(registerIndex(m_registers.family(), registerName).value(), value);
    return *this;
}

StackBuilder& StackBuilder::word(std::uint64_t address, std::uint64_t value)
{
    const auto offset = static_cast<std::size_t>(address - kStackBegin);
    m_stack.resize(std::max(m_stack.size(), offset + m_wordBytes));
    for (unsigned i = 0; i < m_wordBytes; ++i)
        m_stack[offset + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    return *this;
}

StackBuilder& StackBuilder::stackBytes(std::uint64_t sizeBytes)
{
    m_stack.resize(static_cast<std::size_t>(sizeBytes));
    return *this;
}

StackBuilder& StackBuilder::memory(std::uint64_t address, std::vector<std::byte> bytes)
{
    m_ranges.push_back({address, ByteView::fromVector(std::move(bytes)), false});
    return *this;
}

StackBuilder& StackBuilder::module(std::uint64_t address, std::uint64_t sizeBytes)
{
    EventModule module;
    module.address = address;
    module.sizeBytes = sizeBytes;
    m_event.modules.push_back(std::move(module));
    return *this;
}

Event StackBuilder::finish() const
{
    Event event = m_event;
    auto ranges = m_ranges;
    ranges.push_back({kStackBegin, ByteView::fromVector(m_stack), false});
    event.makeNative().memory =
        std::make_shared<const MemoryImage>(std::move(ranges), std::endian::little);
    EventThread thread;
    thread.registers = m_registers;
    thread.stackBegin = kStackBegin;
    thread.stackEnd = kStackBegin + m_stack.size();
    event.threads.push_back(std::move(thread));
    return event;
}

unwind::WalkModule functionsOf256Bytes(std::string name)
{
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.hasFunction = [](std::uint64_t) { return true; };
    module.function = [name = std::move(name)](std::uint64_t relative) {
        return std::optional(unwind::WalkFunction{relative & ~std::uint64_t{0xff}, name});
    };
    return module;
}

unwind::WalkModule FixedModules::module(std::uint32_t moduleIndex)
{
    asked.push_back(moduleIndex);
    if (const auto known = modules.find(moduleIndex); known != modules.end())
        return known->second;
    unwind::WalkModule unavailable;
    unavailable.state = unwind::WalkModule::State::Unavailable;
    return unavailable;
}

Walk walk(const Event& event,
          unwind::WalkModuleProvider& provider,
          const ParseLimits& limits,
          unwind::UnwindPreference preference)
{
    const unwind::ModuleMap modules(event);
    unwind::StackWalker walker(event, modules, 0, provider, limits, preference);
    Walk result;
    constexpr int kMaxRequests = 1000;
    for (int requests = 0; requests < kMaxRequests;) {
        auto step = walker.next();
        if (auto* frame = std::get_if<unwind::WalkedFrame>(&step)) {
            result.frames.push_back(std::move(*frame));
        } else if (auto* end = std::get_if<unwind::StackWalker::Finished>(&step)) {
            result.end = *end;
            return result;
        } else {
            ++requests;
        }
    }
    return result;
}

} // namespace faultline::test
