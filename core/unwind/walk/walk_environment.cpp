// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/walk_environment.h"

#include "core/unwind/rules/address_rules.h"

#include <algorithm>
#include <array>
#include <bit>

namespace faultline::unwind {

namespace {

/// A frame beyond this size is rather a damaged stack pointer.
constexpr std::uint64_t kMaxFrameBytes = 64 << 20;

template <class Word>
unsigned countOutside(Bytes bytes, const ModuleMap& modules, unsigned most)
{
    const auto begin = modules.begin();
    const auto sizeBytes = modules.end() - begin;
    const auto words =
        static_cast<unsigned>(std::min<std::size_t>(most, bytes.size() / sizeof(Word)));
    for (unsigned i = 0; i < words; ++i) {
        Word word = 0; // Little-endian.
        std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
        if (std::uint64_t{word} - 1 - begin < sizeBytes)
            return i;
    }
    return words;
}

/// The end of the stack above a guard page. gcore stores guard pages as zeros, so the memory at sp
/// may be one. It is neither writable nor code, and the stack
/// begins where it ends.
std::optional<std::uint64_t> endAboveGuard(const Event& event, std::uint64_t sp)
{
    const auto* guard = regionAt(event, sp);
    if (guard == nullptr || guard->writable || guard->executable)
        return std::nullopt;
    const auto* stack = regionAt(event, guard->address + guard->sizeBytes);
    return stack != nullptr && stack->writable ? std::optional(stack->address + stack->sizeBytes)
                                               : std::nullopt;
}

} // namespace

StackRegion::StackRegion(const Event& event,
                         const EventThread& thread,
                         std::uint64_t sp,
                         unsigned wordBytes)
    : m_memory(event.asNative()->memory.get()), m_begin(thread.stackBegin),
      m_end(std::max(thread.stackBegin, thread.stackEnd)), m_wordBytes(wordBytes)
{
    if (!contains(sp, 8)) {
        const auto& ranges = m_memory->ranges();
        const auto next = std::ranges::upper_bound(ranges, sp, {}, &MemoryRange::address);
        const auto end = m_memory->endOfRun(sp);
        if (next != ranges.begin() && end) {
            m_begin = std::prev(next)->address;
            m_end = *end;
        } else if (empty() && next != ranges.end() && next->address - sp <= kMaxFrameBytes) {
            m_begin = next->address;
            m_end = m_memory->endOfRun(m_begin).value_or(m_begin);
        }
    }
    if (const auto end = endAboveGuard(event, sp); end && contains(sp, 1))
        m_end = std::max(m_end, std::min(*end, m_memory->endOfRun(sp).value_or(m_end)));
    m_first = m_memory->pieceFrom(m_begin);
    const auto held = std::min<std::uint64_t>(m_first.size(), m_end - m_begin);
    const bool isPlain =
        std::endian::native == std::endian::little && m_memory->byteOrder() == std::endian::little;
    if (isPlain && (wordBytes == 4 || wordBytes == 8) && held >= wordBytes)
        m_fastOffsets = held - wordBytes + 1;
}

bool StackRegion::contains(std::uint64_t address, unsigned sizeBytes) const
{
    return address >= m_begin && address < m_end && m_end - address >= sizeBytes;
}

unsigned
StackRegion::wordsOutside(const ModuleMap& modules, std::uint64_t address, unsigned most) const
{
    const auto offset = address - m_begin;
    if (offset >= m_fastOffsets)
        return 0;
    const auto held = m_fastOffsets + m_wordBytes - 1; // Of the region.
    const auto bytes =
        m_first.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(held - offset));
    return m_wordBytes == 8 ? countOutside<std::uint64_t>(bytes, modules, most)
                            : countOutside<std::uint32_t>(bytes, modules, most);
}

std::optional<std::uint64_t> StackRegion::readWord(std::uint64_t address) const
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

const WalkModule* WalkModules::known(std::uint32_t index) const
{
    const auto found = m_known.find(index);
    return found == m_known.end() ? nullptr : &found->second;
}

std::optional<bool> WalkModules::hasCode(std::uint32_t index, std::uint64_t relativeAddress) const
{
    const auto* module = known(index);
    if (module == nullptr || !module->code)
        return std::nullopt;
    auto ranges = m_ranges.find(index);
    if (ranges == m_ranges.end())
        ranges = m_ranges.emplace(index, module->code->ranges()).first;
    const auto linked = relativeAddress + module->code->loadAddress();
    const auto range = std::ranges::find_if(ranges->second, [=](const object::ImageRange& r) {
        return linked - r.address < r.sizeBytes;
    });
    return range == ranges->second.end() ? std::nullopt : std::optional(range->executable);
}

std::size_t WalkModules::readCode(std::uint64_t address,
                                  std::optional<std::uint32_t> module,
                                  std::span<std::byte> out) const
{
    const auto fromDump = m_event.asNative()->memory->read(address, out);
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

bool isVdso(const EventModule& module)
{
    return module.codeFile && (module.codeFile->find("vdso") != std::string::npos ||
                               module.codeFile->find("linux-gate") != std::string::npos);
}

CallingConvention conventionOf(const WalkEnvironment& environment)
{
    return environment.event.system.os == OsFamily::Windows ? CallingConvention::Windows
                                                            : CallingConvention::SystemV;
}

std::optional<CallSite> callSiteBefore(const WalkEnvironment& environment,
                                       std::uint64_t returnAddress,
                                       std::optional<std::uint32_t> module)
{
    const auto end = alignInstruction(alignedLike(environment.family), returnAddress);
    std::array<std::byte, kCallSiteBytes> before{};
    if (end < before.size() ||
        environment.modules.readCode(end - before.size(), module, before) != before.size())
        return std::nullopt;
    return readCallSite(environment.family, before, returnAddress,
                        environment.event.asNative()->memory->byteOrder());
}

std::optional<bool> followsCall(const WalkEnvironment& environment,
                                std::uint64_t address,
                                std::optional<std::uint32_t> module)
{
    const auto site = callSiteBefore(environment, address, module);
    return site ? std::optional(site->isCall) : std::nullopt;
}

const MemoryRegion* regionAt(const Event& event, std::uint64_t address)
{
    const auto next =
        std::ranges::upper_bound(event.asNative()->memoryMap, address, {}, &MemoryRegion::address);
    if (next == event.asNative()->memoryMap.begin())
        return nullptr;
    const auto& region = *std::prev(next);
    return address - region.address < region.sizeBytes ? &region : nullptr;
}

std::optional<bool> isExecutable(const WalkEnvironment& environment, std::uint64_t address)
{
    if (const auto* region = regionAt(environment.event, address))
        return region->executable;
    const auto index = environment.moduleMap.find(address);
    // An address that no map lists is not mapped; but a map may omit modules.
    if (!index)
        return environment.event.asNative()->memoryMap.empty() ? std::nullopt
                                                               : std::optional(false);
    return environment.modules.hasCode(*index, address - environment.event.modules[*index].address);
}

std::optional<WalkFunction> functionAt(const WalkEnvironment& environment,
                                       std::uint64_t address,
                                       std::optional<std::uint32_t> module)
{
    const auto* known = module ? environment.modules.known(*module) : nullptr;
    if (known == nullptr || !known->function)
        return std::nullopt;
    const auto base = environment.event.modules[*module].address;
    auto function = known->function(address - base);
    if (function)
        function->begin += base;
    return function;
}

} // namespace faultline::unwind
