// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/measure.h"
#include "tests/growth/program.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <span>
#include <string_view>

/// Doubles every dimension of every reader's input, and fails where work grows faster than the
/// input. See README.md.
namespace faultline::growth {

namespace {

struct Options
{
    std::string_view only;       ///< Rows whose name contains it.
    double seconds = 0.2;        ///< A row is large enough when reading takes this long …
    std::uint64_t megabytes = 4; ///< … or when its file has this size.
    double limit = 1.3;          ///< The steepest growth: work ~ input ^ limit.
    bool memoryOnly = false;     ///< Judges memory and output only: the same on every machine.
    bool showsAll = false;       ///< Prints every doubling.
    bool isList = false;
};

std::vector<Case> allCases()
{
    std::vector<Case> all;
    for (const auto& some : {dwarfCases(), symbolCases(), pdbCases(), textCases(), unwindCases(),
                             crashCases(), scriptCases(), reportCases(), redactCases()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

struct Point
{
    std::uint64_t fileBytes = 0;
    Cost cost;
};

/// The exponent between the point and the one with a quarter of its size.
double slope(double before, double after, const Point& small, const Point& large)
{
    const auto growth = static_cast<double>(large.fileBytes) / static_cast<double>(small.fileBytes);
    return std::log(std::max(after, 1e-9) / std::max(before, 1e-9)) / std::log(growth);
}

/// Amounts below this are fixed costs and rounding.
constexpr double kLeastSeconds = 2e-3;
constexpr double kLeastBytes = 1 << 20;

class Row
{
public:
    Row(const Case& row, const Options& options) : m_case(row), m_options(options) {}

    bool run()
    {
        auto count = m_case.first;
        grow(count);
        while (!isLargeEnough() && count * 2 <= m_case.most)
            grow(count *= 2);
        while (m_points.size() < kPoints)
            grow(count *= 2);
        // Files that outgrow a cache of the processor cost more for one doubling, and so may
        // anything on a busy machine.
        for (int i = 0; i < kFurtherDoublings && steepest() > m_options.limit; ++i)
            grow(count *= 2);
        return print();
    }

private:
    static constexpr std::size_t kPoints = 3;
    static constexpr int kFurtherDoublings = 2;

    struct Slopes
    {
        double time = 0;
        double allocated = 0;
        double peak = 0;
        double output = 0;
    };

    /// Over the last two doublings.
    Slopes slopes() const
    {
        const auto& small = m_points[m_points.size() - kPoints];
        const auto& large = m_points.back();
        const auto bytes = [&](std::uint64_t Cost::* what) {
            const auto floor = [](std::uint64_t value) {
                return std::max(static_cast<double>(value), kLeastBytes);
            };
            return slope(floor(small.cost.*what), floor(large.cost.*what), small, large);
        };
        const auto time = slope(std::max(small.cost.seconds, kLeastSeconds),
                                std::max(large.cost.seconds, kLeastSeconds), small, large);
        return {.time = m_options.memoryOnly ? 0 : time,
                .allocated = bytes(&Cost::allocatedBytes),
                .peak = bytes(&Cost::peakBytes),
                .output = bytes(&Cost::outputBytes)};
    }

    double steepest() const
    {
        const auto all = slopes();
        return std::max({all.time, all.allocated, all.peak, all.output});
    }

    void grow(std::size_t count)
    {
        const auto made = m_case.make(count);
        m_points.push_back({made.fileBytes, measure(made, m_options.memoryOnly ? 1 : 3)});
        m_count = count;
        if (m_options.showsAll)
            std::printf(
                "    %8zu %10.3f MB %9.2f ms %9.2f MB allocated %9.2f MB peak %9.2f MB out\n",
                count, static_cast<double>(made.fileBytes) / 1e6,
                m_points.back().cost.seconds * 1e3,
                static_cast<double>(m_points.back().cost.allocatedBytes) / 1e6,
                static_cast<double>(m_points.back().cost.peakBytes) / 1e6,
                static_cast<double>(m_points.back().cost.outputBytes) / 1e6);
    }

    bool isLargeEnough() const
    {
        const auto& last = m_points.back();
        return last.cost.seconds >= m_options.seconds ||
               last.fileBytes >= m_options.megabytes << 20 ||
               last.cost.allocatedBytes > std::uint64_t{1} << 30;
    }

    bool print() const
    {
        const auto& large = m_points.back();
        const auto all = slopes();
        const bool isGood = steepest() <= m_options.limit;
        std::printf("%s %-14s %-50s %8zu %6.2f MB %8.1f ms %5.2f %8.1f MB %5.2f %8.1f MB %5.2f "
                    "%7.1f MB %5.2f\n",
                    isGood ? "   " : "BAD", m_case.reader.c_str(), m_case.dimension.c_str(),
                    m_count, static_cast<double>(large.fileBytes) / 1e6, large.cost.seconds * 1e3,
                    all.time, static_cast<double>(large.cost.allocatedBytes) / 1e6, all.allocated,
                    static_cast<double>(large.cost.peakBytes) / 1e6, all.peak,
                    static_cast<double>(large.cost.outputBytes) / 1e6, all.output);
        std::fflush(stdout);
        return isGood;
    }

    const Case& m_case;
    const Options& m_options;
    std::vector<Point> m_points;
    std::size_t m_count = 0;
};

bool readNumber(const char* text, double& number)
{
    const std::string_view view(text);
    return std::from_chars(view.data(), view.data() + view.size(), number).ec == std::errc();
}

bool readOptions(std::span<char*> arguments, Options& options)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view name(arguments[i]);
        const char* value = i + 1 < arguments.size() ? arguments[i + 1] : "";
        double megabytes = 0;
        if (name == "--memory")
            options.memoryOnly = true;
        else if (name == "--all")
            options.showsAll = true;
        else if (name == "--list")
            options.isList = true;
        else if (name == "--only")
            options.only = arguments[++i];
        else if (name == "--faultline")
            setProgram(arguments[++i]);
        else if (name == "--seconds" && readNumber(value, options.seconds))
            ++i;
        else if (name == "--limit" && readNumber(value, options.limit))
            ++i;
        else if (name == "--megabytes" && readNumber(value, megabytes)) {
            options.megabytes = static_cast<std::uint64_t>(megabytes);
            ++i;
        } else
            return false;
    }
    return true;
}

int run(std::span<char*> arguments)
{
    Options options;
    if (!readOptions(arguments, options)) {
        std::fputs(
            "growth_of_readers [--faultline PROGRAM] [--all] [--list] [--memory] [--only TEXT] "
            "[--seconds S] [--megabytes N] [--limit SLOPE]\n",
            stderr);
        return 2;
    }
    std::size_t bad = 0;
    std::size_t rows = 0;
    for (const auto& row : allCases()) {
        if ((row.reader + ": " + row.dimension).find(options.only) == std::string::npos)
            continue;
        ++rows;
        if (options.isList)
            std::printf("%s: %s\n", row.reader.c_str(), row.dimension.c_str());
        else
            bad += Row(row, options).run() ? 0 : 1;
    }
    if (!options.isList)
        std::printf("%zu rows, %zu of them grow faster than their input\n", rows, bad);
    return bad == 0 && rows > 0 ? 0 : 1;
}

} // namespace

std::string digits(std::size_t i)
{
    auto text = std::to_string(i);
    return std::string(8 - std::min<std::size_t>(text.size(), 8), '0') + text;
}

} // namespace faultline::growth

int main(int count, char** arguments)
{
    return faultline::growth::run(std::span(arguments, static_cast<std::size_t>(count)).subspan(1));
}
