#include "app/faultline/symbol_sorter.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace faultline::app {

namespace {

/// zstd levels for -z given that often, as symsorter has them.
constexpr std::array kLevels{0, 3, 10, 19, 22};

SortOptions optionsFrom(const SymbolsSortArguments& arguments)
{
    const auto strength = static_cast<std::size_t>(std::max(arguments.compress, 0));
    return {.output = arguments.output,
            .compression = kLevels[std::min(strength, kLevels.size() - 1)],
            .bundle = arguments.bundle ? SymbolSorter::bundleId(*arguments.bundle) : std::string(),
            .withSources = arguments.withSources};
}

} // namespace

ExitCode symbolsSort(const SymbolsSortArguments& arguments)
{
    SymbolSorter sorter(optionsFrom(arguments));
    auto outcome = ExitCode::Ok;
    for (const auto& input : arguments.inputs) {
        if (const auto added = sorter.add(input); !added) {
            std::fprintf(stderr, "faultline: %s: %s\n", input.c_str(),
                         added.error().detail.c_str());
            outcome = ExitCode::Unreadable;
        }
    }
    std::size_t written = 0;
    for (const auto& object : sorter.objects()) {
        const auto origin = escapeControls(object.origin);
        if (object.path.empty()) {
            std::fprintf(stderr, "faultline: %s: %s\n", origin.c_str(),
                         escapeControls(object.note).c_str());
            continue;
        }
        std::printf("%s -> %s\n", origin.c_str(), object.path.c_str());
        ++written;
    }
    if (const auto finished = sorter.finish(); !finished) {
        std::fprintf(stderr, "faultline: %s\n", finished.error().detail.c_str());
        return ExitCode::Failed;
    }
    std::printf("%zu of %zu debug files sorted\n", written, sorter.objects().size());
    return outcome == ExitCode::Ok && written == 0 ? ExitCode::Failed : outcome;
}

} // namespace faultline::app
