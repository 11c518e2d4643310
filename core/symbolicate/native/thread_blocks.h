// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/event.h"
#include "core/model/memory.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

namespace faultline::symbolicate {

/// Where the variables of modules begin that each thread has for itself, by what glibc keeps in the
/// process's memory. For x86, 64 and 32 bits.
class ThreadBlocks
{
public:
    /// What a module's file and its place say.
    struct Module
    {
        object::ObjectPtr code; ///< May be null.
        std::uint64_t address = 0;
    };

    /// The first module is the program. All of it must outlive this.
    ThreadBlocks(const Event& event, std::span<const Module> modules, const MemoryReader& memory);

    /// Absent when it is not known, or when the thread has not used the module's variables yet and
    /// no place is set aside for them.
    std::optional<std::uint64_t> find(const EventThread& thread, std::uint32_t module);

private:
    struct Thread;
    /// The places of the dynamic linker's descriptions, by those of the dynamic sections.
    using LinkedFiles = std::unordered_map<std::uint64_t, std::uint64_t>;

    std::optional<Thread> threadOf(const EventThread& thread) const;
    std::optional<std::uint64_t> ofProgram(const Thread& thread) const;
    std::optional<std::uint64_t> ofLibrary(const Thread& thread, const Module& module);
    std::optional<std::uint64_t> linkedFile(std::uint64_t dynamicSection, unsigned word);
    LinkedFiles readLinkedFiles(unsigned word) const;
    std::optional<std::uint64_t> firstLinkedFile(unsigned word) const;

    std::span<const Module> m_modules;
    const MemoryReader& m_memory;
    bool m_isGlibc;
    std::map<unsigned, LinkedFiles> m_linkedFiles; ///< By the size of a word; read when needed.
};

} // namespace faultline::symbolicate
