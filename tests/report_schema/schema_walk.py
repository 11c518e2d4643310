# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks the report schema, alone and together with a document."""
import copy


def pointer_of(name, key):
    return f"{name}.{key}"


def objects_of(schema):
    """The schema's objects by name: all are in $defs, none is nested in another."""
    return {name: definition for name, definition in schema["$defs"].items() if definition.get("type") == "object"}


def without_our_keys(schema):
    """The schema of an answer to Symbolicator's protocol: nothing of ours."""
    changed = copy.deepcopy(schema)
    for definition in objects_of(changed).values():
        definition["properties"].pop("faultline", None)
        definition["required"] = [key for key in definition.get("required", []) if key != "faultline"]
    return changed


class Walk:
    """Finds for each object of a document the definition that it follows. The document must be valid."""

    def __init__(self, validator):
        self._validator = validator
        self._definitions = validator.schema["$defs"]

    def objects(self, document):
        """Yields (name of the definition, path, object), outermost first."""
        yield from self._visit(self._validator.schema, document, ())

    def _visit(self, node, value, path):
        if "$ref" in node:
            name = node["$ref"].removeprefix("#/$defs/")
            if isinstance(value, dict) and "properties" in self._definitions[name]:
                yield name, path, value
            yield from self._visit(self._definitions[name], value, path)
        if "if" in node and "properties" not in node:
            fits = self._validator.evolve(schema=node["if"]).is_valid(value)
            yield from self._visit(node["then" if fits else "else"], value, path)
        for branch in node.get("oneOf", []):
            if (value is None) == (branch.get("type") == "null"):
                yield from self._visit(branch, value, path)
        if isinstance(value, dict):
            for key, member in value.items():
                yield from self._visit(node.get("properties", {}).get(key, {}), member, (*path, key))
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from self._visit(node.get("items", {}), item, (*path, index))


def changed_at(document, path, change):
    """A copy of the document in which `change` was applied to the object at the path."""
    changed = copy.deepcopy(document)
    value = changed
    for step in path:
        value = value[step]
    change(value)
    return changed
