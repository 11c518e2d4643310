// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/scoped_name.h"

namespace faultline::object {

std::string_view withoutScopes(std::string_view name)
{
    int depth = 0;
    for (auto i = name.size(); i-- > 0;) {
        depth += name[i] == '>' || name[i] == ')' ? 1 : 0;
        depth -= name[i] == '<' || name[i] == '(' ? 1 : 0;
        if (depth == 0 && name[i] == ':')
            return name.substr(i + 1);
    }
    return name;
}

} // namespace faultline::object
