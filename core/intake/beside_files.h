// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/intake/crash_content.h"
#include "core/model/event.h"

#include <filesystem>
#include <string>

namespace faultline::intake {

/// What Mozilla's crash reporter writes beside a dump, in ID.extra for ID.dmp: JSON, or lines
/// "Key=Value" before Firefox 68 (toolkit/crashreporter/nsExceptionHandler.cpp). Empty when there
/// is no such file, it is a link, or it cannot be read.
BesideFacts readExtraFile(const std::filesystem::path& dump);

/// What abrt keeps of a problem in small files of its folder: "executable", "reason", "package".
BesideFacts readProblemFacts(const std::filesystem::path& folder);

/// Does a folder hold a problem of abrt?
bool isProblemFolder(const std::filesystem::path& folder);

/// The event with the facts as annotations. Mozilla's words about the reason count where the dump
/// has none.
EventPtr withBesideFacts(const EventPtr& event, const BesideFacts& facts);

} // namespace faultline::intake
