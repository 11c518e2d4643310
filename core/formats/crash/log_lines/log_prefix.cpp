// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/log_prefix.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace faultline::loglines {

namespace {

constexpr std::string_view kPriorities = "VDIWEFAS";
constexpr int kMaxStudioWords = 16; ///< Of a tag and a package.

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Reads words from the beginning of a line.
class Scanner
{
public:
    explicit Scanner(std::string_view line) : m_line(line) {}

    std::size_t position() const { return m_at; }

    std::string_view from(std::size_t start) const { return m_line.substr(start, m_at - start); }

    void blanks()
    {
        while (m_at < m_line.size() && m_line[m_at] == ' ')
            ++m_at;
    }

    bool take(char c)
    {
        if (m_at >= m_line.size() || m_line[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    bool digits(std::size_t least = 1)
    {
        const auto start = m_at;
        while (m_at < m_line.size() && isDigit(m_line[m_at]))
            ++m_at;
        return m_at - start >= least;
    }

    std::string_view word()
    {
        const auto start = m_at;
        m_at = std::min(m_line.find(' ', m_at), m_line.size());
        return from(start);
    }

    bool priority()
    {
        if (m_at >= m_line.size() || kPriorities.find(m_line[m_at]) == std::string_view::npos)
            return false;
        ++m_at;
        return true;
    }

    /// Reads up to the given text, but not the text itself; absent when it does not follow.
    std::optional<std::string_view> upTo(std::string_view end)
    {
        const auto found = m_line.find(end, m_at);
        if (found == std::string_view::npos)
            return std::nullopt;
        const auto start = std::exchange(m_at, found);
        return from(start);
    }

    void skip(std::size_t count) { m_at += count; }

private:
    std::string_view m_line;
    std::size_t m_at = 0;
};

/// Reads "[YYYY-]MM-DD HH:MM:SS.fraction[ +zone]" and the blanks after it.
bool takeTime(Scanner& scanner)
{
    if (!scanner.digits(2))
        return false;
    int parts = 1;
    while (scanner.take('-')) {
        if (!scanner.digits(2))
            return false;
        ++parts;
    }
    if (parts < 2 || !scanner.take(' ') || !scanner.digits(2) || !scanner.take(':') ||
        !scanner.digits(2) || !scanner.take(':') || !scanner.digits(2) || !scanner.take('.') ||
        !scanner.digits(3))
        return false;
    scanner.blanks();
    if (scanner.take('+') || scanner.take('-')) {
        if (!scanner.digits(4))
            return false;
        scanner.blanks();
    }
    return true;
}

/// The message begins after ": ". Before an empty message the blank is missing.
LogPrefix prefixUpTo(Scanner& scanner, std::size_t writerAt)
{
    scanner.take(':');
    LogPrefix prefix{0, std::string(scanner.from(writerAt))};
    scanner.take(' ');
    prefix.sizeBytes = scanner.position();
    return prefix;
}

/// Recognises "[uid ]PID TID P TAG: " or "PID-TID TAG package P " after the time.
LogPrefix threadTime(Scanner scanner)
{
    const auto start = scanner.position();
    auto first = scanner.word();
    if (first.empty())
        return {};
    // The user is a name or a further number before process and thread.
    for (int numbers = std::all_of(first.begin(), first.end(), isDigit) ? 1 : 0;;) {
        scanner.blanks();
        Scanner probe = scanner;
        if (numbers >= 2 && probe.priority() && probe.take(' ')) {
            if (!probe.upTo(": ") && !probe.upTo(":"))
                return {};
            return prefixUpTo(probe, start);
        }
        const auto word = scanner.word();
        if (word.empty() || !std::all_of(word.begin(), word.end(), isDigit) || ++numbers > 3)
            return {};
    }
}

/// Reads "PID-TID", as Android Studio writes process and thread.
bool takeProcess(Scanner& scanner)
{
    return scanner.digits() && scanner.take('-') && scanner.digits();
}

/// Recognises what Android Studio copies since 2022: "PID-TID TAG   package   P  ". The tag and the
/// package are padded, and the message begins after two blanks, so that its own indentation stays.
LogPrefix studio(Scanner scanner)
{
    const auto start = scanner.position();
    if (!takeProcess(scanner) || !scanner.take(' '))
        return {};
    for (int words = 0; words < kMaxStudioWords; ++words) {
        scanner.blanks();
        Scanner probe = scanner;
        if (words > 0 && probe.priority() && probe.take(' ')) {
            const auto writer = std::string(scanner.from(start));
            probe.take(' ');
            return {probe.position(), writer};
        }
        if (scanner.word().empty())
            return {};
    }
    return {};
}

/// Recognises what it copied before: "PID-TID/package P/TAG: ".
LogPrefix oldStudio(Scanner scanner)
{
    const auto start = scanner.position();
    if (!takeProcess(scanner) || !scanner.take('/') || scanner.word().empty() ||
        !scanner.take(' ') || !scanner.priority() || !scanner.take('/'))
        return {};
    const auto tag = scanner.upTo(":");
    return tag && !tag->empty() ? prefixUpTo(scanner, start) : LogPrefix();
}

/// Reads "2021/11/15 17:53:41.599 ".
bool takeSlashedTime(Scanner& scanner)
{
    return scanner.digits(4) && scanner.take('/') && scanner.digits(2) && scanner.take('/') &&
           scanner.digits(2) && scanner.take(' ') && scanner.digits(2) && scanner.take(':') &&
           scanner.digits(2) && scanner.take(':') && scanner.digits(2) && scanner.take('.') &&
           scanner.digits(3) && scanner.take(' ');
}

/// Recognises "PID TID Error TAG ", as Unity's window of logcat copies after such a time. The
/// message begins after one blank, so that its own indentation stays.
LogPrefix unityWindow(Scanner scanner)
{
    constexpr std::array<std::string_view, 7> kLevels{"Verbose", "Debug", "Info",  "Warn",
                                                      "Error",   "Fatal", "Assert"};
    const auto start = scanner.position();
    if (!scanner.digits() || !scanner.take(' ') || !scanner.digits() || !scanner.take(' ') ||
        std::ranges::find(kLevels, scanner.word()) == kLevels.end() || !scanner.take(' ') ||
        scanner.word().empty())
        return {};
    const auto writer = std::string(scanner.from(start));
    scanner.take(' ');
    return {scanner.position(), writer};
}

/// Recognises "P/TAG( PID): " or "P/TAG: ".
LogPrefix brief(Scanner scanner)
{
    const auto start = scanner.position();
    if (!scanner.priority() || !scanner.take('/'))
        return {};
    const auto tag = scanner.upTo(":");
    if (!tag || tag->empty() || tag->find("  at ") != std::string_view::npos)
        return {};
    return prefixUpTo(scanner, start);
}

/// Recognises "P( PID) " and "P( PID: TID) ".
LogPrefix process(Scanner scanner)
{
    const auto start = scanner.position();
    if (!scanner.priority() || !scanner.take('('))
        return {};
    scanner.blanks();
    if (!scanner.digits())
        return {};
    if (scanner.take(':')) {
        scanner.blanks();
        if (!scanner.digits())
            return {};
    }
    if (!scanner.take(')') || !scanner.take(' '))
        return {};
    return {scanner.position(), std::string(scanner.from(start))};
}

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool takeClock(Scanner& scanner)
{
    return scanner.digits(2) && scanner.take(':') && scanner.digits(2) && scanner.take(':') &&
           scanner.digits(2);
}

/// Reads "2021-01-19T22:13:46.668+01:00" and the blank after it.
bool takeIsoTime(Scanner& scanner)
{
    if (!scanner.digits(4) || !scanner.take('-') || !scanner.digits(2) || !scanner.take('-') ||
        !scanner.digits(2) || !scanner.take('T') || !takeClock(scanner))
        return false;
    if ((scanner.take('.') || scanner.take(',')) && !scanner.digits())
        return false;
    if (!scanner.take('Z') && (scanner.take('+') || scanner.take('-'))) {
        if (!scanner.digits(2))
            return false;
        scanner.take(':');
        scanner.digits(2);
    }
    return scanner.take(' ');
}

/// Reads "host tag[123]: " or "host kernel: ".
LogPrefix hostAndTag(Scanner scanner)
{
    const auto start = scanner.position();
    const auto host = scanner.word();
    if (host.empty() || host.ends_with(':') || !scanner.take(' '))
        return {};
    const auto tag = scanner.word();
    if (!tag.ends_with(':') || tag.size() < 2)
        return {};
    const auto writer = std::string(scanner.from(start));
    scanner.take(' ');
    return {scanner.position(), writer};
}

/// Recognises "Jan 19 22:13:46 host tag[123]: ", as syslog and journalctl write.
LogPrefix syslog(Scanner scanner)
{
    const auto month = scanner.word();
    if (std::ranges::find(kMonths, month) == kMonths.end())
        return {};
    scanner.blanks();
    if (!scanner.digits() || !scanner.take(' ') || !takeClock(scanner))
        return {};
    if (scanner.take('.') && !scanner.digits())
        return {};
    return scanner.take(' ') ? hostAndTag(scanner) : LogPrefix();
}

/// Recognises what container runtimes write after the time: "stderr F ".
LogPrefix containerStream(Scanner scanner)
{
    const auto start = scanner.position();
    const auto stream = scanner.word();
    if ((stream != "stderr" && stream != "stdout") || !scanner.take(' ') ||
        !(scanner.take('F') || scanner.take('P')))
        return {};
    const auto writer = std::string(scanner.from(start));
    scanner.take(' ');
    return {scanner.position(), writer};
}

/// Recognises "pid=1 tid=abc WARN: ", which Sidekiq writes after the time.
LogPrefix sidekiq(Scanner scanner)
{
    const auto start = scanner.position();
    const auto process = scanner.word();
    if (!process.starts_with("pid=") || !scanner.take(' ') || !scanner.word().starts_with("tid=") ||
        !scanner.upTo(": "))
        return {};
    const auto writer = std::string(scanner.from(start));
    scanner.skip(2);
    return {scanner.position(), writer};
}

/// Recognises "F, [2026-11-26T10:00:00.1 #1] FATAL -- : ", as Ruby's Logger writes.
LogPrefix rubyLogger(Scanner scanner)
{
    constexpr std::string_view kSeverities = "DIWEFAU";
    const auto severity = scanner.word();
    if (severity.size() != 2 || severity[1] != ',' ||
        kSeverities.find(severity[0]) == std::string_view::npos || !scanner.take(' ') ||
        !scanner.take('[') || !scanner.upTo("] ") || !scanner.upTo(" -- ") || !scanner.upTo(": "))
        return {};
    scanner.skip(2);
    return {scanner.position(), {}};
}

/// The tags that Visual Studio's window of output writes before what Android logs.
constexpr std::array<std::string_view, 6> kOutputTags{"[MonoDroid] ",      "[mono-rt] ", "[mono] ",
                                                      "[AndroidRuntime] ", "[DEBUG] ",   "[libc] "};

LogPrefix outputTag(std::string_view line)
{
    const auto tag = std::ranges::find_if(
        kOutputTags, [line](std::string_view each) { return line.starts_with(each); });
    return tag == kOutputTags.end() ? LogPrefix() : LogPrefix{tag->size(), std::string(*tag)};
}

/// Recognises "web-1  | ", as docker compose writes.
LogPrefix compose(Scanner scanner)
{
    const auto service = scanner.word();
    if (service.empty() || !isDigit(service.back()))
        return {};
    scanner.blanks();
    if (!scanner.take('|'))
        return {};
    scanner.take(' ');
    return {scanner.position(), std::string(service)};
}

/// "CRASH LOG:     #0 0x51…": what Centipede writes before the lines of the program that it ran.
LogPrefix centipede(Scanner scanner)
{
    constexpr std::string_view kMark = "CRASH LOG:";
    for (const char c : kMark) {
        if (!scanner.take(c))
            return {};
    }
    scanner.take(' ');
    return {scanner.position(), std::string(kMark)};
}

/// "[00115.266819][1102][1191][core/app] WARN: text": Fuchsia's log with time, process, thread,
/// tags and severity.
LogPrefix fuchsia(Scanner scanner)
{
    const auto number = [&scanner] {
        return scanner.take('[') && scanner.digits() && scanner.take(']');
    };
    if (!scanner.take('[') || !scanner.digits() || !scanner.take('.') || !scanner.digits() ||
        !scanner.take(']'))
        return {};
    const auto start = scanner.position();
    if (!number() || !number())
        return {};
    std::string writer(scanner.from(start));
    if (scanner.take('[') && (!scanner.upTo("] ") || !scanner.take(']')))
        return {};
    if (!scanner.upTo(": "))
        return {};
    scanner.skip(2);
    return {scanner.position(), std::move(writer)};
}

} // namespace

LogPrefix systemPrefixOf(std::string_view line)
{
    Scanner scanner(line);
    if (!takeIsoTime(scanner)) {
        for (const auto recognise : {syslog, rubyLogger, compose, centipede, fuchsia}) {
            if (auto prefix = recognise(Scanner(line)); prefix.sizeBytes > 0)
                return prefix;
        }
        return outputTag(line);
    }
    for (const auto recognise : {containerStream, sidekiq, hostAndTag}) {
        if (auto prefix = recognise(scanner); prefix.sizeBytes > 0)
            return prefix;
    }
    return {scanner.position(), {}};
}

std::optional<ContainerLine> containerLineOf(std::string_view line)
{
    Scanner scanner(line);
    if (!takeIsoTime(scanner))
        return std::nullopt;
    const auto prefix = containerStream(scanner);
    if (prefix.sizeBytes == 0)
        return std::nullopt;
    ContainerLine found;
    found.isError = prefix.writer.starts_with("stderr");
    found.isPartial = prefix.writer.ends_with('P');
    found.text = line.substr(prefix.sizeBytes);
    return found;
}

LogPrefix logPrefixOf(std::string_view line)
{
    Scanner scanner(line);
    if (takeTime(scanner)) {
        for (const auto recognise : {studio, oldStudio, threadTime, brief}) {
            if (auto prefix = recognise(scanner); prefix.sizeBytes > 0)
                return prefix;
        }
        return {};
    }
    const Scanner whole(line);
    if (Scanner slashed(line); takeSlashedTime(slashed))
        return unityWindow(slashed);
    auto prefix = brief(whole);
    return prefix.sizeBytes > 0 ? prefix : process(whole);
}

} // namespace faultline::loglines
