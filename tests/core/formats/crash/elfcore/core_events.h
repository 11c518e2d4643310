// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/formats/crash/elfcore/read_event.h"
#include "tests/support/core_builder.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace faultline::test {

/// The build id of programs in made core files.
inline const std::vector<std::uint8_t> kBuildId{0xf1, 0xc3, 0xbc, 0xc0, 0x27, 0x98, 0x65,
                                                0xfe, 0x30, 0x58, 0x40, 0x4b, 0x28, 0x31,
                                                0xd9, 0xe6, 0x41, 0x35, 0x38, 0x6c};

inline Result<EventPtr> readCore(const CoreBuilder::Bytes& bytes, const ParseLimits& limits = {})
{
    return corefile::readCoreEvent(ByteView::copyOf(bytes), limits);
}

inline EventPtr eventOf(const CoreBuilder& core)
{
    auto event = readCore(core.bytes());
    if (!event)
        qFatal("%s", event.error().detail.c_str());
    return *event;
}

inline QStringList diagnosticsOf(const Event& event)
{
    QStringList texts;
    for (const auto& diagnostic : event.diagnostics)
        texts << QString::fromStdString(concat(diagnostic.area, ": ", diagnostic.text));
    return texts;
}

} // namespace faultline::test
