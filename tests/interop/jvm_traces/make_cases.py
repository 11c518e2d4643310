#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the programs of sources/, obfuscates them in every configuration, runs each program and writes what it printed.

    make_cases.py TOOLS CASES

TOOLS is a folder of jars (see pom.xml). CASES gets a folder per configuration with mapping.txt and trace.txt, and plain/ with the
trace of the program as it was compiled, which is the truth.
"""
import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = """
-keep public class app.modern.Main { public static void main(java.lang.String[]); }
-keepclassmembers enum * { public static **[] values(); public static ** valueOf(java.lang.String); }
-keepclassmembers class kotlinx.coroutines.** { volatile <fields>; }
-keepclassmembers class kotlin.coroutines.SafeContinuation { volatile <fields>; }
-dontwarn **
-dontnote **
"""
# ProGuard's optimizer makes some of these classes fail verification.
KEPT_BY_PROGUARD = "-keep,allowobfuscation,allowshrinking class kotlinx.coroutines.** { *; }\n"
LINES = "-keepattributes SourceFile,LineNumberTable,Signature,InnerClasses,EnclosingMethod,*Annotation*\n"
NO_LINES = "-keepattributes Signature,InnerClasses,EnclosingMethod,*Annotation*\n"

# Name, tool, rules, options of the command line.
CONFIGURATIONS = [
    ("r8_lines", "r8", LINES, []),
    ("r8_renamed_file", "r8", LINES + "-renamesourcefileattribute SourceFile\n-repackageclasses a\n", []),
    ("r8_map_id", "r8", LINES + "-allowaccessmodification\n-repackageclasses\n",
     ["--map-id-template", "%MAP_HASH", "--source-file-template", "r8-map-id-%MAP_ID"]),
    ("r8_compat_overloads", "r8", LINES + "-overloadaggressively\n-allowaccessmodification\n-flattenpackagehierarchy b\n", ["--pg-compat"]),
    ("r8_only_names", "r8", LINES + "-dontoptimize\n", []),
    ("r8_no_lines", "r8", NO_LINES, []),
    ("proguard_lines", "proguard", LINES, []),
    ("proguard_overloads", "proguard", LINES + "-overloadaggressively\n-repackageclasses ''\n-renamesourcefileattribute SourceFile\n", []),
    ("proguard_merging", "proguard", LINES + "-mergeinterfacesaggressively\n-allowaccessmodification\n-optimizationpasses 5\n", []),
    ("proguard_only_names", "proguard", LINES + "-dontoptimize\n-useuniqueclassmembernames\n", []),
    ("proguard_no_lines", "proguard", NO_LINES + "-allowaccessmodification\n-repackageclasses c\n", []),
]


def run(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done


def crash(class_path, main):
    """What the program prints: one trace per scenario."""
    text = run(["java", "-Xshare:auto", "-cp", class_path, main, "1"], timeout=300).stderr
    scenarios = text.count('Exception in thread "')
    print(f"  {scenarios} traces")
    return text


def libraries(tools):
    return sorted(tools.glob("kotlin-stdlib-2*.jar")) + sorted(tools.glob("kotlinx-coroutines-core-jvm-*.jar"))


def compile_programs(tools, classes):
    libs = ":".join(map(str, libraries(tools)))
    classes.mkdir(parents=True, exist_ok=True)
    javac = ["javac", "-nowarn", "-g:source,lines", "-d", classes]
    sources = HERE / "sources"
    run([*javac, "--release", "8", "-Xlint:-options", *sorted((sources / "java8").rglob("*.java"))])
    run(["java", "-cp", f"{tools}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-reflect", "-no-stdlib", "-jvm-target", "1.8",
         "-cp", libs, "-d", classes, *sorted((sources / "kotlin").rglob("*.kt"))])
    run([*javac, "--release", "17", "-cp", f"{classes}:{libs}", *sorted((sources / "java17").rglob("*.java"))])
    jar = classes.parent / "app.jar"
    run(["jar", "--create", "--file", jar, "-C", classes, "."])
    return jar


def java_home():
    settings = run(["java", "-XshowSettings:properties", "-version"]).stderr
    line = next(line for line in settings.splitlines() if "java.home" in line)
    return Path(line.split("=", 1)[1].strip())


def by_r8(tools, jars, folder, rules, options):
    (folder / "rules.txt").write_text(KEPT + rules)
    run(["java", "-cp", f"{tools}/*", "com.android.tools.r8.R8", "--classfile", "--release", "--lib", java_home(), "--output",
         folder / "out.jar", "--pg-conf", folder / "rules.txt", "--pg-map-output", folder / "mapping.txt", *options, *jars])


def by_proguard(tools, jars, folder, rules, options):
    inputs = "".join(f"-injars '{jar}'(!META-INF/versions/**,!module-info.class)\n" for jar in jars)
    base = java_home() / "jmods" / "java.base.jmod"
    (folder / "rules.txt").write_text(f"{inputs}-outjars '{folder}/out.jar'\n-libraryjars '{base}'(!**.jar;!module-info.class)\n"
                                      f"-printmapping '{folder}/mapping.txt'\n-ignorewarnings\n{KEPT}{KEPT_BY_PROGUARD}{rules}")
    run(["java", "-cp", f"{tools}/*", "proguard.ProGuard", f"@{folder}/rules.txt", *options])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--only", default="", help="text in the names of the configurations to make")
    arguments = parser.parse_args()
    tools, cases = arguments.tools.resolve(), arguments.cases.resolve()
    print("plain")
    jar = compile_programs(tools, cases / "plain" / "classes")
    jars = [jar, *libraries(tools)]
    (cases / "plain" / "trace.txt").write_text(crash(":".join(map(str, jars)), "app.modern.Main"))
    for name, tool, rules, options in CONFIGURATIONS:
        if arguments.only not in name:
            continue
        print(name)
        folder = cases / name
        folder.mkdir(exist_ok=True)
        (by_r8 if tool == "r8" else by_proguard)(tools, jars, folder, rules, options)
        (folder / "trace.txt").write_text(crash(folder / "out.jar", "app.modern.Main"))


main()
