// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/microdump/read_microdump.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/minidump/cpu_context.h"
#include "core/formats/crash/minidump/system_info.h"
#include "core/formats/crash/minidump/system_names.h"

#include <algorithm>
#include <array>

namespace faultline::microdump {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;
constexpr std::size_t kMaxLineBytes = 64u << 10;
constexpr std::size_t kMaxStackBytes = 16u << 20;
constexpr std::size_t kMaxWarnings = 50;
constexpr std::string_view kBegin = "-----BEGIN BREAKPAD MICRODUMP-----";
constexpr std::string_view kEnd = "-----END BREAKPAD MICRODUMP-----";
constexpr std::string_view kTag = "google-breakpad";

struct ProcessorName
{
    std::string_view name;
    std::uint16_t number;
};

constexpr std::array kProcessors{ProcessorName{"arm", minidump::processor::kArm},
                                 ProcessorName{"arm64", minidump::processor::kArm64},
                                 ProcessorName{"x86", minidump::processor::kX86},
                                 ProcessorName{"x86_64", minidump::processor::kAmd64},
                                 ProcessorName{"mips", minidump::processor::kMips},
                                 ProcessorName{"mips64", minidump::processor::kMips64}};

/// Takes the first word of a text.
std::string_view takeWord(std::string_view& text)
{
    text = trimAscii(text);
    const auto word = text.substr(0, text.find(' '));
    text = trimAscii(text.substr(word.size()));
    return word;
}

std::optional<std::uint64_t> takeHex(std::string_view& text)
{
    return parseHex(takeWord(text));
}

std::optional<std::vector<std::byte>> bytesOf(std::string_view digits)
{
    std::vector<std::byte> bytes;
    if (digits.size() % 2 != 0)
        return std::nullopt;
    bytes.reserve(digits.size() / 2);
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const auto high = hexValue(digits[i]);
        const auto low = hexValue(digits[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes.push_back(static_cast<std::byte>(high * 16 + low));
    }
    return bytes;
}

/// What follows Breakpad's tag in a line of a log: "W/google-breakpad( 3745): O A arm …" gives
/// "O A arm …". A line without the tag is another program's.
std::optional<std::string_view> contentOf(std::string_view line)
{
    const auto tag = line.find(kTag);
    if (tag == std::string_view::npos)
        return std::nullopt;
    const auto colon = line.find(": ", tag);
    return colon == std::string_view::npos ? std::nullopt
                                           : std::optional(trimAscii(line.substr(colon + 2)));
}

class MicrodumpReader
{
public:
    explicit MicrodumpReader(const ParseLimits& limits)
        : m_limits(limits), m_event(std::make_shared<Event>())
    {
        m_event->kind = EventKind::Minidump;
        m_event->makeNative();
        m_event->crash.present = true;
        m_event->crash.addressKnown = false;
        auto& thread = m_event->threads.emplace_back();
        thread.isRequesting = true;
        thread.contextProblem = "the microdump has no registers";
        m_event->requestingThread = 0;
    }

    void read(std::string_view text)
    {
        for (std::uint32_t number = 1; !text.empty(); ++number) {
            const auto end = text.find('\n');
            readLine(text.substr(0, std::min(end, kMaxLineBytes)), number);
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        }
    }

    Result<EventPtr> finish()
    {
        if (m_dumps == 0)
            return fail(ErrorKind::Unsupported, "the text holds no microdump");
        if (!m_hasContext && m_event->modules.empty())
            return fail(ErrorKind::Unsupported,
                        "the microdump has neither registers nor modules: it is cut");
        if (!m_isEnded)
            warn("the microdump is cut: its end is missing");
        if (m_dumps > 1)
            warn(concat("the text holds ", m_dumps, " microdumps, of which the first is read"));
        auto& thread = m_event->threads.front();
        thread.stackBegin = m_stackBegin;
        thread.stackEnd = m_stackBegin + m_stack.size();
        std::vector<MemoryRange> ranges;
        if (!m_stack.empty())
            ranges.push_back({.address = m_stackBegin, .bytes = ByteView::copyOf(m_stack)});
        m_event->makeNative().memory =
            std::make_shared<MemoryImage>(std::move(ranges), std::endian::little);
        return EventPtr(std::move(m_event));
    }

private:
    void readLine(std::string_view line, std::uint32_t number)
    {
        m_line = number;
        auto content = contentOf(line);
        if (!content && m_dumps == 0 && line.find(kBegin) != std::string_view::npos)
            content = kBegin; // The log's tag is cut off.
        if (!content)
            content = m_isUntagged ? std::optional(trimAscii(line)) : std::nullopt;
        if (!content)
            return;
        if (content->find(kBegin) != std::string_view::npos) {
            m_isUntagged = m_dumps == 0 && line.find(kTag) == std::string_view::npos;
            ++m_dumps;
        } else if (m_dumps == 1 && !m_isEnded) {
            take(*content);
        }
    }

    void take(std::string_view content)
    {
        if (content.find(kEnd) != std::string_view::npos) {
            m_isEnded = true;
            return;
        }
        const auto kind = takeWord(content);
        if (kind == "V")
            addDetail("version", content);
        else if (kind == "P")
            addDetail("process type", content);
        else if (kind == "G" && content != "UNKNOWN")
            addDetail("GPU", content);
        else if (kind == "O")
            takeSystem(content);
        else if (kind == "R")
            takeReason(content);
        else if (kind == "S")
            takeStack(content);
        else if (kind == "C")
            takeContext(content);
        else if (kind == "M")
            takeModule(content);
    }

    /// "A arm 08 armv8l Nokia/TA-1025_00WW/…": system, processor, how many, the hardware's,
    /// version.
    void takeSystem(std::string_view text)
    {
        auto& system = m_event->system;
        const bool isAndroid = takeWord(text) == "A";
        system.os = isAndroid ? OsFamily::Android : OsFamily::Linux;
        system.osName = isAndroid ? "Android" : "Linux";
        system.osLongName = system.osName;
        const auto name = takeWord(text);
        const auto known = std::ranges::find(kProcessors, name, &ProcessorName::name);
        if (known == kProcessors.end())
            return warn(concat("line ", m_line, ": no processor \"", excerpt(name), "\""));
        m_processor = known->number;
        system.arch = minidump::archOf(known->number);
        system.cpuName = toValidUtf8(name);
        takeHex(text);
        takeWord(text);
        system.osVersion = toValidUtf8(text);
    }

    /// "00000005 SIGTRAP 4A7CB000": signal, name, address.
    void takeReason(std::string_view text)
    {
        const auto signal = takeHex(text);
        const auto name = takeWord(text);
        const auto address = takeHex(text);
        auto& crash = m_event->crash;
        crash.reason = toValidUtf8(name);
        if (signal && *signal <= UINT32_MAX)
            crash.code = static_cast<std::uint32_t>(*signal);
        if (address) {
            crash.address = *address;
            crash.recordAddress = *address;
            crash.addressKnown = true;
        }
    }

    /// "0 FFEA68C0 FFEA6000 00002000" tells stack pointer, begin and size; "FFEA6000 00000000…" is
    /// a piece of it. Pieces follow each other.
    void takeStack(std::string_view text)
    {
        const auto begin = takeHex(text);
        const auto digits = takeWord(text);
        if (begin == 0U && !text.empty())
            return;
        const auto bytes = bytesOf(digits);
        if (!begin || !bytes)
            return warn(concat("line ", m_line, ": a piece of the stack is unreadable"));
        if (m_stack.empty())
            m_stackBegin = *begin;
        if (*begin != m_stackBegin + m_stack.size())
            return warn(
                concat("line ", m_line, ": a piece of the stack is missing before ", Hex{*begin}));
        if (m_stack.size() + bytes->size() > kMaxStackBytes)
            return warn(concat("line ", m_line, ": the stack exceeds the limit of ", kMaxStackBytes,
                               " bytes"));
        m_stack.insert(m_stack.end(), bytes->begin(), bytes->end());
    }

    void takeContext(std::string_view text)
    {
        auto& thread = m_event->threads.front();
        const auto bytes = bytesOf(text);
        if (!bytes)
            return warn(concat("line ", m_line, ": the registers are unreadable"));
        auto context = minidump::readCpuContext(*bytes, std::endian::little, m_processor);
        if (!context) {
            thread.contextProblem = concat("line ", m_line, ": ", context.error().detail);
            return warn(thread.contextProblem);
        }
        m_hasContext = true;
        thread.contextProblem.clear();
        thread.registers = context->registers;
        thread.extraRegisters = std::move(context->others);
    }

    /// "F77C5000 00000000 0000D000 50D89C8096239F07B843A4C5C35923170 app_process32": address,
    /// offset in the file, size, id, name.
    void takeModule(std::string_view text)
    {
        const auto address = takeHex(text);
        const auto offset = takeHex(text);
        const auto size = takeHex(text);
        const auto id = takeWord(text);
        if (!address || !offset || !size || text.empty())
            return warn(concat("line ", m_line, ": a module is unreadable"));
        if (m_event->modules.size() >= m_limits.maxModules)
            return warn(concat("line ", m_line, ": more than ", m_limits.maxModules, " modules"));
        EventModule module;
        module.type = ObjectType::Elf;
        module.address = *address;
        module.sizeBytes = *size;
        module.codeFile = toValidUtf8(text);
        module.debugFile = toValidUtf8(baseName(text));
        module.debugId = DebugId::parseBreakpad(id);
        m_event->modules.push_back(std::move(module));
    }

    void addDetail(std::string_view name, std::string_view value)
    {
        constexpr std::size_t kMaxDetails = 32;
        if (m_event->details.size() < kMaxDetails)
            m_event->details.emplace_back(name, toValidUtf8(value));
    }

    void warn(std::string text)
    {
        if (m_event->diagnostics.size() < kMaxWarnings)
            m_event->diagnostics.push_back(
                {Diagnostic::Severity::Warning, "microdump", std::move(text)});
    }

    const ParseLimits& m_limits;
    std::shared_ptr<Event> m_event;
    std::optional<std::uint16_t> m_processor;
    std::vector<std::byte> m_stack;
    std::uint64_t m_stackBegin = 0;
    std::uint32_t m_line = 0;
    std::size_t m_dumps = 0;
    bool m_isUntagged = false; ///< The lines have lost what the log adds before them.
    bool m_isEnded = false;
    bool m_hasContext = false;
};

} // namespace

bool looksLikeMicrodump(std::string_view head)
{
    const auto text = head.substr(0, kHeadBytes);
    return text.find(kBegin) != std::string_view::npos;
}

Result<EventPtr> readMicrodump(const ByteView& text, const ParseLimits& limits)
{
    MicrodumpReader reader(limits);
    reader.read(text.text());
    return reader.finish();
}

} // namespace faultline::microdump
