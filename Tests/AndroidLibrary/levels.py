"""Compares what the Android library uses with the classes of API level 23, which Debian packages.

The newest level whose classes Debian has is 23; the library needs 28 or later. What level 23 does not have must stand
in the table of docs/android.md, with its level and source, and the table must have nothing else.
"""
import hashlib
import pathlib
import re
import subprocess
import urllib.request

PACKAGE = "pool/main/a/android-framework-23/libandroid-23-java_6.0.1+r72-6_all.deb"
PACKAGE_SHA256 = "8af1b6df556971dda0a6da3536ea526a838e0c363afcdd454213d8bce94793e3"
JAR = "usr/share/java/com.android.android-23.jar"
# A reference of a compiled class to a method or field of Android: the class, the name and the descriptor.
REFERENCE = re.compile(r"(?:Methodref|Fieldref)\s+\S+\s+// (android/[\w/$]+)\.\"?([\w<>]+)\"?:(\S+)")
# What the compiler reports about a name that level 23 does not have.
UNKNOWN = re.compile(r"symbol:\s+(?:class|variable|method) (\w+)")
# A call of Java in Swift: the name of the method and its descriptor.
CALL = re.compile(r'"(\w+)",\s*(?:\n\s*)?"(\([^"]*\)[^"]*)"')
CHOSEN = re.compile(r'\? "(\w+)" : "(\w+)",\s*\n\s*"(\([^"]*\)[^"]*)"')
# A row of the table in the document: the name, the level, what it is for, the source.
ROW = re.compile(r"^\| `([\w.]+)` \| \d+ \|.*\|.*https://developer.android.com/reference/.*\|$")


def jar(folder):
    """The classes of level 23, from the Debian mirror that this machine uses; nil if there is none."""
    found = pathlib.Path("/") / JAR
    if found.exists():
        return found
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True, check=False).stdout
    for mirror in dict.fromkeys(targets.split()):
        if not mirror.startswith("http") or "security" in mirror:
            continue
        try:
            with urllib.request.urlopen(f"{mirror.rstrip('/')}/{PACKAGE.replace('+', '%2B')}", timeout=120) as answer:
                package = answer.read()
        except OSError:
            continue
        if hashlib.sha256(package).hexdigest() != PACKAGE_SHA256:
            raise ValueError(f"the package from {mirror} is not the one that was checked")
        (folder / "android.deb").write_bytes(package)
        subprocess.run(["dpkg-deb", "-x", folder / "android.deb", folder / "android"], check=True)
        return folder / "android" / JAR
    return None


class Level23:
    """The members of the classes of level 23."""

    def __init__(self, jdk, classes):
        self.jdk, self.classes, self.known = jdk, classes, {}

    def members(self, name):
        """The names and descriptors of a class and those that it inherits; nil without the class."""
        if name not in self.known:
            result = subprocess.run(
                [self.jdk / "bin/javap", "-s", "-protected", "-cp", self.classes, name.replace("/", ".")],
                capture_output=True, text=True, check=False)
            self.known[name] = None if result.returncode else self.parse(name, result.stdout)
        return self.known[name]

    def parse(self, name, text):
        members, parents = set(), []
        declared = None
        for line in text.splitlines():
            if match := re.match(r".*(?:class|interface) \S+(?: extends ([\w.$,]+))?(?: implements ([\w.$,]+))?", line):
                for group in match.groups():
                    parents += [parent.replace(".", "/") for parent in (group or "").split(",") if parent]
            elif match := re.match(r"\s+descriptor: (\S+)", line):
                members.add((declared, match.group(1)))
            elif match := re.match(r"\s+(?:.*[ .$])?([\w$]+)(?:\(.*\).*)?;$", line.split(" throws ")[0].rstrip(";") + ";"):
                declared = match.group(1)
                if declared == re.split(r"[/$]", name)[-1]:
                    declared = "<init>"
        for parent in parents:
            members |= self.members(parent) or set()
        return members


def newer_names(jdk, classes23, compiled, sources, swift, folder):
    """The names of Android that the library uses and level 23 does not have."""
    level = Level23(jdk, classes23)
    newer = set()
    for file in compiled:
        text = subprocess.run(
            [jdk / "bin/javap", "-v", "-p", file], capture_output=True, text=True, check=True).stdout
        own = re.search(r"this_class: #\d+\s+// (\S+)", text).group(1)
        for owner, name, descriptor in REFERENCE.findall(text):
            members = level.members(owner)
            if members is None:
                newer.add(owner.rsplit("/", 1)[1])
            elif (name, descriptor) not in members:
                newer.add(owner.rsplit("/", 1)[1].replace("$", ".") if name == "<init>" else name)
        # A class of the library calls what it inherits by its own name.
        parent = re.search(r"super_class: #\d+\s+// (\S+)", text).group(1)
        inherited = level.members(parent) if parent.startswith("android/") else set()
        declared = set(re.findall(rf"// {re.escape(own)}\.(\w+):(\S+)", text))
        methods = set(re.findall(r"\n  .* (\w+)\(.*\).*;\n    descriptor: (\S+)", text))
        newer |= {name for name, descriptor in declared - methods if (name, descriptor) not in inherited
                  and not re.search(rf"\n  .*\b{name};\n    descriptor: {re.escape(descriptor)}\n", text)}
    compiled23 = subprocess.run(
        [jdk / "bin/javac", "-Xlint:-options", "-source", "8", "-target", "8", "-Xmaxerrs", "1000",
         "-bootclasspath", classes23, "-d", folder, *sources], capture_output=True, text=True, check=False)
    lines = compiled23.stderr.splitlines()
    newer |= set(UNKNOWN.findall(compiled23.stderr))
    for number, line in enumerate(lines):
        if "does not override" in line:
            source, position = re.match(r"(.*):(\d+): error", line).groups()
            declaration = pathlib.Path(source).read_text().splitlines()[int(position)]
            newer.add(re.search(r"(\w+)\(", declaration).group(1))
    # The runtime calls Android by names in Swift. The class is not written there, so any of the classes counts.
    known = set().union(*(level.members(name) or set() for name in SWIFT_CLASSES))
    for file in swift:
        text = file.read_text()
        calls = CALL.findall(text) + [(name, types) for *names, types in CHOSEN.findall(text) for name in names]
        newer |= {name for name, types in calls if (name, types) not in known and name not in OWN}
    return newer


# The classes whose methods the runtime calls by their names.
SWIFT_CLASSES = [
    "android/content/Context", "android/os/PowerManager", "android/os/PowerManager$WakeLock",
    "android/os/BatteryManager", "android/content/pm/PackageManager", "android/app/job/JobScheduler",
    "android/app/job/JobInfo$Builder", "android/app/job/JobService"]
# The library's own methods, and those of Java itself.
OWN = {"onEvent", "enterForeground", "getPath", "getName", "getMessage"}


def table(document):
    """The names in the table of newer calls."""
    return {match.group(1) for line in document.read_text().splitlines() if (match := ROW.match(line))}


def compile_sample(jdk, classes23, library, sample, folder):
    """Compiles the sample app, which uses nothing newer than level 23, with the numbers of its texts."""
    names = {name for file in (sample / "res/values").glob("*.xml")
             for name in re.findall(r'<string name="(\w+)"', file.read_text())}
    fields = "\n".join(f"        public static final int {name} = {number};"
                       for number, name in enumerate(sorted(names), 1))
    resources = folder / "R.java"
    resources.write_text(
        f"package example.night;\n\npublic final class R {{\n    public static final class string {{\n{fields}\n    }}\n}}\n")
    subprocess.run(
        [jdk / "bin/javac", "-Werror", "-Xlint:all,-options", "-source", "8", "-target", "8", "-bootclasspath", classes23,
         "-cp", library, "-d", folder / "sample", resources, *sorted(sample.rglob("*.java"))], check=True)
