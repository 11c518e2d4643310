// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/large_event.h"

#include <cstdint>
#include <fmt/format.h>

namespace faultline::ui::test::large {

namespace {

constexpr int kFunctions = 500; // Of each module.
constexpr std::uint64_t kFunctionBytes = 0x100;
constexpr std::uint64_t kFirstFunction = 0x1000;
constexpr std::uint64_t kFirstModule = 0x10000000;
constexpr std::uint64_t kModuleBytes = 0x100000;

std::string nameOf(int module)
{
    return fmt::format("lib{:03}.so", module);
}

std::string breakpadId(int module)
{
    return fmt::format("C0BCC3F19827FE65{:016X}0", module);
}

std::string images()
{
    std::string text;
    for (int i = 0; i < kModules; ++i)
        text += fmt::format(R"({}{{"type":"elf","debug_id":"c0bcc3f1-9827-fe65-0000-{:012x}",)"
                            R"("code_file":"/opt/app/{}","debug_file":"{}",)"
                            R"("image_addr":"{:#x}","image_size":{}}})",
                            i ? "," : "", i, nameOf(i), nameOf(i),
                            kFirstModule + std::uint64_t(i) * kModuleBytes, kModuleBytes);
    return text;
}

std::string frames(int count, int seed)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        const auto module = std::uint64_t((i + seed) % kModules);
        const auto function = std::uint64_t((i / kModules * 7 + i + seed * 13) % kFunctions);
        text += fmt::format(R"({}{{"instruction_addr":"{:#x}"}})", i ? "," : "",
                            kFirstModule + module * kModuleBytes + kFirstFunction +
                                function * kFunctionBytes + 0x10);
    }
    return text;
}

} // namespace

std::string event(int threads, int framesEach)
{
    std::string text = R"({"platform":"native","event_id":"9f1d2c3b4a5968778695a4b3c2d1e0f0",)"
                       R"("contexts":{"os":{"name":"Linux"},"device":{"arch":"x86_64"}},)"
                       R"("exception":{"values":[{"type":"SIGSEGV","thread_id":1}]},)"
                       R"("threads":{"values":[)";
    for (int i = 0; i < threads; ++i)
        text += fmt::format(
            R"({}{{"id":{},"name":"worker {}","crashed":{},"stacktrace":{{"frames":[{}]}}}})",
            i ? "," : "", i + 1, i, i == 0, frames(framesEach, i));
    return text + R"(]},"debug_meta":{"images":[)" + images() + "]}}";
}

std::string symbolTarget(int module)
{
    return fmt::format("/{0}/{1}/{0}.sym", nameOf(module), breakpadId(module));
}

std::string symbols(int module)
{
    std::string text = fmt::format("MODULE Linux x86_64 {} {}\nFILE 0 /src/part{:03}.cpp\n",
                                   breakpadId(module), nameOf(module), module);
    for (int i = 0; i < kFunctions; ++i)
        text += fmt::format("FUNC {0:x} {1:x} 0 app::part{2}::Widget::step{3}(int, char const*)\n"
                            "{0:x} {1:x} {3} 0\n",
                            kFirstFunction + std::uint64_t(i) * kFunctionBytes, kFunctionBytes,
                            module, i);
    return text;
}

} // namespace faultline::ui::test::large
