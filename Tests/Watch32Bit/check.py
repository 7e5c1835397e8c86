"""Compiles the runtime and the sample watch app for a processor whose Int has 32 bits.

Int has 32 bits on Apple Watch Series 4 to 8, SE and the first Ultra. Nothing is linked or run. The compiler finds
wrong types, and literals and constant expressions that overflow. It also reports each conversion `Int(x)` of a
64-bit number, a UInt or a floating-point number, and each product and each shift to the left of Ints, which could trap
or lose bits on a watch only. Use another type, `Int(exactly:)`, `Int(clamping:)`, or `Int(truncatingIfNeeded:)` for a
number whose range is known. Lines that Linux does not compile are searched for numbers, products and conversions.

The products and shifts of Chunks were read and are allowed: each is at most the size of one block (1,024 samples of 16
channels with 8 bytes), of an array in memory, or of a table of codes.

Usage, after `swift build --build-tests`: scripts/watch-32-bit [--products]
With --products, it lists the products and shifts of Chunks, too.
"""
import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
from standard_library import MARK, StandardLibrary, clang_options, copy_module, fail, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

BUILT = ROOT / ".build/debug"
# What is compiled, in the order of the imports: the module and its folder.
SOURCES = [
    ("Chunks", "Sources/Chunks"),
    ("ClockOffsets", "Sources/ClockOffsets"),
    ("CollectorContract", "Sources/CollectorContract"),
    ("Yoban", "Sources/Yoban"),
    ("YobanNightWatchApp", "Examples/NightWatchApp"),
]
PRODUCTS_ALLOWED = {"Chunks"}
# What a line that is not compiled must not contain.
SUSPECT = re.compile(r"\bInt\(|<<|[^*]\*[^*]|\d[\d_]{9,}|0x[\dA-Fa-f_]{9,}|\bUInt\b")
LINUX = {"os(Linux)": True, "os(iOS)": False, "os(watchOS)": False, "canImport(FoundationEssentials)": True,
         "YOBAN_ANDROID": False, "os(Android)": False}


class Compiler:
    def __init__(self, library):
        self.modules = library.folder / "modules"
        shutil.rmtree(self.modules, ignore_errors=True)
        self.modules.mkdir()
        if not (BUILT / "Modules").exists():
            fail("run `swift build --build-tests` first, which makes the modules with Apple's names")
        own = {name for name, _ in SOURCES}
        for module in (BUILT / "Modules").glob("*.swiftmodule"):
            if module.stem not in own and not module.stem.endswith("Tests"):
                copy_module(module, self.modules / module.name)
        maps = run([str(ROOT / "scripts/module-maps"), str(BUILT)]).stdout.splitlines()
        self.options = library.options + clang_options(
            library.clang + [f"-fmodule-map-file={path}" for path in maps]) + [
                "-plugin-path", str(library.original / "host/plugins"), "-I", str(self.modules),
                "-swift-version", "6", "-package-name", "yoban", "-parse-as-library"]

    def reports(self, name, files):
        """Returns what the compiler reports about a module: for each report, its kind and its text."""
        result = run(["swiftc", "-frontend", "-emit-sil", "-o", "/dev/null", "-module-name", name,
                      "-emit-module-path", str(self.modules / f"{name}.swiftmodule")]
                     + self.options + [str(file) for file in files])
        reports, kind = [], None
        for line in (result.stdout + result.stderr).split("\n"):
            found = re.match(r"(?:.*:\d+:\d+|<unknown>:0): (error|warning|note): ", line)
            kind = found[1] if found else kind
            if found and kind != "note":
                reports.append((kind, [line]))
            elif reports and kind != "note":
                reports[-1][1].append(line)
        if result.returncode != 0 and not any(kind == "error" for kind, _ in reports):
            fail(f"the compiler failed: {result.stdout}{result.stderr}")
        return [(kind, "\n".join(lines)) for kind, lines in reports]


def uncompiled_lines(file):
    """The lines of a file that are not compiled on Linux, with their numbers."""
    stack = []
    for number, line in enumerate(file.read_text().split("\n"), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if directive is None:
            if not all(is_active for is_active, _ in stack):
                yield number, line
        elif directive[1] == "if":
            is_active = holds(directive[2])
            stack.append((is_active, is_active))
        elif directive[1] == "endif":
            stack.pop()
        else:
            _, was_active = stack.pop()
            is_active = not was_active and (directive[1] == "else" or holds(directive[2]))
            stack.append((is_active, was_active or is_active))


def holds(condition):
    text = condition
    for name, value in LINUX.items():
        text = text.replace(name, str(value))
    text = text.replace("||", " or ").replace("&&", " and ").replace("!", " not ")
    if not re.fullmatch(r"(\s|True|False|or|and|not|\(|\))*", text):
        fail(f"this script does not know the condition{condition}")
    return eval(text.strip())


def check_probe(compiler):
    """Fails unless the compiler finds what it must find, so that a check that has become blind is noticed."""
    probe = ROOT / "Tests/Watch32Bit/Probe.swift"
    reports = [text for _, text in compiler.reports("Probe", [probe])]
    for wanted in re.findall(r"// Reported: (.*)", probe.read_text()):
        if not any(wanted in report for report in reports):
            reported = "\n".join(reports)
            fail(f"the compiler does not report in {probe}: {wanted}\nIt reports:\n{reported}")


def check_c(library):
    """Compiles the C code of the runtime for the other processor, and for a watch, without Apple's headers."""
    apple = library.folder / "apple"
    apple.mkdir(exist_ok=True)
    (apple / "string.h").write_text("#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\n")
    targets = [("i686-unknown-linux-gnu", library.clang),
               ("arm64_32-apple-watchos10.0", ["-ffreestanding", f"-I{apple}"])]
    files = [str(file) for file in sorted((ROOT / "Sources/CYobanChecksum").glob("*.c"))]
    for target, options in targets:
        result = run(["clang", "-fsyntax-only", "-Wall", "-Wextra", "-Wshorten-64-to-32", "-Werror", "-target", target,
                      "-I", str(ROOT / "Sources/CYobanChecksum/include")] + options + files)
        if result.returncode != 0:
            fail(f"CYobanChecksum for {target}:\n{result.stderr}")
    print(f"CYobanChecksum: {len(files)} files compiled")


def main():
    lists_products = "--products" in sys.argv[1:]
    library = StandardLibrary(ROOT / ".build/watch-32-bit")
    library.make()
    compiler = Compiler(library)
    check_probe(compiler)
    check_c(library)
    failures = 0
    for name, folder in SOURCES:
        files = sorted((ROOT / folder).rglob("*.swift"))
        reports, found = compiler.reports(name, files), []
        for kind, text in reports:
            is_allowed = name in PRODUCTS_ALLOWED and ("a product of" in text or "a shift of" in text)
            if kind == "error" or (MARK in text and (lists_products or not is_allowed)):
                found.append(text)
                failures += not is_allowed
        uncompiled = [(file, number, line) for file in files for number, line in uncompiled_lines(file)]
        for file, number, line in uncompiled:
            if SUSPECT.search(line.split("//")[0]):
                found.append(f"{file}:{number}: not compiled on Linux, and may need 64 bits: {line.strip()}")
                failures += 1
        print(f"{name}: {len(files)} files compiled, {len(uncompiled)} lines for Apple's systems only searched")
        for text in found:
            print(text.replace(f"{ROOT}/", ""))
        if any(kind == "error" for kind, _ in reports):
            print("the modules that import it were not checked")
            break
    if failures:
        fail(f"with an Int of 32 bits, {failures} places would not work")


main()
