// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_access.h"

#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace faultline::nativetext {

namespace {

/// Addresses have all their digits or "0x". Eight digits alone may be a date, except where kernels
/// of 32 bits say what they cannot handle.
bool isAddress(std::string_view digits, std::string_view text)
{
    constexpr std::size_t kDigits64 = 16;
    constexpr std::size_t kDigits32 = 8;
    return digits.starts_with("0x") || digits.size() == kDigits64 ||
           (digits.size() == kDigits32 && has(text, "nable to handle"));
}

} // namespace

std::optional<KernelAccess> parseRaceAccess(std::string_view text)
{
    LineScanner scanner(text);
    const auto before = scanner.until(" to 0x");
    if (!before || !has(text, " bytes by "))
        return std::nullopt;
    const bool isRead = before->starts_with("read") || before->ends_with(" read");
    KernelAccess access{.kind = isRead ? MemoryAccessKind::Read : MemoryAccessKind::Write,
                        .address = scanner.hex()};
    if (scanner.take(" of "))
        access.sizeBytes = scanner.decimal().value_or(0);
    return access;
}

std::optional<KernelAccess> parseKasanAccess(std::string_view text)
{
    LineScanner scanner(text);
    const bool isRead = scanner.take("Read ") || scanner.take("read ");
    if (!isRead && !scanner.take("Write ") && !scanner.take("write "))
        return std::nullopt;
    const bool hasSize = scanner.take("of size ");
    if (!hasSize && !scanner.rest().starts_with("at addr "))
        return std::nullopt;
    KernelAccess access{.kind = isRead ? MemoryAccessKind::Read : MemoryAccessKind::Write,
                        .sizeBytes = hasSize ? scanner.decimal().value_or(0) : 0};
    if (scanner.take(" at addr ") || scanner.take("at addr "))
        access.address = scanner.hex();
    return access;
}

std::optional<KernelAccess> parseFenceAccess(std::string_view text)
{
    constexpr auto kKinds = std::to_array<std::string_view>(
        {"Out-of-bounds ", "Use-after-free ", "Invalid ", "Corrupted memory "});
    LineScanner scanner(text);
    if (!text.ends_with(':') ||
        !std::ranges::any_of(kKinds, [&](std::string_view kind) { return scanner.take(kind); }))
        return std::nullopt;
    KernelAccess access;
    if (scanner.take("read "))
        access.kind = MemoryAccessKind::Read;
    else if (scanner.take("write "))
        access.kind = MemoryAccessKind::Write;
    else
        scanner.take("free ");
    if (!scanner.take("at ") && !scanner.take("of "))
        return std::nullopt;
    access.address = scanner.prefixedHex();
    return access.address ? std::optional(access) : std::nullopt;
}

std::optional<KernelAccess> parseFaultAccess(std::string_view text)
{
    if (!text.starts_with("#PF: "))
        return std::nullopt;
    KernelAccess access;
    if (has(text, " write access"))
        access.kind = MemoryAccessKind::Write;
    else if (has(text, " read access"))
        access.kind = MemoryAccessKind::Read;
    return access;
}

std::optional<std::uint64_t> kernelAddressIn(std::string_view head)
{
    for (const auto mark : {" at virtual address ", " for address: ", " for address ",
                            " at address: ", " at address ", " at addr ", " on address ", " at "}) {
        LineScanner scanner(head);
        if (!scanner.until(mark))
            continue;
        const auto digits = scanner.rest();
        const auto value = scanner.hex();
        if (value && isAddress(digits.substr(0, digits.size() - scanner.rest().size()), head) &&
            scanner.rest().find_first_of("+/.") != 0)
            return value;
    }
    return std::nullopt;
}

std::string kernelReasonOf(std::string_view head)
{
    const auto end = std::min({head.find(" at virtual address "), head.find(" at address "),
                               head.find(" at addr "), head.find(" at 0x"), head.find(" at 0000"),
                               head.find(" at ffff"), head.find(" for address"), head.find(" [#")});
    return toValidUtf8(head.substr(0, end));
}

} // namespace faultline::nativetext
