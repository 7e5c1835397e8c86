import Foundation
import Synchronization
import UIKit
import YobanSimulatedOS

extension Phone {
  /// Installs an iPhone app with an empty container, from its delegate and its Info.plist.
  ///
  /// Each launch runs in its own process, which starts with `UIApplicationDelegate.main()`, as on a
  /// device.
  ///
  /// - Parameters:
  ///   - delegate: the class of the app's delegate; it may be marked `@main` in the app's own target.
  ///   - infoPlist: the Info.plist keys that the simulated system uses, such as
  ///     `UIBackgroundModes`.
  ///   - bundleIdentifier: Default: `CFBundleIdentifier`, or `com.example.` and the name of the
  ///     class's module if the Info.plist has none or takes it from Xcode's build settings.
  ///   - entitlements: the keys of the entitlements that the app is signed with.
  ///   - resources: the files of the app's bundle, such as `.file("Resources.json")`.
  ///   - statics: the modules whose static variables are initialized again in every launch. Default: all that
  ///     are linked into the tests, except test targets.
  /// - Throws: `InstallError` if the app is already installed, `statics` names an unknown module,
  ///   or the delegate's module is not in the executable,
  ///   or a Foundation error if the container cannot be created.
  public func install<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, resources, statics, of: delegate) {
      delegate.main()
    }
  }

  /// Installs an iPhone app whose delegate the test creates, so that the test can pass values to it, such
  /// as a fake server or a closure.
  ///
  /// ```swift
  /// let app = try phone.install { AppDelegate(clock: clock) }
  /// ```
  ///
  /// - Parameter makeDelegate: creates the delegate; called in each launch, in the app's process. For the
  ///   other parameters see `install(_:infoPlist:bundleIdentifier:entitlements:)`.
  public func install<Delegate: UIApplicationDelegate>(
    infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws -> InstalledApp {
    try install(infoPlist, bundleIdentifier, entitlements, resources, statics, of: Delegate.self) {
      UIApplicationMain(delegate: makeDelegate)
    }
  }

  /// Installs another version of an app, whose delegate the test creates: ends its process, keeps its
  /// files, and moves its container (DP10). For the parameters see
  /// `install(infoPlist:bundleIdentifier:entitlements:statics:delegate:)`.
  ///
  /// - Throws: `InstallError`, or a Foundation error if the container cannot be moved.
  public func update<Delegate: UIApplicationDelegate>(
    _ app: InstalledApp, infoPlist: InfoPlist? = nil, entitlements: Entitlements? = nil,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws {
    var definition = app.definition
    definition.infoPlist = infoPlist ?? definition.infoPlist
    definition.entitlements = entitlements ?? definition.entitlements
    definition.main = { UIApplicationMain(delegate: makeDelegate) }
    try update(app, to: definition)
  }

  /// Simulates a touch: records `control`, a label of your choice, in the trace, and runs the body
  /// with the app's delegate, in the app's process. Returns when the body has run or the process
  /// has ended.
  ///
  /// ```swift
  /// await phone.touch(app, "record") { (delegate: AppDelegate) in delegate.record() }
  /// ```
  ///
  /// If the app does not run, only the trace records the touch. Records an issue if the app's
  /// delegate has another class.
  public func touch<Delegate: UIApplicationDelegate>(
    _ app: InstalledApp, _ control: String,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    await touch(app, control, delegate: { UIApplication.shared.delegate }, body)
  }
}

extension Device {
  /// Simulates a touch: records `control`, a label of the caller's choice, in the trace, and runs
  /// the body with the app's delegate, in the app's process. Reports a mistake if the delegate has
  /// another class.
  ///
  /// - Parameter delegate: returns the delegate; called in the app's process.
  func touch<Delegate>(
    _ app: InstalledApp, _ control: String,
    delegate: @escaping @MainActor @Sendable () -> Any?,
    _ body: @escaping @MainActor @Sendable (Delegate) -> Void
  ) async {
    let problem = Mutex<String?>(nil)
    await touch(app, control) {
      guard let known = delegate() as? Delegate else {
        let other = delegate().map { "\(type(of: $0))" } ?? "nil"
        return problem.withLock {
          $0 = "The delegate of the app is \(other), and not \(Delegate.self)."
        }
      }
      body(known)
    }
    if let problem = problem.withLock(\.self) { Misuse.report(problem) }
  }

  /// Installs an app; each launch runs `main`.
  func install(
    _ infoPlist: InfoPlist, _ bundleIdentifier: String?, _ entitlements: Entitlements,
    _ resources: BundleResources, _ statics: StaticVariables, of delegate: Any.Type,
    main: @escaping @MainActor @Sendable () -> Void
  ) throws -> InstalledApp {
    guard statics.covers(delegate) else {
      throw InstallError.delegateOutsideExecutable(String(reflecting: delegate))
    }
    let module = String(reflecting: delegate).prefix { $0 != "." }
    // Xcode's build settings, such as $(PRODUCT_NAME), have no values here.
    func value(_ key: String) -> String? {
      infoPlist.text(key).flatMap { $0.contains("$(") ? nil : $0 }
    }
    return try install(
      AppDefinition(
        bundleIdentifier: bundleIdentifier ?? value("CFBundleIdentifier")
          ?? "com.example.\(module)",
        name: value("CFBundleName") ?? String(module), infoPlist: infoPlist,
        entitlements: entitlements, resources: resources, statics: statics, main: main))
  }
}

extension InfoPlist {
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
