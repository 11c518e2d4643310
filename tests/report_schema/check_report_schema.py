#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds docs/report.schema.json against what the program writes, and against the names in the code.

usage: check_report_schema.py ROOT PROGRAM SEED_WRITER

Every report and golden file must fit the schema, every property must occur in one of them, and changed documents must not fit. Exits with 77 where
Debian's python3-jsonschema is missing and FAULTLINE_REQUIRE_TOOLS is not set.
"""
import itertools
import json
import os
import pathlib
import re
import sys
import tempfile

import report_inputs
import schema_walk

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(1 if os.environ.get("FAULTLINE_REQUIRE_TOOLS") else 77)

# Properties that no input shows, and why.
NOT_SEEN = {
    "cause.threads",  # No sample hangs.
}

# Golden files in other forms than ours.
OTHER_GOLDEN = {"cli/lookup.json", "cli/stackwalk.json", "cli/symbols_info.json", "report/stackwalk.json"}

# Where the code has the words of an enumeration: file and the text before them. Words that are never written, and words from elsewhere.
WORDS = {
    "arch": ("core/base/arch.cpp", "constexpr std::array kNames{", set(), set()),
    "event_kind": ("core/model/event.cpp", "string_view eventKindName(", set(), set()),
    "frame_status": ("core/model/frame.cpp", "string_view frameStatusName(", set(), set()),
    "frame_trust": ("core/model/frame.cpp", "kTrusts{", {"none"}, set()),
    "unwind_method": ("core/model/unwind_method.cpp", "string_view unwindMethodName(", {"unknown"}, set()),
    "stack_end": ("core/model/stack_end.cpp", "string_view stackEndName(", {"unknown"}, set()),
    "language": ("core/base/language.cpp", "kNames{", set(), set()),
    "file_status": ("core/model/module_report.cpp", "string_view objectFileStatusName(", set(), set()),
    "object_type": ("core/model/module.cpp", "kObjectTypes{", set(), set()),
    "source_server": ("core/report/module_json.cpp", "string_view sourceServerName(", set(), set()),
    "download_status": ("core/model/candidate.cpp", "string_view downloadStatusName(", set(), set()),
    "use_status": ("core/model/candidate.cpp", "string_view useStatusName(", set(), set()),
    "answer_layer": ("core/model/candidate.cpp", "string_view answerLayerName(", set(), set()),
    "file_type": ("core/sources/names.cpp", "kFileTypes{", set(), {"source", "script", "source_map"}),
    "candidate_origin": ("core/model/candidate.cpp", "string_view candidateOriginName(", set(), set()),
    "failure_kind": ("core/base/error.cpp", "string_view errorKindName(", set(), set()),
    "identity_verdict": ("core/model/candidate.cpp", "string_view identityVerdictName(", set(), set()),
    "identity_evidence": ("core/model/candidate.cpp", "string_view identityEvidenceName(", set(), set()),
    "skip_reason": ("core/base/skip_reason.cpp", "string_view skipReasonName(", set(), set()),
    "outcome_kind": ("core/model/candidate.cpp", "string_view outcomeKindName(", set(), set()),
    "exploitability": ("core/model/crash_analysis.cpp", "string_view exploitabilityName(", set(), set()),
    "inconsistency": ("core/model/crash_analysis.cpp", "string_view crashInconsistencyName(", set(), set()),
    "access_type": ("core/model/crash_analysis.cpp", "string_view memoryAccessKindName(", set(), set()),
    "annotation_origin": ("core/report/event_json.cpp", "string_view originName(", set(), set()),
    "stream_status": ("core/report/event_json.cpp", "string_view streamStatusName(", set(), set()),
    "cause_code": ("core/insight/cause.cpp", "string_view causeCodeName(", set(), set()),
    "cause_access": ("core/insight/cause.cpp", "string_view causeAccessName(", {"unknown"}, set()),
    "why_code": ("core/insight/why.cpp", "string_view whyCodeName(", set(), set()),
    "stack_role": ("core/model/stack_role.cpp", "string_view stackRoleName(", {"thread"}, set()),
    "module_identity": ("core/model/module_report.cpp", "string_view moduleIdentityName(", {"none"}, set()),
    "sample_unit": ("core/model/call_tree.cpp", "string_view sampleUnitName(", set(), set()),
    "detail_state": ("core/model/detail_state.cpp", "string_view detailStateName(", set(), set()),
    "variable_role": ("core/model/variable.cpp", "string_view variableRoleName(", set(), set()),
    "value_state": ("core/model/variable.cpp", "string_view valueStateName(", set(), set()),
    "value_kind": ("core/model/variable.cpp", "string_view valueKindName(", set(), set()),
    "wait_state": ("core/model/wait_graph.cpp", "string_view waitStateName(", set(), set()),
    "wait_object_kind": ("core/model/wait_graph.cpp", "string_view waitObjectKindName(", set(), set()),
    "owner_state": ("core/model/wait_graph.cpp", "string_view ownerStateName(", set(), set()),
    "wait_finding_kind": ("core/model/wait_graph.cpp", "string_view waitFindingKindName(", set(), set()),
    "remedy": ("core/insight/why.cpp", "string_view remedyName(", set(), set()),
    "resolved_with": ("core/model/script_frame.cpp", "kWayNames{", set(), set()),
    "name_trust": ("core/report/kind_json.cpp", "string_view nameTrustName(", {"none"}, set()),
    "script_problem_type": ("core/model/script_result.cpp", "string_view scriptProblemName(", {"unknown"}, set()),
    "scraping_status": ("core/model/script_result.cpp", "string_view scrapingStatusName(", set(), set()),
    "scraping_failure": ("core/model/script_result.cpp", "string_view scrapingFailureName(", set(), set()),
    "jvm_file_type": ("core/report/jvm_names.cpp", "string_view fileTypeName(", set(), set()),
    "jvm_file_error": ("core/report/jvm_names.cpp", "string_view fileErrorName(", set(), set()),
    "hidden_reason": ("core/report/jvm_names.cpp", "string_view hiddenReasonName(", set(), set()),
}


def words_in_code(root, name):
    file, start, never, elsewhere = WORDS[name]
    _, found, rest = (root / file).read_text(encoding="utf-8").partition(start)
    if not found:
        raise SystemExit(f"{file} has no '{start}'")
    body = re.split(r"^};?$|\};$", rest, maxsplit=1, flags=re.M)[0]
    if name == "arch":  # The first name of each is the one that is written.
        entries = re.findall(r"Arch::(\w+), \"([^\"]+)\"", body)
        return {text for _, text in {arch: word for arch, word in reversed(entries)}.items()}
    words = {word for word in re.findall(r'"([^"]*)"', body) if word}
    if name == "access_type":  # Written in lower case.
        words = {word.lower() for word in words}
    return (words - never) | elsewhere


def problems_of_words(root, schema):
    listed = {name for name, definition in schema["$defs"].items() if "enum" in definition}
    yield from (f"$defs/{name}: no words in the code are known for it" for name in sorted(listed ^ set(WORDS)))
    for name in sorted(listed & set(WORDS)):
        expected = words_in_code(root, name)
        found = set(schema["$defs"][name]["enum"])
        if found != expected:
            yield f"$defs/{name}: only in the schema: {sorted(found - expected)}, only in {WORDS[name][0]}: {sorted(expected - found)}"


def problems_of_form(schema):
    """Every object is closed, every definition and property described."""
    for name, definition in schema["$defs"].items():
        if not definition.get("description"):
            yield f"$defs/{name} has no description"
    for name, definition in schema_walk.objects_of(schema).items():
        if definition.get("additionalProperties") is not False:
            yield f"$defs/{name} allows unknown keys"
        for key, node in definition["properties"].items():
            target = schema["$defs"].get(node.get("$ref", "").removeprefix("#/$defs/"), {})
            if not node.get("description") and target.get("type") != "object" and "enum" not in target:
                yield f"$defs/{name}: {key} has no description"
            if node.get("type") == "object" and "properties" in node:
                yield f"$defs/{name}: the object {key} is not in $defs"


def problems_of(validator, label, document):
    """The first few: one mistake in the schema shows in every row."""
    for error in itertools.islice(validator.iter_errors(document), 3):
        yield f"{label}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def golden_reports(root):
    """Yields (path, document) of all golden files in our form."""
    folder = root / "tests" / "golden"
    for file in sorted(folder.rglob("*.json")):
        name = file.relative_to(folder).as_posix()
        if name not in OTHER_GOLDEN:
            yield name, json.loads(file.read_text(encoding="utf-8"))


def problems_of_golden(root, schema, validator):
    plain = jsonschema.Draft202012Validator(schema_walk.without_our_keys(schema))
    for name, document in golden_reports(root):
        yield from problems_of(validator if "faultline" in document else plain, f"tests/golden/{name}", document)


class Seen:
    """What the valid reports show: their keys, and for each definition one document that has it."""

    def __init__(self, validator):
        self._walk = schema_walk.Walk(validator)
        self.keys = set()
        self.places = {}

    def add(self, document):
        for name, path, value in self._walk.objects(document):
            self.keys |= {f"{name}.{key}" for key in value}
            known = self.places.get(name)
            if known is None or len(value) > known[2]:
                self.places[name] = (document, path, len(value))

    def problems(self, schema):
        for name, definition in schema_walk.objects_of(schema).items():
            for key in definition["properties"]:
                place = f"{name}.{key}"
                if (place in self.keys) == (place in NOT_SEEN):
                    yield f"{place} is {'seen, take it from the list' if place in self.keys else 'in no report'}"
        properties = {f"{name}.{key}" for name, definition in schema_walk.objects_of(schema).items() for key in definition["properties"]}
        yield from (f"{place} in the list is no property" for place in sorted(set(NOT_SEEN) - properties))


def changes_of(definition, value):
    """Yields (what, change) for each change after which the object must not fit."""
    yield "an unknown key", lambda changed: changed.update({"unknown key": 1})
    for key in definition.get("required", []):
        yield f"without {key}", lambda changed, key=key: changed.pop(key)
    for key in value:
        yield f"{key} of another kind", lambda changed, key=key: changed.update({key: [{"a": 0.5}]})


def problems_of_changes(validator, seen):
    """A schema that takes everything would pass all other checks."""
    for name, (document, path, _) in sorted(seen.places.items()):
        value = document
        for step in path:
            value = value[step]
        definition = validator.schema["$defs"][name]
        part = validator.evolve(schema={"$ref": f"#/$defs/{name}"})
        for what, change in changes_of(definition, value):
            if part.is_valid(schema_walk.changed_at(value, (), change)):
                yield f"$defs/{name}: a document with {what} fits"
        if validator.is_valid(schema_walk.changed_at(document, path, lambda changed: changed.update({"unknown key": 1}))):
            yield f"$defs/{name}: a whole document with an unknown key fits"


def problems(root, program, seed_writer):
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    yield from problems_of_form(schema)
    yield from problems_of_words(root, schema)
    yield from problems_of_golden(root, schema, validator)
    seen = Seen(validator)
    misfits = 0
    with tempfile.TemporaryDirectory() as folder:
        for label, document in report_inputs.all_answers(root, program, seed_writer, folder):
            if found := list(problems_of(validator, label, document)):
                misfits += 1
                yield from found
            else:
                seen.add(document)
    if misfits == 0:  # Their keys would be missed.
        yield from seen.problems(schema)
    yield from problems_of_changes(validator, seen)
    print(f"{len(seen.keys)} properties seen in {len(seen.places)} kinds of objects")


def main():
    found = list(problems(pathlib.Path(sys.argv[1]), *sys.argv[2:4]))
    print("\n".join(found) or "the schema and the reports agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
