#!/usr/bin/env python3
"""Reads every #include "…" of core/, ui/ and app/ and fails on an arrow that the architecture does not have.

The table is docs/architecture.md's picture: a folder may include itself and what stands in its set. Also held here: no Qt below core/, and
third-party libraries only where an adapter for them lives.
"""
import pathlib
import re
import sys

CORE = {
    "base": set(),
    "json": {"base"},
    "formats": {"base", "json"},
    "symcache": {"base", "formats"},
    "unwind": {"base", "formats"},
    "sources": {"base"},
    "net": {"base", "json", "sources"},
    "cache": {"base"},
    "analysis": {"base", "formats"},
    "symbolicate": {"base", "formats", "symcache", "unwind", "analysis", "sources", "net", "cache"},
    "report": {"base", "json", "formats", "symcache", "unwind", "analysis", "symbolicate"},
    "library": {"base", "formats", "unwind", "symbolicate"},
}
CORE["engine"] = set(CORE) | {"report"}
CORE["config"] = {"base", "json", "sources", "cache", "symbolicate", "engine"}
CORE["server"] = set(CORE)

UI = {
    "models": set(),
    "settings": {"ui/models"},
    "style": {"ui/models", "ui/settings"},
    "bridge": {"ui/models", "ui/settings", "core/engine"},
    "views": {"ui/models", "ui/settings", "ui/style", "ui/bridge"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]')


def allowed(source, target):
    parts = source.split("/")
    if parts[0] == "core":
        other = target.split("/")
        return other[0] == "core" and (other[1] == parts[1] or other[1] in CORE.get(parts[1], set()))
    if parts[0] == "ui":
        allowed_prefixes = UI.get(parts[1], set()) | {f"ui/{parts[1]}"}
        return any(target.startswith(p + "/") for p in allowed_prefixes)
    return parts[0] == "app" and target.split("/")[0] in ("app", "core", "ui")


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = []
    checked = 0
    for top in ("core", "ui", "app"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            source = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                checked += 1
                bracket, target = match.groups()
                if bracket == '"' and not target.startswith(("core/", "ui/", "app/")):
                    wrong.append(f"{source}:{number}: {target} is not spelt by its full path")
                elif bracket == '"' and not allowed(source, target):
                    wrong.append(f"{source}:{number}: may not include {target}")
                elif bracket == "<" and top == "core" and re.match(r"Q[A-Z]|Qt[A-Z]|Qsci", target):
                    wrong.append(f"{source}:{number}: core knows no Qt ({target})")
                elif bracket == "<" and path.suffix == ".h" and re.match(r"nlohmann/|llvm/", target):
                    wrong.append(f"{source}:{number}: {target} in a header that others include")
    print("\n".join(wrong) if wrong else f"{checked} includes follow the layers")
    sys.exit(1 if wrong or checked == 0 else 0)


if __name__ == "__main__":
    main()
