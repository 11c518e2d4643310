// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/json_bounds.h"

namespace faultline::sourcemap {

namespace {

/// Returns the offset of the quote that ends the string at `begin`, or npos.
std::size_t endOfString(std::string_view json, std::size_t begin)
{
    for (auto at = json.find('"', begin + 1); at != std::string_view::npos;
         at = json.find('"', at + 1)) {
        auto escape = at;
        while (json[escape - 1] == '\\') // Stops at the quote at `begin`.
            --escape;
        if ((at - escape) % 2 == 0)
            return at;
    }
    return std::string_view::npos;
}

} // namespace

Result<void> checkJsonBounds(std::string_view json, std::uint32_t maxDepth, std::uint64_t maxValues)
{
    std::uint32_t depth = 0;
    std::uint64_t values = 0;
    for (std::size_t at = 0; at < json.size(); ++at) {
        switch (json[at]) {
        case '"': {
            const auto end = endOfString(json, at);
            if (end == std::string_view::npos)
                return fail(ErrorKind::Malformed, "the string at byte ", at, " does not end");
            at = end;
            break;
        }
        case '[':
        case '{':
            if (++depth > maxDepth)
                return fail(ErrorKind::Malformed, "lists and objects are nested deeper than ",
                            maxDepth, " at byte ", at);
            ++values;
            break;
        case ']':
        case '}':
            if (depth-- == 0)
                return fail(ErrorKind::Malformed, "the bracket at byte ", at, " closes nothing");
            break;
        case ',': ++values; break;
        default: break;
        }
        if (values > maxValues)
            return fail(ErrorKind::Malformed, "more than ", maxValues, " values, at byte ", at);
    }
    if (depth > 0)
        return fail(ErrorKind::Malformed, depth, " lists or objects do not end in ", json.size(),
                    " bytes");
    return {};
}

} // namespace faultline::sourcemap
