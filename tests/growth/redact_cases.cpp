// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/redact.h"
#include "tests/growth/growth_case.h"

#include <utility>

namespace faultline::growth {

namespace {

/// A report with these texts as diagnostics, redacted for all.
Made redacted(std::vector<std::string> texts)
{
    Event event;
    event.makeNative().memory = std::make_shared<const MemoryImage>();
    std::uint64_t size = 0;
    for (auto& text : texts) {
        size += text.size();
        event.diagnostics.push_back({Diagnostic::Severity::Note, "", std::move(text)});
    }
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(std::move(event));
    return {size, [report = ReportPtr(report)] {
                std::uint64_t bytes = 0;
                const auto shown = redact::redact(report, redact::Profile::ShareOutside).report;
                for (const auto& diagnostic : shown->event->diagnostics)
                    bytes += diagnostic.text.size();
                return bytes;
            }};
}

/// One text that repeats a piece, with a number after each.
Made repeated(std::string_view piece, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += std::string(piece) + digits(i);
    return redacted({text});
}

Made withHomeFolders(std::size_t count)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i)
        texts.push_back("/home/n" + digits(i) + "/a was opened by n" + digits(count - i));
    return redacted(std::move(texts));
}

} // namespace

std::vector<Case> redactCases()
{
    return {
        {"redaction", "home folders in messages", 256, withHomeFolders},
        {"redaction", "words of one text", 1024, [](auto n) { return repeated(" w", n); }},
        {"redaction", "URLs of one text", 256, [](auto n) { return repeated(" x://a/b?c#", n); }},
        {"redaction", "beginnings of URLs", 256, [](auto n) { return repeated("a:///b://", n); }},
        {"redaction", "beginnings of tokens", 256, [](auto n) { return repeated("eyJ-AKIA/", n); }},
        {"redaction", "beginnings of mail", 256, [](auto n) { return repeated("a.b@c@", n); }},
        {"redaction", "beginnings of addresses", 256, [](auto n) { return repeated(":1.2.", n); }},
        {"redaction", "separators", 256,
         [](auto n) { return repeated("\\\\a/home/\\Users\\", n); }},
    };
}

} // namespace faultline::growth
