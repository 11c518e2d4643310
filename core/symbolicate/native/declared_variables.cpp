// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/declared_variables.h"

#include "core/json/json_writer.h"
#include "core/symbolicate/native/opened_values.h"

#include <map>
#include <span>

namespace faultline::symbolicate {

namespace {

/// Names and types of one report take no more bytes: a request may bring its own debug files and
/// name one function in each of its frames.
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

bool isPointer(object::TypeKind kind)
{
    return kind == object::TypeKind::Pointer || kind == object::TypeKind::LeftReference ||
           kind == object::TypeKind::RightReference;
}

class DeclaredVariables
{
public:
    DeclaredVariables(const VariableSources& sources, const std::stop_token& stop)
        : m_values(sources, stop), m_stop(stop)
    {
    }

    void addTo(ThreadStack& stack)
    {
        auto& rows = stack.frames;
        for (std::size_t first = 0; first < rows.size() && isGoingOn();) {
            auto end = first + 1;
            while (end < rows.size() && rows[end].originalIndex == rows[first].originalIndex)
                ++end;
            addToFrame(std::span(rows).subspan(first, end - first));
            first = end;
        }
    }

private:
    bool isGoingOn() const { return m_left > 0 && !m_stop.stop_requested(); }

    /// Rows and functions come from the same debug info; where they differ in number, the last row
    /// is the function itself.
    void addToFrame(std::span<Frame> rows)
    {
        const auto* native = rows.front().asNative();
        const auto module = rows.front().module;
        if (native == nullptr || !module || rows.front().status != FrameStatus::Symbolicated)
            return;
        const auto values = m_values.find(*module);
        if (!values)
            return;
        const auto functions =
            values->info().functionsAt(values->linked(native->instructionAddress));
        if (functions.size() == rows.size()) {
            for (std::size_t i = 0; i < rows.size(); ++i)
                set(rows[i], values->info(), functions[i]);
        } else if (!functions.empty()) {
            set(rows.back(), values->info(), functions.back());
        }
    }

    void set(Frame& row, object::ValueInfoReader& info, const object::FunctionInfo& function)
    {
        std::map<std::string, std::string, std::less<>> types;
        for (const auto& variable : function.variables) {
            const bool hasPlace =
                (variable.location && !variable.location->bytes.empty()) || variable.constant;
            // Compilers add variables such as __func__, and the argument `this`.
            const bool isDeclared = !variable.isArtificial || variable.isParameter;
            if (hasPlace && isDeclared && !variable.isDamaged && !variable.name.empty())
                types.insert_or_assign(std::string(variable.name),
                                       declaredType(info, variable.type));
        }
        if (types.empty())
            return;
        CarriedFields fields = row.carried ? *row.carried : CarriedFields();
        json::JsonWriter json(fields.variablesJson);
        json.beginObject();
        for (const auto& [name, type] : types)
            json.member(name, type);
        json.endObject();
        const auto size = fields.variablesJson.size();
        if (size > m_left) {
            m_left = 0;
            return;
        }
        m_left -= size;
        row.carried = share(std::move(fields));
    }

    OpenedValues m_values;
    const std::stop_token& m_stop;
    std::size_t m_left = kMostBytes;
};

} // namespace

std::string declaredType(object::ValueInfoReader& info, object::EntryRef type)
{
    constexpr std::uint32_t kMaxPointers = 5;
    std::string stars;
    for (std::uint32_t depth = 0; type && depth < kMaxPointers; ++depth) {
        const auto found = info.type(type);
        if (found->kind == object::TypeKind::Base)
            return std::string(found->name) + stars;
        if (!isPointer(found->kind) || !found->target)
            break;
        stars += '*';
        type = found->target;
    }
    return stars.empty() ? "<unknown>" : "void" + stars;
}

void addDeclaredVariables(const VariableSources& sources,
                          const std::vector<std::shared_ptr<ThreadStack>>& stacks,
                          const std::stop_token& stop)
{
    DeclaredVariables declared(sources, stop);
    for (const auto& stack : stacks)
        declared.addTo(*stack);
}

} // namespace faultline::symbolicate
