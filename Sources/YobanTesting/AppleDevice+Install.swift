import Foundation
import YobanSimulatedOS

/// A device on which a test installs an app from its code: a phone or a watch.
public protocol AppHost: AppleDevice {}
extension Phone: AppHost {}
extension Watch: AppHost {}

extension AppHost {
  /// Installs an app with an empty container, from its code and its Info.plist.
  ///
  /// Each launch runs in its own process.
  ///
  /// ```swift
  /// let app = try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))
  /// ```
  ///
  /// - Parameters:
  ///   - code: how a launch starts the app: `.delegate`, `.swiftUI` or `.making`.
  ///   - infoPlist: the Info.plist keys that the simulated system uses, such as `UIBackgroundModes`; of a watch app
  ///     `WKBackgroundModes` and `WKCompanionAppBundleIdentifier`, which names the app on the phone. An iPhone app of
  ///     SwiftUI always has scenes: a missing `UIApplicationSceneManifest` is added.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or `com.example.` and the name of the
  ///     code's module if the Info.plist has none or takes it from Xcode's build settings.
  ///   - entitlements: the keys of the entitlements that the app is signed with.
  ///   - resources: the files of the app's bundle, such as `.file("Resources.json")`.
  ///   - statics: the modules whose static variables are initialized again in every launch. Default: all that
  ///     are linked into the tests, except test targets.
  /// - Throws: `InstallError` if the app is already installed, `statics` names an unknown module,
  ///   or the code's module is not in the executable,
  ///   or a Foundation error if the container cannot be created.
  @discardableResult
  public func install(
    _ code: AppCode<Self>, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(definition(code, infoPlist, bundleIdentifier, entitlements, resources, statics))
  }

  /// Installs an extension of an app, with an empty container of its own (L23).
  ///
  /// ```swift
  /// let groups: Entitlements = ["com.apple.security.application-groups": ["group.example.night"]]
  /// try phone.install(.widgets(NightWidgets.self), in: app, entitlements: groups)
  /// ```
  ///
  /// - Parameters:
  ///   - code: what the extension is, and the type that it marks with `@main`.
  ///   - app: the app, on this device.
  ///   - infoPlist: that of the extension; `NSExtension` is added if it is missing.
  ///   - bundleIdentifier: Default: that of the Info.plist if it begins with that of the app, or else that of the app
  ///     with the name of the code's module. A test may have installed the app under another one.
  ///   - entitlements: those of the extension. An extension shares files with its app only if both have the same
  ///     App Group.
  /// - Throws: as `install(_:infoPlist:…)`; `InstallError.notWithinApp` if the bundle identifier does not begin with
  ///   that of the app.
  @discardableResult
  public func install(
    _ code: ExtensionCode, in app: InstalledApp, infoPlist: InfoPlist = InfoPlist(),
    bundleIdentifier: String? = nil, entitlements: Entitlements = [],
    resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    guard statics.covers(code.type) else {
      throw InstallError.delegateOutsideExecutable(String(reflecting: code.type))
    }
    let module = String(reflecting: code.type).prefix { $0 != "." }
    var values = infoPlist.values
    if values["NSExtension"] == nil {
      values["NSExtension"] = ["NSExtensionPointIdentifier": code.point]
    }
    let prefix = "\(app.definition.bundleIdentifier)."
    let own = infoPlist.setText("CFBundleIdentifier").flatMap { $0.hasPrefix(prefix) ? $0 : nil }
    let names = [infoPlist.setText("CFBundleName"), "\(module)", "\(module) extension"]
    // Traces and reports name the processes of the app and of its extensions by these names.
    let taken = [app.definition.name] + app.extensions.map(\.definition.name)
    let name = names.compactMap(\.self).first { !taken.contains($0) }
    return try install(
      AppDefinition(
        bundleIdentifier: bundleIdentifier ?? own ?? "\(prefix)\(module)",
        name: name ?? "\(module)", infoPlist: InfoPlist(values), entitlements: entitlements,
        resources: resources, statics: statics, main: code.main), in: app)
  }

  /// Installs another version of an app: ends its process, keeps its files, and moves its container (DP10).
  ///
  /// - Parameters:
  ///   - code: how a launch of the new version starts it.
  ///   - infoPlist: the Info.plist of the new version; nil for that of the old one. So are the others.
  /// - Throws: `InstallError`, or a Foundation error if the container cannot be moved.
  public func update(
    _ app: InstalledApp, to code: AppCode<Self>, infoPlist: InfoPlist? = nil,
    entitlements: Entitlements? = nil, resources: BundleResources? = nil
  ) throws {
    let old = app.definition
    var new = try definition(
      code, infoPlist ?? old.infoPlist, old.bundleIdentifier, entitlements ?? old.entitlements,
      resources ?? old.resources, old.statics)
    new.name = old.name
    try update(app, to: new)
  }

  private func definition(
    _ code: AppCode<Self>, _ infoPlist: InfoPlist, _ bundleIdentifier: String?,
    _ entitlements: Entitlements, _ resources: BundleResources, _ statics: StaticVariables
  ) throws -> AppDefinition {
    guard statics.covers(code.type) else {
      throw InstallError.delegateOutsideExecutable(String(reflecting: code.type))
    }
    let module = String(reflecting: code.type).prefix { $0 != "." }
    var values = infoPlist.values
    if code.isSwiftUI, Self.self == Phone.self, values["UIApplicationSceneManifest"] == nil {
      values["UIApplicationSceneManifest"] = [String: Any]()
    }
    return AppDefinition(
      bundleIdentifier: bundleIdentifier ?? infoPlist.setText("CFBundleIdentifier")
        ?? "com.example.\(module)",
      name: infoPlist.setText("CFBundleName") ?? String(module), infoPlist: InfoPlist(values),
      entitlements: entitlements, resources: resources, statics: statics, main: code.main)
  }
}

extension InfoPlist {
  /// The text of a key; nil if it is a build setting of Xcode, such as $(PRODUCT_NAME), which has no value here.
  fileprivate func setText(_ key: String) -> String? {
    text(key).flatMap { $0.contains("$(") ? nil : $0 }
  }

  /// Reads a property list from the package that contains the calling source file.
  ///
  /// - Parameters:
  ///   - path: the path of the file, relative to the folder of the package, such as `Sources/App/Info.plist`.
  ///   - file: the source file of the call; use the default.
  /// - Throws: `InfoPlistError` with the complete path.
  public static func file(_ path: String, of file: String = #filePath) throws -> InfoPlist {
    try InfoPlist(contentsOf: packageFolder(of: file).appending(path: path))
  }
}

extension Entitlements {
  /// Reads an `.entitlements` file from the package that contains the calling source file. `yoban init` writes such a
  /// file with the values of the build settings.
  ///
  /// - Parameters:
  ///   - path: the path of the file, relative to the folder of the package, such as `App.entitlements`.
  ///   - file: the source file of the call; use the default.
  /// - Throws: `InfoPlistError` with the complete path.
  public static func file(_ path: String, of file: String = #filePath) throws -> Entitlements {
    try Entitlements(contentsOf: packageFolder(of: file).appending(path: path))
  }
}

extension BundleResources {
  /// Reads the list of an app's resources from the package that contains the calling source file; see
  /// `init(contentsOf:)`. `yoban init` writes such a list.
  ///
  /// - Parameters:
  ///   - path: the path of the list, relative to the folder of the package, such as `Resources.json`.
  ///   - file: the source file of the call; use the default.
  /// - Throws: a Foundation error if the list cannot be read.
  public static func file(_ path: String, of file: String = #filePath) throws -> BundleResources {
    try BundleResources(contentsOf: packageFolder(of: file).appending(path: path))
  }
}

/// The folder of the package that contains a source file.
private func packageFolder(of file: String) -> URL {
  var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  while folder.path != "/",
    !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  {
    folder = folder.deletingLastPathComponent()
  }
  return folder
}
