// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "tests/growth/object_reading.h"

namespace faultline::growth {

namespace {

constexpr std::string_view kModule = "MODULE Linux x86_64 3249D99D0C4049318610F4E4FB0B69361 a\n";

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

/// `line(i)` for each number, between a head and an end.
template <class Line>
Made breakpad(std::size_t count, std::string head, const Line& line)
{
    std::string text(kModule);
    text += head;
    for (std::size_t i = 0; i < count; ++i)
        text += line(i);
    return asSymCache(bytesOf(text));
}

std::string hex(std::size_t number)
{
    return hexDigits(number);
}

} // namespace

std::vector<Case> textCases()
{
    const auto function = [](std::size_t i) {
        return concat("FUNC ", hex(0x1000 + 16 * i), " 10 0 f", digits(i), "\n",
                      hex(0x1000 + 16 * i), " 10 7 0\n");
    };
    return {
        {"breakpad", "functions", 256,
         [=](std::size_t n) { return breakpad(n, "FILE 0 /a.c\n", function); }},
        {"breakpad", "functions in each other", 256,
         [](std::size_t n) {
             return breakpad(n, "", [n](std::size_t i) {
                 return concat("FUNC ", hex(0x1000 + i), " ", hex(4 * n), " 0 f\n");
             });
         }},
        {"breakpad", "rows of a function", 256,
         [](std::size_t n) {
             return breakpad(
                 n, concat("FILE 0 /a.c\nFUNC 1000 ", hex(16 * n), " 0 f\n"),
                 [](std::size_t i) { return concat(hex(0x1000 + 16 * i), " 10 ", i + 1, " 0\n"); });
         }},
        {"breakpad", "rows in descending order", 256,
         [](std::size_t n) {
             return breakpad(n, concat("FILE 0 /a.c\nFUNC 1000 ", hex(16 * n), " 0 f\n"),
                             [n](std::size_t i) {
                                 return concat(hex(0x1000 + 16 * (n - i)), " ", hex(16 * n), " ",
                                               i + 1, " 0\n");
                             });
         }},
        {"breakpad", "files", 256,
         [](std::size_t n) {
             return breakpad(n, "", [n](std::size_t i) {
                 return concat("FILE ", n - i, " /src/", digits(i), ".c\n");
             });
         }},
        {"breakpad", "public symbols", 256,
         [](std::size_t n) {
             return breakpad(n, "", [n](std::size_t i) {
                 return concat("PUBLIC ", hex(0x1000 + 16 * (n - i)), " 0 p", digits(i), "\n");
             });
         }},
        {"breakpad", "overlapping inlined calls", 256,
         [](std::size_t n) {
             return breakpad(n, concat("INLINE_ORIGIN 0 g\nFUNC 1000 ", hex(4 * n), " 0 f\n"),
                             [n](std::size_t i) {
                                 return concat("INLINE ", i % 3, " 7 0 0 ", hex(0x1000 + i), " ",
                                               hex(2 * n), "\n");
                             });
         }},
        {"breakpad", "deep inlined calls", 256,
         [](std::size_t n) {
             return breakpad(n, concat("INLINE_ORIGIN 0 g\nFUNC 1000 ", hex(4 * n), " 0 f\n"),
                             [n](std::size_t i) {
                                 return concat("INLINE ", 250 - i % 251, " 7 0 0 ",
                                               hex(0x1000 + i / 2), " ", hex(2 * n), "\n");
                             });
         }},
        {"breakpad", "inlined calls of the old form", 256,
         [](std::size_t n) {
             return breakpad(
                 n, concat("FILE 0 /a.c\nINLINE_ORIGIN 0 0 g\nFUNC 1000 ", hex(4 * n), " 0 f\n"),
                 [n](std::size_t i) {
                     return concat("INLINE 0 7 0 ", hex(0x1000 + i), " ", hex(2 * n), "\n",
                                   hex(0x1000 + i), " 1 7 0\n");
                 });
         }},
        {"symbols dump", "breakpad functions", 256,
         [=](std::size_t n) {
             std::string text(kModule);
             for (std::size_t i = 0; i < n; ++i)
                 text += function(i);
             return asDumps(bytesOf(text));
         }},
    };
}

} // namespace faultline::growth
