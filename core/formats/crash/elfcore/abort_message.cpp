// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/abort_message.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/model/glibc_file.h"

#include <algorithm>
#include <string_view>

namespace faultline::corefile {

namespace {

constexpr std::uint64_t kPageBytes = 4096;          // Larger pages are multiples of it.
constexpr std::uint64_t kLargestPageBytes = 65'536; // arm64 and PowerPC may have them.
constexpr std::uint64_t kMaxTextBytes = 64 << 10;
constexpr std::uint64_t kMaxSearchedBytes = 4 << 20; // glibc has some 20 KiB of data.
constexpr unsigned kSizeFieldBytes = 4;              // struct abort_msg_s begins with its size.

bool isGlibc(const EventModule& module)
{
    return module.codeFile && isGlibcFile(*module.codeFile);
}

bool isText(std::string_view text)
{
    return std::ranges::none_of(text, [](unsigned char c) {
        return c == 0x7f || (c < 0x20 && c != '\n' && c != '\t' && c != '\r');
    });
}

class MessageFinder
{
public:
    MessageFinder(const std::vector<MemoryRegion>& memoryMap,
                  const MemoryImage& memory,
                  unsigned wordBytes)
        : m_memoryMap(memoryMap), m_memory(memory), m_wordBytes(wordBytes)
    {
    }

    /// Searches the writable regions of a module. Data that have no place in its file follow it.
    std::string findIn(const EventModule& module)
    {
        auto end = module.address + module.sizeBytes;
        auto left = kMaxSearchedBytes;
        auto region =
            std::ranges::upper_bound(m_memoryMap, module.address, {}, [](const MemoryRegion& each) {
                return each.address + each.sizeBytes;
            });
        for (; region != m_memoryMap.end() && region->address <= end && left > 0; ++region) {
            if (!region->writable)
                continue;
            end = std::max(end, region->address + region->sizeBytes);
            const auto held = m_memory.pieceFrom(std::max(region->address, module.address));
            const auto bytes =
                held.first(std::min<std::uint64_t>({held.size(), region->sizeBytes, left}));
            left -= bytes.size();
            if (auto message = findAmong(std::max(region->address, module.address), bytes.size());
                !message.empty())
                return message;
        }
        return {};
    }

private:
    std::string findAmong(std::uint64_t address, std::uint64_t sizeBytes)
    {
        for (std::uint64_t at = address; at + m_wordBytes <= address + sizeBytes;
             at += m_wordBytes) {
            const auto pointer = m_memory.readUnsigned(at, m_wordBytes).value_or(0);
            if (pointer == 0 || pointer % kPageBytes != 0)
                continue;
            if (const auto text = messageAt(pointer); !text.empty())
                return text;
        }
        return {};
    }

    /// The size is that of the text in whole pages. They are new, so all after the text is zero.
    /// Damaged files may have many pointers to the same pages.
    std::string messageAt(std::uint64_t address)
    {
        const auto size = m_memory.readUnsigned(address, kSizeFieldBytes).value_or(0);
        if (size == 0 || size % kPageBytes != 0 || size > kMaxTextBytes + kLargestPageBytes)
            return {};
        const auto held = asText(m_memory.pieceFrom(address + kSizeFieldBytes))
                              .substr(0, static_cast<std::size_t>(size - kSizeFieldBytes));
        if (held.size() > m_textBytesLeft)
            return {};
        m_textBytesLeft -= held.size();
        const auto text = held.substr(0, held.find('\0'));
        const bool isWhole = text.size() < held.size() && size - text.size() <= kLargestPageBytes &&
                             held.find_first_not_of('\0', text.size()) == std::string_view::npos;
        const auto message = trimAscii(text);
        return isWhole && isText(message) ? toValidUtf8(message) : std::string();
    }

    const std::vector<MemoryRegion>& m_memoryMap;
    const MemoryImage& m_memory;
    unsigned m_wordBytes;
    std::uint64_t m_textBytesLeft = kMaxSearchedBytes;
};

} // namespace

std::string glibcAbortMessage(const std::vector<EventModule>& modules,
                              const std::vector<MemoryRegion>& memoryMap,
                              const MemoryImage& memory,
                              unsigned wordBytes)
{
    if (modules.empty())
        return {};
    // A static program holds the C library itself.
    const auto library = std::ranges::find_if(modules, isGlibc);
    const auto& module = library == modules.end() ? modules.front() : *library;
    return MessageFinder(memoryMap, memory, wordBytes).findIn(module);
}

} // namespace faultline::corefile
