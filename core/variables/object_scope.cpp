// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/object_scope.h"

namespace faultline::variables {

CppAnswer<std::optional<CppValue>> ObjectScope::find(std::string_view name) const
{
    if (name == "this") {
        FL_TRY(auto address, m_evaluator.addressOf(m_object));
        return std::optional(std::move(address));
    }
    return m_evaluator.memberOrNone(m_object, name);
}

CppValue* ObjectScope::local(std::string_view name)
{
    const auto found = m_locals.find(name);
    return found == m_locals.end() ? nullptr : &found->second;
}

std::vector<const natvis::Intrinsic*> ObjectScope::intrinsics(std::string_view name) const
{
    std::vector<const natvis::Intrinsic*> found;
    const auto& visualizer = *m_around.match.visualizer;
    for (const auto& intrinsic : visualizer.intrinsics) {
        if (intrinsic.name == name)
            found.push_back(&intrinsic);
    }
    if (found.empty() && m_set != nullptr)
        found = m_set->intrinsicsOf(visualizer.file, name);
    return found;
}

std::unique_ptr<ExpressionScope>
ObjectScope::inside(std::optional<CppValue> object,
                    std::map<std::string, CppValue, std::less<>> arguments) const
{
    return std::make_unique<ObjectScope>(
        m_evaluator, m_set, m_around, object ? *std::move(object) : m_object, std::move(arguments));
}

} // namespace faultline::variables
