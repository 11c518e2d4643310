// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::report {

namespace {

/// What begins a formula, also after spaces, which spreadsheets pass over.
bool isFormula(std::string_view cell)
{
    const auto first = cell.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return false;
    constexpr std::string_view kStarts = "=+-@|";
    constexpr std::array<std::string_view, 4> kWideStarts{"＝", "＋", "－", "＠"};
    return kStarts.find(cell[first]) != std::string_view::npos || cell[0] == '\t' ||
           cell[0] == '\r' || std::ranges::any_of(kWideStarts, [&](std::string_view start) {
               return cell.substr(first).starts_with(start);
           });
}

void appendCell(std::string& out, std::string_view cell)
{
    out += '"';
    if (isFormula(cell))
        out += '\'';
    for (const char c : toValidUtf8(cell)) {
        const bool isControl = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
        if (c == '"')
            out += '"';
        out += isControl && c != '\n' ? ' ' : c;
    }
    out += '"';
}

} // namespace

std::string csvRecord(std::span<const std::string> cells)
{
    std::string record;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            record += ',';
        appendCell(record, cells[i]);
    }
    return record + "\r\n";
}

} // namespace faultline::report
