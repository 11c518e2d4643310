// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/redact/canaries.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>

namespace faultline::test {

using redact::FieldClass;
using redact::Profile;

std::string CanaryPlanter::canary(std::string_view word)
{
    return concat(word, ++m_count);
}

std::string CanaryPlanter::messageText()
{
    const auto name = canary(kNameCanary);
    const std::array<std::string, 8> forms{
        concat(name, "@example.org"),
        concat("https://", name, ".example.org/a/b?c=d"),
        concat("ghp_", name, "abcdefghijABCDEFGHIJ0123456789"),
        concat("Bearer ", name),
        concat("/home/", name, "/src"),
        concat("/Users/", name, "/src"),
        concat("C:\\Users\\", name, "\\src"),
        concat("password=", name),
    };
    return concat(kKept, m_count, " said ", forms[m_count % forms.size()], " and 10.77.0.1");
}

std::string CanaryPlanter::pathText()
{
    const auto name = canary(kNameCanary);
    const std::array<std::string, 3> forms{
        concat("/home/", name, "/src/", kKept, m_count),
        concat("https://", name, ".example.org/a/", kKept, m_count),
        concat("C:\\Users\\", name, "\\src\\", kKept, m_count),
    };
    return forms[m_count % forms.size()];
}

std::string CanaryPlanter::textOf(FieldClass kind)
{
    switch (kind) {
    case FieldClass::Message: return messageText();
    case FieldClass::Path: return pathText();
    case FieldClass::Place: {
        const auto secret = canary(kProcessCanary);
        const auto host = canary(kNameCanary);
        return concat("https://user:", secret, "@", host, ".example.org/a/", kKept, m_count);
    }
    case FieldClass::Variables: {
        const auto value = canary(kProcessCanary);
        return concat(R"({")", kKept, m_count, R"(":5,"text":")", value, R"(","deep":{")", value,
                      R"(":1}})");
    }
    default: return canary(kProcessCanary);
    }
}

void CanaryPlanter::plantKeyed(Annotation& annotation)
{
    annotation.origin = Annotation::Origin::CrashpadSimple;
    annotation.key = concat("chosen by the program ", kKept, m_count);
    annotation.value = canary(kProcessCanary);
}

void CanaryPlanter::plantKeyed(Event& event)
{
    event.details = {
        {"build", concat(kKept, ++m_count)},
        {"message", messageText()},
        {"executable", pathText()},
        {"server name", canary(kNameCanary)},
        {"user", canary(kNameCanary)},
        {"crashpad client id", canary(kNameCanary)},
        {"command line", canary(kProcessCanary)},
        {concat("tag ", kKept, m_count), canary(kProcessCanary)},
    };
}

void RedactionCheck::checkText(FieldClass kind,
                               const std::string& a,
                               const std::string& b,
                               std::string_view name)
{
    const bool isOutside = m_profile == Profile::ShareOutside;
    if (kind == FieldClass::Process)
        return expect(b.empty(), "is still there", name);
    if (!isOutside && (kind == FieldClass::Message || kind == FieldClass::Path))
        return expect(a == b, "changed", name);
    expect(b.find(kProcessCanary) == std::string::npos, "has text of the process", name);
    expect(isOutside == (b.find(kNameCanary) == std::string::npos) || kind == FieldClass::Variables,
           isOutside ? "has a name" : "lost a name", name);
    expect(numberedWords(a, kKept) == numberedWords(b, kKept), "lost more than names", name);
}

std::vector<std::string> numberedWords(std::string_view text, std::string_view word)
{
    std::vector<std::string> found;
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto end = text.find_first_not_of("0123456789", at + word.size());
        found.emplace_back(text.substr(at, end - at));
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace faultline::test
