"""What may differ between the trace of a program and that of its obfuscated form, though every name is right."""
import re


def settled(pairs, has_lines):
    return pairs


def comparable(header):
    return re.sub(r"<local\d+>", "<local>", header)


def is_same_message(expected, given):
    return True
