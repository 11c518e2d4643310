// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/function_table.h"
#include "core/formats/debug/golang/inline_trees.h"

#include <memory>

namespace faultline::golang {

/// What a Go program says about its functions. Immutable and thread-safe; holds its bytes.
class GoProgram
{
public:
    GoProgram(ProgramImage image, FunctionTable table, std::span<const std::uint64_t> bases)
        : m_image(std::move(image)), m_table(std::move(table)), m_inlines(m_table, m_image, bases)
    {
    }

    GoProgram(const GoProgram&) = delete; // m_inlines refers to the other members.
    GoProgram& operator=(const GoProgram&) = delete;

    const ProgramImage& image() const { return m_image; }

    const FunctionTable& table() const { return m_table; }

    const InlineTrees& inlines() const { return m_inlines; }

private:
    ProgramImage m_image;
    FunctionTable m_table;
    InlineTrees m_inlines;
};

/// Opens the function table of a Go program. Errors: NotFound (the image has none), Malformed,
/// Unsupported (the start of the code is not known).
Result<std::shared_ptr<const GoProgram>> openGoProgram(ProgramImage image);

} // namespace faultline::golang
