// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/pretty_json.h"

namespace faultline::report {

std::string prettyJson(std::string_view json)
{
    std::string out;
    std::size_t depth = 0;
    bool isQuoted = false;
    const auto newLine = [&] {
        out += '\n';
        out.append(2 * depth, ' ');
    };
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isQuoted) {
            out += c;
            if (c == '\\' && i + 1 < json.size())
                out += json[++i];
            isQuoted = c != '"';
        } else if ((c == '{' || c == '[') && i + 1 < json.size() &&
                   (json[i + 1] == '}' || json[i + 1] == ']')) {
            out += c;
            out += json[++i];
        } else if (c == '{' || c == '[') {
            out += c;
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            depth -= depth > 0 ? 1 : 0;
            newLine();
            out += c;
        } else if (c == ',') {
            out += c;
            newLine();
        } else if (c == ':') {
            out += ": ";
        } else {
            isQuoted = c == '"';
            out += c;
        }
    }
    return out;
}

} // namespace faultline::report
