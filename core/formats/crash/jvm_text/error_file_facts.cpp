// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/error_file_facts.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <optional>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t kMaxRegisters = 256;
constexpr std::size_t kMaxLibraries = 20'000;
constexpr std::size_t kMaxTextBytes = 1024;

std::string_view withoutPrefix(std::string_view text, std::string_view prefix)
{
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// Takes the text up to the next blank away.
std::string_view takeWord(std::string_view& rest)
{
    rest = trimAscii(rest);
    const auto end = std::min(rest.find_first_of(" \t"), rest.size());
    const auto word = rest.substr(0, end);
    rest = trimAscii(rest.substr(end));
    return word;
}

std::optional<std::uint64_t> hexOf(std::string_view text)
{
    return parseHex(withoutPrefix(text, "0x"));
}

std::string shownText(std::string_view text)
{
    return toValidUtf8(trimAscii(text).substr(0, kMaxTextBytes));
}

/// "PRETTY_NAME="Debian GNU/Linux 12"", "DISTRIB_DESCRIPTION=…"; absent for other settings.
std::optional<std::string_view> systemNameOf(std::string_view line)
{
    for (const std::string_view key : {"PRETTY_NAME=", "DISTRIB_DESCRIPTION="}) {
        if (!line.starts_with(key))
            continue;
        auto value = trimAscii(line.substr(key.size()));
        if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
            value = value.substr(1, value.size() - 2);
        return value;
    }
    return std::nullopt;
}

bool isSetting(std::string_view line)
{
    const auto equals = line.find('=');
    return equals != std::string_view::npos && line.substr(0, equals).find(' ') == line.npos;
}

} // namespace

bool ErrorFileFacts::take(std::string_view line)
{
    if (begin(line))
        return true;
    if (trimAscii(line).empty()) {
        m_section = Section::None;
        return false;
    }
    switch (m_section) {
    case Section::Registers: takeRegisterLine(line); return true;
    case Section::Libraries: takeLibrary(line); return true;
    case Section::System: takeSystem(line); return true;
    case Section::None: break;
    }
    return false;
}

/// The first lines of the sections, some of which hold the section's text.
bool ErrorFileFacts::begin(std::string_view line)
{
    if (line.starts_with("Registers:")) {
        m_section = Section::Registers;
        return true;
    }
    if (line.starts_with("Dynamic libraries:")) {
        m_section = Section::Libraries;
        return true;
    }
    if (line.starts_with("OS:")) {
        m_section = Section::System;
        if (const auto text = trimAscii(line.substr(3)); !text.empty())
            takeSystem(text);
        return true;
    }
    if (line.starts_with("uname:")) {
        m_kernel = shownText(line.substr(6));
        return true;
    }
    if (line.starts_with("CPU:")) {
        takeProcessor(trimAscii(line.substr(4)));
        return true;
    }
    return false;
}

/// "RAX=0x0000000000000000, RBX=0x00007f0c, …", "R8 =0x0000000000000001, R9 =…".
void ErrorFileFacts::takeRegisterLine(std::string_view line)
{
    while (!line.empty()) {
        const auto end = std::min(line.find(','), line.size());
        const auto item = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
        const auto equals = item.find('=');
        if (equals == std::string_view::npos)
            continue;
        const auto name = trimAscii(item.substr(0, equals));
        const auto value = hexOf(trimAscii(item.substr(equals + 1)));
        if (value && !name.empty() && name.find(' ') == name.npos &&
            m_registers.size() < kMaxRegisters)
            m_registers.emplace_back(shownText(name), *value);
    }
}

/// "7f0c000-7f0d000 r-xp 00001000 08:01 42    /lib/libc.so.6" (Linux),
/// "0x00007ff6c0000000 - 0x00007ff6c0010000 \tC:\jdk\bin\java.exe" (Windows) and
/// "0x00007fff8d7ff000 \t/usr/lib/libz.1.dylib" (macOS).
void ErrorFileFacts::takeLibrary(std::string_view line)
{
    const auto range = takeWord(line);
    const auto dash = range.find('-');
    const auto begin = hexOf(range.substr(0, dash));
    if (!begin)
        return;
    Library part{.begin = *begin, .end = *begin, .isCode = true};
    if (dash != std::string_view::npos) {
        part.end = hexOf(range.substr(dash + 1)).value_or(*begin);
        part.isCode = takeWord(line).find('x') != std::string_view::npos;
        for (int i = 0; i < 3; ++i) // Offset, device and inode.
            takeWord(line);
    } else if (line.starts_with("- ")) {
        takeWord(line);
        part.end = hexOf(takeWord(line)).value_or(*begin);
    }
    if (line.starts_with('/') || line.substr(0, 3).find(":\\") != std::string_view::npos)
        addLibrary(line, part);
}

/// A library has several mappings, one of which holds its code.
void ErrorFileFacts::addLibrary(std::string_view path, const Library& part)
{
    const auto known = m_libraries.find(path);
    if (known == m_libraries.end()) {
        if (m_libraries.size() < kMaxLibraries)
            m_libraries.emplace(path, part);
        return;
    }
    Library& library = known->second;
    library.begin = std::min(library.begin, part.begin);
    library.end = std::max(library.end, part.end);
    library.isCode |= part.isCode;
}

/// The system's own words, or the settings of its release file, of which one is its name.
void ErrorFileFacts::takeSystem(std::string_view line)
{
    if (const auto name = systemNameOf(line))
        m_systemName = shownText(*name);
    else if (m_systemName.empty() && !isSetting(line))
        m_systemName = shownText(line);
}

/// "total 8 (initial active 8) (4 cores per cpu, 2 threads per core) family 6 model 85 …".
void ErrorFileFacts::takeProcessor(std::string_view text)
{
    if (!m_processor.empty())
        return;
    m_processor = shownText(text);
    auto rest = withoutPrefix(text, "total ");
    if (rest.size() == text.size())
        return;
    const auto count = parseDecimal(takeWord(rest));
    m_cpuCount = static_cast<std::uint32_t>(std::min<std::uint64_t>(count.value_or(0), 1u << 16));
}

std::vector<EventModule> ErrorFileFacts::libraries(std::size_t most) const
{
    std::vector<EventModule> modules;
    for (const auto& [path, library] : m_libraries) {
        if (!library.isCode)
            continue;
        EventModule module;
        module.codeFile = toValidUtf8(path);
        module.address = library.begin;
        module.sizeBytes = library.end - library.begin;
        modules.push_back(std::move(module));
    }
    std::ranges::sort(modules, {}, &EventModule::address);
    modules.resize(std::min(modules.size(), most));
    return modules;
}

void ErrorFileFacts::describe(SystemInfo& system) const
{
    if (system.osName.empty())
        system.osName = m_systemName;
    system.osVersion = m_kernel;
    system.cpuInfo = m_processor;
    system.cpuCount = m_cpuCount;
}

} // namespace faultline::jvmtext
