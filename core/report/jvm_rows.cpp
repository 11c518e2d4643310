// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/jvm_rows.h"

namespace faultline::report {

namespace {

std::string_view textOf(const std::optional<std::string>& text)
{
    return text ? std::string_view(*text) : std::string_view();
}

/// A report shows "package.Class.method".
std::string_view methodOf(const Frame& frame, const JvmFrame& jvm)
{
    auto name = textOf(frame.position.function);
    if (!jvm.module.empty() && name.starts_with(jvm.module) &&
        name.substr(jvm.module.size()).starts_with('.'))
        name.remove_prefix(jvm.module.size() + 1);
    return name;
}

void addFrame(const Frame& frame, const JvmFrame& jvm, std::vector<JvmRow>& rows)
{
    rows.push_back({.frame = &frame,
                    .jvm = &jvm,
                    .className = jvm.module,
                    .method = methodOf(frame, jvm),
                    .position = &frame.position,
                    .isSynthesized = jvm.isSynthesized,
                    .fileOrigin = jvm.fileOrigin,
                    .inApp = frame.inApp});
}

void addAlternatives(const Frame& frame, const JvmFrame& jvm, std::vector<JvmRow>& rows)
{
    for (std::size_t i = 0; i < jvm.alternatives.size(); ++i) {
        for (const auto& call : jvm.alternatives[i].calls)
            rows.push_back(
                {.frame = &frame,
                 .jvm = &jvm,
                 .className = call.module,
                 .method = textOf(call.position.function),
                 .position = &call.position,
                 .isSynthesized = call.isSynthesized,
                 .fileOrigin = call.fileOrigin,
                 .inApp = call.inApp,
                 .alternative = static_cast<std::uint32_t>(i),
                 .alternativeCount = static_cast<std::uint32_t>(jvm.alternatives.size())});
    }
}

} // namespace

std::vector<JvmRow> jvmRowsOf(const ThreadStack& stack)
{
    std::vector<JvmRow> rows;
    rows.reserve(stack.frames.size());
    for (const auto& frame : stack.frames) {
        const auto* jvm = frame.asJvm();
        if (jvm == nullptr)
            continue;
        if (jvm->alternatives.empty())
            addFrame(frame, *jvm, rows);
        else
            addAlternatives(frame, *jvm, rows);
    }
    return rows;
}

} // namespace faultline::report
