import Foundation
import YobanPlatformProfiles

/// The values of an app's Info.plist.
///
/// Sendable: the dictionary consists of property-list values that are never changed.
public struct InfoPlist: @unchecked Sendable {
  public let values: [String: Any]

  /// `UIBackgroundModes`, such as `location`.
  public let backgroundModes: [String]
  /// `WKBackgroundModes` of a watch app, such as `workout-processing` (WK2, WK5).
  public let watchBackgroundModes: [String]

  public init(_ values: [String: Any] = [:]) {
    self.values = values
    backgroundModes = values["UIBackgroundModes"] as? [String] ?? []
    watchBackgroundModes = values["WKBackgroundModes"] as? [String] ?? []
  }

  /// Reads a property list file, such as an Info.plist of an Xcode project.
  ///
  /// - Throws: `InfoPlistError` with the path and the problem.
  public init(contentsOf url: URL) throws {
    guard let data = try? Data(contentsOf: url) else { throw InfoPlistError.unreadable(url.path) }
    let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    guard let values = list as? [String: Any] else { throw InfoPlistError.notADictionary(url.path) }
    self.init(values)
  }

  /// The bundle identifier of the iPhone app that a watch app belongs to.
  public var companionApp: String? { text("WKCompanionAppBundleIdentifier") }

  /// Whether it is that of an app extension.
  package var isOfExtension: Bool {
    values["NSExtension"] != nil || values["EXAppExtensionAttributes"] != nil
  }

  /// The point of an extension, such as `com.apple.widgetkit-extension`; nil for an app.
  package var extensionPoint: String? {
    let list = values["NSExtension"] as? [String: Any]
    return list?["NSExtensionPointIdentifier"] as? String
  }

  /// Returns the life cycle on a platform; on iOS `scenes` if there is a
  /// `UIApplicationSceneManifest` (L5).
  public func lifecycle(on platform: Platform) -> LifecycleKind {
    if isOfExtension { return .appExtension }
    return switch platform {
    case .iOS: values["UIApplicationSceneManifest"] == nil ? .applicationDelegate : .scenes
    case .watchOS: .watch
    case .android: .android
    }
  }

  /// The SDK that the app was built with, which Xcode writes as `DTSDKName`, such as `iphoneos27.0`; nil in the
  /// Info.plist of a project.
  package var sdk: SystemVersion? {
    text("DTSDKName").flatMap { SystemVersion(String($0.drop { !$0.isNumber })) }
  }

  /// Whether a key has the value YES.
  package func isOn(_ key: String) -> Bool { (values[key] as? NSNumber)?.boolValue ?? false }

  /// Returns a text, such as a usage description; nil if it is absent or empty.
  public func text(_ key: String) -> String? {
    (values[key] as? String).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The reason why an Info.plist could not be used.
public enum InfoPlistError: Error, Hashable, CustomStringConvertible {
  case unreadable(String)
  case notADictionary(String)

  public var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path): check that the file exists and may be read"
    case .notADictionary(let path):
      "\(path) is not a property list with a dictionary at its top: check it with plutil -lint"
    }
  }
}
