import YobanVirtualTime

/// An app that can be installed on a simulated device.
public struct AppDefinition: Sendable {
  /// The bundle identifier, such as `com.example.night`; it also names the container and sessions.
  public var bundleIdentifier: String
  /// The short name in traces, such as `NightApp`.
  public var name: String
  public var infoPlist: InfoPlist
  /// The entitlements that the app is signed with.
  public var entitlements: Entitlements
  /// The files of the app's bundle.
  public var resources: BundleResources
  /// The modules whose static and global variables are initialized again in every launch. Every
  /// device has its own.
  public var statics: StaticVariables
  /// The app's entry point, such as `AppDelegate.main`. Called once per launch, on the process's
  /// main thread. It must return; here `UIApplicationMain` returns, unlike on a device.
  public var main: @MainActor @Sendable () -> Void

  public init(
    bundleIdentifier: String, name: String, infoPlist: InfoPlist, entitlements: Entitlements = [],
    resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules,
    main: @escaping @MainActor @Sendable () -> Void
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.name = name
    self.infoPlist = infoPlist
    self.entitlements = entitlements
    self.resources = resources
    self.statics = statics
    self.main = main
  }
}

/// An app cannot be installed.
public enum InstallError: Error, Hashable, CustomStringConvertible {
  case alreadyInstalled(String, on: String)
  /// Modules of `AppDefinition.statics` that the executable does not have.
  case unknownModules([String], known: [String])
  case notInstalled(String, on: String)
  /// An extension whose bundle identifier does not begin with that of its app.
  case notWithinApp(String, app: String)
  /// An update of an app with another bundle identifier.
  case notTheSameApp(installed: String, given: String)
  /// The static variables of the delegate's module cannot be found.
  case delegateOutsideExecutable(String)

  public var description: String {
    switch self {
    case .unknownModules(let names, let known):
      "No static variable of \(names.joined(separator: ", ")) is in the executable: check the names of the modules. Those with static variables are \(known.isEmpty ? "none" : known.joined(separator: ", "))."
    case .delegateOutsideExecutable(let type):
      "\(type) is not in the symbol table of the test's executable, so its module's static variables cannot belong to one launch. Link the module statically and do not strip the executable, or pass statics: .shared, so that all launches share the variables."
    case .notInstalled(let app, let device):
      "\(app) is not installed on \(device): install it first."
    case .notWithinApp(let name, let app):
      "The bundle identifier of an extension of \(app) must begin with \(app). and not be \(name)."
    case .notTheSameApp(let installed, let given):
      "An update of \(installed) must have its bundle identifier, not \(given)."
    case .alreadyInstalled(let app, let device):
      "\(app) is installed on \(device) already: give the other app another bundle identifier, or delete this one first."
    }
  }
}
