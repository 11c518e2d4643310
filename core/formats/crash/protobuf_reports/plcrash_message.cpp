// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/protobuf_reports/plcrash_message.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/protobuf_reports/wire_message.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace faultline::protobuf {

namespace {

using nativetext::FrameText;
using nativetext::TraceBuilder;

constexpr std::string_view kMagic = "plcrash";
constexpr char kVersion = 1;
constexpr std::size_t kMaxRegisters = 256;

/// Field numbers of PLCrashReport.proto.
namespace report_field {
constexpr std::uint32_t kSystem = 1, kApplication = 2, kThread = 3, kImage = 4, kException = 5,
                        kSignal = 6, kProcess = 7, kMachine = 8, kReportInfo = 9;
} // namespace report_field

/// cpu_type_t and cpu_subtype_t of mach/machine.h.
Arch archOfMach(std::uint64_t type, std::uint64_t subtype)
{
    constexpr std::uint64_t kIs64 = 0x01000000;
    constexpr std::uint64_t kIntel = 7;
    constexpr std::uint64_t kArm = 12;
    constexpr std::uint64_t kArm64e = 2;
    if (type == kIntel)
        return Arch::X86;
    if (type == (kIntel | kIs64))
        return Arch::Amd64;
    if (type == kArm)
        return Arch::ArmV7;
    if (type == (kArm | kIs64))
        return (subtype & 0xff) == kArm64e ? Arch::Arm64e : Arch::Arm64;
    return Arch::Unknown;
}

class PlCrashReader
{
public:
    explicit PlCrashReader(TraceBuilder& report) : m_report(report)
    {
        m_report.setObjectType(ObjectType::MachO);
        m_report.crash().present = true;
    }

    bool read(std::string_view bytes)
    {
        const bool isWhole = forEachField(bytes, [this](const WireField& field) { take(field); });
        return isWhole && !m_isDamaged;
    }

private:
    void take(const WireField& field)
    {
        using namespace report_field;
        if (field.isNumber)
            return;
        switch (field.number) {
        case kSystem: readSystem(field.bytes); break;
        case kApplication: readApplication(field.bytes); break;
        case kThread: readThread(field.bytes); break;
        case kImage: readImage(field.bytes); break;
        case kException: readException(field.bytes); break;
        case kSignal: readSignal(field.bytes); break;
        case kProcess: readProcess(field.bytes); break;
        case kMachine: readMachine(field.bytes); break;
        case kReportInfo: readReportInfo(field.bytes); break;
        default: break;
        }
    }

    template <class Visit>
    void visit(std::string_view bytes, Visit visit)
    {
        m_isDamaged |= !forEachField(bytes, visit);
    }

    void readSystem(std::string_view bytes)
    {
        constexpr std::array<std::string_view, 5> kNames{"macOS", "iOS", "iOS Simulator", "",
                                                         "tvOS"};
        auto& system = m_report.event().system;
        visit(bytes, [&](const WireField& field) {
            if (field.number == 1 && field.value < kNames.size()) {
                system.osName = kNames.at(field.value);
                system.os = field.value == 0 ? OsFamily::MacOs : OsFamily::Ios;
            } else if (field.number == 2) {
                system.osVersion = toValidUtf8(field.bytes);
            } else if (field.number == 4) {
                m_report.event().timestamp = static_cast<std::int64_t>(field.value);
            } else if (field.number == 5) {
                system.osBuild = toValidUtf8(field.bytes);
            }
        });
    }

    void readApplication(std::string_view bytes)
    {
        constexpr std::array<std::string_view, 4> kNames{"", "application", "version",
                                                         "marketing version"};
        visit(bytes, [&](const WireField& field) {
            if (field.number > 0 && field.number < kNames.size())
                m_report.detail(kNames.at(field.number), field.bytes);
        });
    }

    void readThread(std::string_view bytes)
    {
        std::uint64_t number = 0;
        bool isCrashed = false;
        std::vector<std::string_view> frames;
        std::vector<std::pair<std::string, std::uint64_t>> registers;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case 1: number = field.value; break;
            case 2: frames.push_back(field.bytes); break;
            case 3: isCrashed = field.value != 0; break;
            case 4:
                if (registers.size() < kMaxRegisters)
                    registers.push_back(readRegister(field.bytes));
                break;
            default: break;
            }
        });
        auto& stack = m_report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
        stack.id = number;
        stack.isRequesting = isCrashed;
        stack.givenRegisters = std::move(registers);
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
        constexpr std::uint32_t kPc = 3;
        constexpr std::uint32_t kSymbol = 6;
        for (const auto bytes : frames) {
            FrameText frame;
            visit(bytes, [&](const WireField& field) {
                if (field.number == kPc)
                    frame.address = field.value;
                else if (field.number == kSymbol && !field.isNumber)
                    visit(field.bytes, [&](const WireField& symbol) {
                        if (symbol.number == 1)
                            frame.function = symbol.bytes;
                    });
            });
            if (frame.address)
                m_report.add(frame, {});
        }
    }

    void readImage(std::string_view bytes)
    {
        std::uint64_t base = 0;
        std::uint64_t size = 0;
        std::string_view name;
        std::string_view uuid;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case 1: base = field.value; break;
            case 2: size = field.value; break;
            case 3: name = field.bytes; break;
            case 4: uuid = field.bytes; break;
            default: break;
            }
        });
        auto* module = name.empty() ? nullptr : m_report.listModule(name);
        if (module == nullptr)
            return;
        module->address = base;
        module->sizeBytes = size;
        std::array<std::uint8_t, 16> id{};
        if (uuid.size() == id.size()) {
            std::memcpy(id.data(), uuid.data(), id.size());
            module->debugId = DebugId::fromUuid(id);
        }
    }

    void readException(std::string_view bytes)
    {
        constexpr std::uint32_t kFrame = 3;
        std::vector<std::string_view> frames;
        visit(bytes, [&](const WireField& field) {
            if (field.number == 1)
                m_exception = toValidUtf8(field.bytes);
            else if (field.number == 2)
                m_report.crash().assertion = toValidUtf8(field.bytes);
            else if (field.number == kFrame)
                frames.push_back(field.bytes);
        });
        m_report.crash().reason = m_exception;
        if (frames.empty())
            return;
        m_report.beginStack(StackRole::Cause).name = "where the exception was raised";
        addFrames(frames);
    }

    /// Signal and code: "SIGSEGV", "SEGV_MAPERR". "#0" stands for no code.
    void readSignal(std::string_view bytes)
    {
        std::string_view name;
        std::string_view code;
        std::uint64_t address = 0;
        visit(bytes, [&](const WireField& field) {
            switch (field.number) {
            case 1: name = field.bytes; break;
            case 2: code = field.bytes; break;
            case 3: address = field.value; break;
            default: break;
            }
        });
        m_report.setSignal(name, code.starts_with('#') ? std::string_view() : code);
        if (name == "SIGSEGV" || name == "SIGBUS")
            m_report.setAddress(address);
        if (!m_exception.empty())
            m_report.crash().reason = m_exception;
    }

    void readProcess(std::string_view bytes)
    {
        visit(bytes, [&](const WireField& field) {
            if (field.number == 1)
                m_report.process().name = toValidUtf8(field.bytes);
            else if (field.number == 2)
                m_report.process().id = static_cast<std::uint32_t>(field.value);
            else if (field.number == 3)
                m_report.detail("path", field.bytes);
        });
    }

    void readMachine(std::string_view bytes)
    {
        constexpr std::uint32_t kModel = 1;
        constexpr std::uint32_t kProcessor = 2;
        visit(bytes, [&](const WireField& field) {
            if (field.number == kModel)
                m_report.detail("device", field.bytes);
            if (field.number != kProcessor || field.isNumber)
                return;
            std::uint64_t type = 0;
            std::uint64_t subtype = 0;
            visit(field.bytes, [&](const WireField& part) {
                type = part.number == 2 ? part.value : type;
                subtype = part.number == 3 ? part.value : subtype;
            });
            m_report.event().system.arch = archOfMach(type, subtype);
        });
    }

    void readReportInfo(std::string_view bytes)
    {
        visit(bytes, [&](const WireField& field) {
            if (field.number == 1)
                m_report.crash().isSimulated = field.value != 0;
        });
    }

    TraceBuilder& m_report;
    std::string m_exception;
    bool m_isDamaged = false; ///< An inner message is.
};

} // namespace

bool isPlCrash(std::string_view head)
{
    return head.starts_with(kMagic) && head.size() > kMagic.size() &&
           head[kMagic.size()] == kVersion;
}

bool readPlCrash(std::string_view bytes, TraceBuilder& report)
{
    return PlCrashReader(report).read(bytes.substr(kMagic.size() + 1));
}

} // namespace faultline::protobuf
