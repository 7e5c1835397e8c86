"""Loads a page in headless Chromium and prints its elements as HTML.

Usage: page.py CHROMIUM ADDRESS EXPRESSIONS PROFILE [SCREENSHOT]

EXPRESSIONS are lines with JavaScript expressions. The program waits for each in turn until it is true, however long
that takes, and prints a line then; after the last one, it prints the page instead. PROFILE is an empty folder for the
files of the browser. With SCREENSHOT, a PNG file of the page is written, too.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import time

chromium, address, expressions, profile = sys.argv[1:5]
screenshot = sys.argv[5] if len(sys.argv) > 5 else None


def main():
    # Chromium reads messages from the file descriptor 3 and writes to 4; each ends with a zero byte.
    to_browser, own_out = os.pipe()
    own_in, from_browser = os.pipe()

    def connect():
        first, second = os.dup(to_browser), os.dup(from_browser)
        os.dup2(first, 3)
        os.dup2(second, 4)

    browser = subprocess.Popen(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
         f"--user-data-dir={profile}", "--window-size=" + os.environ.get("WINDOW", "1200,1000"),
         "--remote-debugging-pipe"] + os.environ.get("CHROMIUM_OPTIONS", "").split(),
        # The browser writes to its home, too.
        env={**os.environ, "HOME": profile, "XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile},
        preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    os.close(to_browser)
    os.close(from_browser)
    answers = os.fdopen(own_in, "rb")
    numbers = iter(range(1, 1_000_000))

    def call(method, session=None, **parameters):
        number = next(numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(own_out, json.dumps(message).encode() + b"\0")
        while True:
            data = bytearray()
            while (byte := answers.read(1)) != b"\0":
                if not byte:
                    raise SystemExit("the browser has ended")
                data += byte
            answer = json.loads(data)
            if answer.get("id") == number:
                return answer.get("result", {})

    try:
        target = call("Target.createTarget", url=address)["targetId"]
        session = call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

        def evaluate(text):
            result = call("Runtime.evaluate", session, expression=text, returnByValue=True)
            return result.get("result", {}).get("value")

        lines = expressions.splitlines()
        for number, expression in enumerate(lines, 1):
            while not evaluate(expression):
                time.sleep(0.05)
            if number < len(lines):
                print("true:", expression, flush=True)
        print(evaluate("document.documentElement.outerHTML"))
        if screenshot:
            image = call("Page.captureScreenshot", session, captureBeyondViewport=True)["data"]
            with open(screenshot, "wb") as file:
                file.write(base64.b64decode(image))
    finally:
        # Chromium leaves a folder with a socket in TMPDIR when it is killed.
        socket = os.path.join(profile, "SingletonSocket")
        folder = os.path.dirname(os.readlink(socket)) if os.path.islink(socket) else None
        browser.kill()
        browser.wait()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


main()
