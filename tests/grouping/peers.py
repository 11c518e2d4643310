# SPDX-License-Identifier: GPL-3.0-or-later
"""Other ways to group crashes, for comparison. A crash is a dict with "signature" and "frames": lists of module, function, is own, is inlined."""
import collections
import math


def _name(frame):
    return frame[1] or f"[{frame[0]}]"


def signature(crash):
    return crash["signature"]


def top(count):
    return lambda crash: tuple(_name(frame) for frame in crash["frames"][:count])


def first_own(crash):
    return next((_name(frame) for frame in crash["frames"] if frame[2]), signature(crash))


KEYS = {"equal signature": signature, "equal top frame": top(1), "equal top 3": top(3), "first own function": first_own}


class TfIdf:
    """Stacks as bags of functions, weighed by how rare these are; likeness is the cosine."""

    def __init__(self, crashes):
        bags = [collections.Counter(_name(frame) for frame in crash["frames"]) for crash in crashes]
        having = collections.Counter(name for bag in bags for name in bag)
        self._vectors = [self._unit({name: count * math.log(len(bags) / having[name]) for name, count in bag.items()}) for bag in bags]

    @staticmethod
    def _unit(vector):
        length = math.sqrt(sum(value * value for value in vector.values()))
        return {name: value / length for name, value in vector.items()} if length else {}

    def likeness(self):
        """likeness()[i][j] for j < i."""
        rows, postings = [], collections.defaultdict(list)
        for i, vector in enumerate(self._vectors):
            row = [0.0] * i
            for name, value in vector.items():
                for j, other in postings[name]:
                    row[j] += value * other
                postings[name].append((i, value))
            rows.append(row)
        return rows


def tf_idf_arrivals(crashes):
    """The greatest cosine to what came before, with the rarity that was known then."""
    having, postings, lengths, scores = collections.Counter(), collections.defaultdict(list), [], []
    bags = []
    for crash in crashes:
        bag = collections.Counter(_name(frame) for frame in crash["frames"])
        total = len(bags) + 1
        rarity = {name: math.log((total + 1) / (having[name] + 1)) for name in set(having) | set(bag)}
        length = math.sqrt(sum((count * rarity[name]) ** 2 for name, count in bag.items()))
        best = 0.0
        for other in bags:
            dot = sum(count * other[name] * rarity[name] ** 2 for name, count in bag.items() if name in other)
            if dot:
                best = max(best, dot / (length * math.sqrt(sum((count * rarity[name]) ** 2 for name, count in other.items()))))
        scores.append(best)
        bags.append(bag)
        having.update(bag.keys())
    return scores


def key_arrivals(key, crashes):
    """1 for a key that was seen before."""
    seen, scores = set(), []
    for crash in crashes:
        scores.append(float(key(crash) in seen))
        seen.add(key(crash))
    return scores


def components(likeness, threshold):
    """Groups of crashes that a chain of pairs at least so alike connects."""
    parent = list(range(len(likeness)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, row in enumerate(likeness):
        for j, value in enumerate(row):
            if value >= threshold:
                parent[root(i)] = root(j)
    return [root(i) for i in range(len(likeness))]


def average_linkage(likeness, thresholds):
    """For each threshold, the groups that are at least so alike on average, by merging the likest two again and again."""
    count = len(likeness)
    value = {i: {} for i in range(count)}
    for i, row in enumerate(likeness):
        for j, entry in enumerate(row):
            if entry > 0:
                value[i][j] = value[j][i] = entry
    size, member = dict.fromkeys(range(count), 1), list(range(count))
    nearest = {i: max(value[i].items(), key=lambda entry: entry[1], default=(i, 0.0)) for i in range(count)}
    found = {}
    for threshold in sorted(thresholds, reverse=True):
        while True:
            a = max(nearest, key=lambda i: nearest[i][1])
            b, best = nearest[a]
            if best < threshold:
                break
            merged = {}
            for k in value[a].keys() | value[b].keys():
                if k not in (a, b):
                    merged[k] = (value[a].get(k, 0.0) * size[a] + value[b].get(k, 0.0) * size[b]) / (size[a] + size[b])
            for k in value.pop(b):
                if k != a:
                    value[k].pop(b, None)
            del nearest[b]
            size[a] += size.pop(b)
            member = [a if group == b else group for group in member]
            value[a] = merged
            for k, entry in merged.items():
                value[k][a] = entry
            for k in [a, *merged]:
                if k == a or nearest[k][0] in (a, b):
                    nearest[k] = max(value[k].items(), key=lambda entry: entry[1], default=(k, 0.0))
                elif merged[k] > nearest[k][1]:
                    nearest[k] = (a, merged[k])
        found[threshold] = list(member)
    return found
