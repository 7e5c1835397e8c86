"""Makes a standard library, and copies of compiled modules, for a processor whose Int has 32 bits.

The toolchain for Linux has none for such a processor. It has the standard library's interface for x86-64, with
declarations of Int32 and UInt32 that were generated from the same template as those of Int and UInt. So the
interface for i686 has these, under the names Int and UInt, and the compiler compiles it. Other modules refer to
Int by its name and need not be compiled again: a copy gets the name of the other processor, and loses the code of
its functions, which is for 64 bits. Nothing can be linked with this library; it is for the compiler's checks.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

HOST, TARGET = "x86_64-unknown-linux-gnu", "i686-unknown-linux-gnu"
# As long as HOST, so that it fits into its place in a module. The compiler ignores the vendor.
SAME_LENGTH_TARGET = "i686-unknownxx-linux-gnu"
# The compiler's warnings about conversions and products begin with this.
MARK = "on a 32-bit watch: "
# The modules of the toolchain that Foundation and the sources import, in the order of their imports.
INTERFACES = [
    "SwiftOnoneSupport", "_Builtin_float", "_RegexParser", "_StringProcessing", "_Concurrency", "Glibc", "Observation",
]
BINARIES = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "_FoundationCollections",
]


def fail(message):
    sys.exit(f"watch-32-bit: {message}")


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def run_or_fail(command):
    result = run(command)
    if result.returncode != 0:
        fail(f"{' '.join(command)}\n{result.stdout}{result.stderr}")


class StandardLibrary:
    def __init__(self, cache):
        information = json.loads(run(["swiftc", "-print-target-info"]).stdout)
        if information["target"]["unversionedTriple"] != HOST:
            print("watch-32-bit: not checked, because this script has rules for x86-64 only")
            sys.exit(0)
        self.original = pathlib.Path(information["paths"]["runtimeResourcePath"])
        version = information["compilerVersion"] + pathlib.Path(__file__).read_text()
        self.folder = cache / hashlib.sha256(version.encode()).hexdigest()[:16]
        self.resources = self.folder / "resources"
        self.headers = self.folder / "headers"
        # A watch has 64 bits for the size of a file and 32 for `time_t`.
        self.clang = ["-I" + str(self.headers), "-D_FILE_OFFSET_BITS=64"]
        debian = pathlib.Path("/usr/include/x86_64-linux-gnu")
        if debian.exists():
            self.clang.append("-I" + str(debian))
        self.options = [
            "-target", TARGET, "-resource-dir", str(self.resources), "-diagnostic-style", "llvm",
            "-module-cache-path", str(self.folder / "cache"),
        ]

    def make(self):
        """Makes the library, once for each version of the toolchain and of this file."""
        if (self.folder / "complete").exists():
            return
        print("the standard library for a 32-bit processor is made once", flush=True)
        shutil.rmtree(self.folder.parent, ignore_errors=True)
        (self.headers / "gnu").mkdir(parents=True)
        # The C library's headers for x86-64 lack only this one, a list of functions that it does not have.
        (self.headers / "gnu/stubs-32.h").touch()
        (self.resources / "linux/i686").mkdir(parents=True)
        for shared in self.original.iterdir():
            if shared.name != "linux":
                (self.resources / shared.name).symlink_to(shared)
        for file in (self.original / "linux/x86_64").iterdir():
            (self.resources / "linux/i686" / file.name).symlink_to(file)
        for name in ["Swift"] + INTERFACES:
            self.compile_interface(name)
        # Foundation uses this module only inside of functions.
        empty = self.folder / "empty.swift"
        empty.touch()
        run_or_fail(["swiftc", "-frontend", "-emit-module", "-parse-as-library", "-module-name", "Synchronization",
                     "-o", str(self.module("Synchronization")), str(empty)] + self.options)
        for name in BINARIES:
            copy_module(self.original / f"linux/{name}.swiftmodule/{HOST}.swiftmodule", self.module(name))
        (self.folder / "complete").touch()

    def module(self, name):
        folder = self.resources / "linux" / f"{name}.swiftmodule"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{TARGET}.swiftmodule"

    def compile_interface(self, name):
        text = (self.original / f"linux/{name}.swiftmodule/{HOST}.swiftinterface").read_text()
        if name == "Swift":
            text = with_32_bit_words(text)
        # The first lines are comments with the compiler's options.
        options = clang_options(self.clang) if name != "Swift" else ["-parse-stdlib"]
        text = re.sub(r"(?m)^(// swift-module-flags: .*)", lambda found: " ".join([found[1]] + [quoted(option) for option in options]), text,
                      count=1)
        interface = self.folder / f"{name}.swiftinterface"
        interface.write_text(text.replace(HOST, TARGET).replace(" -O ", " -Onone ", 1))
        run_or_fail(["swiftc", "-frontend", "-compile-module-from-interface", str(interface), "-module-name", name,
                     "-o", str(self.module(name))] + self.options + (options if name == "Swift" else []))


def quoted(option):
    """The option as a part of a line of options: a path may contain a space."""
    return re.sub(r"([ \\])", r"\\\1", option)


def clang_options(options):
    return [option for argument in options for option in ("-Xcc", argument)]


# ---- The interface of the standard library

def with_32_bit_words(text):
    text = with_declarations_of_32_bits(text)

    def replace(old, new, count):
        nonlocal text
        text, found = re.subn(old, new, text)
        if found != count:
            fail(f"the interface of this version of Swift has {found} times {old!r}, and not {count} times")

    # Bodies that are not copied into the code of callers: without them, the compilation takes two thirds.
    text = re.sub(r"(?m)^( *)((?:@\S+ )*@inlinable (?:(?!@_transparent|@_alwaysEmitIntoClient).)*?"
                  r"\b(?:func|init)\b.*) \{\n(?:(?!\1\}).*\n)*\1\}$", r"\1\2", text)
    # The code that converts an Int or a UInt to a type of another size.
    replace(r"Int\(Builtin\.assumeNonNegative_Int64", "Int(Builtin.assumeNonNegative_Int32", 1)
    replace(r"    UInt\(Builtin\.trunc_Int128_Int64\(_value", "    UInt(Builtin.trunc_Int128_Int32(_value", 2)
    replace(r"Builtin\.([su])itofp_Int64_(\w+)\((v|extended)\._value", r"Builtin.\1itofp_Int32_\2(\3._value", 12)
    replace(r"(UInt\(\n +Builtin\.[sz]extOrBitCast_Int(?:8|16|32))_Int64", r"\1_Int32", 8)
    replace(r"(UInt\(\n +Builtin\.)[sz]extOrBitCast_Int64_Int64", r"\1truncOrBitCast_Int64_Int32", 2)
    replace(r"truncOrBitCast_Int64_(Int8|Int16|Int32)\(bits", r"truncOrBitCast_Int32_\1(bits", 8)
    replace(r"truncOrBitCast_Int64_Int64\(bits", "zextOrBitCast_Int32_Int64(bits", 2)
    replace(r"(_objectPointerIsObjCBit: Swift.UInt \{\n.*\n    return )0x4000_0000_0000_0000", r"\g<1>2", 1)
    # The warnings.
    warn = '@available(*, deprecated, message: "' + MARK
    replace(r"  (@_transparent public static func \*=? \(lhs: (?:inout )?Swift.Int, )",
            rf'  {warn}a product of two Ints")\n  \1', 2)
    begin = text.index("@frozen public struct Int :")
    end = text.index("\n}\n", begin)
    body, found = re.subn(r"  (@_transparent public init\(_ source: Swift.(Float|Double|Float80)\))",
                          rf'  {warn}a \2 becomes an Int")\n  \1', text[begin:end])
    if found != 3:
        fail("the conversions from floating-point numbers have changed in this version of Swift")
    text = text[:begin] + body + text[end:] + "\nextension Swift.Int {\n"
    text += f"""  {warn}a shift of an Int")
  @_transparent public static func << (lhs: Swift.Int, rhs: Swift.Int) -> Swift.Int {{ lhs &<< rhs }}\n"""
    for wide in ["Int64", "UInt64", "UInt32", "UInt"]:
        text += f"""  {warn}a {wide} becomes an Int")
  @_transparent public init(_ source: Swift.{wide}) {{ self.init(truncatingIfNeeded: source) }}\n"""
    return text + "}\n"


def with_declarations_of_32_bits(text):
    """Replaces the bodies of Int and UInt, and of the extensions whose code knows their size."""
    lines = text.split("\n")
    blocks, start = {}, None
    for index, line in enumerate(lines):
        if line.startswith("}") and start is not None:
            blocks.setdefault(lines[start], []).append((start, index))
            start = None
        elif line.endswith("{") and not line.startswith((" ", "#", "/")):
            start = index
    sized = (r"@frozen public struct {0} |extension Swift\.{0} : Swift\.(SIMDScalar|Hashable) "
             r"|extension Swift\.SIMD.*\bSwift\.{0}\b")
    for word in ["Int", "UInt"]:
        for header, places in blocks.items():
            if not re.match(sized.format(word), header):
                continue
            twins = blocks[re.sub(rf"\b(Swift\.|struct ){word}\b", rf"\g<1>{word}32", header)]
            for (first, last), (twin_first, twin_last) in zip(places, twins, strict=True):
                body = [re.sub(r"(?<!Builtin\.)\b(U?Int)32\b(?!\(truncatingIfNeeded: index)", r"\1", line)
                        for line in lines[twin_first:twin_last]]
                if "struct" in header:
                    body.append(conversions(word))
                lines[first] = "\n".join(body)
                lines[first + 1:last] = [None] * (last - first - 1)
    return "\n".join(line for line in lines if line is not None)


def conversions(word):
    """The members of Int and UInt that Int32 and UInt32 do not have."""
    extend = "sext" if word == "Int" else "zext"
    return f"""  @_transparent public init(_ _v: Builtin.Word) {{
    self._value = Builtin.truncOrBitCast_Word_Int32(_v)
  }}
  @_transparent public var _builtinWordValue: Builtin.Word {{
    @_transparent get {{ return Builtin.{extend}OrBitCast_Int32_Word(_value) }}
  }}"""


# ---- Compiled modules

# The numbers of blocks in a module (lib/Serialization/ModuleFormat.h of the compiler), and one that it skips.
MODULE_BLOCK, CODE_BLOCK, UNKNOWN_BLOCK = 8, 14, 100


def copy_module(module, copy):
    """Copies a compiled module for the other processor, with its declarations and without its code."""
    content = bytearray(module.read_bytes())
    place = content.find(HOST.encode())
    if place < 0:
        fail(f"{module} does not name the processor for which it was made")
    content[place:place + len(HOST)] = SAME_LENGTH_TARGET.encode()
    hide_code(content)
    copy.write_bytes(content)


def hide_code(content):
    """Gives the block with the code another number in LLVM's bitstream format: a block begins with the bits 01,
    its number (8 bits), the width of its abbreviations (4 bits), and at the next multiple of 32 bits its length."""
    def bits(position, count):
        word = int.from_bytes(content[position // 8:position // 8 + 8], "little")
        return word >> position % 8 & (1 << count) - 1

    position = 32
    while bits(position, 2) == 1:
        number, start = bits(position + 2, 8), (position + 14 + 31) // 32 * 32
        if number == CODE_BLOCK:
            # A block begins at a whole byte.
            content[position // 8] = content[position // 8] & 3 | UNKNOWN_BLOCK << 2 & 0xFF
            content[position // 8 + 1] = content[position // 8 + 1] & ~3 | UNKNOWN_BLOCK >> 6
            return
        position = start + 32 + (0 if number == MODULE_BLOCK else 32 * bits(start, 32))
    fail("a compiled module has no code: the format of this version of Swift is another one")
