// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/loaded_modules.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <optional>

namespace faultline::selfdump {

namespace {

constexpr std::uint64_t kMaxNoteBytes = 64 << 10;

template <class T>
std::optional<T> readAt(const std::string& bytes, std::size_t offset)
{
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
        return std::nullopt;
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::size_t padded(std::size_t sizeBytes)
{
    return (sizeBytes + 3) & ~std::size_t{3};
}

/// The note of type NT_GNU_BUILD_ID (elf(5), "Notes").
std::string buildIdIn(const std::string& notes)
{
    for (std::size_t at = 0;;) {
        const auto note = readAt<Elf64_Nhdr>(notes, at);
        if (!note)
            return {};
        const auto name = at + sizeof(*note);
        const auto content = name + padded(note->n_namesz);
        if (content > notes.size() || note->n_descsz > notes.size() - content)
            return {};
        if (note->n_type == NT_GNU_BUILD_ID && notes.compare(name, 4, "GNU\0", 4) == 0)
            return notes.substr(content, note->n_descsz);
        at = content + padded(note->n_descsz);
    }
}

/// Reads the build id of the image at an address. Absent when no ELF image is there.
std::optional<std::string> buildIdAt(const ProcessCapture& process, std::uint64_t address)
{
    const auto bytes = process.read(address, 4096);
    const auto header = readAt<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return std::nullopt;
    // The address of a segment counts from the first one that is loaded.
    std::optional<std::uint64_t> firstLoaded;
    std::vector<Elf64_Phdr> notes;
    for (std::size_t i = 0; i < header->e_phnum; ++i) {
        const auto segment = readAt<Elf64_Phdr>(bytes, header->e_phoff + i * sizeof(Elf64_Phdr));
        if (!segment)
            break;
        if (segment->p_type == PT_LOAD && !firstLoaded)
            firstLoaded = segment->p_vaddr - segment->p_offset;
        if (segment->p_type == PT_NOTE)
            notes.push_back(*segment);
    }
    for (const auto& note : notes) {
        const auto place = address + note.p_vaddr - firstLoaded.value_or(0);
        auto id = buildIdIn(process.read(place, std::min(note.p_memsz, kMaxNoteBytes)));
        if (!id.empty())
            return id;
    }
    return std::string();
}

} // namespace

std::vector<LoadedModule> loadedModules(const ProcessCapture& process)
{
    std::vector<LoadedModule> modules;
    for (const auto& range : process.ranges()) {
        if (!modules.empty() && modules.back().path == range.path && range.fileOffset != 0) {
            modules.back().sizeBytes = range.end - modules.back().address;
            continue;
        }
        const bool isNamed = range.path.starts_with('/') || range.path == "[vdso]";
        if (!isNamed || range.fileOffset != 0)
            continue;
        if (auto id = buildIdAt(process, range.begin))
            modules.push_back({.address = range.begin,
                               .sizeBytes = range.end - range.begin,
                               .path = range.path,
                               .buildId = std::move(*id)});
    }
    std::error_code error;
    const auto program =
        std::filesystem::read_symlink("/proc/" + std::to_string(process.process()) + "/exe", error);
    std::ranges::stable_partition(
        modules, [&](const LoadedModule& module) { return module.path == program.string(); });
    for (auto& module : modules) {
        if (module.path == "[vdso]")
            module.path = "linux-gate.so";
    }
    return modules;
}

} // namespace faultline::selfdump
