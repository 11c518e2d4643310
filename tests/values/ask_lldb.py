# SPDX-License-Identifier: GPL-3.0-or-later
"""What LLDB says about the same variables; as ask_gdb.py, inside LLDB with a core loaded."""
import json
import os
import sys

import lldb

sys.path.insert(0, os.environ["FL_FOLDER"])
from value_paths import plain_name, steps_of  # noqa: E402


def frames_by_function(thread):
    found = {}
    for frame in thread:
        found.setdefault(plain_name(frame.GetDisplayFunctionName() or frame.GetFunctionName() or ""), []).append(frame)
    return found


def real(value):
    """The value behind a reference, of its real class, with the items of a container."""
    if value.GetType().IsReferenceType():
        value = value.Dereference()
    dynamic = value.GetDynamicValue(lldb.eDynamicDontRunTarget)
    return dynamic if dynamic.IsValid() else value


def stepped(value, steps):
    for kind, what in steps:
        value = real(value)
        if kind == "follow":
            # A smart pointer's first item is its pointer.
            pointer = value if value.GetType().IsPointerType() else value.GetChildAtIndex(0)
            value = pointer.Dereference()
        elif kind == "index":
            value = value.GetChildAtIndex(what, lldb.eDynamicDontRunTarget, True)
        else:
            member = value.GetChildMemberWithName(what)
            value = member if member.IsValid() else value.GetNonSyntheticValue().GetChildMemberWithName(what)
    return real(value)


def text_of(value):
    summary = value.GetSummary()
    if summary is None:
        return None
    begin, end = summary.find('"'), summary.rfind('"')
    if begin < 0 or end <= begin:
        return None
    return summary[begin + 1:end].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def said_of(value, kind):
    if not value.IsValid() or value.GetError().Fail():
        return None
    kind = kind.replace(" if known", "")
    if kind == "text":
        text = text_of(value)
        return None if text is None else {"text": text}
    if kind == "char":
        return {"text": chr(value.GetValueAsUnsigned() & 0xff)} if value.GetValue() is not None else None
    if value.GetValue() is None:
        return None
    if kind == "pointer":
        return {"pointer": hex(value.GetStaticValue().GetValueAsUnsigned())}
    basic = value.GetType().GetCanonicalType().GetBasicType()
    if basic in (lldb.eBasicTypeSignedChar, lldb.eBasicTypeChar):
        return {"number": str(value.GetValueAsSigned())}
    if basic == lldb.eBasicTypeUnsignedChar:
        return {"number": str(value.GetValueAsUnsigned())}
    return {"number": value.GetValue()}


def value_of(path, frame, function):
    name, steps = steps_of(path)
    value = frame.FindVariable(name) if function else frame.FindValue(name, lldb.eValueTypeVariableGlobal)
    if not value.IsValid():
        value = frame.FindValue(name, lldb.eValueTypeVariableStatic)
    if not value.IsValid():
        value = frame.FindValue(name, lldb.eValueTypeVariableThreadLocal)
    if not value.IsValid():
        value = frame.GetThread().GetProcess().GetTarget().FindFirstGlobalVariable(name)
    return stepped(value, steps)


def answers_of(line, frames, thread):
    function, path, kind, _ = line.split("\t")
    answers = []
    for frame in frames.get(function, []) if function else [thread.GetFrameAtIndex(0)]:
        answer = said_of(value_of(path, frame, function), kind)
        if answer is None and function == "operator()":
            answer = said_of(value_of(f"(*this).{path}", frame, function), kind)
        answers.append(answer)
    return answers


def __lldb_init_module(debugger, _):
    thread = debugger.GetSelectedTarget().GetProcess().GetSelectedThread()
    frames = frames_by_function(thread)
    with open(os.environ["FL_LINES"]) as lines:
        answers = [answers_of(line.rstrip("\n"), frames, thread) for line in lines]
    with open(os.environ["FL_ANSWERS"], "w") as answers_file:
        json.dump(answers, answers_file)
