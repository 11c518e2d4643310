// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of one thread whose frames have names alone.
#pragma once

#include "core/model/report.h"

#include <QStringList>

#include <memory>
#include <string>

namespace faultline::test {

inline Frame named(const std::string& function)
{
    Frame frame;
    frame.module = 0;
    frame.position.function = function;
    return frame;
}

inline Report reportOf(const std::string& reason, const QStringList& functions)
{
    auto event = std::make_shared<Event>();
    event->crash.present = true;
    event->crash.reason = reason;
    event->crash.addressKnown = reason.find("SI_TKILL") == std::string::npos;
    event->modules.emplace_back();
    event->threads.emplace_back();
    auto stack = std::make_shared<ThreadStack>();
    for (const QString& function : functions)
        stack->frames.push_back(named(function.toStdString()));
    Report report;
    report.event = event;
    report.stacks.push_back(stack);
    return report;
}

} // namespace faultline::test
