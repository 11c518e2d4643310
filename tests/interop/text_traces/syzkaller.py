# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of kernels: pkg/report/testdata/OS/report of google/syzkaller.

A file begins with what the report is: its title, which names the guilty function, and whether it is corrupted.
"""
import re

import reports

# What our words must hold, by the beginning of a title. A group of the title stands for itself.
KINDS = [
    (r"KASAN: invalid-free", r"double-free|invalid-free"),
    (r"(K[AM]SAN|KCSAN|KFENCE): (assert: race|invalid free|memory corruption|[\w-]+)", r"{1}: (.*){2}"),
    (r"UBSAN", r"UBSAN"),
    (r"BUG: unable to handle kernel access to user memory", r"kernel access to user memory"),
    (r"BUG: Dentry still in use", r"Dentry .* still in use"),
    (r"BUG: still has locks held", r"still has locks held"),
    (r"INFO: task can't die", r"task .* can't die"),
    (r"(divide|stack segment) (error|fault)", r"{1}"),
    (r"general protection fault", r"general protection"),
    (r"BUG: unable to handle kernel (NULL pointer|paging)", r"unable to handle (.*{1}|page fault|kernel data access)"),
    (r"INFO: rcu detected stall", r"stall|blocked for"),
    (r"INFO: task hung", r"blocked"),
    (r"possible deadlock", r"possible (circular|recursive|irq)|inversion|unsafe lock order|deadlock"),
    (r"memory leak", r"unreferenced object"),
    (r"WARNING: (suspicious RCU usage|bad unlock balance|held lock freed|ODEBUG|kobject)", r"{1}"),
    (r"WARNING|BUG: bad usercopy|BUG: corrupted list", r"WARNING|BUG|list_"),
    (r"kernel panic: stack is corrupted", r"stack is corrupted"),
    (r"kernel panic", r"panic"),
    (r"PANIC: double fault", r"double fault"),
    (r"BUG: using (\w+)", r"BUG: using {1}"),
    (r"BUG: (stack guard page)", r"{1}|stack overflow"),
]
ENTRY = re.compile(r"^(compat_|__x64_|__ia32_|__arm64_|__riscv_|__se_|__do_|_*)(sys_|SyS_|SYSC_|ksys_)?")
LOCKS = re.compile(r"possible deadlock|inconsistent lock|(WARNING|BUG|INFO): (held lock freed|lock held|still has locks|workqueue leaked|bad unlock)")
SAME = {"smp_call_function": r"smp_call_function\w*", "synchronize_rcu": r"_*synchronize_\w+|__wait_rcu_gp"}


def read_case(path):
    head, _, log = path.read_bytes().replace(b"\r", b"").partition(b"\n\n")
    fields = dict(line.split(": ", 1) for line in reversed(head.decode("utf-8", "replace").splitlines()) if ": " in line)
    return fields, log.split(b"\n\nREPORT:\n")[0] + b"\n"


def wanted_words(title):
    for beginning, words in KINDS:
        match = re.match(beginning, title)
        if match:
            return words.format(title, *(re.escape(group) for group in match.groups()))
    bare = re.sub(r"^(panic|Fatal trap NUM|kernel): | in \S+( / \S+)?$", "", title)
    return re.escape(re.split(r"ADDR|NUM|DEV|\bX\b|\"", bare)[0].strip()[:25] or title)


def guilty_functions(fields):
    title = fields.get("TITLE", "")
    match = re.search(r" in ([A-Za-z_]\S*?)(?:/usb_submit_urb)?(?: / (\S+))?(?: at addr ADDR)?$", title)
    names = [fields["FRAME"]] if "FRAME" in fields else [name for name in match.groups() if name] if match else []
    return [name for name in names if name not in ("corrupted", "unmount")]


def bare(name):
    return re.sub(r"\.(isra|part|constprop|cold|llvm|clone)\b.*", "", name)


def is_same(wanted, name):
    name, wanted = bare(name), bare(wanted)
    return name == wanted or re.fullmatch(SAME.get(wanted, "-"), name) or ENTRY.sub("", name) == ENTRY.sub("", wanted)


def wanted_access(title):
    match = re.match(r"K(?:ASAN|FENCE): [\w-]+(?: [\w-]+)? (read|write)\b", title, re.I)
    return match[1].lower() if match else None


def wanted_address(log, title):
    """The address that the log's own words give."""
    text = log.decode("utf-8", "replace")
    marks = {"KASAN": r"(?:[Rr]ead|[Ww]rite) (?:of size \d+ )?at addr ([0-9a-fx]+)|at addr ([0-9a-fx]+)",
             "BUG: unable": r"(?:dereference|request|memory|fault) (?:at|for address:?) (?:virtual address )?([0-9a-fx]+)",
             "KFENCE": r"(?:at|of) (0x[0-9a-f]{8,})"}
    for beginning, mark in marks.items():
        match = re.search(mark, text) if title.startswith(beginning) else None
        if match:
            return int(match[1] or match[2], 16) or None
    return None


def judge(faultline, path):
    fields, log = read_case(path)
    title, is_corrupted = fields.get("TITLE", ""), fields.get("CORRUPTED") == "Y"
    found = faultline.reports(log)
    row = {"case": path.name, "title": title, "group": "corrupted" if is_corrupted else "whole", "opens": bool(found)}
    if not title:
        return {"case": path.name, "group": "nothing", "silent": not found}
    fitting = [report for report in found[:3] if re.search(wanted_words(title), reports.words_of(report), re.I)]
    report = fitting[0] if fitting else found[0] if found else None
    if is_corrupted:
        return row | {"damaged": report is not None and reports.is_damaged(report)}
    row["kind"] = bool(fitting)
    if report is None:
        return row | {"access": False, "address": False, "guilty": False}
    address, access, guilty = wanted_address(log, title), wanted_access(title), guilty_functions(fields)
    row["address"] = address is None or reports.address_of(report) == address
    row["access"] = access is None or reports.access_of(report)[0] == access
    row["own"] = reports.own_names(report)
    if LOCKS.match(title):  # Guilty is who took a lock, of which there are stacks.
        row["own"] += reports.names_of_role(report, "acquired_by")
    row["guilty"] = not guilty or any(is_same(wanted, name) for wanted in guilty for name in row["own"])
    return row


def run(faultline, folder):
    for system in sorted((folder / "pkg/report/testdata").iterdir()):
        paths = sorted((system / "report").glob("*")) if system.name != "all" else []
        yield f"syzkaller {system.name}", reports.in_parallel(lambda path: judge(faultline, path), paths)
