// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/minidump_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// A process of Windows whose threads wait, as the minidump that MiniDumpWriteDump() would write of
/// it with handles, thread information and data. Wine's writer has no handles, so the bytes are put
/// together here: registers as the kernel leaves them in a wait, arguments where the calling
/// convention of the CPU has them, and the objects as the kernel tells them.
class WindowsHang
{
public:
    static constexpr std::uint32_t kProcess = 4000;

    explicit WindowsHang(Cpu cpu);

    // Objects. They return the handle, or the address of the section.
    std::uint64_t addMutex(std::uint32_t ownerThread, std::uint32_t ownerProcess = kProcess);
    std::uint64_t addThreadHandle(std::uint32_t thread, std::uint32_t process = kProcess);
    std::uint64_t addEvent(bool isSet);
    std::uint64_t addSemaphore(std::int32_t count);
    /// A handle of which the file knows the type only.
    std::uint64_t addHandle(const std::string& type);
    std::uint64_t addSection(std::uint32_t ownerThread, std::int32_t lockCount = -6);
    std::uint64_t addLoaderLock(std::uint32_t ownerThread);

    // Threads, by their ids.
    enum class Limit { None, Some };
    void waitFor(std::uint32_t thread, std::uint64_t handle, Limit limit = Limit::None);
    enum class Which { All, Any };
    void waitForSeveral(std::uint32_t thread,
                        const std::vector<std::uint64_t>& handles,
                        Which which,
                        Limit limit = Limit::None);
    void enterSection(std::uint32_t thread, std::uint64_t section);
    /// In a function of ntdll, such as RtlAcquireSRWLockExclusive.
    void waitInside(std::uint32_t thread, const std::string& function);
    void sleep(std::uint32_t thread);

    /// Registers and the caller's copies hold what another call left there.
    void forgetArguments() { m_keepsArguments = false; }

    enum class Memory { Data, StacksOnly };
    std::vector<std::byte> dump(Memory memory = Memory::Data) const;

    /// Breakpad symbol files by their paths in a folder of symbols.
    std::map<std::string, std::string> symbols() const;

private:
    struct Info
    {
        std::uint32_t type = 0;
        std::vector<std::byte> bytes;
    };

    struct Object
    {
        std::uint64_t handle = 0;
        std::string type;
        std::vector<Info> infos;
    };

    /// A called function, and the words of its own that lie below the return address.
    struct Call
    {
        std::string function;
        std::vector<std::uint64_t> words;
    };

    struct Section
    {
        std::uint32_t owner = 0;
        std::int32_t lockCount = 0;
    };

    bool isWide() const { return m_cpu != Cpu::X86; }

    std::uint64_t wordBytes() const { return isWide() ? 8 : 4; }

    std::vector<std::byte> words(const std::vector<std::uint64_t>& values) const;
    std::uint64_t addObject(const std::string& type, std::vector<Info> infos);
    void addThread(std::uint32_t thread, Registers registers, std::vector<Call> calls);
    void call(std::uint32_t thread,
              const std::string& function,
              const std::vector<std::uint64_t>& arguments,
              const std::string& caller);
    std::uint64_t addArray(const std::vector<std::uint64_t>& handles);
    std::uint64_t sectionAddress(std::size_t index) const;
    void writeHandles(ByteAssembler& out, ByteAssembler::Label end) const;
    void writeTimes(ByteAssembler& out, ByteAssembler::Label end) const;
    std::vector<std::byte> data() const;

    Cpu m_cpu;
    bool m_keepsArguments = true;
    std::vector<Object> m_objects;
    std::vector<Section> m_sections;
    std::vector<std::uint64_t>
        m_arrays; ///< Handles that several threads wait for, one after another.
    std::uint64_t m_loaderLock = 0;
    std::vector<MinidumpBuilder::Thread> m_threads;
};

/// A hang with its truth: lines "wait ID KIND HOLDER" and "cycle ID…" as tests/hangs has them.
struct KnownWindowsHang
{
    std::string name;
    WindowsHang hang;
    std::string truth;
};

/// All kinds of hangs for one CPU.
std::vector<KnownWindowsHang> windowsHangs(Cpu cpu);

} // namespace faultline::test
