// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source.h"

#include <string>
#include <vector>

namespace faultline::test {

/// What a field of a source decides about a file with a given path in it.
enum class Decides : std::uint8_t {
    Bytes,  ///< Which bytes come, or whether they come: the place, or how it is asked.
    Id,     ///< The source's name.
    Scope,  ///< Who shares the entry.
    Nothing ///< Which paths are asked for, or what happens to the bytes afterwards.
};

/// Two sources that differ in one field.
struct FieldTrial
{
    std::string name;  ///< "HttpSource.headers: another site"
    std::string field; ///< "HttpSource.headers"
    Decides decides = Decides::Nothing;
    sources::SourceConfig one;
    sources::SourceConfig other;
    std::string secret{}; ///< A part of `other` that nobody may read.
};

/// Tries every field of every kind of source, the interesting ones in several ways.
std::vector<FieldTrial> fieldTrials();

/// All fields of all structs of a source. It does not compile when one gets another field; then
/// that field needs a trial.
std::vector<std::string> fieldsOfSources();

/// One source of each kind.
std::vector<sources::SourceConfig> sourceOfEachKind();

} // namespace faultline::test
