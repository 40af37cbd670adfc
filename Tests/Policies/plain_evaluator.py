"""Policy evaluation once more, slow and plain, sharing nothing with the engine: the tests compare their decisions.

usage: plain_evaluator.py make COUNT SEED      random policies and requests with their decisions, a JSON line each
       plain_evaluator.py tables FILE...       checks tables of decisions written by hand
"""

import datetime
import ipaddress
import json
import random
import re
import sys


class Unresolved(Exception):
    """A variable that the request gives no value, or several."""


def lookup(context, key):
    for name, values in context.items():
        if name.lower() == key.lower():
            return values
    return None


def pieces(text, context, version):
    """The text as (characters, whether wildcards among them count)."""
    if version != "2012-10-17":
        return [(text, True)]
    found, position = [], 0
    for match in re.finditer(r"\$\{([^}]*)\}", text):
        found.append((text[position:match.start()], True))
        position = match.end()
        inside = match[1]
        if inside in ("*", "?", "$"):
            found.append((inside, False))
            continue
        key, comma, default = inside.partition(",")
        values = lookup(context, key)
        if values and len(values) == 1:
            found.append((values[0], False))
        elif not values and comma:
            found.append((default.strip()[1:-1], False))
        else:
            raise Unresolved(key)
    return found + [(text[position:], True)]


def expression(parts, arn):
    """A regular expression for the parts; in ARNs only a star that ends a segment passes a colon."""
    characters = [(c, wild) for text, wild in parts for c in text]
    result = ""
    for index, (c, wild) in enumerate(characters):
        ends = index + 1 == len(characters) or characters[index + 1][0] == ":"
        if wild and c == "*":
            result += ".*" if ends or not arn else "[^:]*"
        elif wild and c == "?":
            result += "[^:]" if arn else "."
        else:
            result += re.escape(c)
    return re.compile(result, re.DOTALL)


def texts(value):
    return value if isinstance(value, list) else [value]


def plain(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def selects(statement, name, value, context, version):
    negated = "Not" + name in statement
    arn = name == "Resource"
    hit, unresolved = False, False
    for text in texts(statement["Not" + name if negated else name]):
        try:
            parts = pieces(text, context, version) if arn else [(text.lower(), True)]
        except Unresolved:
            unresolved = True
            continue
        hit = hit or bool(expression(parts, arn).fullmatch(value if arn else value.lower()))
    if negated and unresolved and statement["Effect"] == "Allow":
        return False
    return hit != negated


def number(text):
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text):
        raise ValueError(text)
    return float(text)


def date(text):
    try:
        return number(text)
    except ValueError:
        pass
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        text += "T00:00:00Z"
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment.timestamp()


def joined(text, context, version):
    return "".join(part for part, _ in pieces(text, context, version))


def fits(operator, wanted, value, context, version):
    if operator == "BinaryEquals":
        return value == wanted
    if operator.startswith("StringEquals"):
        text = joined(wanted, context, version)
        return text.lower() == value.lower() if operator.endswith("IgnoreCase") else text == value
    if operator == "StringLike":
        return bool(expression(pieces(wanted, context, version), False).fullmatch(value))
    if operator in ("ArnEquals", "ArnLike"):
        pattern = [[]]
        for part, wild in pieces(wanted, context, version):
            for c in part:
                if c == ":" and len(pattern) < 6:
                    pattern.append([])
                else:
                    pattern[-1].append((c, wild))
        components = value.split(":", 5)
        return len(components) == 6 == len(pattern) and all(
            expression(p, False).fullmatch(c) for p, c in zip(pattern, components))
    if operator == "Bool":
        return value.lower() == wanted.lower()
    try:
        if operator == "IpAddress":
            network = ipaddress.ip_network(wanted, strict=False)
            address = ipaddress.ip_address(value)
            return address.version == network.version and address in network
        read = number if operator.startswith("Numeric") else date
        left, right = read(value), read(wanted)
    except ValueError:
        return False
    order = re.sub("^(Numeric|Date)", "", operator)
    return {"Equals": left == right, "LessThan": left < right, "LessThanEquals": left <= right,
            "GreaterThan": left > right, "GreaterThanEquals": left >= right}[order]


POSITIVE = {"StringNotEquals": "StringEquals", "StringNotEqualsIgnoreCase": "StringEqualsIgnoreCase",
            "StringNotLike": "StringLike", "NumericNotEquals": "NumericEquals", "DateNotEquals": "DateEquals",
            "NotIpAddress": "IpAddress", "ArnNotEquals": "ArnEquals", "ArnNotLike": "ArnLike"}


def holds(name, key, wanted, effect, context, version):
    quantifier, _, operator = name.rpartition(":")
    if_exists = operator.endswith("IfExists")
    operator = operator.removesuffix("IfExists")
    wanted = [plain(value) for value in texts(wanted)]
    values = lookup(context, key)
    if operator == "Null":
        return any((w.lower() == "true") == (not values) for w in wanted)
    negated = operator in POSITIVE
    operator = POSITIVE.get(operator, operator)
    if not values:
        return {"ForAllValues": True, "ForAnyValue": False}.get(quantifier, if_exists or negated)

    def one(value):
        hit, unresolved = False, False
        for text in wanted:
            try:
                hit = fits(operator, text, value, context, version) or hit
            except Unresolved:
                unresolved = True
        if negated and unresolved:
            raise Unresolved(key)
        return hit != negated

    try:
        results = [one(value) for value in values]
    except Unresolved:
        return effect == "Deny"
    if quantifier:
        return all(results) if quantifier == "ForAllValues" else any(results)
    return all(results) if effect == "Allow" else any(results)


def decide(policy, action, resource, context):
    version = policy.get("Version", "2008-10-17")
    result = "none"
    for statement in texts(policy["Statement"]):
        if not selects(statement, "Action", action, context, version):
            continue
        if not selects(statement, "Resource", resource, context, version):
            continue
        if not all(holds(name, key, wanted, statement["Effect"], context, version)
                   for name, keys in statement.get("Condition", {}).items() for key, wanted in keys.items()):
            continue
        if statement["Effect"] == "Deny":
            return "refuse"
        result = "allow"
    return result


# Random cases: few words, so that they meet.

WORDS = ["a", "b", "ab", "", "a:b", "*", "é"]
OPERATORS = {
    "String": ["StringEquals", "StringNotEquals", "StringLike", "StringNotLike", "StringEqualsIgnoreCase"],
    "Numeric": ["NumericEquals", "NumericNotEquals", "NumericLessThan", "NumericGreaterThanEquals"],
    "Date": ["DateLessThan", "DateGreaterThanEquals", "DateEquals"],
    "Bool": ["Bool"], "Ip": ["IpAddress", "NotIpAddress"], "Arn": ["ArnLike", "ArnNotLike"], "Null": ["Null"],
}
POLICY_VALUES = {
    "String": ["a", "b", "a*", "?", "*b", "${k1}", "${k2, 'a'}", "A", "${*}", "é?"],
    "Numeric": ["1", "2", "-1.5", "1e1"], "Date": ["2026-01-01", "2026-01-01T12:00:00Z", "1767225600"],
    "Bool": ["true", "false"], "Ip": ["10.0.0.0/8", "10.1.2.3", "2001:db8::/33", "0.0.0.0/0"],
    "Arn": ["arn:aws:geo:*:1:x/*", "arn:aws:geo:e:1:${k1}", "arn:*:geo:e?:*:x/a"], "Null": ["true", "false"],
}
VALUES = ["a", "b", "A", "ab", "é", "*", "1", "2.0", "-2", "10", "2026-01-01", "2025-12-31T23:59:59Z", "true", "False",
          "10.1.2.3", "11.0.0.1", "2001:db8::1", "2001:db8:8000::1", "arn:aws:geo:e:1:x/a", "arn:aws:geo:e:2:x/b", "x"]
RESOURCES = ["*", "arn:aws:geo:*:1:x/*", "arn:aws:geo:e:1:x/a", "arn:aws:geo:e:1:x/${k1}", "arn:aws:geo:*",
             "arn:aws:geo:e*e:1:x/?", "arn:aws:geo:e:1:x/${k2, 'b'}", "arn:aws:geo:e:*:*b"]
ASKED = ["*", "arn:aws:geo:e:1:x/a", "arn:aws:geo:e:1:x/b", "arn:aws:geo:ee:1:x/ab", "arn:aws:geo:e:2:x/a:b",
         "arn:aws:geo:e-e:1:x/é"]
ACTIONS = ["*", "geo:*", "geo:Put*", "geo:Get?", "GEO:PutA", "iam:*"]


def make(random):
    def some(items):
        chosen = random.sample(items, random.choice([1, 1, 2]))
        return chosen if len(chosen) > 1 or random.random() < 0.5 else chosen[0]

    def condition():
        block = {}
        for _ in range(random.choice([0, 0, 1, 1, 2])):
            kind = random.choice(list(OPERATORS))
            operator = random.choice(OPERATORS[kind])
            if kind != "Null":
                operator = random.choice(["", "", "", "ForAllValues:", "ForAnyValue:"]) + operator
                operator += random.choice(["", "", "", "IfExists"])
            block.setdefault(operator, {})[random.choice(["k1", "k2", "K3"])] = some(POLICY_VALUES[kind])
        return block

    statements = []
    for _ in range(random.choice([1, 1, 2, 3])):
        statement = {"Effect": random.choice(["Allow", "Allow", "Deny"])}
        statement[random.choice(["Action"] * 4 + ["NotAction"])] = some(ACTIONS)
        statement[random.choice(["Resource"] * 4 + ["NotResource"])] = some(RESOURCES)
        block = condition()
        if block:
            statement["Condition"] = block
        statements.append(statement)
    policy = {"Statement": statements if len(statements) > 1 or random.random() < 0.7 else statements[0]}
    if random.random() < 0.9:
        policy["Version"] = "2012-10-17"
    context = {}
    for key in ("k1", "K2", "k3"):
        if random.random() < 0.7:
            context[key] = random.sample(VALUES, random.choice([0, 1, 1, 1, 1, 2, 3]))
    action = random.choice(["geo:PutA", "geo:GetB", "geo:Get", "iam:PutA", "Geo:puta"])
    resource = random.choice(ASKED)
    return {"policy": json.dumps(policy), "action": action, "resource": resource,
            "context": [{"key": key, "values": values} for key, values in context.items()],
            "expected": decide(policy, action, resource, context)}


def check(path):
    policy, wrong, count = None, 0, 0
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if line.startswith("{"):
            policy = json.loads(line)
        elif words and words[0] in ("allow", "refuse", "none"):
            context = {}
            for pair in words[3:]:
                # A key may hold no "=", a value may.
                key, _, values = pair.partition("=")
                context[key] = values.split("|") if values else []
            count += 1
            decided = decide(policy, words[1], words[2], context)
            if decided != words[0]:
                wrong += 1
                print(f"{path}: {decided}, not: {line.strip()}")
    print(f"{path}: {count} decisions, {wrong} differ")
    return wrong


def main(arguments):
    if arguments[0] == "make":
        source = random.Random(int(arguments[2]))
        for _ in range(int(arguments[1])):
            print(json.dumps(make(source), ensure_ascii=False))
        return 0
    return 1 if sum([check(path) for path in arguments[1:]]) else 0


sys.exit(main(sys.argv[1:]))
