// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windows_hang.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace faultline::test {

namespace {

constexpr std::uint64_t kApp = 0x400000;
constexpr std::uint64_t kNtdll = 0x77000000;
constexpr std::uint64_t kBase = 0x76000000; // KERNELBASE
constexpr std::uint32_t kModuleBytes = 0x10000;
constexpr std::uint64_t kFirstCode = 0x1000; // Of each module's functions, which follow each other.
constexpr std::uint64_t kFunctionBytes = 0x100;
constexpr std::uint64_t kIntoFunction = 0x14; // Where a call returns to.
constexpr std::uint64_t kSections = 0x500000;
constexpr std::uint64_t kSectionBytes = 0x40;
constexpr std::uint64_t kPeb = 0x600000;
constexpr std::uint64_t kTebs = 0x610000; // One after another.
constexpr std::uint64_t kTebBytes = 0x2000;
constexpr std::uint64_t kArrays = 0x700000;
constexpr std::uint64_t kStacks = 0x10000000;
constexpr std::uint64_t kStackBytes = 0x10000;
constexpr std::uint64_t kTimeout = 0x10000ff0; // On a stack.

struct Function
{
    const char* name;
    std::uint64_t module;
    std::size_t words; ///< Of its frame, below its return address.
};

/// Stubs of system calls have no frame of their own.
constexpr std::array kFunctions{
    Function{"NtWaitForSingleObject", kNtdll, 0},
    Function{"NtWaitForMultipleObjects", kNtdll, 0},
    Function{"NtDelayExecution", kNtdll, 0},
    Function{"NtWaitForAlertByThreadId", kNtdll, 0},
    Function{"RtlpWaitOnCriticalSection", kNtdll, 12},
    Function{"RtlEnterCriticalSection", kNtdll, 8},
    Function{"RtlAcquireSRWLockExclusive", kNtdll, 8},
    Function{"RtlSleepConditionVariableCS", kNtdll, 8},
    Function{"RtlRunOnceBeginInitialize", kNtdll, 8},
    Function{"WaitForSingleObjectEx", kBase, 16},
    Function{"WaitForMultipleObjectsEx", kBase, 16},
    Function{"SleepEx", kBase, 8},
    Function{"run", kApp, 8},
};

const Function& functionNamed(const std::string& name)
{
    return *std::ranges::find(kFunctions, name, &Function::name);
}

std::uint64_t rvaOf(const Function& function)
{
    const auto number = static_cast<std::uint64_t>(&function - kFunctions.data());
    return kFirstCode + number * kFunctionBytes;
}

struct Module
{
    std::uint64_t base;
    const char* path;
    const char* pdb;
    std::uint8_t number; ///< In its id.
};

constexpr std::array kModules{
    Module{kApp, "C:\\app\\app.exe", "app.pdb", 1},
    Module{kNtdll, "C:\\Windows\\System32\\ntdll.dll", "ntdll.pdb", 2},
    Module{kBase, "C:\\Windows\\System32\\KERNELBASE.dll", "kernelbase.pdb", 3}};

/// The age is 1. GUIDs are stored with their first three parts turned round.
std::string breakpadId(const Module& module)
{
    return "0000000000000000000000000000000" + std::to_string(module.number) + "1";
}

struct Names
{
    const char* system;
    const char* stackPointer;
    const char* programCounter;
    std::array<const char*, 4> arguments;
    const char* kept;            ///< A register that a call preserves.
    std::uint64_t fifthArgument; ///< Words above the stack pointer; 0: x4.
};

Names namesOf(Cpu cpu)
{
    if (cpu == Cpu::X86)
        return {"x86", "esp", "eip", {"", "", "", ""}, "edi", 0};
    if (cpu == Cpu::Amd64)
        return {"x86_64", "rsp", "rip", {"rcx", "rdx", "r8", "r9"}, "rdi", 5};
    return {"arm64", "sp", "pc", {"x0", "x1", "x2", "x3"}, "x19", 0};
}

} // namespace

WindowsHang::WindowsHang(Cpu cpu) : m_cpu(cpu) {}

std::vector<std::byte> WindowsHang::words(const std::vector<std::uint64_t>& values) const
{
    ByteAssembler out;
    for (const auto value : values)
        out.number(value, wordBytes());
    return out.finish();
}

std::uint64_t WindowsHang::addObject(const std::string& type, std::vector<Info> infos)
{
    const std::uint64_t handle = 0x1a4 + 4 * m_objects.size();
    m_objects.push_back({handle, type, std::move(infos)});
    return handle;
}

// MUTANT_BASIC_INFORMATION and MUTANT_OWNER_INFORMATION.
std::uint64_t WindowsHang::addMutex(std::uint32_t ownerThread, std::uint32_t ownerProcess)
{
    ByteAssembler basic;
    basic.u32(ownerThread == 0 ? 1 : 0).u32(0);
    const auto process = ownerThread == 0 ? 0 : ownerProcess;
    return addObject("Mutant", {{2, basic.finish()}, {3, words({process, ownerThread})}});
}

// THREAD_BASIC_INFORMATION.
std::uint64_t WindowsHang::addThreadHandle(std::uint32_t thread, std::uint32_t process)
{
    auto bytes = words({0x103, kTebs, process, thread, 0xff});
    const auto priorities = words({8, 8});
    bytes.insert(bytes.end(), priorities.begin(), priorities.begin() + 8);
    return addObject("Thread", {{1, bytes}});
}

// EVENT_BASIC_INFORMATION: type and state.
std::uint64_t WindowsHang::addEvent(bool isSet)
{
    ByteAssembler out;
    out.u32(1).u32(isSet ? 1 : 0);
    return addObject("Event", {{6, out.finish()}});
}

// SEMAPHORE_BASIC_INFORMATION: present and largest count.
std::uint64_t WindowsHang::addSemaphore(std::int32_t count)
{
    ByteAssembler out;
    out.u32(static_cast<std::uint32_t>(count)).u32(10);
    return addObject("Semaphore", {{8, out.finish()}});
}

std::uint64_t WindowsHang::addHandle(const std::string& type)
{
    return addObject(type, {});
}

std::uint64_t WindowsHang::sectionAddress(std::size_t index) const
{
    return kSections + index * kSectionBytes;
}

std::uint64_t WindowsHang::addSection(std::uint32_t ownerThread, std::int32_t lockCount)
{
    m_sections.push_back({ownerThread, lockCount});
    return sectionAddress(m_sections.size() - 1);
}

std::uint64_t WindowsHang::addLoaderLock(std::uint32_t ownerThread)
{
    m_loaderLock = addSection(ownerThread);
    return m_loaderLock;
}

/// The innermost call comes first.
void WindowsHang::addThread(std::uint32_t thread, Registers registers, std::vector<Call> calls)
{
    const auto names = namesOf(m_cpu);
    std::vector<std::uint64_t> stack;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto& function = functionNamed(calls[i].function);
        calls[i].words.resize(function.words);
        std::ranges::copy(calls[i].words, std::back_inserter(stack));
        const bool isLast = i + 1 == calls.size();
        const auto& caller = functionNamed(calls[isLast ? i : i + 1].function);
        const auto back = isLast ? 0 : caller.module + rvaOf(caller) + kIntoFunction;
        // The stubs of arm64 keep the return address in a register.
        if (m_cpu == Cpu::Arm64 && function.words == 0)
            registers["x30"] = back;
        else
            stack.push_back(back);
    }
    stack.resize(stack.size() + 8);
    const auto& top = functionNamed(calls.front().function);
    registers[names.programCounter] = top.module + rvaOf(top) + kIntoFunction;
    const auto address = kStacks + m_threads.size() * kStackBytes;
    registers[names.stackPointer] = address;
    MinidumpBuilder::Thread record;
    record.id = thread;
    record.cpu = m_cpu;
    record.registers = std::move(registers);
    record.stackAddress = address;
    record.stack = words(stack);
    record.teb = kTebs + m_threads.size() * kTebBytes;
    m_threads.push_back(std::move(record));
}

/// A system call whose caller is in KERNELBASE or ntdll, called by "run".
void WindowsHang::call(std::uint32_t thread,
                       const std::string& function,
                       const std::vector<std::uint64_t>& arguments,
                       const std::string& caller)
{
    const auto names = namesOf(m_cpu);
    Registers registers;
    std::vector<std::uint64_t> callerWords(functionNamed(caller).words);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (m_cpu == Cpu::X86)
            callerWords[i] = arguments[i]; // Pushed before the return address.
        else if (i < names.arguments.size())
            registers[names.arguments[i]] = m_keepsArguments ? arguments[i] : 0xdead0000 + i;
        else if (names.fifthArgument != 0)
            callerWords[names.fifthArgument - 1] = arguments[i];
        else
            registers["x4"] = arguments[i];
    }
    if (m_keepsArguments && !arguments.empty())
        registers[names.kept] = arguments[0];
    addThread(thread, std::move(registers), {{function, {}}, {caller, callerWords}, {"run", {}}});
}

void WindowsHang::waitFor(std::uint32_t thread, std::uint64_t handle, Limit limit)
{
    call(thread, "NtWaitForSingleObject", {handle, 0, limit == Limit::None ? 0 : kTimeout},
         "WaitForSingleObjectEx");
}

std::uint64_t WindowsHang::addArray(const std::vector<std::uint64_t>& handles)
{
    const auto address = kArrays + m_arrays.size() * wordBytes();
    std::ranges::copy(handles, std::back_inserter(m_arrays));
    return address;
}

void WindowsHang::waitForSeveral(std::uint32_t thread,
                                 const std::vector<std::uint64_t>& handles,
                                 Which which,
                                 Limit limit)
{
    call(thread, "NtWaitForMultipleObjects",
         {handles.size(), addArray(handles), which == Which::All ? 0u : 1u, 0,
          limit == Limit::None ? 0 : kTimeout},
         "WaitForMultipleObjectsEx");
}

void WindowsHang::enterSection(std::uint32_t thread, std::uint64_t section)
{
    addThread(thread, {},
              {{"NtWaitForAlertByThreadId", {}},
               {"RtlpWaitOnCriticalSection", {0, 0, 1, section, 0, 7}},
               {"RtlEnterCriticalSection", {0, 3, 0, 0}},
               {"run", {}}});
}

void WindowsHang::waitInside(std::uint32_t thread, const std::string& function)
{
    addThread(thread, {}, {{"NtWaitForAlertByThreadId", {}}, {function, {}}, {"run", {}}});
}

void WindowsHang::sleep(std::uint32_t thread)
{
    call(thread, "NtDelayExecution", {0, kTimeout}, "SleepEx");
}

// MINIDUMP_HANDLE_DATA_STREAM with MINIDUMP_HANDLE_DESCRIPTOR_2, each with a chain of
// MINIDUMP_HANDLE_OBJECT_INFORMATION.
void WindowsHang::writeHandles(ByteAssembler& out, ByteAssembler::Label end) const
{
    std::vector<std::vector<ByteAssembler::Label>> infos;
    std::vector<ByteAssembler::Label> types;
    out.u32(16).u32(40).u32(m_objects.size()).u32(0);
    for (const auto& object : m_objects) {
        types.push_back(out.newLabel());
        auto& own = infos.emplace_back();
        for (std::size_t i = 0; i < object.infos.size(); ++i)
            own.push_back(out.newLabel());
        out.u64(object.handle).offsetOf(types.back()).u32(0).u32(0).u32(0x1f0001).u32(1).u32(1);
        own.empty() ? out.u32(0) : out.offsetOf(own.front());
        out.u32(0);
    }
    out.place(end);
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        out.place(types[i])
            .u32(2 * m_objects[i].type.size())
            .utf16(m_objects[i].type)
            .u16(0)
            .align(4);
        for (std::size_t k = 0; k < infos[i].size(); ++k) {
            const auto& info = m_objects[i].infos[k];
            out.place(infos[i][k]);
            k + 1 < infos[i].size() ? out.offsetOf(infos[i][k + 1]) : out.u32(0);
            out.u32(info.type).u32(info.bytes.size()).bytes(info.bytes).align(4);
        }
    }
}

// MINIDUMP_THREAD_INFO_LIST. Every thread has run for its number in milliseconds.
void WindowsHang::writeTimes(ByteAssembler& out, ByteAssembler::Label end) const
{
    constexpr std::uint64_t kMillisecond = 10'000; // 100 ns.
    out.u32(12).u32(64).u32(m_threads.size());
    for (const auto& thread : m_threads)
        out.u32(thread.id)
            .zeros(12)
            .u64(0)
            .u64(0)
            .u64(2 * kMillisecond * thread.id)
            .u64(kMillisecond * thread.id)
            .u64(kApp + kFirstCode)
            .u64(1);
    out.place(end);
}

/// The sections, with neither debug record nor spin count.
std::vector<std::byte> WindowsHang::data() const
{
    std::vector<std::byte> bytes;
    for (const auto& section : m_sections) {
        ByteAssembler out;
        out.number(~std::uint64_t{0}, wordBytes())
            .u32(static_cast<std::uint32_t>(section.lockCount))
            .u32(section.owner == 0 ? 0 : 1);
        out.number(section.owner, wordBytes()).number(0x44, wordBytes()).number(0, wordBytes());
        auto one = out.finish();
        one.resize(kSectionBytes);
        bytes.insert(bytes.end(), one.begin(), one.end());
    }
    return bytes;
}

std::vector<std::byte> WindowsHang::dump(Memory memory) const
{
    MinidumpBuilder builder;
    builder.setSystem(
        {.cpu = m_cpu, .platformId = platform::kWindows, .major = 10, .minor = 0, .build = 19045});
    for (const auto& module : kModules) {
        std::array<std::uint8_t, 16> guid{};
        guid.back() = module.number;
        builder.addModule({.name = module.path,
                           .base = module.base,
                           .sizeBytes = kModuleBytes,
                           .codeView = rsdsRecord(guid, 1, module.pdb)});
    }
    for (const auto& thread : m_threads) {
        builder.addThread(thread);
        builder.addThreadName(thread.id, "worker-" + std::to_string(thread.id));
    }
    builder.addStream(15, words32({24, 1, kProcess, 0, 0, 0}));
    builder.addStream(17, [this](auto& out, auto end) { writeTimes(out, end); });
    if (!m_objects.empty() && memory == Memory::Data)
        builder.addStream(12, [this](auto& out, auto end) { writeHandles(out, end); });
    if (memory == Memory::StacksOnly)
        return builder.bytes();
    if (!m_sections.empty())
        builder.addMemory(kSections, data());
    if (!m_arrays.empty())
        builder.addMemory(kArrays, words(m_arrays));
    // TEB.ProcessEnvironmentBlock and PEB.LoaderLock.
    const auto pointer = words({kPeb});
    for (const auto& thread : m_threads)
        builder.addMemory(thread.teb + (isWide() ? 0x60 : 0x30), pointer);
    builder.addMemory(kPeb + (isWide() ? 0x110 : 0xa0), words({m_loaderLock}));
    return builder.bytes();
}

std::map<std::string, std::string> WindowsHang::symbols() const
{
    const auto names = namesOf(m_cpu);
    const std::string pointer = m_cpu == Cpu::Arm64 ? "sp" : std::string("$") + names.stackPointer;
    std::map<std::string, std::string> files;
    for (const auto& module : kModules) {
        const std::string pdb = module.pdb;
        auto text = "MODULE windows " + std::string(names.system) + " " + breakpadId(module) + " " +
                    pdb + "\n";
        std::string rules;
        for (const auto& function : kFunctions) {
            if (function.module != module.base)
                continue;
            const bool isStub = m_cpu == Cpu::Arm64 && function.words == 0;
            const auto frame = isStub ? 0 : (function.words + 1) * wordBytes();
            char line[256];
            std::snprintf(line, sizeof line, "FUNC %llx %llx 0 %s\n",
                          static_cast<unsigned long long>(rvaOf(function)),
                          static_cast<unsigned long long>(kFunctionBytes), function.name);
            text += line;
            std::snprintf(line, sizeof line, "STACK CFI INIT %llx %llx .cfa: %s %llu + .ra: %s\n",
                          static_cast<unsigned long long>(rvaOf(function)),
                          static_cast<unsigned long long>(kFunctionBytes), pointer.c_str(),
                          static_cast<unsigned long long>(frame),
                          isStub     ? "x30"
                          : isWide() ? ".cfa 8 - ^"
                                     : ".cfa 4 - ^");
            rules += line;
        }
        const auto name = pdb.substr(0, pdb.size() - 4);
        files[pdb + "/" + breakpadId(module) + "/" + name + ".sym"] = text + rules;
    }
    return files;
}

} // namespace faultline::test
