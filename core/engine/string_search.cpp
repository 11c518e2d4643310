// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/engine/memory_search.h"
#include "core/engine/place_text.h"
#include "core/engine/process_words.h"

#include <algorithm>
#include <set>

namespace faultline::engine {

namespace {

using State = StringsAnswer::State;
using Encoding = FoundString::Encoding;

// docs/spec/workbench.md §4.5.
constexpr std::size_t kStackWords = 512;
constexpr std::size_t kShortest = 4; ///< Characters.
constexpr std::size_t kLongestBytes = 4096;
constexpr std::size_t kMostStrings = 500;

bool isPrintable(std::byte byte)
{
    return (byte >= std::byte{0x20} && byte < std::byte{0x7f}) || byte == std::byte{'\t'} ||
           byte == std::byte{'\n'} || byte == std::byte{'\r'};
}

/// Bytes up to a NUL; absent when they hold others than texts do.
std::optional<FoundString> narrowText(Bytes bytes, bool isCut)
{
    const auto end = std::ranges::find(bytes, std::byte{});
    const auto length = static_cast<std::size_t>(end - bytes.begin());
    if (end == bytes.end() && !isCut)
        return std::nullopt;
    const auto text = std::string(asText(bytes.first(length)));
    const bool isAscii = std::ranges::all_of(bytes.first(length), isPrintable);
    const bool hasControls = std::ranges::any_of(bytes.first(length), [](std::byte byte) {
        return byte < std::byte{0x80} && !isPrintable(byte);
    });
    const auto characters = std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    // A character that the limit cuts makes the whole text invalid; such a text is left out.
    if (static_cast<std::size_t>(characters) < kShortest || hasControls || !isValidUtf8(text))
        return std::nullopt;
    return FoundString{.encoding = isAscii ? Encoding::Ascii : Encoding::Utf8,
                       .sizeBytes = length,
                       .text = text,
                       .isCut = end == bytes.end()};
}

bool isWideCharacter(unsigned unit)
{
    return (unit >= 0x20 && unit < 0x7f) || unit == '\t' || unit == '\n' || unit == '\r' ||
           (unit >= 0xa0 && unit < 0xfffe && (unit < 0xd800 || unit >= 0xe000));
}

/// UTF-16 in little endian. Most letters have to be of Latin script, because any bytes make some
/// characters.
std::optional<FoundString> wideText(Bytes bytes, bool isCut)
{
    constexpr unsigned kLatinEnd = 0x250;
    std::size_t units = 0;
    std::size_t latin = 0;
    bool isEnded = false;
    for (; 2 * units + 1 < bytes.size(); ++units) {
        const auto unit = std::to_integer<unsigned>(bytes[2 * units]) |
                          std::to_integer<unsigned>(bytes[2 * units + 1]) << 8;
        isEnded = unit == 0;
        if (isEnded)
            break;
        if (!isWideCharacter(unit))
            return std::nullopt;
        latin += unit < kLatinEnd ? 1 : 0;
    }
    if ((!isEnded && !isCut) || units < kShortest || latin * 4 < units * 3)
        return std::nullopt;
    return FoundString{.encoding = Encoding::Utf16,
                       .sizeBytes = 2 * units,
                       .text = utf8FromUtf16(bytes.first(2 * units), std::endian::little),
                       .isCut = !isEnded};
}

class StringFinder
{
public:
    StringFinder(const variables::ProcessMemory& memory, StringsAnswer& answer)
        : m_memory(memory), m_answer(answer)
    {
    }

    /// Adds the text at the address, unless it is listed. `where` is the rest of the entry.
    void look(std::uint64_t address, FoundString where)
    {
        if (address < kFirstPage || m_answer.strings.size() >= kMostStrings ||
            !m_seen.insert(address).second)
            return;
        std::vector<std::byte> bytes(kLongestBytes);
        bytes.resize(m_memory.read(address, bytes));
        const bool isCut = bytes.size() == kLongestBytes;
        auto found = narrowText(bytes, isCut);
        if (!found && m_memory.byteOrder() == std::endian::little)
            found = wideText(bytes, isCut);
        if (!found)
            return;
        found->place = where.place;
        found->registerName = std::move(where.registerName);
        found->stackOffset = where.stackOffset;
        found->address = address;
        m_answer.strings.push_back(*std::move(found));
    }

private:
    const variables::ProcessMemory& m_memory;
    StringsAnswer& m_answer;
    std::set<std::uint64_t> m_seen;
};

} // namespace

StringsAnswer findStrings(EngineServices& services,
                          const EventFindings& findings,
                          const StringsQuestion& question,
                          const std::stop_token& stop)
{
    StringsAnswer answer;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory)
        return answer;
    answer.state = native->memory->ranges().empty() ? State::NoMemory : State::Known;
    const auto* registers = registersOf(findings, question.frame);
    if (answer.state == State::NoMemory || registers == nullptr)
        return answer;
    const ProcessWords words(services, findings);
    StringFinder finder(words.memory(), answer);
    for (const auto& info : faultline::registersOf(registers->family())) {
        if (const auto value = registers->find(info.index))
            finder.look(*value, {.place = FoundString::Place::Register,
                                 .registerName = std::string(info.name)});
    }
    const auto sp = registers->find(specialRegisters(registers->family()).sp);
    const auto size = std::max(1u, pointerSize(registers->family()));
    for (std::uint64_t i = 0; sp && i < kStackWords && !stop.stop_requested(); ++i) {
        if (const auto value = words.memory().readUnsigned(*sp + i * size, size))
            finder.look(*value, {.place = FoundString::Place::Stack, .stackOffset = i * size});
    }
    return answer;
}

} // namespace faultline::engine
