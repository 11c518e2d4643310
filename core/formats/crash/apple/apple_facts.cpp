// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/apple_facts.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace faultline::apple {

namespace {

struct SignalName
{
    std::string_view name;
    std::uint32_t number;
};

// Source: Apple's sys/signal.h; the numbers differ from Linux.
constexpr std::array kSignals{
    SignalName{"SIGQUIT", 3},  SignalName{"SIGILL", 4},   SignalName{"SIGTRAP", 5},
    SignalName{"SIGABRT", 6},  SignalName{"SIGEMT", 7},   SignalName{"SIGFPE", 8},
    SignalName{"SIGKILL", 9},  SignalName{"SIGBUS", 10},  SignalName{"SIGSEGV", 11},
    SignalName{"SIGSYS", 12},  SignalName{"SIGPIPE", 13}, SignalName{"SIGALRM", 14},
    SignalName{"SIGTERM", 15},
};

constexpr std::uint32_t kBusError = 10;
constexpr std::uint32_t kSegmentFault = 11;

/// Takes fixed-width numbers and separators off the front of a text.
class DigitReader
{
public:
    explicit DigitReader(std::string_view text) : m_text(text) {}

    int number(std::size_t digits)
    {
        const auto value = parseDecimal(m_text.substr(0, digits));
        m_ok = m_ok && m_text.size() >= digits && value.has_value();
        m_text.remove_prefix(std::min(digits, m_text.size()));
        return m_ok ? static_cast<int>(*value) : 0;
    }

    void separator(char expected)
    {
        m_ok = m_ok && m_text.starts_with(expected);
        m_text.remove_prefix(std::min<std::size_t>(1, m_text.size()));
    }

    void skipFraction()
    {
        if (!m_text.starts_with('.'))
            return;
        const auto end = m_text.find_first_not_of("0123456789", 1);
        m_text.remove_prefix(std::min(end, m_text.size()));
    }

    /// "+0100" as seconds east of Greenwich.
    int zone()
    {
        m_text = trimAscii(m_text);
        if (m_text.empty() || m_text == "Z")
            return 0;
        const int sign = m_text.front() == '-' ? -1 : 1;
        m_ok = m_ok && m_text.size() == 5 && (m_text.front() == '-' || m_text.front() == '+');
        m_text.remove_prefix(1);
        const int hours = number(2);
        return sign * (hours * 60 + number(2)) * 60;
    }

    bool ok() const { return m_ok; }

private:
    std::string_view m_text;
    bool m_ok = true;
};

OsFamily osFamily(std::string_view name)
{
    if (name.starts_with("mac") || name.starts_with("Mac") || name.starts_with("OS X"))
        return OsFamily::MacOs;
    const bool isMobile = name.starts_with("iPhone") || name.starts_with("iOS") ||
                          name.starts_with("iPad") || name.starts_with("tvOS") ||
                          name.starts_with("watchOS") || name.starts_with("Apple TVOS") ||
                          name.starts_with("Watch OS") || name.starts_with("visionOS");
    return isMobile ? OsFamily::Ios : OsFamily::Unknown;
}

/// Start of the first word that begins with a digit.
std::size_t versionStart(std::string_view text)
{
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i - 1] == ' ' && text[i] >= '0' && text[i] <= '9')
            return i;
    }
    return std::string_view::npos;
}

} // namespace

std::optional<std::int64_t> parseTime(std::string_view text)
{
    using namespace std::chrono;
    DigitReader reader(trimAscii(text));
    const year y(reader.number(4));
    reader.separator('-');
    const month m(static_cast<unsigned>(reader.number(2)));
    reader.separator('-');
    const day d(static_cast<unsigned>(reader.number(2)));
    reader.separator(' ');
    const int hour = reader.number(2);
    reader.separator(':');
    const int minute = reader.number(2);
    reader.separator(':');
    const int second = reader.number(2);
    reader.skipFraction();
    const int zone = reader.zone();
    const year_month_day date(y, m, d);
    if (!reader.ok() || !date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const std::int64_t days = sys_days(date).time_since_epoch().count();
    return ((days * 24 + hour) * 60 + minute) * 60 + second - zone;
}

void setOs(SystemInfo& system, std::string_view text)
{
    text = trimAscii(text);
    const auto bracket = text.rfind(" (");
    const auto version = versionStart(text);
    system.os = osFamily(text);
    if (!text.ends_with(')') || bracket == std::string_view::npos || version >= bracket) {
        system.osName = std::string(text);
        return;
    }
    const auto name = trimAscii(text.substr(0, version));
    system.osName = std::string(name == "Mac OS X" ? std::string_view("macOS") : name);
    system.osVersion = std::string(trimAscii(text.substr(version, bracket - version)));
    system.osBuild = std::string(text.substr(bracket + 2, text.size() - bracket - 3));
}

Arch parseCodeType(std::string_view text)
{
    text = trimAscii(text);
    return parseArch(text.substr(0, text.find(' '))).value_or(Arch::Unknown);
}

std::optional<std::uint32_t> signalNumber(std::string_view text)
{
    const auto start = text.find("SIG");
    if (start == std::string_view::npos)
        return std::nullopt;
    const auto rest = text.substr(start);
    const auto name = rest.substr(0, rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    const auto* const found = std::ranges::find(kSignals, name, &SignalName::name);
    return found == kSignals.end() ? std::nullopt : std::optional(found->number);
}

std::optional<std::uint64_t> faultAddress(std::string_view text)
{
    constexpr std::string_view kMark = " at 0x";
    const auto start = text.rfind(kMark);
    if (start == std::string_view::npos)
        return std::nullopt;
    const auto digits = text.substr(start + kMark.size());
    return parseHex(digits.substr(0, digits.find_first_not_of("0123456789abcdefABCDEF")));
}

void setIdentity(EventModule& module, const DebugId& uuid, std::string_view path)
{
    module.type = ObjectType::MachO;
    if (!uuid.isNil()) {
        module.debugId = uuid;
        module.codeId = CodeId::parse(uuid.uuidHex());
    }
    if (!path.empty()) {
        module.codeFile = std::string(path);
        module.debugFile = std::string(path);
    }
}

void setReason(CrashInfo& crash, std::string reason)
{
    crash.present = !reason.empty();
    crash.code = signalNumber(reason).value_or(0);
    crash.reason = std::move(reason);
}

void setFaultAddress(CrashInfo& crash, std::initializer_list<std::string_view> texts)
{
    crash.addressKnown = false;
    for (const auto text : texts) {
        if (const auto address = faultAddress(text)) {
            crash.address = *address;
            crash.addressKnown = true;
            return;
        }
    }
}

std::optional<std::uint32_t> firstRequesting(const std::vector<EventThread>& threads)
{
    const auto found = std::ranges::find_if(
        threads, [](const EventThread& thread) { return thread.isRequesting.value_or(false); });
    if (found == threads.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - threads.begin());
}

void chooseLeadingThread(Event& event)
{
    event.requestingThread = firstRequesting(event.threads);
    if (event.requestingThread)
        event.crash.threadId = event.threads[*event.requestingThread].id;
    const auto thrown = std::ranges::find_if(event.threads, [](const EventThread& thread) {
        return thread.name == kLastException && thread.givenFrames && !thread.givenFrames->empty();
    });
    // An access to memory that fails is a crash of its own.
    const bool isAccess = event.crash.reason.find("EXC_BAD_ACCESS") != std::string::npos ||
                          event.crash.code == kBusError || event.crash.code == kSegmentFault;
    if (thrown == event.threads.end() || !event.crash.present || isAccess)
        return;
    thrown->role = StackRole::Error;
    event.requestingThread = static_cast<std::uint32_t>(thrown - event.threads.begin());
}

bool isOfZeros(std::string_view codes)
{
    return codes.find('0') != std::string_view::npos &&
           codes.find_first_not_of("0x, ") == std::string_view::npos;
}

} // namespace faultline::apple
