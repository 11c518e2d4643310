// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/protobuf_reports/tombstone_message.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/protobuf_reports/wire_message.h"

#include <algorithm>
#include <array>

namespace faultline::protobuf {

namespace {

using nativetext::FrameText;
using nativetext::TraceBuilder;

constexpr std::size_t kMaxRegions = 1u << 16;
constexpr std::size_t kMaxRegisters = 256;
constexpr std::size_t kMaxDumpBytes = 16u << 20;
constexpr std::size_t kMaxDetailBytes = 4096;

/// Field numbers of tombstone.proto.
namespace tombstone {
constexpr std::uint32_t kArch = 1, kFingerprint = 2, kRevision = 3, kTimestamp = 4, kPid = 5,
                        kTid = 6, kUid = 7, kCommandLine = 9, kSignal = 10, kAbortMessage = 14,
                        kCause = 15, kThread = 16, kMapping = 17, kUptime = 20;
} // namespace tombstone

namespace signal_field {
constexpr std::uint32_t kNumber = 1, kName = 2, kCode = 3, kCodeName = 4, kHasAddress = 8,
                        kAddress = 9;
} // namespace signal_field

namespace entry {
constexpr std::uint32_t kValue = 2;
} // namespace entry

namespace thread_field {
constexpr std::uint32_t kId = 1, kName = 2, kRegister = 3, kFrame = 4, kMemory = 5;
} // namespace thread_field

namespace frame_field {
constexpr std::uint32_t kRelative = 1, kPc = 2, kFunction = 4, kFunctionOffset = 5, kFile = 6,
                        kBuildId = 8;
} // namespace frame_field

namespace heap_field {
constexpr std::uint32_t kAllocationThread = 3, kAllocation = 4, kFreeThread = 5, kFree = 6;
} // namespace heap_field

constexpr std::array kArchs{Arch::ArmV7, Arch::Arm64, Arch::X86, Arch::Amd64, Arch::RiscV64};

class TombstoneReader
{
public:
    explicit TombstoneReader(TraceBuilder& report) : m_report(report)
    {
        m_report.setAddressKind(nativetext::AddressKind::Calls);
        m_report.event().system.os = OsFamily::Android;
        m_report.event().system.osName = "Android";
        m_report.event().system.arch = kArchs.front(); // Left out when it is the first.
    }

    /// Threads need the number of the one that crashed, which stands before them.
    bool read(std::string_view bytes)
    {
        const bool isWhole = forEachField(bytes, [this](const WireField& field) { take(field); });
        if (!m_dumps.empty())
            m_report.event().makeNative().memory =
                std::make_shared<const MemoryImage>(std::move(m_dumps), std::endian::little);
        return isWhole && !m_isDamaged;
    }

private:
    void take(const WireField& field)
    {
        using namespace tombstone;
        auto& process = m_report.process();
        switch (field.number) {
        case kArch:
            m_report.event().system.arch =
                field.value < kArchs.size() ? kArchs.at(field.value) : Arch::Unknown;
            break;
        case kFingerprint: m_report.detail("Build fingerprint", field.bytes); break;
        case kRevision: m_report.detail("Revision", field.bytes); break;
        case kTimestamp: m_report.detail("Timestamp", field.bytes); break;
        case kUptime: m_report.detail("Process uptime", concat(field.value, "s")); break;
        case kUid: m_report.detail("uid", concat(field.value)); break;
        case kPid: process.id = static_cast<std::uint32_t>(field.value); break;
        case kTid: m_crashed = field.value; break;
        case kCommandLine:
            if (process.name.empty())
                process.name = toValidUtf8(field.bytes);
            break;
        case kSignal: readSignal(field.bytes); break;
        case kAbortMessage: m_report.crash().assertion = toValidUtf8(field.bytes); break;
        case kCause: readCause(field.bytes); break;
        case kThread: readEntry(field.bytes); break;
        case kMapping: readMapping(field.bytes); break;
        default: break;
        }
    }

    /// Visits the fields of an inner message.
    template <class Visit>
    void visit(std::string_view bytes, Visit visit)
    {
        m_isDamaged |= !forEachField(bytes, visit);
    }

    void readSignal(std::string_view bytes)
    {
        using namespace signal_field;
        std::uint64_t number = 0;
        std::uint64_t code = 0;
        std::string_view name;
        std::string_view codeName;
        std::uint64_t address = 0;
        bool hasAddress = false;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case kNumber: number = field.value; break;
            case kName: name = field.bytes; break;
            case kCode: code = field.value; break;
            case kCodeName: codeName = field.bytes; break;
            case kHasAddress: hasAddress = field.value != 0; break;
            case kAddress: address = field.value; break;
            default: break;
            }
        });
        m_report.setSignal(name, codeName == "?" ? std::string_view() : codeName);
        auto& crash = m_report.crash();
        crash.code = static_cast<std::uint32_t>(number);
        crash.flags = static_cast<std::uint32_t>(code);
        if (hasAddress)
            m_report.setAddress(address);
    }

    /// The words, and where GWP-ASan or Scudo knows them, the stacks of the block of memory.
    void readCause(std::string_view bytes)
    {
        constexpr std::uint32_t kWords = 1;
        constexpr std::uint32_t kMemoryError = 2;
        constexpr std::uint32_t kHeap = 3;
        visit(bytes, [&](const WireField& field) {
            if (field.number == kWords && !field.isNumber)
                addDetail(field.bytes);
            if (field.number != kMemoryError || field.isNumber)
                return;
            visit(field.bytes, [&](const WireField& error) {
                if (error.number == kHeap && !error.isNumber)
                    m_heaps.push_back(error.bytes);
            });
        });
    }

    void addDetail(std::string_view words)
    {
        auto& details = m_report.crash().details;
        if (details.size() < kMaxDetailBytes)
            details += concat(details.empty() ? "" : "\n", toValidUtf8(words));
    }

    /// A row of the map of threads: number and thread.
    void readEntry(std::string_view bytes)
    {
        visit(bytes, [&](const WireField& field) {
            if (field.number == entry::kValue && !field.isNumber)
                readThread(field.bytes);
        });
        for (const auto heap : std::exchange(m_heaps, {}))
            readHeap(heap);
    }

    void readThread(std::string_view bytes)
    {
        using namespace thread_field;
        std::uint64_t id = 0;
        std::string_view name;
        std::vector<std::pair<std::string, std::uint64_t>> registers;
        std::vector<std::string_view> frames;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case kId: id = static_cast<std::uint32_t>(field.value); break;
            case kName: name = field.bytes; break;
            case kRegister:
                if (registers.size() < kMaxRegisters)
                    registers.push_back(readRegister(field.bytes));
                break;
            case kFrame: frames.push_back(field.bytes); break;
            case kMemory: readMemory(field.bytes); break;
            default: break;
            }
        });
        const bool isCrashed = id == m_crashed;
        auto& stack = m_report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
        stack.id = id;
        stack.isRequesting = isCrashed;
        stack.givenRegisters = std::move(registers);
        if (!name.empty())
            stack.name = toValidUtf8(name);
        addFrames(frames);
    }

    std::pair<std::string, std::uint64_t> readRegister(std::string_view bytes)
    {
        std::pair<std::string, std::uint64_t> result;
        visit(bytes, [&](const WireField& field) {
            if (field.number == 1)
                result.first = toValidUtf8(field.bytes);
            else if (field.number == 2)
                result.second = field.value;
        });
        return result;
    }

    void addFrames(const std::vector<std::string_view>& frames)
    {
        std::uint64_t number = 0;
        for (const auto frame : frames)
            addFrame(frame, number++);
    }

    void addFrame(std::string_view bytes, std::uint64_t number)
    {
        using namespace frame_field;
        FrameText frame{.number = number};
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case kRelative: frame.moduleOffset = field.value; break;
            case kPc: frame.address = field.value; break;
            case kFunction: frame.function = field.bytes; break;
            case kFunctionOffset: frame.functionOffset = field.value; break;
            case kFile: frame.module = field.bytes; break;
            case kBuildId: frame.buildId = field.bytes; break;
            default: break;
            }
        });
        if (!frame.function.empty() && !frame.functionOffset)
            frame.functionOffset = 0; // Protobuf leaves out zeros.
        if (frame.module.empty() || frame.module.starts_with("<anonymous")) {
            frame.module = {};
            frame.moduleOffset.reset();
        } else if (!frame.moduleOffset) {
            frame.moduleOffset = 0;
        }
        m_report.add(frame, {});
    }

    void readHeap(std::string_view bytes)
    {
        using namespace heap_field;
        std::uint64_t allocated = 0;
        std::uint64_t freed = 0;
        std::vector<std::string_view> allocation;
        std::vector<std::string_view> release;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case kAllocationThread: allocated = field.value; break;
            case kAllocation: allocation.push_back(field.bytes); break;
            case kFreeThread: freed = field.value; break;
            case kFree: release.push_back(field.bytes); break;
            default: break;
            }
        });
        addHistory(StackRole::FreedBy, freed, release);
        addHistory(StackRole::AllocatedBy, allocated, allocation);
    }

    void
    addHistory(StackRole role, std::uint64_t thread, const std::vector<std::string_view>& frames)
    {
        if (frames.empty())
            return;
        m_report.beginStack(role).id = thread;
        addFrames(frames);
    }

    /// Bytes around what a register points to.
    void readMemory(std::string_view bytes)
    {
        constexpr std::uint32_t kBegin = 3;
        constexpr std::uint32_t kMemory = 4;
        MemoryRange range;
        visit(bytes, [&](const WireField& field) {
            if (field.number == kBegin)
                range.address = field.value;
            else if (field.number == kMemory && m_dumpBytes + field.bytes.size() <= kMaxDumpBytes)
                range.bytes = ByteView::copyOf(std::as_bytes(std::span(field.bytes)));
        });
        m_dumpBytes += range.bytes.size();
        if (range.bytes.size() > 0 && range.address <= UINT64_MAX - range.bytes.size())
            m_dumps.push_back(std::move(range));
    }

    void readMapping(std::string_view bytes)
    {
        auto& map = m_report.event().makeNative().memoryMap;
        if (map.size() >= kMaxRegions)
            return;
        MemoryRegion region;
        std::uint64_t end = 0;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case 1: region.address = field.value; break;
            case 2: end = field.value; break;
            case 4: region.readable = field.value != 0; break;
            case 5: region.writable = field.value != 0; break;
            case 6: region.executable = field.value != 0; break;
            case 7: region.owner = toValidUtf8(field.bytes); break;
            default: break;
            }
        });
        if (end <= region.address)
            return;
        region.sizeBytes = end - region.address;
        map.push_back(std::move(region));
    }

    TraceBuilder& m_report;
    std::optional<std::uint64_t> m_crashed;
    std::vector<std::string_view> m_heaps; ///< Of causes, for after the thread that crashed.
    std::vector<MemoryRange> m_dumps;
    std::size_t m_dumpBytes = 0;
    bool m_isDamaged = false; ///< An inner message is.
};

bool isFingerprint(std::string_view text)
{
    constexpr std::size_t kLeast = 10;
    return text.size() >= kLeast && std::ranges::count(text, '/') >= 2 &&
           text.find(':') != std::string_view::npos &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

} // namespace

bool isTombstone(std::string_view head)
{
    WireMessage message(head.substr(0, 1024));
    auto field = message.next();
    if (field && field->number == tombstone::kArch && field->isNumber && field->value < 8)
        field = message.next();
    if (!field || field->number != tombstone::kFingerprint || field->isNumber ||
        !isFingerprint(field->bytes))
        return false;
    field = message.next();
    return field && field->number > tombstone::kFingerprint && field->number <= tombstone::kPid;
}

bool readTombstone(std::string_view bytes, TraceBuilder& report)
{
    return TombstoneReader(report).read(bytes);
}

} // namespace faultline::protobuf
