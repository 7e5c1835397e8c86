import CYobanManifest

/// The values of `canImport` for the modules that are not the app's own.
enum KnownModules {
  /// Modules of the toolchain that Apple's systems have, too, and Linux's C library: code asks for it after it has
  /// asked for Darwin, which does not exist here.
  static let ofToolchain: Set<String> = [
    "Dispatch", "Foundation", "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "Testing", "XCTest", "_Concurrency", "_StringProcessing",
  ]
  /// The modules with Apple's names, and the systems of Apple that have them.
  static let ofYoban: [String: Set<String>] = Dictionary(
    uniqueKeysWithValues: String(cString: yoban_apple_modules()).split(separator: "\n").map {
      let words = $0.split(separator: " ").map(String.init)
      return (words[0], Set(words.dropFirst()))
    })

  static func exists(_ module: String, on platform: PortSettings.Platform) -> Bool {
    if let systems = ofYoban[module] { return systems.contains(platform.rawValue) }
    if module != "Darwin", replacements[module] != nil { return true }
    return ofToolchain.contains(module)
  }

  /// The replacement for an import of a module that does not exist here.
  static let replacements = [
    "Darwin": "Glibc", "CoreFoundation": "Foundation", "CoreGraphics": "Foundation",
    "AudioToolbox": "AVFAudio", "CoreServices": "UniformTypeIdentifiers",
    "MobileCoreServices": "UniformTypeIdentifiers",
  ]
  /// Classes of Foundation that cannot be used on Linux, and those of YobanFoundation that stand for them. A typealias
  /// would be ambiguous in files that import Foundation, too.
  static let replacedTypes = [
    "NSExpression": "YobanFoundation.FormatExpression",
    "NSComparisonPredicate": "YobanFoundation.FormatComparison",
  ]
  /// Imports that are removed: YobanFoundation has what is needed of these modules.
  static let removed: Set<String> = ["ObjectiveC", "FoundationNetworking"]
}
