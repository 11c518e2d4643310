// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/frame_origin.h"

#include <algorithm>
#include <array>

namespace faultline::jvm {

namespace {

constexpr std::array<std::string_view, 18> kPlatformPackages{"android.",
                                                             "androidx.",
                                                             "com.android.",
                                                             "com.sun.",
                                                             "dalvik.",
                                                             "groovy.",
                                                             "java.",
                                                             "javax.",
                                                             "jdk.",
                                                             "kotlin.",
                                                             "kotlinx.",
                                                             "libcore.",
                                                             "org.codehaus.groovy.",
                                                             "org.junit.",
                                                             "scala.",
                                                             "sun.",
                                                             "_COROUTINE.",
                                                             "org.gradle."};

/// Texts in place of a file that R8, ProGuard and the Play Store write.
constexpr std::array<std::string_view, 6> kPlaceholders{"SourceFile", "Unknown Source", "PG",
                                                        "r8-map-id-", "proguard",       "go/"};

/// Obfuscators number classes as a, b, …, aa, ab.
constexpr std::size_t kShortName = 2;

/// Returns "Outer" of "a.b.Outer$Inner".
std::string_view outerName(std::string_view className)
{
    const auto dot = className.rfind('.');
    const auto simple = dot == std::string_view::npos ? className : className.substr(dot + 1);
    return simple.substr(0, simple.find('$', 1));
}

bool isPlaceholder(std::string_view file)
{
    return std::ranges::any_of(
        kPlaceholders, [&](std::string_view placeholder) { return file.starts_with(placeholder); });
}

bool isCalledLike(std::string_view file, std::string_view outer)
{
    const auto stem = file.substr(0, file.rfind('.'));
    return stem == outer || (outer.ends_with("Kt") && stem == outer.substr(0, outer.size() - 2));
}

/// Classes that the JVM makes while the program runs have no file.
bool isMadeAtRuntime(std::string_view className)
{
    return className.find("$$Lambda") != std::string_view::npos ||
           className.find("$Proxy") != std::string_view::npos;
}

} // namespace

bool isPlatformClass(std::string_view className)
{
    return std::ranges::any_of(kPlatformPackages, [&](std::string_view package) {
        return className.starts_with(package);
    });
}

bool looksObfuscated(const JvmStackFrame& frame)
{
    const std::string_view className = frame.detail.module;
    // Native frames of error files have no class.
    if (className.empty() || isPlatformClass(className) || isMadeAtRuntime(className))
        return false;
    const std::string_view file =
        frame.position.file ? std::string_view(*frame.position.file) : std::string_view();
    const auto outer = outerName(className);
    if (!file.empty() && isCalledLike(file, outer))
        return false;
    return isPlaceholder(file) || outer.size() <= kShortName;
}

} // namespace faultline::jvm
