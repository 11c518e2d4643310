// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/frame_variables.h"
#include "core/variables/inspection.h"
#include "tests/core/variables/fake_value_info.h"

#include <memory>
#include <string>
#include <vector>

namespace faultline::test {

/// A process with a container: "Box" at 0x1000 has `head`, a "Node*" (next, value), and `size`.
struct SummaryScene
{
    SummaryScene()
    {
        using object::BaseEncoding;
        variables::FrameFacts facts;
        facts.registers = RegisterSet(CpuFamily::Intel64);
        facts.module = moduleOf(info);
        frame = std::make_unique<variables::ValueFrame>(std::move(facts), nullptr, memory, budget);
        number = info->base("int", BaseEncoding::Signed, 4);
        character = info->base("char", BaseEncoding::SignedChar, 1);
        const auto size = info->base("unsigned long", BaseEncoding::Unsigned, 8);
        node = structure("Node", 16);
        const auto nodes = info->pointerTo(node);
        addMember(node, "next", nodes, 0);
        addMember(node, "value", number, 8);
        box = structure("Box", 24);
        addMember(box, "head", nodes, 0);
        addMember(box, "size", size, 8);
        addMember(box, "text", info->pointerTo(character), 16);
        set(0x1000, {0x2000, 3, 0x4000});
        for (std::uint64_t i = 0; i < 3; ++i)
            set(0x2000 + i * 0x100, {i < 2 ? 0x2100 + i * 0x100 : 0, 10 + i});
        memory.set(0x4000, {'t', 'e', 'x', 't', 0});
    }

    object::EntryRef structure(std::string_view name, std::uint64_t bytes)
    {
        object::TypeInfo type;
        type.kind = object::TypeKind::Struct;
        type.name = name;
        type.sizeBytes = bytes;
        return info->add(std::move(type));
    }

    void addMember(object::EntryRef owner,
                   std::string_view name,
                   object::EntryRef type,
                   std::uint64_t offset)
    {
        object::TypeMember member;
        member.name = name;
        member.type = type;
        member.offsetBytes = offset;
        info->typeAt(owner).members.push_back(std::move(member));
    }

    void set(std::uint64_t address, std::initializer_list<std::uint64_t> words)
    {
        auto& piece = memory.pieces[address];
        piece.clear();
        for (const auto word : words) {
            for (unsigned i = 0; i < 8; ++i)
                piece.push_back(static_cast<std::byte>(word >> (8 * i)));
        }
    }

    /// The box as "text" or "state: text", then its parts with " | " before each.
    std::string shown(const std::string& types, std::uint64_t most = 8)
    {
        auto set = std::make_shared<natvis::VisualizerSet>();
        set->add(natvis::readNatvis("test", "<AutoVisualizer>" + types + "</AutoVisualizer>"));
        naming.summaries = set;
        const variables::Values values(*frame, naming);
        variables::ValuePresenter presenter(values);
        const auto whole = variables::ValuePresenter::nodeOf(
            {.name = "box",
             .place = {.type = box, .storage = variables::Storage::inMemory(0x1000)}},
            VariableRole::Local);
        const variables::VariableLimits limits{.depth = 1,
                                               .items = static_cast<std::uint32_t>(most)};
        std::string text;
        for (const auto& each : variables::writtenOut(presenter, whole, limits))
            text += (text.empty() ? "" : " | ") + textOf(each);
        return text;
    }

    /// The part of the box with this number.
    std::string part(const std::string& types, std::uint64_t which)
    {
        auto set = std::make_shared<natvis::VisualizerSet>();
        set->add(natvis::readNatvis("test", "<AutoVisualizer>" + types + "</AutoVisualizer>"));
        naming.summaries = set;
        const variables::Values values(*frame, naming);
        variables::ValuePresenter presenter(values);
        const auto parts = presenter.children(
            variables::ValuePresenter::nodeOf(
                {.name = "box",
                 .place = {.type = box, .storage = variables::Storage::inMemory(0x1000)}},
                VariableRole::Local),
            which, 1);
        return parts.empty() ? std::string()
                             : textOf(variables::writtenOut(presenter, parts.front(), {}).front());
    }

    static std::string textOf(const Variable& variable)
    {
        auto text = variable.name + "=";
        if (variable.state != ValueState::Known)
            return text + std::string(valueStateName(variable.state)) + ": " + variable.text;
        if (variable.kind == ValueKind::Pointer)
            return text + (variable.pointer == std::uint64_t{0} ? "null" : "pointer");
        return text + (variable.number.empty() ? variable.text : variable.number);
    }

    FakeValueInfo* info = nullptr; ///< Owned by the frame's module.
    FakeMemory memory;
    variables::ExpressionBudget budget;
    std::unique_ptr<variables::ValueFrame> frame;
    variables::Naming naming;
    object::EntryRef number;
    object::EntryRef character;
    object::EntryRef node;
    object::EntryRef box;
};

} // namespace faultline::test
