// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/process_words.h"

#include "core/symbolicate/native/native_caches.h"

#include <algorithm>
#include <array>

namespace faultline::engine {

namespace {

using Kind = MemoryWord::Kind;

bool isPrintable(std::byte byte)
{
    return byte >= std::byte{0x20} && byte < std::byte{0x7f};
}

} // namespace

ProcessWords::ProcessWords(EngineServices& services, const EventFindings& findings)
    : m_findings(findings), m_names(findings, services.nativeCaches().names),
      m_memory(findings.event->asNative()->memory)
{
    const auto& modules = findings.event->modules;
    for (std::uint32_t i = 0; i < modules.size(); ++i)
        m_memory.addFile(m_names.found(i).code, modules[i].address);
    m_memory.finish();
}

MemoryWord ProcessWords::of(std::uint64_t value) const
{
    auto word = placeOf(value);
    word.text = textAt(value);
    return word;
}

MemoryWord ProcessWords::placeOf(std::uint64_t address) const
{
    MemoryWord word{.value = address};
    if (const auto thread = stackOf(address)) {
        word.kind = Kind::Stack;
        word.thread = *thread;
        word.offset = address - m_findings.event->threads[*thread].stackBegin;
    } else if (const auto hit = m_names.moduleAt(address)) {
        word.kind = isCode(*hit) ? Kind::Code : Kind::Module;
        word.meaning = m_names.at(address);
    } else if (const auto* region = regionOf(address)) {
        word.kind = Kind::Memory;
        word.meaning = region->owner;
    } else if (m_findings.event->asNative()->memory->contains(address)) {
        word.kind = Kind::Memory;
    }
    return word;
}

std::optional<std::uint32_t> ProcessWords::stackOf(std::uint64_t value) const
{
    const auto& threads = m_findings.event->threads;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        if (value >= threads[i].stackBegin && value < threads[i].stackEnd)
            return i;
    }
    return std::nullopt;
}

const MemoryRegion* ProcessWords::regionOf(std::uint64_t value) const
{
    const auto& map = m_findings.event->asNative()->memoryMap;
    const auto next = std::ranges::upper_bound(map, value, {}, &MemoryRegion::address);
    if (next == map.begin())
        return nullptr;
    const auto& region = *std::prev(next);
    const bool holds = value - region.address < region.sizeBytes && !region.free;
    return holds ? &region : nullptr;
}

bool ProcessWords::isCode(const symbolicate::ModuleTable::Hit& hit) const
{
    const auto& code = m_names.found(hit.module).code;
    if (!code)
        return false;
    const auto linked = *hit.relativeAddress + code->loadAddress();
    return std::ranges::any_of(code->ranges(), [&](const object::ImageRange& range) {
        return range.executable && linked >= range.address &&
               linked - range.address < range.sizeBytes;
    });
}

/// Returns the printable text that begins at the address, if its end is known; otherwise an empty
/// one.
std::string ProcessWords::textAt(std::uint64_t address) const
{
    constexpr std::size_t kShortest = 4;
    std::array<std::byte, 80> bytes{};
    const auto known = std::span(bytes).first(m_memory.read(address, bytes));
    const auto end = std::ranges::find_if_not(known, isPrintable);
    const auto length = static_cast<std::size_t>(end - known.begin());
    const bool isEnded = end == known.end() ? known.size() == bytes.size() : *end == std::byte{};
    if (length < kShortest || !isEnded)
        return {};
    std::string text;
    for (const auto byte : known.first(length))
        text += static_cast<char>(byte);
    return text;
}

} // namespace faultline::engine
