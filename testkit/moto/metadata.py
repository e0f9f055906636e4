"""The metadata service of one instance, as EC2 has it at 169.254.169.254: only for who has asked for a token (IMDSv2).

    metadata.py ADDRESS PORT NOTICE_SECONDS

Announces that the instance is taken back in so many seconds; everything else is not there.
"""
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ends = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + int(sys.argv[3])))
TOKEN = "a-token"


class Service(BaseHTTPRequestHandler):
    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_PUT(self):
        asked = self.path == "/latest/api/token" and self.headers.get("X-aws-ec2-metadata-token-ttl-seconds")
        self.answer(200, TOKEN) if asked else self.answer(400)

    def do_GET(self):
        if self.headers.get("X-aws-ec2-metadata-token") != TOKEN:
            self.answer(401)
        elif self.path == "/latest/meta-data/spot/instance-action":
            self.answer(200, json.dumps({"action": "terminate", "time": ends}))
        else:
            self.answer(404)

    def log_message(self, *words):
        pass


ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Service).serve_forever()
