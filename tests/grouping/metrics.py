# SPDX-License-Identifier: GPL-3.0-or-later
"""How well groups agree with bugs. Groups and bugs are lists with a name for each crash."""
import collections
import math


def _f1(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _pairs(counts):
    return sum(count * (count - 1) // 2 for count in counts.values())


def pairwise(groups, bugs):
    """Precision, recall and F1 of "these two are one bug"."""
    right = _pairs(collections.Counter(zip(groups, bugs)))
    said, true = _pairs(collections.Counter(groups)), _pairs(collections.Counter(bugs))
    precision, recall = right / said if said else 1.0, right / true
    return precision, recall, _f1(precision, recall)


def b_cubed(groups, bugs):
    """Precision, recall and F1 averaged over crashes (Bagga and Baldwin)."""
    both, sizes, true = collections.Counter(zip(groups, bugs)), collections.Counter(groups), collections.Counter(bugs)
    precision = sum(count * count / sizes[group] for (group, _), count in both.items()) / len(bugs)
    recall = sum(count * count / true[bug] for (_, bug), count in both.items()) / len(bugs)
    return precision, recall, _f1(precision, recall)


def _entropy(counts, total):
    return -sum(count / total * math.log(count / total) for count in counts.values())


def v_measure(groups, bugs):
    """The harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg)."""
    total = len(bugs)
    both = _entropy(collections.Counter(zip(groups, bugs)), total)
    of_groups, of_bugs = _entropy(collections.Counter(groups), total), _entropy(collections.Counter(bugs), total)
    homogeneity = 1 - (both - of_groups) / of_bugs if of_bugs else 1.0
    completeness = 1 - (both - of_bugs) / of_groups if of_groups else 1.0
    return _f1(homogeneity, completeness)


def auc(scores, known):
    """How often a known crash has a higher score than a new one; ties count half."""
    ranked = sorted(zip(scores, known))
    below = wins = new = 0.0
    at = 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        hits = sum(1 for _, is_known in ranked[at:end] if is_known)
        misses = end - at - hits
        wins += hits * (below + misses / 2)
        below += misses
        new += misses
        at = end
    count = len(ranked) - new
    return wins / (count * new) if count and new else float("nan")


def recall_at(precision, likeness, bugs):
    """The greatest recall of "at least so alike is one bug" at that pairwise precision. likeness[i][j] for j < i."""
    true = _pairs(collections.Counter(bugs))
    steps = collections.defaultdict(lambda: [0, 0])
    for i, row in enumerate(likeness):
        for j, value in enumerate(row):
            step = steps[round(value, 4)]
            step[0] += bugs[i] == bugs[j]
            step[1] += 1
    best = right = said = 0
    for value in sorted(steps, reverse=True):
        right, said = right + steps[value][0], said + steps[value][1]
        if value > 0 and right / said >= precision:
            best = right
    return best / true


def best_pairs(likeness, bugs):
    """Precision, recall, F1 and threshold at the threshold with the best F1 of pairs, without any grouping."""
    true = _pairs(collections.Counter(bugs))
    steps = collections.defaultdict(lambda: [0, 0])
    for i, row in enumerate(likeness):
        for j, value in enumerate(row):
            step = steps[round(value, 4)]
            step[0] += bugs[i] == bugs[j]
            step[1] += 1
    best = (0.0, 0.0, 0.0, 1.0)
    right = said = 0
    for value in sorted(steps, reverse=True):
        right, said = right + steps[value][0], said + steps[value][1]
        if value > 0:
            precision, recall = right / said, right / true
            best = max(best, (precision, recall, _f1(precision, recall), value), key=lambda entry: entry[2])
    return best
