"""What Google says its APIs are: paths, parameters and schemas, read from the discovery documents in google-api-python-client.

Nothing here knows what a method does, only what it takes and gives.
"""
import json, pathlib, re, urllib.parse

import googleapiclient

FOLDER = pathlib.Path(googleapiclient.__file__).parent / "discovery_cache/documents"
APIS = ("compute.v1", "iam.v1", "cloudresourcemanager.v1", "tpu.v2", "tpu.v2alpha1", "serviceusage.v1", "oslogin.v1", "oauth2.v2", "iamcredentials.v1")
INTEGERS = {"int64": str, "uint64": str}


class Refused(Exception):
    """An answer that is an error, as Google words it."""

    def __init__(self, code, reason, message, status=None):
        super().__init__(message)
        self.code, self.reason, self.message = code, reason, message
        self.status = status or {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
                                 409: "ALREADY_EXISTS", 412: "FAILED_PRECONDITION", 429: "RESOURCE_EXHAUSTED"}.get(code, "INTERNAL")

    def body(self):
        error = {"code": self.code, "message": self.message, "status": self.status,
                 "errors": [{"message": self.message, "domain": "global", "reason": self.reason}]}
        return {"error": error}


def invalid(message):
    return Refused(400, "invalid", message)


class Method:
    def __init__(self, api, document, spec):
        self.api, self.id, self.verb = api, spec["id"], spec["httpMethod"]
        if api == "tpu.v2alpha1":
            self.id = self.id.replace("tpu.", "tpualpha.", 1)
        self.schemas, self.spec = document["schemas"], spec
        self.parameters = spec.get("parameters", {})
        self.common = document.get("parameters", {})
        path = "/" + document["servicePath"] + spec["path"]
        pattern, at = "", 0
        for found in re.finditer(r"\{(\+?)(\w+)\}", path):
            own = self.parameters[found.group(2)].get("pattern", "") if found.group(1) else ""
            inner = own.strip("^$").replace("[^/]+", "[^/:]+") if own else r"[^/:]+"
            pattern += re.escape(path[at:found.start()]) + f"(?P<{found.group(2)}>{inner})"
            at = found.end()
        self.pattern = re.compile(pattern + re.escape(path[at:]) + r"\Z")

    def arguments(self, path, query):
        """All parameters by name, as they should be; Refused when one is not."""
        values = {k: urllib.parse.unquote(v) for k, v in self.pattern.match(path).groupdict().items()}
        for name, given in urllib.parse.parse_qs(query, keep_blank_values=True).items():
            known = self.parameters.get(name)
            if known is None and name not in self.common:
                raise invalid(f'Invalid JSON payload received. Unknown name "{name}": Cannot bind query parameter. Field \'{name}\' could not be found in request message.')
            if known is not None and known.get("location") != "query":
                raise invalid(f"{name} is not a query parameter")
            if known is not None:
                values[name] = [self.scalar(known, g, name) for g in given] if known.get("repeated") else self.scalar(known, given[0], name)
        for name, known in self.parameters.items():
            if known.get("required") and name not in values:
                raise Refused(400, "required", f"Required parameter: {name}")
        return values

    @staticmethod
    def scalar(known, text, name):
        kind = known.get("type")
        if "enum" in known and text not in known["enum"]:
            raise invalid(f"Invalid value for field '{name}': '{text}'.")
        if kind == "integer":
            if not re.fullmatch(r"-?\d+", text):
                raise invalid(f"Invalid value for field '{name}': '{text}'.")
            return int(text)
        if kind == "boolean":
            if text not in ("true", "false"):
                raise invalid(f"Invalid value for field '{name}': '{text}'.")
            return text == "true"
        if "pattern" in known and not re.fullmatch(known["pattern"], text):
            raise invalid(f"Invalid value for field '{name}': '{text}'. Must be a match of regex '{known['pattern']}'")
        return text

    def check_request(self, body):
        if "request" not in self.spec:
            if body not in (None, {}):
                raise invalid(f"{self.id} takes no body")
            return
        if not isinstance(body, dict):
            raise Refused(400, "parseError", "Parse Error")
        self.check(self.spec["request"], body, "resource", True)

    def check_reply(self, body):
        self.check(self.spec["response"], body, "reply", False)

    def check(self, schema, value, where, request):
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"]]
        kind = schema.get("type", "any")
        if kind == "object":
            self.check_object(schema, value, where, request)
        elif kind == "array":
            if not isinstance(value, list):
                raise invalid(f"Invalid value at '{where}': a list is wanted, not {json.dumps(value)[:80]}")
            for i, one in enumerate(value):
                self.check(schema["items"], one, f"{where}[{i}]", request)
        elif kind == "string":
            numeric = schema.get("format") in INTEGERS
            if not isinstance(value, str) and not (request and numeric and isinstance(value, int) and not isinstance(value, bool)):
                raise invalid(f"Invalid value at '{where}' (TYPE_STRING), {json.dumps(value)[:80]}")
            if numeric and not re.fullmatch(r"-?\d+", str(value)):
                raise invalid(f"Invalid value at '{where}' (TYPE_INT64), {value}")
            if "enum" in schema and value not in schema["enum"]:
                raise invalid(f"Invalid value for field '{where}': '{value}'. Possible values: {', '.join(schema['enum'])}")
            if "pattern" in schema and request and not re.fullmatch(schema["pattern"], value):
                raise invalid(f"Invalid value for field '{where}': '{value}'. Must be a match of regex '{schema['pattern']}'")
        elif kind == "boolean" and not isinstance(value, bool):
            raise invalid(f"Invalid value at '{where}' (TYPE_BOOL), {json.dumps(value)[:80]}")
        elif kind == "integer" and (not isinstance(value, int) or isinstance(value, bool)):
            raise invalid(f"Invalid value at '{where}' (TYPE_INT32), {json.dumps(value)[:80]}")
        elif kind == "number" and (not isinstance(value, (int, float)) or isinstance(value, bool)):
            raise invalid(f"Invalid value at '{where}' (TYPE_DOUBLE), {json.dumps(value)[:80]}")

    def check_object(self, schema, value, where, request):
        if not isinstance(value, dict):
            raise invalid(f"Invalid value at '{where}': an object is wanted, not {json.dumps(value)[:80]}")
        properties, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, known in properties.items():
            if request and self.id in known.get("annotations", {}).get("required", []) and name not in value:
                raise Refused(400, "required", f"Invalid value for field '{where}.{name}': ''. No value for required field.")
        for name, one in value.items():
            if name in properties:
                self.check(properties[name], one, f"{where}.{name}", request)
            elif others is not None:
                self.check(others, one, f"{where}.{name}", request)
            else:
                raise invalid(f'Invalid JSON payload received. Unknown name "{name}" at \'{where}\': Cannot find field.')


class Documents:
    """All methods of all APIs, found by verb and path."""

    def __init__(self, handled):
        self.methods = []
        for api in APIS:
            document = json.loads((FOLDER / f"{api}.json").read_text())
            self.walk(api, document, document)
        # Those that do something are looked at first; the others only need to be told from paths that do not exist.
        self.methods.sort(key=lambda m: m.id not in handled)

    def walk(self, api, document, resource):
        for spec in resource.get("methods", {}).values():
            self.methods.append(Method(api, document, spec))
        for inner in resource.get("resources", {}).values():
            self.walk(api, document, inner)

    def find(self, verb, path):
        for method in self.methods:
            if method.verb == verb and method.pattern.match(path):
                return method
        raise Refused(404, "notFound", f"The requested URL {path} was not found on this server.")
