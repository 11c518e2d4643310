// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/stack_builder.h"

#include <QByteArray>
#include <QStringList>

namespace faultline::test {

// The addresses that tests of the walker use.
inline constexpr std::uint64_t kStack = StackBuilder::kStackBegin;
inline constexpr std::uint64_t kCode = 0x400000;
inline constexpr std::uint64_t kOther = 0x500000;

/// A thread that stands in the first of two modules, with an empty stack.
inline StackBuilder amd64(OsFamily os = OsFamily::Linux)
{
    StackBuilder stack(Arch::Amd64, os);
    stack.module(kCode, 0x10000).module(kOther, 0x10000).stackBytes(0x2000);
    return stack.set("rip", kCode + 0x100).set("rsp", kStack).set("rbp", 1);
}

/// Walks without any files.
inline Walk walkAlone(const Event& event)
{
    FixedModules modules;
    return walk(event, modules);
}

/// Formats each frame as "400100 context": pc and trust.
inline QStringList trustTexts(const Walk& walk)
{
    QStringList texts;
    for (const auto& frame : walk.frames)
        texts << QString("%1 %2").arg(frame.pc, 0, 16).arg(frameTrustName(frame.trust).data());
    return texts;
}

/// Formats each frame as "400100 frame pointer": pc and the method that found it.
inline QStringList methodTexts(const Walk& walk)
{
    QStringList texts;
    for (const auto& frame : walk.frames)
        texts << QString("%1 %2").arg(frame.pc, 0, 16).arg(unwindMethodName(frame.method).data());
    return texts;
}

inline std::vector<std::byte> bytesOfHex(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

} // namespace faultline::test
