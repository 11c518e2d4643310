// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/cpu_context_bytes.h"

#include <array>
#include <functional>
#include <optional>

namespace faultline::test {

using Buffer = std::vector<std::byte>;

/// CodeView records.
Buffer rsdsRecord(const std::array<std::uint8_t, 16>& guidAsStored,
                  std::uint32_t age,
                  std::string_view pdbName,
                  std::endian order = std::endian::little);
Buffer nb10Record(std::uint32_t timestamp,
                  std::uint32_t age,
                  std::string_view pdbName,
                  std::endian order = std::endian::little);
Buffer buildIdRecord(std::span<const std::uint8_t> buildId,
                     std::endian order = std::endian::little);

/// Stack and memory contents.
Buffer words64(std::initializer_list<std::uint64_t> values,
               std::endian order = std::endian::little);
Buffer words32(std::initializer_list<std::uint32_t> values,
               std::endian order = std::endian::little);

/// Platform ids of the SystemInfo stream.
namespace platform {
constexpr std::uint32_t kWindows = 2;
constexpr std::uint32_t kMacOs = 0x8101;
constexpr std::uint32_t kIos = 0x8102;
constexpr std::uint32_t kLinux = 0x8201;
constexpr std::uint32_t kAndroid = 0x8203;
constexpr std::uint32_t kFuchsia = 0x8206;
} // namespace platform

/// Writes minidumps for tests. Fill in what the dump is to have, then build(). A stream exists when
/// something was added to it; addStream() takes any other. Everything can be called in any order,
/// any number of times.
///
///     MinidumpBuilder dump;
///     dump.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
///     dump.addModule({.name = "/bin/app", .base = 0x400000, .sizeBytes = 0x1000, .codeView =
///     buildIdRecord(id)}); dump.addThread({.id = 7, .cpu = Cpu::Amd64, .registers = {{"rip",
///     0x400010}, {"rsp", 0x7000}},
///                     .stackAddress = 0x7000, .stack = words64({0x400020})});
///     dump.setException({.threadId = 7, .code = 11, .flags = 1, .address = 0x45});
///     const auto event = readMinidumpEvent(dump.build(), {});
class MinidumpBuilder
{
public:
    struct System
    {
        Cpu cpu = Cpu::Amd64;
        std::uint32_t platformId = platform::kLinux;
        std::uint32_t major = 0;
        std::uint32_t minor = 0;
        std::uint32_t build = 0;
        std::string csdVersion = {};
        std::uint16_t level = 0;
        std::uint16_t revision = 0;
        std::uint8_t processors = 1;
        std::array<std::uint32_t, 6> cpuWords{};
        std::optional<std::uint16_t> architecture = {}; ///< Overrides the value for `cpu`.
    };

    struct Module
    {
        std::string name = {};
        std::uint64_t base = 0;
        std::uint32_t sizeBytes = 0;
        std::uint32_t timestamp = 0;
        std::uint32_t checksum = 0;
        /// File version high, low, product version high, low.
        std::optional<std::array<std::uint32_t, 4>> version = {};
        Buffer codeView = {};
    };

    struct UnloadedModule
    {
        std::string name = {};
        std::uint64_t base = 0;
        std::uint32_t sizeBytes = 0;
        std::uint32_t timestamp = 0;
    };

    struct Thread
    {
        std::uint32_t id = 0;
        Cpu cpu = Cpu::Amd64;
        Registers registers = {};
        std::uint64_t stackAddress = 0;
        Buffer stack = {}; ///< Written with the thread; see stackInMemoryList.
        bool stackInMemoryList =
            false; ///< Leaves the thread's location empty, as in full Windows dumps.
        std::uint64_t teb = 0;
        std::uint32_t suspendCount = 0;
        std::uint32_t priority = 0;
        bool withoutContext = false;
        Buffer rawContext = {}; ///< If not empty, written instead of cpu and registers.
    };

    struct Exception
    {
        std::uint32_t threadId = 0;
        std::uint32_t code = 0;
        std::uint32_t flags = 0;
        std::uint64_t address = 0;
        std::vector<std::uint64_t> parameters = {};
        std::optional<std::uint32_t> parameterCount = {}; ///< Overrides parameters.size().
        Cpu cpu = Cpu::Amd64;
        std::optional<Registers> registers = {}; ///< When absent, the record has no context.
    };

    struct CrashpadObject
    {
        std::string name = {};
        std::uint16_t type = 1;
        std::string value = {};
    };

    struct CrashpadModule
    {
        std::uint32_t moduleIndex = 0;
        std::vector<std::string> list = {};
        std::vector<std::pair<std::string, std::string>> simple = {};
        std::vector<CrashpadObject> objects = {};
    };

    struct Crashpad
    {
        std::array<std::uint8_t, 16> reportId{};
        std::array<std::uint8_t, 16> clientId{};
        std::vector<std::pair<std::string, std::string>> simple = {};
        std::vector<CrashpadModule> modules = {};
        /// When absent, the old, shorter form is written.
        std::optional<std::uint64_t> addressMask = {};
        std::uint32_t version = 1;
    };

    /// Writes the stream's own bytes, followed by what it refers to. The writer places `end` at the
    /// end of the stream.
    using StreamWriter = std::function<void(ByteAssembler& out, ByteAssembler::Label end)>;

    explicit MinidumpBuilder(std::endian order = std::endian::little) : m_order(order) {}

    std::endian order() const { return m_order; }

    void setTimestamp(std::uint32_t unixSeconds) { m_timestamp = unixSeconds; }

    void setSystem(System system) { m_system = std::move(system); }

    void setException(Exception exception) { m_exception = std::move(exception); }

    void setCrashpad(Crashpad crashpad) { m_crashpad = std::move(crashpad); }

    void addModule(Module module) { m_modules.push_back(std::move(module)); }

    void addUnloadedModule(UnloadedModule module) { m_unloaded.push_back(std::move(module)); }

    void addThread(Thread thread) { m_threads.push_back(std::move(thread)); }

    void addThreadName(std::uint32_t id, std::string name)
    {
        m_threadNames.emplace_back(id, std::move(name));
    }

    /// One range of MemoryList.
    void addMemory(std::uint64_t address, Buffer bytes)
    {
        m_memory.emplace_back(address, std::move(bytes));
    }

    /// One range of Memory64List, whose bytes come last in the file.
    void addMemory64(std::uint64_t address, Buffer bytes)
    {
        m_memory64.emplace_back(address, std::move(bytes));
    }

    /// A line of /proc/pid/maps, without the line end.
    void addMap(std::string_view line) { m_maps += std::string(line) + '\n'; }

    /// Adds a stream of any type, even one that already exists.
    void addStream(std::uint32_t type, Buffer bytes);
    void addStream(std::uint32_t type, std::string_view text);

    void addStream(std::uint32_t type, StreamWriter writer)
    {
        m_streams.emplace_back(type, std::move(writer));
    }

    Buffer bytes() const;

    ByteView build() const { return ByteView::fromVector(bytes()); }

private:
    using Streams = std::vector<std::pair<std::uint32_t, StreamWriter>>;

    Streams allStreams() const;
    void writeSystem(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeModules(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeUnloadedModules(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeThreads(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeThreadNames(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeException(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeMemoryList(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeMemory64List(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeCrashpad(ByteAssembler& out, ByteAssembler::Label end) const;

    std::endian m_order;
    std::uint32_t m_timestamp = 0x5ab8d428;
    std::optional<System> m_system;
    std::optional<Exception> m_exception;
    std::optional<Crashpad> m_crashpad;
    std::vector<Module> m_modules;
    std::vector<UnloadedModule> m_unloaded;
    std::vector<Thread> m_threads;
    std::vector<std::pair<std::uint32_t, std::string>> m_threadNames;
    std::vector<std::pair<std::uint64_t, Buffer>> m_memory;
    std::vector<std::pair<std::uint64_t, Buffer>> m_memory64;
    std::string m_maps;
    Streams m_streams;
};

} // namespace faultline::test
