import CYobanManifest
import Foundation

/// A checkout of Yoban, on which the test package depends by its path.
public struct YobanCheckout: Sendable {
  public var folder: URL
  /// The names of the library products, such as `UIKit`.
  let products: Set<String>

  /// - Throws: `InitError` if the folder is no checkout of Yoban.
  public init(_ folder: URL) throws(InitError) {
    for manifest in ["Package.swift", "Port/Package.swift"]
    where !FileManager.default.fileExists(atPath: folder.appending(path: manifest).path) {
      throw InitError(
        "\(folder.standardized.path) is not a checkout of Yoban. Clone Yoban and give its folder with --yoban. (An address cannot be used, because the package Port is in a folder of the checkout.)"
      )
    }
    let products = Set(String(cString: yoban_libraries()).split(separator: "\n").map(String.init))
    self.init(folder.standardized, products: products)
  }

  init(_ folder: URL, products: Set<String>) {
    self.folder = folder
    self.products = products
  }

  /// Whether a package of an app is Yoban, in this checkout or at another place.
  func isPackage(_ package: PackageDependency) -> Bool {
    if case .path(let folder) = package.source, folder.path.trimmed == self.folder.path.trimmed {
      return true
    }
    return package.identity.lowercased() == "yoban"
  }

  /// The modules that every app can import without a product: those of the toolchain.
  static let toolchainModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "FoundationXML", "FoundationInternationalization", "Dispatch",
    "RegexBuilder", "Synchronization", "Observation", "Distributed", "Glibc", "Testing", "XCTest",
    "Cxx", "Builtin",
  ]

  /// The modules that code for Apple's systems can import, and that the port replaces by YobanFoundation.
  static let portedModules: Set<String> = [
    "Darwin", "ObjectiveC", "CoreFoundation", "CoreGraphics", "CoreServices", "MobileCoreServices",
    "AudioToolbox",
  ]
}

extension String {
  /// The path without a slash at its end.
  var trimmed: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
