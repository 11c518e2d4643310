#include "core/unwind/walk_environment.h"

#include "core/unwind/call_site.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

StackRegion::StackRegion(const Event& event,
                         const EventThread& thread,
                         std::uint64_t sp,
                         unsigned wordBytes)
    : m_memory(event.memory.get()), m_begin(thread.stackBegin),
      m_end(std::max(thread.stackBegin, thread.stackEnd)), m_wordBytes(wordBytes)
{
    if (contains(sp, 8))
        return;
    const auto& ranges = m_memory->ranges();
    const auto next = std::ranges::upper_bound(ranges, sp, {}, &MemoryRange::address);
    const auto end = m_memory->endOfRun(sp);
    if (next == ranges.begin() || !end)
        return;
    m_begin = std::prev(next)->address;
    m_end = *end;
}

bool StackRegion::contains(std::uint64_t address, unsigned sizeBytes) const
{
    return address >= m_begin && address < m_end && m_end - address >= sizeBytes;
}

std::optional<std::uint64_t> StackRegion::word(std::uint64_t address) const
{
    return contains(address, m_wordBytes) ? m_memory->readUnsigned(address, m_wordBytes)
                                          : std::nullopt;
}

const WalkModule* WalkModules::get(std::uint32_t index)
{
    if (const auto known = m_known.find(index); known != m_known.end())
        return &known->second;
    auto module = m_provider.module(index);
    if (module.state == WalkModule::State::Pending) {
        m_pending = index;
        return nullptr;
    }
    return &m_known.emplace(index, std::move(module)).first->second;
}

std::size_t WalkModules::readCode(std::uint64_t address,
                                  std::optional<std::uint32_t> module,
                                  std::span<std::byte> out) const
{
    const auto fromDump = m_event.memory->read(address, out);
    if (fromDump == out.size() || !module)
        return fromDump;
    const auto known = m_known.find(*module);
    if (known == m_known.end() || !known->second.code)
        return fromDump;
    const auto& object = *known->second.code;
    const auto linked = address - m_event.modules[*module].address + object.loadAddress();
    const auto bytes = object.readImage(linked, out.size());
    if (!bytes || bytes->size() <= fromDump)
        return fromDump;
    const auto count = std::min(bytes->size(), out.size());
    std::ranges::copy(bytes->span().first(count), out.begin());
    return count;
}

void WalkEnvironment::addNote(std::string_view text)
{
    if (!note.empty())
        note += "; ";
    note += text;
}

std::optional<bool> followsCall(const WalkEnvironment& environment,
                                std::uint64_t address,
                                std::optional<std::uint32_t> module)
{
    const bool isThumb = environment.family == CpuFamily::Arm32 && (address & 1) != 0;
    const auto end = alignInstruction(environment.family, address);
    std::array<std::byte, kCallSiteBytes> before{};
    if (end < before.size() ||
        environment.modules.readCode(end - before.size(), module, before) != before.size())
        return std::nullopt;
    return endsInCall(environment.family, before, isThumb);
}

} // namespace faultline::unwind
