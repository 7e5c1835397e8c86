"""A receiver of alerts. Prints its port, then one line of JSON for each request, in which it has checked
the signature with the key in the first argument. The second argument is the number of requests that it
refuses with status 500 before it accepts any."""
import hashlib
import hmac
import http.server
import json
import sys
import threading

key = sys.argv[1].encode()
refusals = int(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global refusals
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signature = "sha256=" + hmac.new(key, body, hashlib.sha256).hexdigest()
        status = 500 if refusals > 0 else 204
        refusals -= 1
        if self.path == "/moved":
            status = 302
        print(json.dumps({
            "path": self.path, "status": status, "id": self.headers["Yoban-Alert"],
            "type": self.headers["Content-Type"],
            "isSigned": hmac.compare_digest(signature, self.headers["Yoban-Signature"] or ""),
            "alert": json.loads(body)}), flush=True)
        if self.path == "/silent":
            threading.Event().wait()
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        """A client that follows a redirect would take this for success."""
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
