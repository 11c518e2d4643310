// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hash.h"
#include "core/library/library_store.h"

#include <string>

namespace faultline::test {

/// A small record that differs by `name` from others.
inline library::NewReport newReport(const std::string& name, const std::string& signature)
{
    library::NewReport report;
    report.record.sha256 = sha256Hex(asBytes(name));
    report.record.path = "/crashes/" + name;
    report.record.kind = "minidump";
    report.record.signature = signature;
    report.record.product = "app";
    report.record.version = "2.4";
    report.record.os = "Linux";
    report.record.topFunction = "top_of_" + name;
    report.record.frames = {{.module = "libscene.so", .function = "scene::draw", .isOwn = true},
                            {.module = "libc.so.6", .function = "abort", .isGuess = true}};
    report.record.modules = {{.name = "libscene.so",
                              .version = "1",
                              .debugId = "id",
                              .isOnStack = true,
                              .isMissing = true},
                             {.name = "libc.so.6", .version = {}, .debugId = {}}};
    report.record.annotations = {{"plan", "gold"}};
    report.importedAt = 1'700'000'000;
    report.payload = ByteView::fromString("payload of " + name);
    return report;
}

} // namespace faultline::test
