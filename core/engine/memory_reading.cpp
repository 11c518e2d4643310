// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/memory_reading.h"

#include "core/engine/address_names.h"
#include "core/engine/place_text.h"
#include "core/symbolicate/native/native_caches.h"
#include "core/variables/process_memory.h"

#include <algorithm>
#include <array>

namespace faultline::engine {

namespace {

using State = MemoryAnswer::State;
using Kind = MemoryWord::Kind;

constexpr std::uint64_t kRow = 16;
constexpr std::uint64_t kMostBytes = 1u << 16;
/// Systems keep the first page unmapped, so smaller values are numbers.
constexpr std::uint64_t kFirstPage = 0x1000;

bool isPrintable(std::byte byte)
{
    return byte >= std::byte{0x20} && byte < std::byte{0x7f};
}

class Reader
{
public:
    Reader(EngineServices& services, const EventFindings& findings)
        : m_findings(findings), m_names(findings, services.nativeCaches().names),
          m_memory(findings.event->asNative()->memory)
    {
        const auto& modules = findings.event->modules;
        for (std::uint32_t i = 0; i < modules.size(); ++i)
            m_memory.addFile(m_names.found(i).code, modules[i].address);
        m_memory.finish();
    }

    void read(std::uint64_t sizeBytes, MemoryAnswer& answer) const
    {
        const auto& dump = *m_findings.event->asNative()->memory;
        answer.bytes.resize(sizeBytes);
        answer.origins.assign(sizeBytes, MemoryAnswer::Origin::None);
        for (std::uint64_t at = 0; at < sizeBytes;) {
            const std::span rest(answer.bytes.data() + at, sizeBytes - at);
            // A step of a row, so that bytes of the dump and of a file are told apart.
            const auto step = rest.first(std::min<std::size_t>(rest.size(), kRow));
            const auto count = m_memory.read(answer.first + at, step);
            for (std::size_t i = 0; i < count; ++i)
                answer.origins[at + i] = dump.contains(answer.first + at + i)
                                             ? MemoryAnswer::Origin::Dump
                                             : MemoryAnswer::Origin::File;
            at += std::max<std::size_t>(count, 1);
        }
    }

    void explain(MemoryAnswer& answer) const
    {
        const auto size = answer.pointerBytes;
        for (std::uint64_t at = 0; at + size <= answer.bytes.size(); at += size) {
            const auto value = m_memory.readUnsigned(answer.first + at, size);
            if (!value || *value < kFirstPage)
                continue;
            if (auto word = wordOf(*value); word.kind != Kind::Number) {
                word.address = answer.first + at;
                answer.words.push_back(std::move(word));
            }
        }
    }

    MemoryWord wordOf(std::uint64_t value) const
    {
        MemoryWord word{.value = value};
        word.text = textAt(value);
        if (const auto thread = stackOf(value)) {
            word.kind = Kind::Stack;
            word.thread = *thread;
            word.offset = value - m_findings.event->threads[*thread].stackBegin;
        } else if (const auto hit = m_names.moduleAt(value)) {
            word.kind = isCode(*hit) ? Kind::Code : Kind::Module;
            word.meaning = m_names.at(value);
        } else if (const auto* region = regionOf(value)) {
            word.kind = Kind::Memory;
            word.meaning = region->owner;
        } else if (m_findings.event->asNative()->memory->contains(value)) {
            word.kind = Kind::Memory;
        }
        return word;
    }

private:
    std::optional<std::uint32_t> stackOf(std::uint64_t value) const
    {
        const auto& threads = m_findings.event->threads;
        for (std::uint32_t i = 0; i < threads.size(); ++i) {
            if (value >= threads[i].stackBegin && value < threads[i].stackEnd)
                return i;
        }
        return std::nullopt;
    }

    const MemoryRegion* regionOf(std::uint64_t value) const
    {
        const auto& map = m_findings.event->asNative()->memoryMap;
        const auto next = std::ranges::upper_bound(map, value, {}, &MemoryRegion::address);
        if (next == map.begin())
            return nullptr;
        const auto& region = *std::prev(next);
        const bool holds = value - region.address < region.sizeBytes && !region.free;
        return holds ? &region : nullptr;
    }

    bool isCode(const symbolicate::ModuleTable::Hit& hit) const
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

    /// Returns the printable text that begins at the address, if its end is known; otherwise an
    /// empty one.
    std::string textAt(std::uint64_t address) const
    {
        constexpr std::size_t kShortest = 4;
        std::array<std::byte, 80> bytes{};
        const auto known = std::span(bytes).first(m_memory.read(address, bytes));
        const auto end = std::ranges::find_if_not(known, isPrintable);
        const auto length = static_cast<std::size_t>(end - known.begin());
        const bool isEnded =
            end == known.end() ? known.size() == bytes.size() : *end == std::byte{};
        if (length < kShortest || !isEnded)
            return {};
        std::string text;
        for (const auto byte : known.first(length))
            text += static_cast<char>(byte);
        return text;
    }

    const EventFindings& m_findings;
    AddressNames m_names;
    variables::ProcessMemory m_memory;
};

/// Registers of the frame that point into the answer.
void addRegisters(const EventFindings& findings, const FramePlace& frame, MemoryAnswer& answer)
{
    const auto* registers = registersOf(findings, frame);
    if (registers == nullptr)
        return;
    for (const auto& info : faultline::registersOf(registers->family())) {
        const auto value = registers->find(info.index);
        if (value && *value >= answer.first && *value - answer.first < answer.bytes.size())
            answer.registers.emplace_back(std::string(info.name), *value);
    }
}

/// Where the frame's stack is, otherwise where the place is.
std::expected<std::uint64_t, PlaceProblem> placeOf(const EventFindings& findings,
                                                   const MemoryQuestion& question)
{
    if (!question.place.empty())
        return addressOf(question.place, findings, question.frame);
    const auto* registers = registersOf(findings, question.frame);
    if (registers == nullptr || !registers->has(specialRegisters(registers->family()).sp))
        return std::unexpected(PlaceProblem::RegisterNotKnown);
    return registers->sp();
}

// --- the map

MapRegion regionOf(const MemoryRegion& region)
{
    MapRegion row{.address = region.address, .sizeBytes = region.sizeBytes, .owner = region.owner};
    row.kind = region.guard ? MapRegion::Kind::Guard : MapRegion::Kind::Mapped;
    row.readable = region.readable;
    row.writable = region.writable;
    row.executable = region.executable;
    row.hasAccess = true;
    row.kindName = region.kind;
    return row;
}

/// What the file's own list lacks: modules and stacks, which it tells elsewhere.
std::vector<MapRegion> withoutList(const Event& event)
{
    std::vector<MapRegion> rows;
    for (const auto& module : event.modules) {
        if (module.address != 0 && module.sizeBytes != 0)
            rows.push_back({.address = module.address, .sizeBytes = module.sizeBytes});
    }
    for (const auto& thread : event.threads) {
        if (thread.stackEnd > thread.stackBegin)
            rows.push_back(
                {.address = thread.stackBegin, .sizeBytes = thread.stackEnd - thread.stackBegin});
    }
    std::ranges::sort(rows, {}, &MapRegion::address);
    return rows;
}

/// A thread whose stack has addresses in the region. Stacks are sorted by their beginning.
std::optional<std::uint32_t>
stackIn(const MapRegion& region, const std::vector<const EventThread*>& stacks, const Event& event)
{
    const auto next = std::ranges::lower_bound(stacks, region.address + region.sizeBytes, {},
                                               &EventThread::stackBegin);
    if (next == stacks.begin() || (*std::prev(next))->stackEnd <= region.address)
        return std::nullopt;
    return static_cast<std::uint32_t>(*std::prev(next) - event.threads.data());
}

void addOwners(const Event& event, std::vector<MapRegion>& rows)
{
    const symbolicate::ModuleTable modules(event.modules,
                                           symbolicate::ModuleTable::UnknownExtent::Nothing);
    std::vector<const EventThread*> stacks;
    for (const auto& thread : event.threads) {
        if (thread.stackEnd > thread.stackBegin)
            stacks.push_back(&thread);
    }
    std::ranges::sort(stacks, {}, &EventThread::stackBegin);
    for (auto& row : rows) {
        const auto hit = modules.findAbsolute(row.address);
        const bool isIn = hit && hit->relativeAddress &&
                          *hit->relativeAddress < event.modules[hit->module].sizeBytes;
        if (isIn) {
            row.module = hit->module;
            row.kind = MapRegion::Kind::Module;
            continue;
        }
        if (row.kind != MapRegion::Kind::Guard)
            row.thread = stackIn(row, stacks, event);
        if (row.thread)
            row.kind = MapRegion::Kind::Stack;
    }
}

/// Both lists are sorted.
void addSaved(const MemoryImage& memory, std::vector<MapRegion>& rows)
{
    const auto& ranges = memory.ranges();
    for (auto& row : rows) {
        const auto rowEnd = row.address + row.sizeBytes;
        auto range = std::ranges::upper_bound(ranges, row.address, {}, &MemoryRange::end);
        for (; range != ranges.end() && range->address < rowEnd; ++range)
            row.savedBytes +=
                std::min(range->end(), rowEnd) - std::max(range->address, row.address);
    }
}

} // namespace

MemoryAnswer
readMemory(EngineServices& services, const EventFindings& findings, const MemoryQuestion& question)
{
    MemoryAnswer answer;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory)
        return answer;
    const auto address = placeOf(findings, question);
    if (!address) {
        answer.state = State::BadPlace;
        answer.problem = address.error();
        return answer;
    }
    answer.state = State::Known;
    answer.address = *address;
    if (const auto size = pointerSize(cpuFamily(findings.event->system.arch)); size != 0)
        answer.pointerBytes = size;
    const auto before = std::min(question.before, *address) / kRow * kRow;
    answer.first = *address / kRow * kRow - std::min(*address / kRow * kRow, before);
    const Reader reader(services, findings);
    reader.read(std::min({question.bytes, kMostBytes, ~std::uint64_t{0} - answer.first}), answer);
    reader.explain(answer);
    addRegisters(findings, question.frame, answer);
    return answer;
}

MemoryWord explainWord(EngineServices& services, const EventFindings& findings, std::uint64_t value)
{
    return Reader(services, findings).wordOf(value);
}

MapAnswer readMap(const EventFindings& findings)
{
    MapAnswer answer;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr)
        return answer;
    answer.state = MapAnswer::State::Known;
    answer.hasList = !native->memoryMap.empty();
    for (const auto& region : native->memoryMap) {
        if (!region.free)
            answer.regions.push_back(regionOf(region));
    }
    if (!answer.hasList)
        answer.regions = withoutList(*findings.event);
    addOwners(*findings.event, answer.regions);
    if (native->memory)
        addSaved(*native->memory, answer.regions);
    return answer;
}

} // namespace faultline::engine
