// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/value_presenter.h"

namespace faultline::variables {

/// The names that an expression in a file of Natvis may use: members of the object, and what the
/// file defines. The evaluator, the set and `around` outlive it.
class ObjectScope final : public ExpressionScope
{
public:
    ObjectScope(Evaluator& evaluator,
                const natvis::VisualizerSet* set,
                const SummedObject& around,
                CppValue object,
                std::map<std::string, CppValue, std::less<>> locals = {})
        : m_evaluator(evaluator), m_set(set), m_around(around), m_object(std::move(object)),
          m_locals(std::move(locals))
    {
    }

    CppAnswer<std::optional<CppValue>> find(std::string_view name) const override;
    CppValue* local(std::string_view name) override;

    TypeHome home() const override { return {.entry = m_around.object.place.type}; }

    const std::vector<std::string>& templateArguments() const override
    {
        return m_around.match.arguments;
    }

    std::vector<const natvis::Intrinsic*> intrinsics(std::string_view name) const override;
    std::unique_ptr<ExpressionScope>
    inside(std::optional<CppValue> object,
           std::map<std::string, CppValue, std::less<>> arguments) const override;

    void setLocal(std::string_view name, CppValue value)
    {
        m_locals.insert_or_assign(std::string(name), std::move(value));
    }

private:
    Evaluator& m_evaluator;
    const natvis::VisualizerSet* m_set;
    const SummedObject& m_around;
    CppValue m_object;
    std::map<std::string, CppValue, std::less<>> m_locals;
};

} // namespace faultline::variables
