// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::config {

/// The values of a configuration that come from variables (`${NAME}`). They may be secrets, also
/// where none is expected, so no message shows them.
class HiddenValues
{
public:
    void add(const std::string& name, std::string_view value);

    /// The text with `${NAME}` in the place of each value. A value that consists of letters and
    /// digits counts only as a whole word, so that a short one does not spoil the text.
    std::string concealIn(std::string_view text) const;

    /// The values, in every form in which they are looked for.
    std::vector<std::string> values() const;

private:
    std::vector<std::pair<std::string, std::string>> m_values; // The longest values first.
};

} // namespace faultline::config
