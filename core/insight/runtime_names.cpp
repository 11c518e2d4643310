// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/runtime_names.h"

#include "core/insight/function_name.h"
#include "core/model/signal_return.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::insight {

namespace {

bool isOneOf(std::string_view name, std::span<const std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

bool takeFront(std::string_view& text, std::string_view front)
{
    const bool isFront = text.starts_with(front);
    text.remove_prefix(isFront ? front.size() : 0);
    return isFront;
}

/// Takes off what stands before the first path of a Rust name: "<&mut dyn core::fmt::Write as …".
std::string_view withoutTypeMarks(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> kMarks{"<",    "&",    "*",      "(",    "[",
                                                            "dyn ", "mut ", "const ", "impl "};
    while (
        std::ranges::any_of(kMarks, [&](std::string_view mark) { return takeFront(name, mark); })) {
    }
    return name;
}

/// "core" for "core::fmt::write" and for "<core::fmt::Arguments as …>::fmt". Empty for a type of
/// the language.
std::string_view rustCrate(std::string_view path)
{
    const auto name = withoutTypeMarks(path);
    const auto end = name.find("::");
    const auto crate = name.substr(0, end);
    const bool isWord = crate.find_first_of("<>[](){} ,&*") == std::string_view::npos;
    return end != std::string_view::npos && isWord ? crate : std::string_view();
}

} // namespace

bool isSignalTrampoline(std::string_view name)
{
    return isSignalReturn(name) || name.starts_with("runtime.sigreturn");
}

bool isKernelEntry(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> kNames{
        "__kernel_vsyscall", "syscall", "_dl_sysinfo_int80", "__libc_do_syscall"};
    return isOneOf(name, kNames);
}

bool isMemoryFunction(std::string_view name)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen", "strcpy",
         "strncpy", "strcat", "strcmp", "strncmp", "strchr", "strdup", "bcopy", "bzero"});
    // The sanitizers have their own.
    for (const auto tool : {"__asan_", "__hwasan_", "__msan_", "__tsan_"})
        takeFront(name, tool);
    if (name.starts_with("__") && name.ends_with("_chk")) {
        name.remove_prefix(2);
        name.remove_suffix(4);
    }
    return isOneOf(name, kNames);
}

bool isRustLibrary(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kCrates{
        "std", "core", "alloc", "panic_unwind", "panic_abort", "__rustc", "std_detect", "test"};
    if (isOneOf(name, std::array<std::string_view, 3>{"rust_begin_unwind", "rust_panic",
                                                      "__rust_start_panic"}))
        return true;
    auto crate = rustCrate(name);
    const auto trait = name.find(" as ");
    if (crate.empty() && name.starts_with('<') && trait != std::string_view::npos)
        crate = rustCrate(name.substr(trait + 4));
    return isOneOf(crate, kCrates);
}

bool isRustPanicEntry(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> kEntries{
        "__rustc::rust_begin_unwind", "rust_begin_unwind", "std::panicking::begin_panic",
        "core::panicking::"};
    return beginsWithOneOf(name, kEntries);
}

bool isGoRuntime(std::string_view name)
{
    static constexpr std::array<std::string_view, 3> kPackages{"runtime.", "internal/runtime/",
                                                               "runtime/internal/"};
    return beginsWithOneOf(name, kPackages);
}

bool isOutermostOfRuntime(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kNames{
        "std::sys::backtrace::__rust_begin_short_backtrace",
        "std::sys_common::backtrace::__rust_begin_short_backtrace",
        "std::rt::lang_start",
        "std::panicking::try",
        "std::panicking::catch_unwind",
        "runtime.main",
        "runtime.goexit",
        "runtime.mstart"};
    return beginsWithOneOf(name, kNames);
}

bool isPanicText(const Report& report)
{
    const auto& reason = report.event->crash.reason;
    return reason == "panic" || reason == "fatal error";
}

} // namespace faultline::insight
