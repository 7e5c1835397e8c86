import Foundation
import SimulatedOS
import UIKit

extension Device {
  /// Installs an iPhone app with an empty container, from its delegate and its Info.plist.
  ///
  /// Each launch runs in a process of its own, which starts in `UIApplicationDelegate.main()` as a launch
  /// of the app does.
  ///
  /// - Parameters:
  ///   - delegate: the class that is the app's delegate; marked `@main` in the app's own target or not.
  ///   - infoPlist: the keys that the system acts on, such as `UIBackgroundModes`.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or a name made from the class if the
  ///     Info.plist has none or takes it from Xcode's build settings.
  ///   - entitlements: the keys of the entitlements that the app is signed with.
  /// - Throws: `InstallError` if the device has the app already, or what Foundation throws if the
  ///   container cannot be made.
  public func install<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: [String] = []
  ) throws -> InstalledApp {
    let module = String(reflecting: delegate).prefix { $0 != "." }
    // Xcode's build settings, such as $(PRODUCT_NAME), are unknown here.
    func value(_ key: String) -> String? {
      infoPlist.text(key).flatMap { $0.contains("$(") ? nil : $0 }
    }
    return try install(
      AppDefinition(
        bundleIdentifier: bundleIdentifier ?? value("CFBundleIdentifier")
          ?? "com.example.\(module)",
        name: value("CFBundleName") ?? String(module), infoPlist: infoPlist,
        entitlements: entitlements,
        main: { delegate.main() }))
  }
}

extension InfoPlist {
  /// Reads a property list of the package whose test calls it.
  ///
  /// - Parameters:
  ///   - path: the file's path from the package's folder, such as `Sources/App/Info.plist`.
  ///   - file: the file of the call; leave it out.
  /// - Throws: `InfoPlistError` with the whole path.
  public static func file(_ path: String, of file: String = #filePath) throws -> InfoPlist {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder = folder.deletingLastPathComponent()
    }
    return try InfoPlist(contentsOf: folder.appending(path: path))
  }
}
