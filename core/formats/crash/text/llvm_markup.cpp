// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <map>

namespace faultline::nativetext {

namespace {

// Source of the form: LLVM's documentation "Symbolizer Markup Format". Fuchsia prints it.

constexpr std::size_t kMaxFields = 8;
constexpr std::size_t kMaxElements = 1u << 16;
constexpr std::string_view kOpen = "{{{";
constexpr std::string_view kClose = "}}}";

/// The fields of "{{{tag:field:field}}}".
struct Element
{
    std::array<std::string_view, kMaxFields> fields{};
    std::size_t count = 0;

    std::string_view tag() const { return fields[0]; }
};

/// The first element of a line, if it has one.
std::optional<Element> parseElement(std::string_view line)
{
    auto text = between(line, kOpen, kClose);
    if (!text)
        return std::nullopt;
    Element element;
    while (element.count < kMaxFields) {
        const auto colon = text->find(':');
        element.fields[element.count++] = text->substr(0, colon);
        if (colon == std::string_view::npos)
            break;
        text->remove_prefix(colon + 1);
    }
    return element;
}

struct Mapping
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t base = 0; ///< Where the module's own address 0 is.
    std::string module;
    std::string buildId;
};

class MarkupReader
{
public:
    MarkupReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto element = parseElement(m_at.line().text);
            // The context of another process begins.
            if (element && element->tag() == "reset" && m_trace.frameCount() > 0)
                break;
            lines.next(element && take(*element));
        }
    }

private:
    bool take(const Element& element)
    {
        const auto& fields = element.fields;
        if (element.tag() == "module" && element.count >= 5) {
            if (m_modules.size() < kMaxElements)
                m_modules[std::string(fields[1])] = {std::string(fields[2]),
                                                     std::string(fields[4])};
        } else if (element.tag() == "mmap" && element.count >= 7) {
            takeMapping(element);
        } else if (element.tag() == "bt" && element.count >= 3) {
            addFrame(element);
        } else {
            return element.tag() == "reset" || element.tag() == "dumpfile";
        }
        return true;
    }

    /// "mmap:0x41b5e2f000:0xb000:load:0x0:rx:0x5000".
    void takeMapping(const Element& element)
    {
        const auto begin = parseNumber(element.fields[1]);
        const auto size = parseNumber(element.fields[2]);
        const auto own = parseNumber(element.fields[6]);
        const auto module = m_modules.find(element.fields[4]);
        if (!begin || !size || !own || *begin < *own || *size > UINT64_MAX - *begin ||
            element.fields[3] != "load" || module == m_modules.end() ||
            m_mappings.size() >= kMaxElements)
            return;
        const Mapping mapping{.begin = *begin,
                              .end = *begin + *size,
                              .base = *begin - *own,
                              .module = module->second.first,
                              .buildId = module->second.second};
        if (auto* listed = m_trace.listModule(mapping.module, mapping.buildId)) {
            listed->address = mapping.base;
            listed->sizeBytes = std::max(listed->sizeBytes, mapping.end - mapping.base);
        }
        m_mappings[mapping.begin] = mapping;
    }

    /// "bt:1:0x41b5e31cd1:ra": a return address; "pc" is where the thread was.
    void addFrame(const Element& element)
    {
        const auto number = parseNumber(element.fields[1]);
        const auto address = parseNumber(element.fields[2]);
        if (!number || !address)
            return;
        if (!m_trace.hasStack() || (*number == 0 && m_trace.lastNumber().value_or(0) > 0))
            m_trace.beginStack(m_trace.hasStack() ? StackRole::Thread : StackRole::Error);
        FrameText frame{.number = number};
        frame.address = address;
        const auto after = m_mappings.upper_bound(*address);
        if (after != m_mappings.begin()) {
            const auto& mapping = std::prev(after)->second;
            if (*address < mapping.end) {
                frame.module = mapping.module;
                frame.buildId = mapping.buildId;
                frame.moduleOffset = *address - mapping.base;
            }
        }
        const auto before = m_trace.framesOfStack();
        m_trace.add(frame, m_at.line());
        if (m_trace.framesOfStack() > before && element.count > kTypeField)
            setReturn(m_trace.stack().givenFrames->back(), element.fields[kTypeField] == "ra");
    }

    /// The text says of each frame what its address is, also of the first.
    static void setReturn(Frame& frame, bool isReturn)
    {
        auto carried = frame.carried ? *frame.carried : CarriedFields();
        carried.adjust = isReturn;
        frame.carried = share(std::move(carried));
    }

    static constexpr std::size_t kTypeField = 3;

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::map<std::string, std::pair<std::string, std::string>, std::less<>>
        m_modules;                               ///< By number: name and build id.
    std::map<std::uint64_t, Mapping> m_mappings; ///< By begin.
};

bool beginsMarkup(const LineCursor& at)
{
    const auto element = parseElement(at.line().text);
    return element && (element->tag() == "reset" || element->tag() == "module" ||
                       (element->tag() == "bt" && element->count >= 3));
}

void readMarkup(LineCursor& at, TraceBuilder& trace)
{
    MarkupReader(at, trace).read();
}

} // namespace

const TraceForm kMarkupForm{
    .name = "stack in LLVM's symbolizer markup", .begins = beginsMarkup, .read = readMarkup};

} // namespace faultline::nativetext
