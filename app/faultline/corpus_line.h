// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/model/report.h"
#include "core/signature/signature_rules.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace faultline::app {

/// What a line says besides its crash. docs/corpus.schema.json describes lines.
struct CorpusPlace
{
    std::string file; ///< corpusName() of the path.
    std::uint32_t part = 0;
    std::uint32_t parts = 1; ///< Lines of this file.
    std::string name;        ///< In a container; may be empty.
    std::string sha256;      ///< Of the file; empty when it could not be read.
};

/// A path as lines have it: bytes that are no UTF-8 are written as \xNN.
std::string corpusName(const std::filesystem::path& path);

/// Lines end in a line break.
std::string corpusLine(const CorpusPlace& place,
                       const Report& report,
                       const signature::SignatureRules& rules,
                       std::uint32_t frames);
std::string corpusLine(const CorpusPlace& place, const Error& error);

} // namespace faultline::app
