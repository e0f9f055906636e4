"""Compute Engine's list filters: comparisons of fields with AND, OR, NOT and parentheses."""
import re

from documents import invalid

TOKEN = re.compile(r'\s*(?:(\()|(\))|(!=|>=|<=|=|>|<|:)|"((?:[^"\\]|\\.)*)"|([^\s()=!<>:"]+))')


def matches(text, thing):
    """Whether a resource is let through; an empty filter lets all through."""
    if not text:
        return True
    tokens, at = [], 0
    while text[at:].strip():
        found = TOKEN.match(text, at)
        if not found:
            raise invalid(f"Invalid value for field 'filter': '{text}'. Invalid list filter expression.")
        at = found.end()
        open_, close, operator, quoted, word = found.groups()
        tokens.append(("(", open_) if open_ else (")", close) if close else ("op", operator) if operator
                      else ("value", re.sub(r"\\(.)", r"\1", quoted)) if quoted is not None else ("word", word))
    value, rest = either(tokens, thing, text)
    if rest:
        raise invalid(f"Invalid value for field 'filter': '{text}'. Invalid list filter expression.")
    return value


def either(tokens, thing, text):
    value, tokens = both(tokens, thing, text)
    while tokens and tokens[0] == ("word", "OR"):
        other, tokens = both(tokens[1:], thing, text)
        value = value or other
    return value, tokens


def both(tokens, thing, text):
    value, tokens = one(tokens, thing, text)
    while tokens and tokens[0] != ("word", "OR") and tokens[0][0] != ")":
        other, tokens = one(tokens[1:] if tokens[0] == ("word", "AND") else tokens, thing, text)
        value = value and other
    return value, tokens


def one(tokens, thing, text):
    bad = invalid(f"Invalid value for field 'filter': '{text}'. Invalid list filter expression.")
    if not tokens:
        raise bad
    if tokens[0][0] == "(":
        value, rest = either(tokens[1:], thing, text)
        if not rest or rest[0][0] != ")":
            raise bad
        return value, rest[1:]
    if tokens[0] == ("word", "NOT"):
        value, rest = one(tokens[1:], thing, text)
        return not value, rest
    if len(tokens) < 3 or tokens[0][0] != "word" or tokens[1][0] != "op" or tokens[2][0] not in ("word", "value"):
        raise bad
    return compare(field(thing, tokens[0][1]), tokens[1][1], tokens[2][1]), tokens[3:]


def field(thing, path):
    for name in path.split("."):
        thing = thing.get(name) if isinstance(thing, dict) else None
    return thing


def compare(have, operator, want):
    if operator == ":":
        return have is not None and (want == "*" or want in str(have))
    if operator == "!=":
        return str(have) != want
    if have is None:
        return False
    if operator == "=":
        return str(have).lower() == want.lower() if isinstance(have, bool) else str(have) == want
    return {">": str(have) > want, "<": str(have) < want, ">=": str(have) >= want, "<=": str(have) <= want}[operator]
