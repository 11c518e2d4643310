// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_heads.h"

#include "core/base/text.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::nativetext {

namespace {

constexpr auto kHeads = std::to_array<std::string_view>({
    "BUG: ",
    "BUG ",
    "kernel BUG at ",
    "Kernel BUG at ",
    "Oops: ",
    "Oops[",
    "Oops - ",
    "general protection fault",
    "double fault: ",
    "divide error: ",
    "invalid opcode: ",
    "stack segment: ",
    "int3: ",
    "Kernel panic - not syncing",
    "Unable to handle kernel ",
    "Unable to handle paging request",
    "Internal error: ",
    "UBSAN: ",
    "watchdog: BUG: ",
    "unreferenced object ",
    "rcu: INFO: ",
    "kasan: ",
    "Unhandled fault: ",
    "Unhandled prefetch abort: ",
    "PANIC: ",
    "Insufficient stack space to handle exception",
    "kernel stack overflow ",
    "FAULT_INJECTION: ",
    "list_add corruption",
    "list_del corruption",
    "rust_kernel: panicked at ", // Its words follow in the same message.
});

/// What follows "INFO: " and "WARNING: " in a report of the kernel. Other programs begin lines with
/// the same words.
constexpr auto kNotices = std::to_array<std::string_view>({
    "task ",
    "rcu",
    "possible ",
    "inconsistent ",
    "suspicious ",
    "trying to register ",
    "CPU: ",
    "at ",
    "held lock ",
    "bad unlock ",
    "Nested lock ",
    "nested lock ",
    "lock held ",
    "kernel stack ",
    "stack recursion",
    "kmalloc bug",
    "refcount bug",
    "ODEBUG bug",
    "locking bug",
    "still has locks held",
    "HARDIRQ-safe ",
    "HARDIRQ-READ-safe ",
    "SOFTIRQ-safe ",
    "SOFTIRQ-READ-safe ",
    "RECLAIM_FS-safe ",
});

/// Headings that need no stack to say that the kernel failed.
constexpr auto kFailures = std::to_array<std::string_view>({
    "BUG: ",
    "kernel BUG at ",
    "Kernel panic - not syncing",
    "Unable to handle kernel ",
    "Internal error: ",
    "general protection fault",
    "PANIC: ",
    "INFO: task ",
    "INFO: rcu",
    "INFO: possible ", // Until Linux 4.10.
    "INFO: suspicious ",
    "INFO: inconsistent ",
    "WARNING: possible ",
    "WARNING: suspicious ",
    "WARNING: inconsistent ",
    "WARNING: CPU: ",
    "WARNING: kernel stack ",
    "WARNING: lock held ",
    "Unhandled fault: ",
    "UBSAN: ",
    "rust_kernel: panicked at ",
    "INFO: HARDIRQ-",
    "INFO: SOFTIRQ-",
    "WARNING: HARDIRQ-",
    "WARNING: SOFTIRQ-",
});

bool beginsWithOneOf(std::string_view text, std::span<const std::string_view> beginnings)
{
    return std::ranges::any_of(
        beginnings, [text](std::string_view beginning) { return text.starts_with(beginning); });
}

bool isNotice(const KernelText& line)
{
    LineScanner scanner(line.text);
    const bool isInfo = scanner.take("INFO: ");
    if (!isInfo && !scanner.take("WARNING: "))
        return false;
    // Since Linux 6.16: "WARNING: net/core/dev.c:12 at func+0x1/0x2, CPU#0: name/12".
    return beginsWithOneOf(scanner.rest(), kNotices) || has(scanner.rest(), ", CPU#") ||
           (!isInfo && line.isStamped) || scanner.rest().ends_with(" still has locks held!");
}

/// "divide_error: 0000 [#1] PREEMPT SMP": a trap with its number of errors, whatever its name.
bool isTrap(std::string_view text)
{
    const auto mark = text.find(" [#");
    constexpr std::size_t kMaxName = 60;
    constexpr std::size_t kDigits = 4;
    if (mark > kMaxName || mark < kDigits + 2) // npos is the greatest number.
        return false;
    LineScanner error(text.substr(mark - kDigits, kDigits));
    return error.hex() && error.atEnd() && text.substr(mark - kDigits - 2, 2) == ": ";
}

/// "BUG kmalloc-8 (Tainted: G    B         ): Object already free": of a cache of the allocator.
bool isOfCache(std::string_view text)
{
    return text.starts_with("BUG ") && (has(text, " (Tainted: ") || has(text, " (Not tainted"));
}

bool isHead(const KernelText& line)
{
    return isNotice(line) || beginsWithOneOf(line.text, kHeads) || isTrap(line.text);
}

/// Old kernels write "[ INFO: possible circular locking dependency detected ]".
std::string_view withoutBrackets(std::string_view text)
{
    return text.starts_with("[ ") && text.ends_with(" ]") ? text.substr(2, text.size() - 4) : text;
}

/// "NMI watchdog: ", "traps: ": what pr_fmt() of a file puts before its lines.
std::optional<std::string_view> withoutPart(std::string_view text)
{
    constexpr std::size_t kMaxPart = 24;
    const auto colon = text.substr(0, kMaxPart).find(": ");
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' || c == '_' ||
               isDecimalDigit(c);
    };
    if (colon == std::string_view::npos || colon == 0 ||
        !std::ranges::all_of(text.substr(0, colon), isLetter))
        return std::nullopt;
    return text.substr(colon + 2);
}

} // namespace

KernelText kernelTextOf(std::string_view line)
{
    return {.text = trimAscii(withoutKernelTime(line)),
            .caller = kernelCaller(line),
            .isStamped = hasKernelTime(line)};
}

std::optional<std::string_view> kernelHeadIn(const KernelText& line)
{
    const KernelText inner{.text = withoutBrackets(line.text), .isStamped = line.isStamped};
    if (isHead(inner))
        return inner.text;
    const auto rest = line.isStamped || line.text.starts_with("NMI watchdog: ")
                          ? withoutPart(line.text)
                          : std::nullopt;
    // "WARNING: " after a name is any driver's.
    if (rest && !rest->starts_with("WARNING: ") && isHead({.text = *rest, .isStamped = true}))
        return rest;
    return std::nullopt;
}

bool isFailureByItself(std::string_view head)
{
    return beginsWithOneOf(head, kFailures) || isTrap(head) || isOfCache(head);
}

bool isWeakHead(std::string_view head)
{
    return head.starts_with("Oops") || head.starts_with("kasan: ") ||
           head.starts_with("Internal error") || head.starts_with("invalid opcode: ") ||
           has(head, "panic_on_warn set") || head.starts_with("list_");
}

bool isAllocationFailure(std::string_view text)
{
    return has(text, ": vmalloc: allocation failure: ") ||
           has(text, ": page allocation failure: order:");
}

bool followsReport(std::string_view head)
{
    return has(head, "panic_on_warn set") || has(head, "hung_task: blocked tasks") ||
           has(head, "softlockup: hung tasks") || has(head, "RCU Stall");
}

bool isCutMark(std::string_view text)
{
    return text.starts_with("----") && has(text, "[ cut here ]");
}

} // namespace faultline::nativetext
