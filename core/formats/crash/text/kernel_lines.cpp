// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_lines.h"

#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kKernel = "vmlinux";

bool isSymbol(std::string_view text)
{
    return !text.empty() && !isDecimalDigit(text.front()) && std::ranges::all_of(text, [](char c) {
        return isDecimalDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
               c == '.' || c == '$' || c == ':' || c == '<' || c == '>';
    });
}

/// "[foo]", "[foo f00d]" with a build id, since 5.16, and flags of a tainted module "[foo(OE)]".
void takeModule(FrameText& frame, LineScanner& scanner)
{
    LineScanner probe(scanner.rest());
    if (!probe.blanks().take("["))
        return;
    const auto inside = probe.until("]");
    if (!inside || inside->empty() || *inside == "inline")
        return;
    const auto name = inside->substr(0, inside->find_first_of(" ("));
    if (!isSymbol(name) && name.find('-') == std::string_view::npos)
        return;
    frame.module = name;
    const auto blank = inside->find(' ');
    if (blank != std::string_view::npos)
        frame.buildId = inside->substr(blank + 1);
    scanner = probe;
}

/// "fs/open.c:123", "fs/open.c:123 [inline]": what a script added.
bool takePlace(FrameText& frame, LineScanner& scanner)
{
    scanner.blanks();
    if (scanner.atEnd())
        return true;
    LineScanner probe(scanner.rest());
    const auto word = probe.word();
    FrameText place;
    setSourcePlace(place, word);
    if (place.line == 0 || !has(place.file, "."))
        return false;
    frame.file = place.file;
    frame.line = place.line;
    frame.column = place.column;
    if (!probe.blanks().take("[inline]"))
        probe.take("(inlined by)");
    scanner = probe;
    if (frame.module.empty()) // "drivers/foo.c:44 [foo]".
        takeModule(frame, scanner.blanks());
    return scanner.blanks().atEnd();
}

/// "bar_probe (drivers/bar.c:44 (discriminator 3)) bar": decode_stacktrace.sh puts the place where
/// the offset was.
std::optional<FrameText> parseDecoded(std::string_view text)
{
    LineScanner scanner(text);
    FrameText frame;
    frame.isGuess = scanner.take("? ");
    frame.function = scanner.word();
    if (!isSymbol(frame.function) || !scanner.take(" ("))
        return std::nullopt;
    const auto place = scanner.rest().substr(0, scanner.rest().find_first_of(" )"));
    setSourcePlace(frame, place);
    if (frame.line == 0 || !has(frame.file, "."))
        return std::nullopt;
    const auto close = scanner.rest().rfind(')');
    if (close == std::string_view::npos)
        return std::nullopt;
    frame.module = trimAscii(scanner.rest().substr(close + 1));
    if (frame.module.empty())
        frame.module = kKernel;
    return has(frame.module, " ") ? std::nullopt : std::optional(frame);
}

/// "name+0x16/0x40".
bool takeSymbol(FrameText& frame, LineScanner& scanner)
{
    const auto word = scanner.word();
    setFunctionPlace(frame, word);
    return frame.functionOffset && frame.functionSize && isSymbol(frame.function);
}

/// "[c0000000802867f0] [c000000008028668] .rtas_read_config+0x128/0x170 (unreliable)", with the
/// stack pointer first, and "[c000000008028668] .name+0x1/0x2" of a position: PowerPC.
std::optional<FrameText> parsePowerPcFrame(std::string_view text)
{
    LineScanner scanner(text);
    FrameText frame;
    for (int i = 0; i < 2 && scanner.take("["); ++i) {
        frame.address = scanner.hex();
        if (!frame.address || !scanner.take("]"))
            return std::nullopt;
        scanner.blanks();
    }
    scanner.take("."); // Of the descriptors of functions.
    if (!frame.address || !takeSymbol(frame, scanner))
        return std::nullopt;
    takeModule(frame, scanner);
    frame.isGuess = scanner.blanks().take("(unreliable)");
    if (!scanner.blanks().atEnd())
        return std::nullopt;
    if (frame.module.empty())
        frame.module = kKernel;
    return frame;
}

/// "name fs/open.c:12 [inline]": a call without a place of its own.
std::optional<FrameText> parseInlined(std::string_view text)
{
    if (!text.ends_with("[inline]"))
        return std::nullopt;
    LineScanner scanner(text);
    FrameText frame;
    frame.function = scanner.word();
    if (!isSymbol(frame.function) || !takePlace(frame, scanner) || frame.line == 0)
        return std::nullopt;
    return frame;
}

} // namespace

namespace {

/// "   12.345678": seconds since the machine started.
bool isKernelTime(std::string_view inside)
{
    constexpr std::size_t kFraction = 6;
    const auto time = trimAscii(inside.substr(0, inside.find_first_of(",@")));
    const auto dot = time.find('.');
    return dot != std::string_view::npos && dot > 0 && time.size() - dot - 1 == kFraction &&
           std::ranges::all_of(time.substr(0, dot), isDecimalDigit) &&
           std::ranges::all_of(time.substr(dot + 1), isDecimalDigit);
}

/// Where the kernel's line begins when a prompt or a rest of another line stands before it:
/// "login: [   16.305150] BUG: …".
std::optional<std::size_t> timeBegin(std::string_view line)
{
    constexpr std::size_t kMaxBefore = 200;
    constexpr std::size_t kMaxInside = 24;
    for (auto at = line.find('['); at < std::min(line.size(), kMaxBefore);
         at = line.find('[', at + 1)) {
        const auto close = line.substr(at + 1, kMaxInside).find(']');
        if (close != std::string_view::npos && isKernelTime(line.substr(at + 1, close)))
            return at;
    }
    return std::nullopt;
}

/// The prompt of a serial console: "buildhost login: Oops: …".
std::string_view withoutPrompt(std::string_view line)
{
    constexpr std::string_view kPrompt = " login: ";
    constexpr std::size_t kMaxPrompt = 64;
    const auto at = line.substr(0, kMaxPrompt).find(kPrompt);
    return at == std::string_view::npos ? line : line.substr(at + kPrompt.size());
}

bool isTimeOrCaller(std::string_view inside)
{
    constexpr std::size_t kMaxInside = 24;
    return !inside.empty() && inside.size() < kMaxInside &&
           inside.find_first_not_of(" .,@-0123456789TC") == std::string_view::npos &&
           inside.find_first_of(".TC") != std::string_view::npos;
}

} // namespace

bool hasKernelTime(std::string_view line)
{
    return timeBegin(line).has_value();
}

std::string_view withoutKernelTime(std::string_view line)
{
    LineScanner scanner(withoutPrompt(line));
    if (LineScanner level(scanner.rest()); level.take("<")) {
        if (level.decimal() && level.take(">"))
            scanner = level;
    }
    scanner = LineScanner(scanner.rest().substr(timeBegin(scanner.rest()).value_or(0)));
    for (int i = 0; i < 2; ++i) {
        LineScanner time(scanner.rest());
        time.blanks();
        if (!time.take("["))
            break;
        const auto inside = time.until("]");
        if (!inside || !isTimeOrCaller(*inside))
            break;
        time.take(" ");
        scanner = time;
    }
    return scanner.rest();
}

std::string_view kernelCaller(std::string_view line)
{
    const auto begin = timeBegin(line);
    if (!begin)
        return {};
    LineScanner scanner(line.substr(*begin));
    if (!scanner.until("]") || !scanner.take("["))
        return {};
    const auto inside = trimAscii(scanner.until("]").value_or(std::string_view()));
    const bool isCaller =
        inside.size() > 1 && (inside.front() == 'T' || inside.front() == 'C') &&
        std::ranges::all_of(inside.substr(1), [](char c) { return isDecimalDigit(c); });
    return isCaller ? inside : std::string_view();
}

std::string_view parseKernelCallee(std::string_view text)
{
    LineScanner scanner(trimAscii(text));
    if (LineScanner bracket(scanner.rest()); bracket.take("[<") && bracket.until(">]"))
        scanner = bracket;
    scanner.blanks().take("(");
    auto name = scanner.until(" from ").value_or(std::string_view());
    if (name.ends_with(')'))
        name.remove_suffix(1);
    name = name.substr(0, name.find('+'));
    return isSymbol(name) ? name : std::string_view();
}

std::optional<FrameText> parseKernelFrame(std::string_view text)
{
    text = trimAscii(text);
    if (auto inlined = parseInlined(text))
        return inlined;
    if (text.starts_with('[') && !text.starts_with("[<"))
        return parsePowerPcFrame(text);
    if (!parseKernelCallee(text).empty())
        text = trimAscii(text.substr(text.find(" from ") + 6));
    if (LineScanner number(text); number.take("#") && number.decimal() && number.take(" [<"))
        text = text.substr(text.find('[')); // The Linux Kernel Library counts its frames.
    FrameText frame;
    LineScanner scanner(text);
    if (LineScanner bracket(text); bracket.take("[<")) {
        frame.address = bracket.hex();
        if (!frame.address || !bracket.take(">]"))
            return std::nullopt;
        scanner = bracket;
    }
    scanner.blanks();
    frame.isGuess = scanner.take("? ");
    if (scanner.take("(") && scanner.rest().ends_with(')'))
        scanner = LineScanner(scanner.rest().substr(0, scanner.rest().size() - 1));
    if (!takeSymbol(frame, scanner))
        return parseDecoded(text);
    takeModule(frame, scanner);
    if (!takePlace(frame, scanner) && !scanner.rest().starts_with("("))
        return std::nullopt;
    if (frame.module.empty())
        frame.module = kKernel;
    // The symbol of another section, which lies before the code, names no function.
    if (frame.address && (frame.function == "_etext" || frame.function.starts_with(".str."))) {
        frame.function = {};
        frame.functionOffset.reset();
        frame.functionSize.reset();
    }
    return frame;
}

std::optional<FrameText> parseKernelPosition(std::string_view text)
{
    text = trimAscii(text);
    static constexpr std::array<std::string_view, 9> kMarks{
        "RIP: ", "EIP is at ", "EIP: ", "PC is at ", "pc : ", "epc : ", "IP: ", "NIP ", "PSW : "};
    // "--- interrupt: 700 at foo+0x2c/0x70", "--- Exception: 300 at .foo+0x2c/0x70": PowerPC.
    if (text.starts_with("--- interrupt: ") || text.starts_with("--- Exception: ")) {
        LineScanner trap(text);
        if (!trap.until(" at "))
            return std::nullopt;
        trap.take(".");
        return parseKernelFrame(trap.rest());
    }
    const auto mark = std::ranges::find_if(
        kMarks, [text](std::string_view each) { return text.starts_with(each); });
    if (mark == kMarks.end())
        return std::nullopt;
    LineScanner scanner(text);
    scanner.take(*mark);
    // "0010:[<ffff>]  [<ffff>] name", "0010:name", "0033:0x7f12": the segment comes first.
    if (LineScanner segment(scanner.rest()); segment.hex() && segment.take(":"))
        scanner = segment;
    auto rest = scanner.rest();
    if (const auto last = rest.rfind("[<"); last != std::string_view::npos)
        rest = rest.substr(last);
    return parseKernelFrame(rest);
}

bool isOutermostOfKernel(std::string_view function)
{
    static constexpr std::array<std::string_view, 32> kBeginnings{"entry_",
                                                                  "ret_from_",
                                                                  "ret_fast_",
                                                                  "ret_to_",
                                                                  "secondary_start",
                                                                  "start_kernel",
                                                                  "start_secondary",
                                                                  "x86_64_start",
                                                                  "kthread",
                                                                  "kernel_init",
                                                                  "el0_",
                                                                  "el0t_",
                                                                  "system_call",
                                                                  "sysenter_",
                                                                  "tracesys",
                                                                  "stub_",
                                                                  "handle_sys",
                                                                  "syscall_",
                                                                  "do_syscall_",
                                                                  "asm_",
                                                                  "cpu_startup_",
                                                                  "rest_init",
                                                                  "do_trap_ecall",
                                                                  "handle_exception",
                                                                  "int_ret_from_",
                                                                  "__primary_switch",
                                                                  "page_fault",
                                                                  "retint_",
                                                                  "common_interrupt",
                                                                  "data_access_",
                                                                  "instruction_access_",
                                                                  "hardware_interrupt_"};
    return std::ranges::any_of(kBeginnings, [function](std::string_view beginning) {
        return function.starts_with(beginning);
    });
}

std::optional<KernelTask> parseKernelTask(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.until("PID: "))
        return std::nullopt;
    const auto process = scanner.decimal();
    if (!process)
        return std::nullopt;
    KernelTask task{.process = *process, .name = {}};
    if (scanner.until("Comm: ") || scanner.until("comm: ")) {
        const auto rest = scanner.rest();
        task.name = trimAscii(rest.substr(
            0, std::min({rest.find(" Tainted: "), rest.find(" Not tainted"), rest.find('\t')})));
    }
    return task;
}

} // namespace faultline::nativetext
