// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace faultline::likeness {

/// One observation: a likeness, and whether both reports turned out to have one cause.
struct Observation
{
    double likeness = 0;
    bool isSame = false;
};

/// How probable "the same" is at a likeness: the monotone function that fits observations best
/// (isotonic regression by pooling adjacent violators). Immutable once made.
class Calibration
{
public:
    /// Fewer observations, or fewer of one kind, tell nothing.
    static constexpr std::size_t kLeastObservations = 40;
    static constexpr std::size_t kLeastOfEachKind = 10;

    Calibration() = default;
    explicit Calibration(std::vector<Observation> observations);

    /// Absent while there are too few observations. Never 0 or 1: finitely many observations prove
    /// nothing.
    std::optional<double> probability(double likeness) const;

private:
    struct Step
    {
        double from = 0; ///< The least likeness of the step.
        double probability = 0;
    };

    std::vector<Step> m_steps; ///< Ascending.
};

} // namespace faultline::likeness
