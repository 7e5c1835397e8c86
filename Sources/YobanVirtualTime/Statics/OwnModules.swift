import CYobanManifest

/// The modules of which all processes of a simulation share the variables: those of the simulator and
/// of Yoban's runtime, which have constants only, and those of the packages that the simulator uses.
enum OwnModules {
  static func contains(_ module: String) -> Bool { names.contains(module) }

  /// The modules of this package, of the packages that it uses, and of the system.
  private static let names: Set<String> = Set(
    String(cString: yoban_modules()).split(separator: "\n").map(String.init)
  ).union([
    // The packages that the simulator uses.
    "DequeModule", "InternalCollectionsUtilities", "Crypto", "CryptoExtras", "_CryptoExtras",
    "CryptoBoringWrapper", "ArgumentParser", "ArgumentParserToolInfo", "OpenCombine",
    "OpenCombineDispatch", "OpenCombineFoundation",
    // The system, also if it is linked statically.
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "SwiftGlibc", "Musl",
    "Synchronization", "Observation", "RegexBuilder", "Distributed", "Testing", "XCTest",
    "_Concurrency", "_StringProcessing", "_RegexParser", "_Builtin_float", "_TestDiscovery",
    "_Testing_Foundation", "Cxx", "CxxStdlib",
  ])
}

/// The variables of C libraries that are linked into the executable.
enum ForeignVariables {
  /// Whether a variable is one of a C library that neither the simulator nor the system uses.
  static func contains(_ variable: ExecutableVariables.Variable) -> Bool {
    let name = variable.name
    // Swift's own symbols, and the names that are reserved for compiler and C library.
    if name.hasPrefix("$s") || name.hasPrefix("_") { return false }
    // Generated ones: `symbolic _____`, `got.…`, `block_descriptor.4`, `stdout@GLIBC_2.2.5`.
    let stem = name.firstIndex(of: ".").map { name[..<$0] } ?? name[...]
    guard !stem.isEmpty, stem.utf8.allSatisfy(isIdentifier), !generated.contains(stem) else {
      return false
    }
    if name.hasPrefix("vt_") || name.hasSuffix(".host") { return false }
    if let file = variable.file, ownFiles.contains(file) { return false }
    return !own.contains { name.hasPrefix($0) }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let generated: Set<Substring> = [
    "got", "DW", "block_descriptor", "completed", "environ", "stdin", "stdout", "stderr",
  ]
  /// The source files of this package's C targets that have variables. Without an entry here, the pages of
  /// CYobanReportPage would be copied at each change of the process.
  private static let ownFiles: Set<String> = [
    "baton.c", "clocks.c", "context.c", "dispatch.c", "exit.c", "file_data.c", "file_locks.c",
    "files.c", "foundation.c", "library_names.c", "locks.c", "mappings.c", "names.c",
    "opening.c", "output.c", "random.c", "region.c", "run_loop.c", "signals.c", "statics.c",
    "streams.c",
    "system_calls.c", "crc32c.c", "CYobanReportPage.c",
  ]
  /// The prefixes of BoringSSL's names in swift-crypto.
  private static let own = ["CCryptoBoringSSL", "CXKCP", "OPENSSL_", "bssl", "kOpenSSL"]
}
