// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <span>
#include <string_view>

namespace faultline::nativetext {
struct TraceForm;
}

namespace faultline::crash {

/// A format of crash files. A new format adds one row to the table in crash_readers.cpp.
struct CrashReader
{
    /// How much a file of this format says, compared with other files in the same container.
    enum class Rank {
        CrashFile, ///< Written by a crash handler or a system.
        Summary,   ///< Counts only if the container holds no crash file.
        Text,      ///< Text with stack traces in it: counts only if there is nothing else.
    };

    std::string_view name; ///< For people, in English: "minidump".
    Rank rank;
    /// Whether a file that ends too early still gives an event, which says so.
    bool readsCutFiles = false;
    /// The form of its traces (core/formats/crash/text), of which a file may hold several; null for
    /// other formats.
    const nativetext::TraceForm* form = nullptr;
    /// Decides by the first bytes of a file.
    bool (*matches)(Bytes head);
    /// Errors: those of the format's reader.
    Result<EventPtr> (*read)(ByteView file, const ParseLimits& limits);
};

/// Every format that Faultline reads, in the order in which they are tried.
std::span<const CrashReader> crashReaders();

/// The reader of one form.
const CrashReader& readerOf(const nativetext::TraceForm& form);

/// The first reader of text that matches and is not for one of the forms; null for other texts.
const CrashReader* findTextReader(Bytes head);

/// The first reader that matches; null for other files.
const CrashReader* findCrashReader(Bytes head);

} // namespace faultline::crash
