# Sourced by ./verify. summarize_tests adds up Surefire's reports, names what was skipped and why, and ends with one line.

summarize_tests() {
  python3 - <<'PY'
import glob, sys
import xml.etree.ElementTree as xml

passed = failed = skipped = 0
reasons = {}
for path in glob.glob("**/target/surefire-reports/TEST-*.xml", recursive=True) + glob.glob(
    "**/target/failsafe-reports/TEST-*.xml", recursive=True
):
    for case in xml.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            print(f"FAILED  {case.get('classname')}.{case.get('name')}")
        elif case.find("skipped") is not None:
            skipped += 1
            note = case.find("skipped")
            # A failed assumption has its reason in the first line of its trace.
            trace = (note.text or "").strip().split("\n")[0].split("Assumption failed: ")[-1]
            reason = note.get("message") or trace or "no reason given"
            reasons[reason] = reasons.get(reason, 0) + 1
        else:
            passed += 1
for reason, count in sorted(reasons.items()):
    print(f"skipped {count}: {reason}")
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)
PY
}
