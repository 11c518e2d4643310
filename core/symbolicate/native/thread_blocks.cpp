// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/thread_blocks.h"

#include "core/model/glibc_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace faultline::symbolicate {

namespace {

constexpr std::uint64_t kLargestBlock = 1u << 20;

std::optional<object::ImageRange> rangeNamed(const object::Object& code, std::string_view name)
{
    const auto ranges = code.ranges();
    const auto found = std::ranges::find(ranges, name, &object::ImageRange::name);
    return found == ranges.end() ? std::nullopt : std::optional(*found);
}

/// The bytes that a module's variables begin with in each thread, and the size of those that have
/// some.
struct InitialImage
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t zeroedBytes = 0;
};

std::optional<InitialImage> initialImage(const object::Object& code, std::uint64_t bias)
{
    const auto data = rangeNamed(code, ".tdata");
    const auto zeroed = rangeNamed(code, ".tbss");
    if (!data && !zeroed)
        return std::nullopt;
    return InitialImage{.address = (data ? data : zeroed)->address + bias,
                        .sizeBytes = data ? data->sizeBytes : 0,
                        .zeroedBytes = zeroed ? zeroed->sizeBytes : 0};
}

} // namespace

/// The thread's pointer leads to its control block; the word after it in that block to a vector
/// with an entry of two words for each module (glibc, sysdeps/x86_64/nptl/tls.h and
/// sysdeps/i386/nptl/tls.h, tcbhead_t; sysdeps/generic/dl-dtv.h, dtv_t).
struct ThreadBlocks::Thread
{
    std::uint64_t pointer = 0;
    std::uint64_t vector = 0;
    unsigned word = 8;

    std::uint64_t entry(std::uint64_t module) const { return vector + module * 2 * word; }
};

ThreadBlocks::ThreadBlocks(const Event& event,
                           std::span<const Module> modules,
                           const MemoryReader& memory)
    : m_modules(modules), m_memory(memory),
      m_isGlibc(std::ranges::any_of(event.modules, [](const EventModule& loaded) {
          return loaded.codeFile && isGlibcFile(*loaded.codeFile);
      }))
{
}

std::optional<ThreadBlocks::Thread> ThreadBlocks::threadOf(const EventThread& thread) const
{
    const auto family = thread.registers ? thread.registers->family() : CpuFamily::Unknown;
    if (!m_isGlibc || (family != CpuFamily::Intel64 && family != CpuFamily::Intel32))
        return std::nullopt;
    const auto name = family == CpuFamily::Intel64 ? "fs_base" : "gs_base";
    const auto base = std::ranges::find(thread.extraRegisters, name,
                                        &std::pair<std::string, std::uint64_t>::first);
    if (base == thread.extraRegisters.end() || base->second == 0)
        return std::nullopt;
    Thread found{.pointer = base->second, .word = pointerSize(family)};
    const auto vector = m_memory.readUnsigned(found.pointer + found.word, found.word);
    if (!vector)
        return std::nullopt;
    found.vector = *vector;
    return found;
}

std::optional<std::uint64_t> ThreadBlocks::find(const EventThread& thread, std::uint32_t module)
{
    const auto known = threadOf(thread);
    if (!known)
        return std::nullopt;
    if (module == 0)
        return ofProgram(*known);
    return module < m_modules.size() ? ofLibrary(*known, m_modules[module]) : std::nullopt;
}

/// The program's block is the first one, just below the control block.
std::optional<std::uint64_t> ThreadBlocks::ofProgram(const Thread& thread) const
{
    const auto block = m_memory.readUnsigned(thread.entry(1), thread.word);
    const bool isPlausible =
        block && *block <= thread.pointer && thread.pointer - *block <= kLargestBlock;
    return isPlausible ? block : std::nullopt;
}

/// The dynamic linker's description of a library has, next to each other, where the initial image
/// is, its size, the block's size, its alignment, how far into that its first byte is, how far
/// below the control block the block is, and the library's number (glibc, include/link.h, from
/// l_tls_initimage on). What lies before differs between versions, so they are searched.
/// Libraries that were loaded later have no fixed place; the number of one may have been that of
/// another before, whose block the thread still has, so that these are not known.
std::optional<std::uint64_t> ThreadBlocks::ofLibrary(const Thread& thread, const Module& module)
{
    constexpr std::uint64_t kSearchedWords = 256;
    constexpr std::uint64_t kMostModules = 1u << 16;
    const auto bias = module.code ? module.address - module.code->loadAddress() : 0;
    const auto image = module.code ? initialImage(*module.code, bias) : std::nullopt;
    const auto dynamic = module.code ? rangeNamed(*module.code, ".dynamic") : std::nullopt;
    const auto file =
        image && dynamic ? linkedFile(dynamic->address + bias, thread.word) : std::nullopt;
    for (std::uint64_t i = 0; file && i < kSearchedWords; ++i) {
        std::array<std::uint64_t, 7> words{};
        for (std::size_t j = 0; j < words.size(); ++j)
            words[j] =
                m_memory.readUnsigned(*file + (i + j) * thread.word, thread.word).value_or(0);
        const auto [address, size, blockBytes, alignment, firstByte, below, number] = words;
        const bool isIt = address == image->address && size == image->sizeBytes &&
                          blockBytes >= size + image->zeroedBytes && std::has_single_bit(alignment);
        if (!isIt)
            continue;
        const auto block = thread.pointer - below;
        const auto entry = number > 0 && number < kMostModules
                               ? m_memory.readUnsigned(thread.entry(number), thread.word)
                               : std::nullopt;
        const bool hasPlace = below >= blockBytes && below <= kLargestBlock;
        return hasPlace && entry == block ? std::optional(block) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> ThreadBlocks::linkedFile(std::uint64_t dynamicSection, unsigned word)
{
    const auto [known, isNew] = m_linkedFiles.try_emplace(word);
    if (isNew)
        known->second = readLinkedFiles(word);
    const auto found = known->second.find(dynamicSection);
    return found == known->second.end() ? std::nullopt : std::optional(found->second);
}

/// The dynamic linker's list of files (link.h, struct link_map: bias, name, dynamic section, next).
ThreadBlocks::LinkedFiles ThreadBlocks::readLinkedFiles(unsigned word) const
{
    LinkedFiles files;
    auto at = firstLinkedFile(word);
    for (std::size_t hop = 0; at && *at != 0 && hop <= 2 * m_modules.size(); ++hop) {
        if (const auto section = m_memory.readUnsigned(*at + 2 * word, word))
            files.try_emplace(*section, *at);
        at = m_memory.readUnsigned(*at + 3 * word, word);
    }
    return files;
}

/// The program's dynamic section has an entry that leads to struct r_debug, whose second word is
/// the list (System V ABI, "Dynamic Section"; link.h).
std::optional<std::uint64_t> ThreadBlocks::firstLinkedFile(unsigned word) const
{
    constexpr std::uint64_t kDebugTag = 21; // DT_DEBUG.
    const auto* program = m_modules.empty() ? nullptr : m_modules.front().code.get();
    const auto dynamic = program ? rangeNamed(*program, ".dynamic") : std::nullopt;
    if (!dynamic)
        return std::nullopt;
    const auto begin = dynamic->address + m_modules.front().address - program->loadAddress();
    const auto entries = std::min<std::uint64_t>(dynamic->sizeBytes / (2 * word), 4096);
    for (std::uint64_t i = 0; i < entries; ++i) {
        const auto entry = begin + i * 2 * word;
        if (m_memory.readUnsigned(entry, word) != kDebugTag)
            continue;
        const auto debug = m_memory.readUnsigned(entry + word, word);
        return debug ? m_memory.readUnsigned(*debug + word, word) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace faultline::symbolicate
