// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <string_view>
#include <vector>

namespace faultline::companions {

/// A BCSymbolMap: the names that Apple's tools hid before the App Store recompiled an app.
/// Immutable; holds the bytes. Source: docs/spec/native.md §13; llvm/llvm-project
/// llvm/tools/dsymutil/SymbolMap.cpp.
class BcSymbolMap
{
public:
    /// Errors: Malformed (not version 2.0, not UTF-8, more lines than ParseLimits allows).
    static Result<BcSymbolMap> open(ByteView file, const ParseLimits& limits);

    std::size_t size() const { return m_names.size(); }

    /// The name that "__hidden#<N>_" stands for. Any other text, and a number out of range, is
    /// returned unchanged.
    std::string_view resolve(std::string_view name) const;

private:
    explicit BcSymbolMap(ByteView file) : m_file(std::move(file)) {}

    ByteView m_file;
    std::vector<std::string_view> m_names; // Views into m_file.
};

} // namespace faultline::companions
