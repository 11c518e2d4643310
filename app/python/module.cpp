// SPDX-License-Identifier: GPL-3.0-or-later
// faultline._native: what the Python files beside this one are made of.
#include "app/python/items.h"
#include "app/python/process_questions.h"
#include "app/python/python_objects.h"
#include "app/python/session.h"
#include "core/base/byte_view.h"
#include "core/base/contained.h"
#include "core/base/text.h"
#include "core/base/thread_start.h"
#include "core/engine/inspection.h"
#include "core/query/evaluator.h"
#include "core/redact/redact.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <future>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace py = pybind11;

namespace faultline::python {

namespace {

using Path = std::optional<std::filesystem::path>;

// --- sessions

/// Runs `work` on a thread of its own, so that Ctrl+C ends it: only Python's main thread hears of
/// signals, and only with the GIL. Errors: also those of startThread().
template <class Work>
auto interruptible(Work work) -> std::invoke_result_t<Work&, const std::stop_token&>
{
    using Outcome = std::invoke_result_t<Work&, const std::stop_token&>;
    constexpr std::chrono::milliseconds kBetweenLooks(50);
    std::promise<Outcome> promise;
    auto outcome = promise.get_future();
    auto thread = startThread([&](const std::stop_token& stop) {
        promise.set_value(contained([&] { return work(stop); }));
    });
    if (!thread)
        return std::unexpected(thread.error());
    bool isInterrupted = false;
    while (withoutGil([&] { return outcome.wait_for(kBetweenLooks); }) !=
           std::future_status::ready) {
        if (isInterrupted || PyErr_CheckSignals() == 0)
            continue;
        isInterrupted = true;
        thread->requestStop();
    }
    withoutGil([&] { thread->join(); });
    if (isInterrupted)
        throw py::error_already_set();
    return outcome.get();
}

redact::Profile profileCalled(std::string_view name)
{
    using enum redact::Profile;
    constexpr std::array kProfiles{Full, Team, ShareOutside};
    const auto* found = std::ranges::find(kProfiles, name, redact::profileName);
    if (found == kProfiles.end())
        throw py::value_error(R"(a profile is "full", "team" or "share_outside")");
    return *found;
}

Held<Session> startSession(const SessionOptions& options)
{
    return Held<Session>(valueOrRaise(withoutGil([&] { return Session::start(options); })));
}

HeldCrash openCrash(const Held<Session>& session,
                    const std::filesystem::path& path,
                    const std::optional<std::string>& part,
                    const std::string& profile)
{
    const auto shown = profileCalled(profile);
    return HeldCrash(valueOrRaise(interruptible(
        [&](const std::stop_token& stop) { return session->open(path, part, shown, stop); })));
}

py::list takeLog(const Held<Session>& session)
{
    py::list lines;
    for (const auto& line : session->takeLog())
        lines.append(
            py::make_tuple(logLevelName(line.level), toPython(line.category), toPython(line.text)));
    return lines;
}

void bindSession(py::module_& module)
{
    py::class_<Held<Session>>(module, "Session")
        .def(py::init([](Path config, std::vector<std::string> symbols,
                         std::vector<std::string> modules, std::optional<std::string> program,
                         bool offline) {
                 return startSession({.config = std::move(config),
                                      .symbols = std::move(symbols),
                                      .modules = std::move(modules),
                                      .program = std::move(program),
                                      .isOffline = offline});
             }),
             py::arg("config"), py::arg("symbols"), py::arg("modules"), py::arg("program"),
             py::arg("offline"))
        .def("open", openCrash, py::arg("path"), py::arg("part"), py::arg("profile"))
        .def("take_log", takeLog);
}

// --- questions

struct Evaluated
{
    query::Item item;
    bool hasMore = false;
};

Result<Evaluated> itemOf(const CrashPtr& crash,
                         const std::string& expression,
                         const query::Page& page,
                         const query::Surroundings& surroundings,
                         const std::stop_token& stop)
{
    FL_TRY(const auto parsed, query::parseExpression(expression));
    query::Evaluation evaluation(crash.get(), page, surroundings, stop);
    FL_TRY(auto item, query::itemOf(evaluation, parsed));
    return Evaluated{.item = std::move(item), .hasMore = evaluation.pagedHasMore().value_or(false)};
}

/// Returns the crash to compare with, or null if the caller named none.
CrashPtr otherOf(const HeldCrash* other)
{
    return other != nullptr ? Asked(*other).pointer() : nullptr;
}

py::tuple askItem(const HeldCrash& crash,
                  const std::string& expression,
                  std::uint64_t first,
                  std::uint64_t most,
                  const HeldCrash* other,
                  const Path& library)
{
    const Asked asked(crash);
    const query::Page page{.first = first, .most = most};
    const auto surroundings = surroundingsOf(asked.pointer(), library, otherOf(other));
    auto found = valueOrRaise(withoutGil(
        [&] { return itemOf(asked.pointer(), expression, page, surroundings, asked.stop()); }));
    return py::make_tuple(wrapped(crash, std::move(found.item)), found.hasMore);
}

py::tuple askLibrary(const Path& library,
                     const std::string& expression,
                     std::uint64_t first,
                     std::uint64_t most)
{
    const query::Page page{.first = first, .most = most};
    const auto surroundings = surroundingsOf({}, library, {});
    auto found =
        valueOrRaise(withoutGil([&] { return itemOf({}, expression, page, surroundings, {}); }));
    return py::make_tuple(wrapped({}, std::move(found.item)), found.hasMore);
}

py::tuple answer(const HeldCrash& crash,
                 const std::string& expression,
                 const query::Page& page,
                 const HeldCrash* other,
                 const Path& library)
{
    const Asked asked(crash);
    const auto surroundings = surroundingsOf(asked.pointer(), library, otherOf(other));
    const auto found = valueOrRaise(withoutGil([&] {
        return query::evaluate(asked.pointer().get(), expression, page, surroundings, asked.stop());
    }));
    return py::make_tuple(toPython(found.json), found.total, found.next, found.isCut);
}

Node rootOf(const HeldCrash& crash)
{
    const Asked asked(crash);
    auto document = valueOrRaise(withoutGil([&] { return asked->document(); }));
    const auto root = document->root();
    return {crash,
            {query::JsonItem{
                .document = std::move(document), .value = root, .role = query::Role::Report}}};
}

// --- memory

py::list knownBytes(const HeldCrash& crash, std::uint64_t address, std::uint64_t size)
{
    const Asked asked(crash);
    const auto runs =
        valueOrRaise(withoutGil([&] { return readMemory(*asked, address, size, asked.stop()); }));
    py::list all;
    for (const auto& run : runs) {
        const auto text = asText(run.bytes);
        all.append(py::make_tuple(run.address, py::bytes(text.data(), text.size())));
    }
    return all;
}

py::tuple search(const HeldCrash& crash,
                 const std::vector<py::bytes>& patterns,
                 std::uint64_t alignment,
                 std::size_t most)
{
    const Asked asked(crash);
    engine::SearchQuestion question{.patterns = {}, .alignment = alignment, .most = most};
    for (const auto& pattern : patterns) {
        const auto bytes = asBytes(std::string_view(pattern));
        question.patterns.emplace_back(bytes.begin(), bytes.end());
    }
    const auto found = valueOrRaise(
        withoutGil([&] { return searchMemory(*asked, std::move(question), asked.stop()); }));
    py::list hits;
    for (const auto& hit : found.hits)
        hits.append(py::make_tuple(hit.address, hit.pattern));
    return py::make_tuple(hits, found.searchedBytes, found.isCut);
}

std::string_view encodingName(engine::FoundString::Encoding encoding)
{
    using enum engine::FoundString::Encoding;
    switch (encoding) {
    case Ascii: return "ascii";
    case Utf8: return "utf-8";
    case Utf16: break;
    }
    return "utf-16";
}

py::list strings(const HeldCrash& crash, std::uint32_t thread, std::uint32_t row)
{
    const Asked asked(crash);
    const auto found = valueOrRaise(withoutGil(
        [&] { return stringsOf(*asked, {.thread = thread, .row = row}, asked.stop()); }));
    py::list all;
    for (const auto& string : found) {
        const bool isRegister = string.place == engine::FoundString::Place::Register;
        all.append(py::make_tuple(
            toPython(string.text), string.address,
            isRegister ? py::object(toPython(string.registerName)) : py::object(py::none()),
            isRegister ? py::object(py::none()) : py::object(py::int_(string.stackOffset)),
            encodingName(string.encoding), string.isCut));
    }
    return all;
}

py::tuple wordForm(const HeldCrash& crash)
{
    const Asked asked(crash);
    const auto form = valueOrRaise(withoutGil([&] { return wordFormOf(*asked, asked.stop()); }));
    return py::make_tuple(form.pointerBytes, form.order == std::endian::little ? "little" : "big");
}

// --- the report

py::str jsonText(const HeldCrash& crash)
{
    const Asked asked(crash);
    const report::JsonOptions options{.candidates = report::IncludeCandidates::Yes,
                                      .extras = report::IncludeExtras::Yes};
    return toPython(withoutGil([&] { return report::renderJson(*asked->report(), options); }));
}

py::str plainText(const HeldCrash& crash)
{
    const Asked asked(crash);
    return toPython(withoutGil([&] { return report::renderText(*asked->report(), {}); }));
}

py::str markdownText(const HeldCrash& crash)
{
    const Asked asked(crash);
    return toPython(withoutGil([&] { return report::renderMarkdown(*asked->report(), {}); }));
}

py::list removed(const HeldCrash& crash)
{
    const Asked asked(crash);
    py::list all;
    for (const auto& each : asked->removed())
        all.append(
            py::make_tuple(redact::removedKindName(each.kind), toPython(each.where), each.count));
    return all;
}

void bindReport(py::class_<HeldCrash>& crash)
{
    crash
        .def_property_readonly("name",
                               [](const HeldCrash& held) { return toPython(Asked(held)->name()); })
        .def_property_readonly(
            "profile",
            [](const HeldCrash& held) { return redact::profileName(Asked(held)->profile()); })
        .def_property_readonly("removed", removed)
        .def_property_readonly("closed",
                               [](const HeldCrash& held) { return held->crash() == nullptr; })
        .def("close", [](const HeldCrash& held) { withoutGil([&] { held->close(); }); })
        .def("root", rootOf)
        .def("json", jsonText)
        .def("text", plainText)
        .def("markdown", markdownText);
}

void bindCrash(py::module_& module)
{
    py::class_<HeldCrash> crash(module, "Crash");
    bindReport(crash);
    crash
        .def("item", askItem, py::arg("expression"), py::arg("first"), py::arg("most"),
             py::arg("other"), py::arg("library"))
        .def(
            "answer",
            [](const HeldCrash& held, const std::string& expression, std::uint64_t first,
               std::uint64_t most, std::uint64_t maxBytes, std::optional<std::uint32_t> depth,
               std::uint32_t valueDepth, const HeldCrash* other, const Path& library) {
                const query::Page page{.first = first,
                                       .most = most,
                                       .maxBytes = maxBytes,
                                       .depth = depth,
                                       .valueDepth = valueDepth};
                return answer(held, expression, page, other, library);
            },
            py::arg("expression"), py::arg("first"), py::arg("most"), py::arg("max_bytes"),
            py::arg("depth"), py::arg("value_depth"), py::arg("other"), py::arg("library"))
        .def("memory", knownBytes, py::arg("address"), py::arg("size"))
        .def("search", search, py::arg("patterns"), py::arg("alignment"), py::arg("most"))
        .def("strings", strings, py::arg("thread"), py::arg("row"))
        .def("word_form", wordForm);
}

} // namespace

} // namespace faultline::python

PYBIND11_MODULE(_native, module)
{
    using namespace faultline;
    python::bindItems(module);
    python::bindSession(module);
    python::bindCrash(module);
    module.def("open_library", python::askLibrary, py::arg("path"), py::arg("expression"),
               py::arg("first"), py::arg("most"));
    module.def(
        "escaped", [](const std::string& text) { return python::toPython(escapeControls(text)); },
        py::arg("text"));
    module.attr("version") = FL_VERSION;
}
