// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/formats/debug/proguard/mapping_cache_writer.h"
#include "core/formats/debug/sourcemap/map_cache_writer.h"
#include "tests/growth/program.h"

namespace faultline::growth {

namespace {

/// `item(i)` with commas between them.
template <class Item>
std::string list(std::size_t count, const Item& item)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : ",") + item(i);
    return text;
}

Made mapCache(std::string map, std::string script)
{
    const auto made = std::make_shared<const std::pair<std::string, std::string>>(
        std::move(map), std::move(script));
    return {made->first.size() + made->second.size(), [made] {
                auto out = TempFile::createInMemory();
                const bool isWritten =
                    sourcemap::writeMapCache(
                        {.script = asBytes(made->second), .map = asBytes(made->first)}, *out)
                        .has_value();
                return isWritten ? out->sizeBytes() : 0;
            }};
}

std::string map(const std::string& sources, const std::string& names, const std::string& mappings)
{
    return concat(R"({"version":3,"sources":[)", sources, R"(],"names":[)", names,
                  R"(],"mappings":")", mappings, R"("})");
}

std::string quoted(const std::string& text)
{
    return '"' + text + '"';
}

std::string numbered(std::size_t i)
{
    return quoted("n" + digits(i));
}

std::string repeated(std::string_view text, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

Made mappingCache(std::string text)
{
    const auto made = std::make_shared<const std::string>(std::move(text));
    return {made->size(), [made] {
                auto out = TempFile::createInMemory();
                const bool isWritten =
                    proguard::writeMappingCache(*made, *out, ParseLimits(), {}).has_value();
                return isWritten ? out->sizeBytes() : 0;
            }};
}

template <class Line>
std::string lines(std::string head, std::size_t count, const Line& line)
{
    for (std::size_t i = 0; i < count; ++i)
        head += line(i);
    return head;
}

} // namespace

std::vector<Case> scriptCases()
{
    std::vector<Case> cases{
        {"source map", "segments of a line", 256,
         [](std::size_t n) {
             return mapCache(map(numbered(0), numbered(0), "AAAAA" + repeated(",EAAEA", n)), "");
         }},
        {"source map", "lines", 256,
         [](std::size_t n) {
             return mapCache(map(numbered(0), numbered(0), repeated("AACAA;", n)), "");
         }},
        {"source map", "sources", 256,
         [](std::size_t n) {
             return mapCache(map(list(n, numbered), "", "AAAA" + repeated(",CCAA", n - 1)), "");
         }},
        {"source map", "names", 256,
         [](std::size_t n) {
             return mapCache(
                 map(numbered(0), list(n, numbered), "AAAAA" + repeated(",CAAAC", n - 1)), "");
         }},
        {"source map", "sources in one long root", 256,
         [](std::size_t n) {
             return mapCache(concat(R"({"version":3,"sourceRoot":")", std::string(8 * n, 'r'),
                                    R"(","sources":[)", list(n, numbered),
                                    R"(],"names":[],"mappings":")", "AAAA",
                                    repeated(",CCAA", n - 1), R"("})"),
                             "");
         }},
        {"source map", "texts of sources", 256,
         [](std::size_t n) {
             return mapCache(concat(R"({"version":3,"sources":[)", list(n, numbered),
                                    R"(],"sourcesContent":[)", list(n, numbered),
                                    R"(],"names":[],"mappings":"AAAA"})"),
                             "");
         }},
        {"source map", "sections", 64,
         [](std::size_t n) {
             return mapCache(concat(R"({"version":3,"sections":[)",
                                    list(n,
                                         [](std::size_t i) {
                                             return concat(R"({"offset":{"line":)", i,
                                                           R"(,"column":0},"map":)",
                                                           map(numbered(i), "", "AAAA"), "}");
                                         }),
                                    "]}"),
                             "");
         }},
        {"source map", "functions of the script", 64,
         [](std::size_t n) {
             return mapCache(map(numbered(0), "", "AAAA"), lines({}, n, [](std::size_t i) {
                                 return concat("function f", i, "(){return ", i, "}\n");
                             }));
         }},
        {"source map", "functions in each other", 64,
         [](std::size_t n) {
             return mapCache(map(numbered(0), "", "AAAA"),
                             repeated("function f(){", n) + repeated("}", n));
         }},
        {"mapping", "classes", 256,
         [](std::size_t n) {
             return mappingCache(lines({}, n, [](std::size_t i) {
                 return concat("a.C", digits(i), " -> c", digits(i),
                               ":\n    1:9:void m():1:9 -> r\n");
             }));
         }},
        {"mapping", "methods", 256,
         [](std::size_t n) {
             return mappingCache(lines("a.C -> c:\n", n, [](std::size_t i) {
                 return concat("    1:9:void m", digits(i), "():1:9 -> r\n");
             }));
         }},
        {"mapping", "ranges of a method", 256,
         [](std::size_t n) {
             return mappingCache(lines("a.C -> c:\n", n, [](std::size_t i) {
                 return concat("    ", i + 1, ":", i + 1, ":void m():", i + 1, " -> r\n");
             }));
         }},
        {"mapping", "inlined calls", 256,
         [](std::size_t n) {
             return mappingCache(lines("a.C -> c:\n", n, [](std::size_t i) {
                 return concat("    5:5:void m", digits(i), "():1 -> r\n");
             }));
         }},
        {"mapping", "fields", 256,
         [](std::size_t n) {
             return mappingCache(lines("a.C -> c:\n    void m() -> r\n", n, [](std::size_t i) {
                 return concat("    int f", digits(i), " -> g", digits(i), "\n");
             }));
         }},
        {"mapping", "records", 256,
         [](std::size_t n) {
             return mappingCache(lines("a.C -> c:\n    5:5:void m():1:1 -> r\n", n, [](std::size_t) {
                 return std::string(
                     R"x(    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/X;)"],)x"
                     R"x("actions":["removeInnerFrames(1)"]})x"
                     "\n");
             }));
         }},
    };
    if (!hasProgram())
        return cases;
    const std::vector<Case> events{
        {"event", "script frames in as many files", 64,
         [](std::size_t n) {
             return asReport({{"stack.txt", lines("Error: x\n", n, [](std::size_t i) {
                                   return concat("    at f (https://a.example/", digits(i),
                                                 ".js:1:", i + 1, ")\n");
                               })}});
         },
         1 << 16},
        {"event", "script frames in one file", 64,
         [](std::size_t n) {
             return asReport({{"stack.txt", lines("Error: x\n", n, [](std::size_t i) {
                                   return concat("    at f (https://a.example/a.js:1:", i + 1,
                                                 ")\n");
                               })}});
         },
         1 << 16},
        {"event", "jvm frames", 64,
         [](std::size_t n) {
             return asReport({{"trace.txt", lines("java.lang.Error: x\n", n, [](std::size_t i) {
                                   return concat("\tat a.C", digits(i), ".m(C.java:", i + 1, ")\n");
                               })}});
         },
         1 << 16},
        {"event", "jvm causes", 64,
         [](std::size_t n) {
             return asReport(
                 {{"trace.txt",
                   lines("java.lang.Error: x\n\tat a.C.m(C.java:1)\n", n, [](std::size_t i) {
                       return concat("Caused by: a.E", digits(i), ": x\n\tat a.C.m(C.java:1)\n");
                   })}});
         },
         1 << 15},
        {"event", "jvm frames with a mapping of as many classes", 64,
         [](std::size_t n) {
             return asReport(
                 {{"trace.txt", lines("java.lang.Error: x\n", n,
                                      [](std::size_t i) {
                                          return concat("\tat c", digits(i), ".r(SourceFile:5)\n");
                                      })},
                  {"mapping.txt", lines({}, n,
                                        [](std::size_t i) {
                                            return concat("a.C", digits(i), " -> c", digits(i),
                                                          ":\n    1:9:void m():1:9 -> r\n");
                                        })}},
                 {"--module", "mapping.txt=@@/mapping.txt"});
         },
         1 << 15},
    };
    cases.insert(cases.end(), events.begin(), events.end());
    return cases;
}

} // namespace faultline::growth
