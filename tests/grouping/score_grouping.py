#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how right the grouping and the blame are, on planted bugs, beside other ways to group (docs/grouping.md)."""
import argparse
import json
import subprocess
from pathlib import Path

import crash_set
import metrics
import peers

THRESHOLDS = [step / 40 for step in range(8, 37)]
PRECISION = 0.95


def import_set(faultline, folder, crashes):
    """Symbolicates the crashes into a library; an interrupted import goes on."""
    library = folder / "reports.fldb"
    files = [str(folder / crash["file"]) for crash in crashes]
    for at in range(0, len(files), 200):
        subprocess.run([faultline, "library", "import", "--offline", "--library", library, *files[at:at + 200]], check=True, stdout=subprocess.DEVNULL)
    return library


def measured(measure, library, folder, crashes):
    """What the program says of the crashes, in the order of arrival, with their bugs."""
    numbers = {bug: number for number, bug in enumerate(sorted({crash["bug"] for crash in crashes}))}
    order = folder / "order.txt"
    order.write_text("".join(f"{folder / crash['file']} {numbers[crash['bug']]}\n" for crash in crashes))
    done = subprocess.run([measure, library, order], check=True, capture_output=True, text=True)
    truth = {str(folder / crash["file"]): crash for crash in crashes}
    return [{**said, **truth[said["file"]]} for said in ({**row, "file": str(row["file"])} for row in map(json.loads, done.stdout.splitlines()))]


def _known(bugs):
    seen, known = set(), []
    for bug in bugs:
        known.append(bug in seen)
        seen.add(bug)
    return known


def _row(name, groups, bugs, arrivals, recall=None):
    pairs, cubed = metrics.pairwise(groups, bugs), metrics.b_cubed(groups, bugs)
    cells = [*pairs, *cubed, metrics.v_measure(groups, bugs), metrics.auc(arrivals, _known(bugs))]
    print(f"| {name} | " + " | ".join(f"{cell:.3f}" for cell in cells) + f" | {'' if recall is None else f'{recall:.3f}'} |")
    return pairs[2], cubed[2]


def _best(likeness, bugs):
    """The grouping with the best pairwise F1 that tf-idf can give: averages or chains, at each threshold."""
    choices = list(peers.average_linkage(likeness, THRESHOLDS).values()) + [peers.components(likeness, threshold) for threshold in THRESHOLDS]
    return max(choices, key=lambda groups: metrics.pairwise(groups, bugs)[2])


def score(rows):
    """Prints the table of grouping; ratios are to the best of the others."""
    bugs = [row["bug"] for row in rows]
    print("| | pairs: precision | recall | F1 | B³: precision | recall | F1 | V | AUC | recall at precision .95 |\n|---|---|---|---|---|---|---|---|---|---|")
    others = []
    for name, key in peers.KEYS.items():
        others.append(_row(name, [key(row) for row in rows], bugs, peers.key_arrivals(key, rows)))
    cosine = peers.TfIdf(rows).likeness()
    recall = metrics.recall_at(PRECISION, cosine, bugs)
    others.append(_row("tf-idf, best threshold", _best(cosine, bugs), bugs, peers.tf_idf_arrivals(rows), recall))
    own_recall = metrics.recall_at(PRECISION, [row["alike"] for row in rows], bugs)
    ours = _row("**Faultline**", [row["group"] for row in rows], bugs, [row["arrival"] for row in rows], own_recall)
    pairs = max(metrics.best_pairs(cosine, bugs)[2], *(other[0] for other in others))
    print(f"\nF1 {ours[0] / pairs:.2f} × and B³ F1 {ours[1] / max(other[1] for other in others):.2f} × the best of the others ({pairs:.3f}), "
          f"recall at .95 {own_recall / recall if recall else float('inf'):.2f} × that of tf-idf.\n")


def _is_guilty(frame, guilty):
    name = frame[1].split("[abi:")[0]
    return name == guilty or name.endswith("::" + guilty)


def score_blame(rows):
    """How often the guilty function is the first, or among the first three, of those stacks that hold it."""
    orders = {"the stack's order": lambda row: range(len(row["frames"])),
              "own frames first": lambda row: sorted(range(len(row["frames"])), key=lambda i: not row["frames"][i][2]),
              "**Faultline**": lambda row: row["blamed"]}
    holding = [row for row in rows if any(_is_guilty(frame, row["guilty"]) for frame in row["frames"])]
    print(f"{len(holding)} of {len(rows)} stacks hold the guilty function.\n\n| | first | among three |\n|---|---|---|")
    for name, order in orders.items():
        hits = [[_is_guilty(row["frames"][i], row["guilty"]) for i in list(order(row))[:3]] for row in holding]
        print(f"| {name} | {sum(hit[0] for hit in hits if hit) / len(hits):.3f} | {sum(map(any, hits)) / len(hits):.3f} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faultline", type=Path, required=True)
    parser.add_argument("--measure", type=Path, required=True, help="the program measure_grouping")
    parser.add_argument("--set", type=Path, default=Path("build/grouping"), help="folder of the set; crashes.jsonl in it is used as it is (default: build/grouping)")
    parser.add_argument("--seed", type=int, default=1, help="of a new set")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    folder = arguments.set.resolve()
    crash_set.make(folder, arguments.jobs, arguments.seed)
    crashes = [json.loads(line) for line in (folder / "crashes.jsonl").read_text().splitlines()]
    library = import_set(arguments.faultline, folder, crashes)
    bugs = sorted({crash["bug"] for crash in crashes}, key=lambda bug: (bug.rsplit("-", 1)[0], int(bug.rsplit("-", 1)[1]) if bug[-1].isdigit() else 0))
    tuned = {bug for bug in bugs if bug[-1].isdigit() and int(bug.rsplit("-", 1)[1]) % 2 == 0}
    for title, chosen in (("all bugs", set(bugs)), ("bugs with even numbers (tuned on)", tuned), ("bugs with odd numbers (kept apart)", set(bugs) - tuned)):
        rows = measured(arguments.measure, library, folder, [crash for crash in crashes if crash["bug"] in chosen])
        print(f"## {title}: {len(rows)} crashes of {len(chosen)} bugs\n")
        score(rows)
        score_blame(rows)


if __name__ == "__main__":
    main()
