# SPDX-License-Identifier: GPL-3.0-or-later
"""True chains of frames, and how a walker's answer differs from them."""
from dataclasses import dataclass, field
from difflib import SequenceMatcher


@dataclass
class Score:
    stacks: int = 0
    perfect: int = 0
    frames: int = 0
    found: int = 0
    invented: int = 0

    def add(self, other):
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Difference:
    score: Score
    missing: list = field(default_factory=list)  # indices into the true chain
    invented: list = field(default_factory=list)  # addresses


def compare(true, walked):
    """Both are lists of exact addresses: pc first, then return addresses."""
    blocks = SequenceMatcher(None, true, walked, autojunk=False).get_matching_blocks()
    found = {i for block in blocks for i in range(block.a, block.a + block.size)}
    right = {i for block in blocks for i in range(block.b, block.b + block.size)}
    difference = Difference(Score(1, int(true == walked), len(true), len(found), len(walked) - len(right)))
    difference.missing = [i for i in range(len(true)) if i not in found]
    difference.invented = [walked[i] for i in range(len(walked)) if i not in right]
    return difference
