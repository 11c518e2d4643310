#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes an SPDX document (2.3, JSON) of one program: the Debian packages that are linked, loaded or compiled into it, and the grammars.

usage: make_sbom.py --build FOLDER --source FOLDER --grammars FOLDER --program NAME --version VERSION --out FILE

The parts are not listed by hand: Ninja says what the linker and the compiler took, readelf which shared libraries the program needs, dpkg
whose files they are. Only licences are kept, by source package, in licences.json. A part without a licence there fails, and so does an
embedded part whose notice debian/copyright does not have.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import sys

import parts_of_program

HERE = pathlib.Path(__file__).resolve().parent


def with_licences(parts, licences):
    missing = sorted({part["source"] for part in parts} - set(licences))
    if missing:
        raise SystemExit(f"make_sbom: installer/sbom/licences.json has no licence for {', '.join(missing)}; debian/copyright may need it, too")
    return [{**part, **licences[part["source"]]} for part in parts]


def check_copyright(parts, copyright_text):
    """What is inside our programs is distributed by us, so its notice must be."""
    for part in parts:
        if part["how"] == "STATIC_LINK" and part["notice"] not in copyright_text:
            raise SystemExit(f"make_sbom: installer/debian/copyright does not have \"{part['notice']}\" of {part['source']}")


def identifier(*names):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(names))


def package(part):
    record = {"SPDXID": identifier(part["name"]), "name": part["name"], "versionInfo": part["version"], "supplier": part["supplier"],
              "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": part["spdx"], "licenseDeclared": part["spdx"],
              "copyrightText": part.get("notice", "NOASSERTION"),
              "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part["purl"]}]}
    if part["source"] != part["name"]:
        record["sourceInfo"] = f"built from the source package {part['source']} {part['source_version']}"
    return record


def document(program, version, parts, created):
    own = identifier("program", program)
    parts = sorted(parts, key=lambda part: part["name"])
    packages = [{"SPDXID": own, "name": program, "versionInfo": version, "supplier": "Organization: Faultline's maintainers",
                 "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "GPL-3.0-or-later",
                 "licenseDeclared": "GPL-3.0-or-later", "copyrightText": "2026 Faultline's maintainers", "primaryPackagePurpose": "APPLICATION"}]
    packages += [package(part) for part in parts]
    relationships = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own}]
    relationships += [{"spdxElementId": own, "relationshipType": part["how"], "relatedSpdxElement": identifier(part["name"])} for part in parts]
    digest = hashlib.sha256(json.dumps([packages, relationships], sort_keys=True).encode()).hexdigest()
    texts = {match: None for part in parts for match in re.findall(r"LicenseRef-[\w.-]+", part["spdx"])}
    result = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{program}-{version}",
              "documentNamespace": f"https://spdx.org/spdxdocs/{program}-{version}-{digest[:32]}",
              "creationInfo": {"created": created, "creators": ["Organization: Faultline's maintainers", "Tool: make_sbom.py"]},
              "packages": packages, "relationships": relationships}
    if texts:
        result["hasExtractedLicensingInfos"] = [{"licenseId": name, "extractedText": LICENCE_TEXTS[name]} for name in sorted(texts)]
    return result


LICENCE_TEXTS = {"LicenseRef-liblzma-public-domain": "liblzma is in the public domain."}


def creation_time():
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    time = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc) if epoch else datetime.datetime.now(datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "source", "grammars", "out"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--program", required=True)
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    licences = json.loads((HERE / "licences.json").read_text(encoding="utf-8"))
    found = parts_of_program.find(arguments.program, arguments.build, arguments.source, arguments.grammars)
    parts = with_licences(found, licences)
    check_copyright(parts, (arguments.source / "installer/debian/copyright").read_text(encoding="utf-8"))
    text = json.dumps(document(arguments.program, arguments.version, parts, creation_time()), indent=1, ensure_ascii=False)
    arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
