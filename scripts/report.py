#!/usr/bin/env python3
"""What ./verify says while it runs and at its end, with the times of the run before beside it.

  report.py progress TIMINGS MODE < MAVEN'S OUTPUT
                                                 a line for each module and each slow test class; errors as they are
  report.py summary TIMINGS [--strict] [--run MODE=SECONDS]
                                                 adds up the test reports; exits 1 if one failed or was skipped wrongly

A test that is skipped says why, and how it says so decides:
  "not applicable: ..."       there is nothing to test; it is counted apart
  "... this machine cannot ..."  allowed, but not with --strict
  anything else               the machine could have run it: an error
"""

import glob
import json
import os
import re
import sys
import time
import xml.etree.ElementTree as xml

REPORTS = ("**/target/surefire-reports/TEST-*.xml", "**/target/failsafe-reports/TEST-*.xml")
WORTH_A_LINE = 5  # seconds that a class took last time


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def remember(path, kind, times):
    """Adds to what earlier runs left; a run that covers less does not make it forget."""
    known = load(path)
    known.setdefault(kind, {}).update({name: round(seconds, 1) for name, seconds in times.items()})
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(known, file, indent=1, sort_keys=True)
    os.replace(path + ".new", path)


# ---- while it runs -----------------------------------------------------------------------------------------------------

MODULE = re.compile(r"^\[INFO\] Building Manta(?: :: (.+?))? \d\S*(?: +\[\d+/\d+\])?$")
CLASS = re.compile(r"^\[(?:INFO|ERROR|WARNING)\] Running (\S+)")
DONE = re.compile(r"^\[INFO\] Manta(?: :: (.+?))? \.+ \w+ \[ *([\d.:]+) (s|min)\]")
COMPILER = re.compile(r"^\[WARNING\] .*\.java:\[\d+")


def last_time(known, kind, name):
    seconds = known.get(kind, {}).get(name)
    return "" if seconds is None else f" (last time {clock(seconds)})"


def line_for(line, known):
    """What is shown for a line of Maven's, or nothing."""
    if found := MODULE.match(line):
        name = found[1] or "parent"
        return f"{name}: build and tests{last_time(known, 'modules', name)}"
    if found := CLASS.match(line):
        seconds = known.get("classes", {}).get(found[1])
        if seconds is not None and seconds < WORTH_A_LINE:
            return None
        return f"  {found[1]}{last_time(known, 'classes', found[1])}"
    if line.startswith("[ERROR]") or COMPILER.match(line) or line.startswith("[INFO] BUILD"):
        return line
    return None


def module_time(line):
    found = DONE.match(line)
    if not found:
        return None
    minutes, _, seconds = found[2].rpartition(":")
    return found[1] or "parent", float(minutes or 0) * 60 + float(seconds)


def progress(timings, mode):
    known, begun, modules = load(timings), time.monotonic(), {}
    if before := last_time(known, "runs", mode):
        print(f"all of {mode}{before}", flush=True)
    for line in sys.stdin:
        line = line.rstrip("\n")
        if done := module_time(line):
            modules[done[0]] = done[1]
        if shown := line_for(line, known):
            print(f"[{clock(time.monotonic() - begun):>5}] {shown}", flush=True)
    if modules:
        remember(timings, "modules", modules)


# ---- at the end --------------------------------------------------------------------------------------------------------


def reason_of(skipped):
    """A condition's reason is an attribute, a failed assumption's the first line of its trace."""
    trace = (skipped.text or "").strip().split("\n")[0].split("Assumption failed: ")[-1]
    return skipped.get("message") or trace.split("TestAbortedException: ")[-1] or "no reason given"


def read(paths):
    counts, failed, skipped, times = {"passed": 0}, [], {}, {}
    for path in paths:
        suite = xml.parse(path).getroot()
        times[suite.get("name")] = float(suite.get("time", "0").replace(",", ""))
        for case in suite.iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                failed.append(name)
            elif case.find("skipped") is not None:
                skipped.setdefault(reason_of(case.find("skipped")), []).append(case.get("classname"))
            else:
                counts["passed"] += 1
    return counts["passed"], failed, skipped, times


def is_excused(reason, strict):
    return "this machine cannot" in reason and not strict


def summary(paths, timings, strict, runs):
    passed, failed, skipped, times = read(paths)
    known = load(timings)
    slowest = sorted(times, key=times.get, reverse=True)[:10]
    print(f"the slowest of {len(times)} test classes:")
    for name in slowest:
        print(f"  {clock(times[name]):>6}  {name}{last_time(known, 'classes', name)}")
    for name in failed:
        print(f"FAILED  {name}")
    inapplicable = wrongly = 0
    for reason, classes in sorted(skipped.items()):
        if reason.startswith("not applicable: "):
            inapplicable += len(classes)
            print(f"not applicable, {len(classes)}: {reason.removeprefix('not applicable: ')}")
            continue
        if not is_excused(reason, strict):
            wrongly += len(classes)
        names = sorted({name.split(".")[-1] for name in classes})
        print(f"skipped {len(classes)}: {reason} ({', '.join(names)})")
    for mode, seconds in runs.items():
        print(f"{mode} took {clock(seconds)}{last_time(known, 'runs', mode)}")
    remember(timings, "classes", times)
    if not failed and not wrongly:
        remember(timings, "runs", runs)
    total = sum(map(len, skipped.values())) - inapplicable
    if wrongly:
        ought = "with --strict nothing may be skipped" if strict else "this machine could have run them"
        print(f"{wrongly} of the skipped tests count as failed: {ought}")
    print(f"{passed} passed, {len(failed)} failed, {total} skipped")
    return 1 if failed or wrongly or not passed else 0


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("progress", "summary"):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "progress":
        progress(arguments[1], arguments[2])
        return 0
    runs = {}
    for at, argument in enumerate(arguments):
        if argument == "--run":
            mode, seconds = arguments[at + 1].rsplit("=", 1)
            runs[mode] = float(seconds)
    paths = [path for pattern in REPORTS for path in glob.glob(pattern, recursive=True)]
    return summary(paths, arguments[1], "--strict" in arguments, runs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
