// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/calibration.h"

#include <algorithm>
#include <cstddef>

namespace faultline::likeness {

namespace {

/// Neighbouring observations that share one probability.
struct Pool
{
    double from = 0;
    double same = 0;
    double count = 0;

    double mean() const { return same / count; }
};

std::vector<Pool> pooled(const std::vector<Observation>& sorted)
{
    std::vector<Pool> pools;
    for (const auto& observation : sorted) {
        pools.push_back({observation.likeness, observation.isSame ? 1.0 : 0.0, 1.0});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
            auto& before = pools[pools.size() - 2];
            before.same += pools.back().same;
            before.count += pools.back().count;
            pools.pop_back();
        }
    }
    return pools;
}

} // namespace

Calibration::Calibration(std::vector<Observation> observations)
{
    const auto same =
        static_cast<std::size_t>(std::ranges::count(observations, true, &Observation::isSame));
    if (observations.size() < kLeastObservations || same < kLeastOfEachKind ||
        observations.size() - same < kLeastOfEachKind)
        return;
    std::ranges::stable_sort(observations, {}, &Observation::likeness);
    for (const auto& pool : pooled(observations)) // Laplace's rule of succession.
        m_steps.push_back({pool.from, (pool.same + 1) / (pool.count + 2)});
    for (std::size_t i = 1; i < m_steps.size(); ++i)
        m_steps[i].probability = std::max(m_steps[i].probability, m_steps[i - 1].probability);
}

std::optional<double> Calibration::probability(double likeness) const
{
    if (m_steps.empty())
        return std::nullopt;
    const auto after = std::ranges::upper_bound(m_steps, likeness, {}, &Step::from);
    return after == m_steps.begin() ? m_steps.front().probability : std::prev(after)->probability;
}

} // namespace faultline::likeness
