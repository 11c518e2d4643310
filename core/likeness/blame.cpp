// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/blame.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <unordered_set>
#include <utility>

namespace faultline::likeness {

namespace {

double scoreOf(const BlamedFrame& frame, const BlameWeights& weights)
{
    double score = frame.position * frame.rarity;
    score *= frame.isEnder ? weights.ender : 1;
    score *= frame.isGuess ? weights.guess : 1;
    return score;
}

} // namespace

std::vector<BlamedFrame>
blame(std::span<const RecordedFrame> frames, const Rarity& rarity, const BlameWeights& weights)
{
    std::vector<BlamedFrame> blamed;
    std::unordered_set<std::string> seen;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < std::min(frames.size(), kMaxFrames); ++i) {
        if (frames[i].function.empty() || !seen.insert(frameKey(frames[i])).second)
            continue;
        BlamedFrame frame{.row = i, .isOwn = frames[i].isOwn, .isGuess = frames[i].isGuess};
        frame.isEnder = isEnder(frames, i);
        frame.position = std::pow(static_cast<double>(depth + 1), -weights.positionDecay);
        frame.rarity = std::pow(rarity(namesOf(frames[i]).movable), weights.rarityPower);
        frame.score = scoreOf(frame, weights);
        blamed.push_back(frame);
        depth += frame.isOwn && !frame.isEnder ? 1 : 0;
    }
    std::ranges::stable_sort(blamed, std::less(), [](const BlamedFrame& frame) {
        return std::pair(!frame.isOwn, -frame.score);
    });
    return blamed;
}

} // namespace faultline::likeness
