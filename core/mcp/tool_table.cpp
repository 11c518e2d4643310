// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/tool_table.h"

#include "core/base/result.h"

#include <algorithm>

namespace faultline::mcp {

namespace {

/// A text of a query. It cannot end before its closing quote.
std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

// --- the queries

std::string framesPath(const Parameters& parameters)
{
    const auto thread = parameters.number("thread");
    return thread ? concat("threads[", *thread, "].frames") : std::string("frames");
}

/// Without a row it is the one that tells most, such as the caller of a failed assertion.
std::string framePath(const Parameters& parameters)
{
    if (const auto row = parameters.number("frame"))
        return concat(framesPath(parameters), "[", *row, "]");
    const auto thread = parameters.number("thread");
    return thread ? concat("threads[", *thread, "].key") : std::string("key");
}

/// Does the client want what the short forms leave out?
bool wantsAll(const Parameters& parameters)
{
    return parameters.flag("full");
}

std::string summaryQuery(const Parameters& parameters)
{
    if (!wantsAll(parameters))
        return "summary";
    return "report{cause, why{module, code, text}, signature, key_frame{thread, row}, "
           "crash_reason, assertion, system_info{os_name, os_version, cpu_arch}, kind, complete, "
           "crashed_function, analysis{instruction, memory_accesses, possible_bit_flips, "
           "crash_inconsistencies, guard_page_hit, exploitability}}";
}

std::string threadsQuery(const Parameters& parameters)
{
    if (parameters.has("group"))
        return concat("groups(", inQuotes(parameters.text("group")), ")");
    return "threads{index, thread_id, thread_name, state, function}";
}

std::string framesQuery(const Parameters& parameters)
{
    return framesPath(parameters) + "{index, function, filename, lineno, trust, module_name}";
}

std::string frameQuery(const Parameters& parameters)
{
    const auto inlines = "inlines{index, function, filename, lineno}";
    return concat(framePath(parameters),
                  "{index, thread, function, symbol, source, trust, package, instruction_addr, "
                  "registers, ",
                  inlines, wantsAll(parameters) ? ", faultline}" : "}");
}

std::string modulesQuery(const Parameters& parameters)
{
    const bool isMissing = parameters.flag("missing");
    const auto chosen =
        isMissing ? "modules[debug_status != \"found\"][debug_status != \"unused\"]" : "modules";
    if (!wantsAll(parameters))
        return concat(chosen, isMissing ? "{index, name, debug_id, debug_status}"
                                        : "{index, name, debug_status}");
    return concat(chosen, "{index, code_file, debug_id, debug_status, unwind_status, ",
                  isMissing ? "candidates}" : "image_addr, image_size}");
}

std::string triedQuery(const Parameters& parameters)
{
    return concat("modules[", parameters.numberOr("module", 0), "]");
}

std::string valuesQuery(const Parameters& parameters)
{
    const auto expression = parameters.text("expression");
    if (expression.empty())
        return framePath(parameters) + ".locals";
    return concat("value(", inQuotes(expression), ", ", framePath(parameters), ")");
}

std::string memoryQuery(const Parameters& parameters)
{
    return concat("memory(", inQuotes(parameters.text("place")), ", ",
                  parameters.numberOr("bytes", 128), ", ", framePath(parameters), ")");
}

std::string addressQuery(const Parameters& parameters)
{
    return concat("address(", inQuotes(parameters.text("place")), ", ", framePath(parameters), ")",
                  wantsAll(parameters) ? ""
                                       : "{value, kind, meaning, thread, stack_offset, text, "
                                         "module, module_offset, symbol, before, after}");
}

std::string codeQuery(const Parameters& parameters)
{
    return concat("disassembly(", inQuotes(parameters.text("place")), ", ", framePath(parameters),
                  ", ", parameters.numberOr("around", 8), ")",
                  wantsAll(parameters) ? ""
                                       : "{address, text, meaning, current, differs_from_file, "
                                         "function, lineno}");
}

std::string waitsQuery(const Parameters& parameters)
{
    return concat("waits{state, findings, objects",
                  wantsAll(parameters) ? "}" : "{kind, name, address, owner, owner_id}}");
}

std::string findQuery(const Parameters& parameters)
{
    return concat("find(", inQuotes(parameters.text("text")), ")");
}

std::string symbolsQuery(const Parameters& parameters)
{
    return concat("symbol(", inQuotes(parameters.text("pattern")), ")");
}

std::string typesQuery(const Parameters& parameters)
{
    return concat("type(", inQuotes(parameters.text("name")), ")",
                  wantsAll(parameters) ? ""
                                       : "{kind, name, target, size, parts{offset, size, "
                                         "bit_offset, bit_count, type, name, value}}");
}

std::string compareQuery(const Parameters& parameters)
{
    return concat("compare(", inQuotes(parameters.text("other")), ")");
}

std::string libraryQuery(const Parameters& parameters)
{
    const bool isGroups = parameters.flag("groups");
    const auto asked =
        concat(isGroups ? "library_groups(" : "library(", inQuotes(parameters.text("query")), ")");
    if (wantsAll(parameters))
        return asked;
    return asked + (isGroups ? "{total, groups{id, signature, count, first_seen, last_seen, "
                               "regressions, versions, systems, status, ticket}}"
                             : "{total, reports{id, group, signature, product, version, os, "
                               "crashed_at, path, status}}");
}

std::string anyQuery(const Parameters& parameters)
{
    return parameters.text("expression");
}

// --- the table

constexpr Parameter kCrash{"crash", ParameterKind::Text, "c1, c2, …; needed if several are open"};
constexpr Parameter kThread{"thread", ParameterKind::Number, "index; default: the crashed one"};
constexpr Parameter kFrame{"frame", ParameterKind::Number, "row; default: the telling one"};
constexpr Parameter kPlace{"place", ParameterKind::Text,
                           "0x…, register+0x20, module+0x4d4, function", true};

constexpr std::array kOpen{
    Parameter{"path", ParameterKind::Text, "crash file", true},
    Parameter{"part", ParameterKind::Text, "which file of a container"},
};
constexpr std::array kOnlyCrash{kCrash};
constexpr std::array kThreads{kCrash,
                              Parameter{"group", ParameterKind::Text, "state, stack or name"}};
constexpr std::array kFrames{kCrash, kThread};
constexpr std::array kOneFrame{kCrash, kThread, kFrame};
constexpr std::array kModules{
    kCrash, Parameter{"missing", ParameterKind::Flag, "only those without debug info"}};
constexpr std::array kTried{kCrash, Parameter{"module", ParameterKind::Number, "index", true}};
constexpr std::array kValues{
    kCrash, Parameter{"expression", ParameterKind::Text, "this->items[2]; none: all variables"},
    kThread, kFrame};
constexpr std::array kMemory{
    kCrash, kPlace, Parameter{"bytes", ParameterKind::Number, "default 128"}, kThread, kFrame};
constexpr std::array kAddress{kCrash, kPlace, kThread, kFrame};
constexpr std::array kCode{
    kCrash, Parameter{"place", ParameterKind::Text, "none: the frame's own code"}, kThread, kFrame,
    Parameter{"around", ParameterKind::Number, "instructions before and after; default 8"}};
constexpr std::array kFind{
    kCrash, Parameter{"text", ParameterKind::Text, "in function, module or file", true}};
constexpr std::array kSymbols{kCrash,
                              Parameter{"pattern", ParameterKind::Text, "*::draw, mem?py", true}};
constexpr std::array kTypes{kCrash, Parameter{"name", ParameterKind::Text, "ns::Type", true}};
constexpr std::array kCompare{kCrash,
                              Parameter{"other", ParameterKind::Text, "another open crash", true}};
constexpr std::array kLibrary{
    Parameter{"query", ParameterKind::Text, "version:>=4.2 status:new", true},
    Parameter{"groups", ParameterKind::Flag, "groups instead of reports"}};
constexpr std::array kAny{
    kCrash,
    Parameter{"expression", ParameterKind::Text,
              "threads[3].frames[0].locals.this, modules[debug_status == \"missing\"]"
              "{code_file}, each(locals.head, \"next\"), global(\"g\"), cast(\"T\", 0x10)",
              true},
    Parameter{"depth", ParameterKind::Number, "levels of lists and objects; default 2 or 3"}};

using enum AnswerShape;

constexpr auto kTools = std::to_array<Tool>({
    {"open", "Open a crash file and summarize it", kOpen, Object, nullptr},
    {"close", "Close a crash", kOnlyCrash, Object, nullptr},
    {"crashes", "List the open crashes", {}, List, nullptr},
    {"summary", "Cause, why, signature, system", kOnlyCrash, Object, summaryQuery, 6},
    {"threads", "List threads and what they do, or group equal ones", kThreads, List, threadsQuery,
     3},
    {"frames", "Stack of a thread", kFrames, List, framesQuery},
    {"frame", "One frame: source, registers, inlined calls", kOneFrame, Object, frameQuery, 5},
    {"modules", "Modules and the state of their debug info", kModules, List, modulesQuery},
    {"tried", "One module with every place where its files were looked for", kTried, Object,
     triedQuery, 6},
    {"values", "Variables of a frame, or the value of an expression", kValues, List, valuesQuery},
    {"memory", "Memory at a place, and where its words lead", kMemory, Object, memoryQuery},
    {"address", "What lies at an address", kAddress, Object, addressQuery},
    {"disassembly", "Instructions around a frame or place", kCode, List, codeQuery},
    {"waits", "Who waits for whom; deadlocks", kOnlyCrash, Object, waitsQuery, 6},
    {"find", "Find frames in all stacks", kFind, List, findQuery},
    {"symbols", "Functions by name pattern", kSymbols, List, symbolsQuery},
    {"types", "Layout of a type", kTypes, Object, typesQuery, 4},
    {"compare", "Compare with another open crash", kCompare, Object, compareQuery, 4},
    {"library", "Search the library of reports", kLibrary, Object, libraryQuery, 6, false},
    {"query", "Evaluate an expression of the query language", kAny, Any, anyQuery},
});

} // namespace

std::span<const Tool> allTools()
{
    return kTools;
}

const Tool* findTool(std::string_view name)
{
    const auto* const found = std::ranges::find(kTools, name, &Tool::name);
    return found == kTools.end() ? nullptr : found;
}

} // namespace faultline::mcp
