// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_dump.h"

#include "tests/support/core_builder.h"
#include "tests/support/minidump_builder.h"

#include <algorithm>
#include <ctime>
#include <sstream>
#include <thread>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace faultline::test {

namespace {

constexpr std::uint32_t kProcStatusStream = 0x47670004;

Cpu cpuOf(const CrashedProcess& process)
{
    switch (process.cpu) {
    case CrashedProcess::Cpu::Amd64: return Cpu::Amd64;
    case CrashedProcess::Cpu::X86: return Cpu::X86;
    case CrashedProcess::Cpu::Arm64: return Cpu::Arm64;
    case CrashedProcess::Cpu::Arm: return Cpu::Arm;
    }
    return Cpu::Amd64;
}

void addModules(MinidumpBuilder& dump, const CrashedProcess& process)
{
    for (const auto& module : process.modules) {
        std::vector<std::uint8_t> id;
        for (const auto byte : module.buildId)
            id.push_back(static_cast<std::uint8_t>(byte));
        dump.addModule({.name = module.path,
                        .base = module.base,
                        .sizeBytes = static_cast<std::uint32_t>(module.sizeBytes),
                        .timestamp = 0,
                        .checksum = 0,
                        .version = std::nullopt,
                        .codeView = id.empty() ? Buffer{} : buildIdRecord(id)});
    }
}

void addThreads(MinidumpBuilder& dump, const CrashedProcess& process)
{
    for (const auto& thread : process.threads) {
        MinidumpBuilder::Thread entry;
        entry.id = thread.id;
        entry.cpu = cpuOf(process);
        entry.registers = Registers(thread.registers.begin(), thread.registers.end());
        entry.stackAddress = thread.stackBegin;
        entry.stack = thread.stack;
        dump.addThread(std::move(entry));
        dump.addThreadName(thread.id, thread.name);
        if (thread.id != process.crashedThread || process.signal == 0)
            continue;
        MinidumpBuilder::Exception exception;
        exception.threadId = thread.id;
        exception.code = static_cast<std::uint32_t>(process.signal);
        exception.flags = static_cast<std::uint32_t>(process.signalCode);
        exception.address = process.signalAddress;
        exception.cpu = cpuOf(process);
        exception.registers = Registers(thread.registers.begin(), thread.registers.end());
        dump.setException(std::move(exception));
    }
}

/// Family, model and stepping as dump writers take them from CPUID leaf 1 (Intel SDM, vol. 2A,
/// CPUID).
void setProcessor(MinidumpBuilder::System& system)
{
#if defined(__x86_64__)
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0)
        return;
    const unsigned family = (eax >> 8 & 15) + (eax >> 20 & 255);
    const unsigned model = (eax >> 4 & 15) | (eax >> 12 & 0xf0);
    system.level = static_cast<std::uint16_t>(family);
    system.revision = static_cast<std::uint16_t>(model << 8 | (eax & 15));
#else
    (void)system;
#endif
}

CoreBuilder::Cpu coreCpuOf(const CrashedProcess& process)
{
    switch (process.cpu) {
    case CrashedProcess::Cpu::Amd64: return CoreBuilder::Cpu::Amd64;
    case CrashedProcess::Cpu::X86: return CoreBuilder::Cpu::X86;
    case CrashedProcess::Cpu::Arm64: return CoreBuilder::Cpu::Arm64;
    case CrashedProcess::Cpu::Arm: return CoreBuilder::Cpu::Arm;
    }
    return CoreBuilder::Cpu::Amd64;
}

/// What the kernel writes into NT_PRSTATUS.
CoreBuilder::Registers allRegisters(const CrashedProcess::Thread& thread)
{
    auto all = thread.registers;
    all.insert(thread.kernelRegisters.begin(), thread.kernelRegisters.end());
    return all;
}

void addThreads(CoreBuilder& core, const CrashedProcess& process)
{
    for (const auto& thread : process.threads) {
        if (thread.id == process.crashedThread)
            core.addThread(thread.id, static_cast<std::uint16_t>(process.signal),
                           allRegisters(thread));
    }
    if (process.signal != 0)
        core.addSignal({.number = static_cast<std::uint32_t>(process.signal),
                        .code = process.signalCode,
                        .cause = process.signalAddress});
    for (const auto& thread : process.threads) {
        if (thread.id != process.crashedThread)
            core.addThread(thread.id, 0, allRegisters(thread));
    }
}

void addModules(CoreBuilder& core, const CrashedProcess& process)
{
    std::vector<CoreBuilder::Mapping> files;
    for (const auto& module : process.modules) {
        std::vector<std::uint8_t> id;
        for (const auto byte : module.buildId)
            id.push_back(static_cast<std::uint8_t>(byte));
        core.addMemory(
            {.address = module.base, .bytes = core.imagePage(0, module.sizeBytes, id), .flags = 5});
        if (module.path.starts_with('/'))
            files.push_back({module.base, module.base + module.sizeBytes, 0, module.path});
    }
    core.addFiles(files);
    if (!process.modules.empty())
        core.addAuxv({{9, process.modules.front().base}}); // AT_ENTRY
}

} // namespace

namespace {

CoreBuilder coreOf(const CrashedProcess& process)
{
    CoreBuilder core(coreCpuOf(process));
    addThreads(core, process);
    addModules(core, process);
    for (const auto& thread : process.threads)
        core.addMemory({.address = thread.stackBegin, .bytes = thread.stack});
    for (const auto& region : process.codeAroundPcs)
        core.addMemory({.address = region.address, .bytes = region.bytes, .flags = 5});
    return core;
}

} // namespace

std::vector<std::byte> writeCore(const CrashedProcess& process)
{
    return coreOf(process).bytes();
}

std::vector<std::byte> writeDataCore(const CrashedProcess& process)
{
    auto core = coreOf(process);
    for (const auto& region : process.writable)
        core.addMemory({.address = region.address, .bytes = region.bytes});
    return core.bytes();
}

namespace {

MinidumpBuilder minidumpOf(const CrashedProcess& process)
{
    MinidumpBuilder dump;
    MinidumpBuilder::System system;
    system.cpu = cpuOf(process);
    system.platformId = platform::kLinux;
    system.csdVersion = process.release;
    system.processors =
        static_cast<std::uint8_t>(std::min(std::thread::hardware_concurrency(), 255u));
    setProcessor(system);
    dump.setSystem(std::move(system));
    dump.setTimestamp(static_cast<std::uint32_t>(std::time(nullptr)));
    addModules(dump, process);
    addThreads(dump, process);
    for (const auto& region : process.codeAroundPcs)
        dump.addMemory(region.address, region.bytes);
    std::istringstream lines(process.maps);
    for (std::string line; std::getline(lines, line);)
        dump.addMap(line);
    dump.addStream(kProcStatusStream, "Name:\tsample\nPid:\t" + std::to_string(process.pid) + "\n");
    return dump;
}

} // namespace

std::vector<std::byte> writeMinidump(const CrashedProcess& process)
{
    return minidumpOf(process).bytes();
}

std::vector<std::byte> writeDataMinidump(const CrashedProcess& process)
{
    auto dump = minidumpOf(process);
    for (const auto& region : process.writable)
        dump.addMemory(region.address, region.bytes);
    return dump.bytes();
}

} // namespace faultline::test
