#include "tests/support/crash_dump.h"

#include "tests/support/minidump_builder.h"

#include <sstream>

namespace faultline::test {

namespace {

constexpr std::uint32_t kProcStatusStream = 0x47670004;

Cpu cpuOf(const CrashedProcess& process)
{
    switch (process.cpu) {
    case CrashedProcess::Cpu::Amd64: return Cpu::Amd64;
    case CrashedProcess::Cpu::X86: return Cpu::X86;
    case CrashedProcess::Cpu::Arm64: return Cpu::Arm64;
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
        if (thread.id != process.crashedThread)
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

} // namespace

std::vector<std::byte> writeMinidump(const CrashedProcess& process)
{
    MinidumpBuilder dump;
    MinidumpBuilder::System system;
    system.cpu = cpuOf(process);
    system.platformId = platform::kLinux;
    system.csdVersion = process.release;
    dump.setSystem(std::move(system));
    addModules(dump, process);
    addThreads(dump, process);
    for (const auto& region : process.codeAroundPcs)
        dump.addMemory(region.address, region.bytes);
    std::istringstream lines(process.maps);
    for (std::string line; std::getline(lines, line);)
        dump.addMap(line);
    dump.addStream(kProcStatusStream, "Name:\tsample\nPid:\t" + std::to_string(process.pid) + "\n");
    return dump.bytes();
}

} // namespace faultline::test
