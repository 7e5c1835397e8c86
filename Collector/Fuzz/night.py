"""Uploads a chunk, so that a link to its night can be made.

    night.py ADDRESS TOKEN

The night begins at the time of the examples in the OpenAPI document.
"""
import os
import sys
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/CollectorTests"))
import chunks  # noqa: E402

address, token = sys.argv[1:]
body = chunks.chunk("phone", "start", 0, [1_764_018_000 * chunks.SECOND])
urllib.request.urlopen(urllib.request.Request(
    f"{address}/v1/devices/phone/streams/start/chunks/0", body, method="PUT", headers={
        "Authorization": f"Bearer {token}", "Content-Digest": chunks.content_digest(body)})).close()
