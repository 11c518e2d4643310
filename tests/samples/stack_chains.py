"""Reads the .chain files of the samples and compares stacks with them, whatever tool the stacks come from.

A chain line is "function or other name | file | label or * | kind [~+?]": see tests/golden_samples/expected_chain.h. Names are compared
without parameters here, as tools disagree about spelling those.
"""
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Expected:
    names: list
    file: str
    line: int  # 0: any
    is_inlined: bool
    may_repeat: bool
    is_optional: bool

    @property
    def is_ours(self):
        return self.file != "-"


@dataclass
class Found:
    name: str  # "" where the tool has none
    file: str
    line: int
    is_inlined: bool
    is_ours: bool  # in a module of the sample itself


def bare_name(name):
    """Without parameters, qualifiers behind them and a compiler's suffix."""
    name = re.sub(r" ?\[clone [^]]*\]|\.(cold|part|isra|constprop)(\.\d+)?", "", name)
    name = name.replace("operator()", "operator{}")
    depth = 0
    for at, letter in enumerate(name):
        depth += (letter == "<") - (letter == ">")
        if letter == "(" and depth == 0 and at > 0 and not name.startswith("(anonymous", at):
            name = name[:at]
            break
    return name.replace("operator{}", "operator()").strip()


def line_of_label(source, label):
    text = label[1:-1] if len(label) > 2 and label[0] == label[-1] == '"' else None
    hits = [number for number, line in enumerate(source.read_text().splitlines(), 1)
            if (line.strip() == text if text else line.endswith(f"// @{label}"))]
    if len(hits) != 1:
        raise ValueError(f"label {label} stands {len(hits)} times in {source}")
    return hits[0]


def read_chain(path, replaced=None):
    """`replaced`: other files for the chains that it ends with, by name."""
    chain = []
    for line in path.read_text().splitlines():
        if line.startswith("& "):
            name = line[2:]
            chain += read_chain((replaced or {}).get(name, path.parent / f"{name}.chain"), replaced)
        elif line and not line.startswith("#"):
            names, file, label, kind = (field.strip() for field in line.split("|"))
            number = 0 if label == "*" else line_of_label(path.parent / file, label)
            chain.append(Expected([bare_name(n.strip()) for n in names.split(" or ")], Path(file).name, number,
                                  kind.startswith("inline"), "+" in kind, "?" in kind))
    return chain


def has_name(expected, found):
    if not found.name:
        return "?" in expected.names
    return "*" in expected.names or bare_name(found.name) in expected.names


def accepts(expected, found):
    """Whether it can be this frame, be its place right or not."""
    if not expected.is_ours:
        return not found.is_ours and "?" in expected.names or not found.is_inlined and has_name(expected, found)
    return has_name(expected, found) and expected.is_inlined == found.is_inlined


def is_exact(expected, found):
    return not expected.is_ours or (Path(found.file.replace("\\", "/")).name == expected.file
                                    and expected.line in (0, found.line))


@dataclass
class Score:
    physical: int = 0  # frames of the program that must be there
    physical_found: int = 0
    frames: int = 0  # the same with inlined ones
    exact: int = 0  # of these with function, file and line
    invented: int = 0

    def add(self, other):
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def is_perfect(self):
        return self.physical_found == self.physical and self.exact == self.frames and self.invented == 0


SKIPPED, INVENTED, WRONG_PLACE = 100, 101, 1


def compare(chain, frames):
    """The alignment that costs least: a missing frame and an invented one are as bad, a wrong place is better than either."""
    table = [[None] * (len(frames) + 1) for _ in range(len(chain) + 1)]
    for e in range(len(chain), -1, -1):
        for f in range(len(frames), -1, -1):
            choices = []
            if e == len(chain) and f == len(frames):
                choices.append((0, "end"))
            if f < len(frames):
                choices.append((table[e][f + 1][0] + INVENTED, "invented"))
            if e < len(chain):
                is_free = chain[e].is_optional or not chain[e].is_ours
                choices.append((table[e + 1][f][0] + (0 if is_free else SKIPPED), "skip"))
                if f < len(frames) and accepts(chain[e], frames[f]):
                    cost = 0 if is_exact(chain[e], frames[f]) else WRONG_PLACE
                    choices.append((table[e + 1][f + 1][0] + cost, "match"))
                    if chain[e].may_repeat:
                        choices.append((table[e][f + 1][0] + cost, "repeat"))
            table[e][f] = min(choices, key=lambda choice: choice[0])
    return score_of(table, chain, frames)


def score_of(table, chain, frames):
    score, notes = Score(), []
    e = f = 0
    while table[e][f][1] != "end":
        step = table[e][f][1]
        if step == "invented":
            score.invented += 1
            notes.append(f"invented: {frames[f]}")
            f += 1
            continue
        found = step != "skip"
        right = found and is_exact(chain[e], frames[f])
        # Of a run of equal frames the last counts.
        is_due = step == "match" or not (found or chain[e].is_optional)
        if chain[e].is_ours and is_due:
            score.frames += 1
            score.exact += right
            score.physical += not chain[e].is_inlined
            score.physical_found += found and not chain[e].is_inlined
            if not right:
                notes.append(f"{'wrong place' if found else 'missing'}: {chain[e].names[0]} {chain[e].file}:{chain[e].line}"
                             + (f", found {frames[f]}" if found else ""))
        f += step in ("match", "repeat")
        e += step in ("match", "skip")
    return score, notes
