/// The system under test and the conditions with which the sources are compiled: `port.json` without
/// its lists of files.
public struct PortSettings: Codable, Equatable, Sendable {
  public enum Platform: String, Codable, Sendable { case iOS, watchOS }

  public var platform: Platform
  /// Active compilation conditions, such as `DEBUG`.
  public var conditions: Set<String>
  /// Modules, beside the known ones, for which `canImport` is true.
  public var modules: Set<String>
  /// Modules for which `canImport` is false.
  public var missingModules: Set<String>
  public var isSimulator: Bool
  public var architecture: String
  /// The value of `compiler(...)`.
  public var compilerVersion: Version
  /// The value of `swift(...)`.
  public var languageVersion: Version
  public var features: Set<String>
  /// True for an executable target, which has the entry point that `@main` declares.
  public var keepsMain: Bool

  public init(
    platform: Platform, conditions: Set<String> = ["DEBUG"], modules: Set<String> = [],
    missingModules: Set<String> = [], isSimulator: Bool = false, architecture: String = "arm64",
    compilerVersion: Version = .compiler, languageVersion: Version = Version("5.10")!,
    features: Set<String> = [], keepsMain: Bool = false
  ) {
    self.platform = platform
    self.conditions = conditions
    self.modules = modules
    self.missingModules = missingModules
    self.isSimulator = isSimulator
    self.architecture = architecture
    self.compilerVersion = compilerVersion
    self.languageVersion = languageVersion
    self.features = features
    self.keepsMain = keepsMain
  }
}

/// A version such as 5.10, compared number by number.
public struct Version: Codable, Equatable, Comparable, Sendable {
  let numbers: [Int]

  /// Returns nil if the text is not a list of numbers with periods.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.isEmpty, !parts.contains(nil) else { return nil }
    numbers = parts.compactMap { $0 }
  }

  /// The version of the compiler that built this module, which is the one of the whole build.
  public static var compiler: Version {
    #if compiler(>=6.5)
      Version("6.5")!
    #elseif compiler(>=6.4)
      Version("6.4")!
    #elseif compiler(>=6.3)
      Version("6.3")!
    #else
      Version("6.2")!
    #endif
  }

  public static func < (a: Version, b: Version) -> Bool {
    a.padded(b).lexicographicallyPrecedes(b.padded(a))
  }
  public static func == (a: Version, b: Version) -> Bool { a.padded(b) == b.padded(a) }

  private func padded(_ other: Version) -> [Int] {
    numbers + Array(repeating: 0, count: max(0, other.numbers.count - numbers.count))
  }
}
