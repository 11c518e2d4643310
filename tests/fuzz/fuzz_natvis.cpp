// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/visualizer_set.h"
#include "tests/core/variables/summary_scene.h"

// Input: an expression, a byte 0, and a file of Natvis. The file's types sum up a container.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto end = std::min(text.find('\0'), text.size());
    const std::string expression(text.substr(0, end));
    // The types and the memory never change.
    static test::SummaryScene scene;
    scene.budget = variables::ExpressionBudget();
    static_cast<void>(scene.shown(std::string(text.substr(std::min(end + 1, size)))));
    object::FunctionInfo function;
    const variables::RowFrame row{scene.frame.get(), &function};
    static_cast<void>(variables::inspected(row, expression, {}, {}));
    return 0;
}
