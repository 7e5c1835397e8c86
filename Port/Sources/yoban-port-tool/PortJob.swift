import Foundation
import YobanPorting

/// A mistake of the user, with what to do.
struct UserError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// The arguments that the plugin writes.
struct PortJob: Codable {
  struct Source: Codable {
    let path: String
    let output: String
  }
  /// A `port.json` with the files that it names.
  let configuration: String
  let sources: [Source]
  let storyboards: [Source]
  /// The folders of asset catalogs.
  let catalogs: [String]?
  /// The folders of Core Data's models.
  var models: [Source] = []
  /// Files that cannot be ported.
  let refused: [String]
  /// Sources of ported targets that this one depends on.
  let others: [String]
  let isExecutable: Bool
  /// Names of the packages' modules that the target depends on.
  let modules: [String]
  let moduleFile: String
  let report: String
  let cache: String
  /// Nil if nothing is left out: the compiler then complains about what does not exist on Linux.
  let leaveOut: LeaveOutRun.Job?

  static func read(_ path: String) throws -> PortJob {
    try JSONDecoder().decode(PortJob.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Reads `port.json`.
  func file() throws -> PortFile {
    do {
      return try PortFile.read(configuration)
    } catch let error as UserError {
      throw UserError("\(configuration):1:1: \(error.message)")
    }
  }

  /// The settings of the port.
  func settings(of file: PortFile) throws -> PortSettings {
    var settings = PortSettings(platform: file.platform)
    settings.conditions = Set(file.conditions ?? ["DEBUG"])
    settings.modules = Set(file.modules ?? []).union(modules.filter { !isOtherPlatforms($0) })
    settings.missingModules = Set(file.missingModules ?? [])
    settings.isSimulator = file.simulator ?? false
    settings.architecture = file.architecture ?? "arm64"
    settings.features = Set(file.features ?? [])
    settings.keepsMain = isExecutable
    if let text = file.compilerVersion { settings.compilerVersion = try version(text) }
    if let text = file.languageVersion {
      // The compiler tells `swift(...)` that a mode is the last version before the next mode.
      settings.languageVersion =
        switch text {
        case "4": Version("4.1.50")!
        case "5": Version("5.10")!
        case "6": .compiler
        default: try version(text)
        }
    }
    return settings
  }

  private func isOtherPlatforms(_ module: String) -> Bool { module == "WatchKit" }

  private func version(_ text: String) throws -> Version {
    guard let version = Version(text) else {
      throw UserError("\(configuration):1:1: \(text) is not a version: write it as 5.10")
    }
    return version
  }
}

/// The keys of `port.json`.
struct PortFile: Codable {
  let platform: PortSettings.Platform
  let deploymentTarget: String?
  let sources: [String]
  let exclude: [String]?
  let conditions: [String]?
  let modules: [String]?
  let missingModules: [String]?
  let simulator: Bool?
  let architecture: String?
  let compilerVersion: String?
  let languageVersion: String?
  let features: [String]?
  /// `MainActor` if declarations are isolated to the main actor by default.
  let defaultIsolation: String?
  /// The choice for code that is left out, by place: `"skip"`, or `{"value": "Swift code"}`.
  let leftOut: [String: LeftOutChoice]?
  /// The names that are generated for asset catalogs. Default: `resources`.
  let assetSymbols: AssetSymbols.Extent?

  /// The Swift code for places that are left out.
  var leftOutValues: [String: String] {
    (leftOut ?? [:]).compactMapValues { if case .value(let code) = $0 { code } else { nil } }
  }
  var leftOutPlaces: [String] { (leftOut ?? [:]).keys.sorted() }
  /// The places that are skipped.
  var skippedPlaces: [String] { (leftOut ?? [:]).filter { $0.value == .skip }.map(\.key).sorted() }

  static func read(_ path: String) throws -> PortFile {
    do {
      return try JSONDecoder().decode(
        PortFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch DecodingError.keyNotFound(let key, _) {
      throw UserError("the key \"\(key.stringValue)\" is missing")
    } catch DecodingError.dataCorrupted(let context)
      where context.codingPath.first?.stringValue == "platform"
    {
      throw UserError("\"platform\" must be \"iOS\" or \"watchOS\"")
    } catch DecodingError.typeMismatch(_, let context) {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw UserError("the value of \"\(key)\" has the wrong type: \(context.debugDescription)")
    }
  }
}

/// A value of `leftOut` in `port.json`.
enum LeftOutChoice: Codable, Equatable {
  case skip
  case value(String)

  private enum CodingKeys: CodingKey { case value }

  init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      guard word == "skip" else {
        throw DecodingError.typeMismatch(
          String.self,
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "\"\(word)\" is neither \"skip\" nor {\"value\": \"Swift code\"}"))
      }
      self = .skip
    } else {
      self = .value(
        try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .skip:
      var container = encoder.singleValueContainer()
      try container.encode("skip")
    case .value(let code):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(code, forKey: .value)
    }
  }
}
