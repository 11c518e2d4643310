// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::jvmtext {

/// What an error file of HotSpot says of the machine and the process: registers, loaded libraries,
/// operating system and processor. Reads line after line. Damage loses the line. Source: the
/// sections that VMError::report() prints (openjdk/jdk, src/hotspot/share/utilities/vmError.cpp).
class ErrorFileFacts
{
public:
    /// Returns whether the line belongs to a section of facts.
    bool take(std::string_view line);

    /// Registers of the thread that crashed, with the file's names.
    std::vector<std::pair<std::string, std::uint64_t>> takeRegisters()
    {
        return std::move(m_registers);
    }

    /// The files that are mapped as code, by address, but no more than `most`.
    std::vector<EventModule> libraries(std::size_t most) const;

    /// Adds what is known of the system.
    void describe(SystemInfo& system) const;

private:
    enum class Section : std::uint8_t { None, Registers, Libraries, System };

    struct Library
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0; ///< Equal to `begin` where the file does not say it.
        bool isCode = false;
    };

    bool begin(std::string_view line);
    void takeRegisterLine(std::string_view line);
    void takeLibrary(std::string_view line);
    void takeSystem(std::string_view line);
    void takeProcessor(std::string_view text);
    void addLibrary(std::string_view path, const Library& part);

    Section m_section = Section::None;
    std::vector<std::pair<std::string, std::uint64_t>> m_registers;
    std::map<std::string, Library, std::less<>> m_libraries; ///< By path.
    std::string m_systemName;
    std::string m_kernel;
    std::string m_processor;
    std::uint32_t m_cpuCount = 0;
};

} // namespace faultline::jvmtext
