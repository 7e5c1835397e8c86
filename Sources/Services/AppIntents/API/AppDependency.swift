internal import YobanSimulatedApple

/// Objects of the app that its intents use. Each process has its own.
///
/// Sendable: the code of one process uses it, and a simulation runs one thing at a time.
public final class AppDependencyManager: @unchecked Sendable {
  private var makers: [String: () -> Any] = [:]
  private var made: [String: Any] = [:]

  private init() {}

  /// That of the app whose code calls.
  public static var shared: AppDependencyManager {
    let process = AppProcess.callingOnPhone("AppDependencyManager.shared was used")
    return process.process.resident(AppDependencyManager.self) { AppDependencyManager() }
  }

  /// Registers an object, which is made when an intent uses it first.
  public func add<Dependency>(
    key: AnyHashable? = nil, dependency: @autoclosure @escaping @Sendable () -> Dependency
  ) where Dependency: Sendable {
    let name = Self.name(key, Dependency.self)
    made[name] = nil
    makers[name] = dependency
  }

  public func add<Dependency>(
    key: AnyHashable? = nil, dependency: @escaping @Sendable () -> Dependency
  ) where Dependency: Sendable { add(key: key, dependency: dependency()) }

  func find<Dependency>(_ key: AnyHashable?, _ type: Dependency.Type) -> Dependency? {
    let name = Self.name(key, type)
    if let known = made[name] { return known as? Dependency }
    let new = makers[name]?()
    made[name] = new
    return new as? Dependency
  }

  private static func name(_ key: AnyHashable?, _ type: Any.Type) -> String {
    "\(key.map { "\($0.base)" } ?? "") \(type)"
  }
}

/// An object that the app has registered with `AppDependencyManager`. An app that has not ends, as on a device.
@propertyWrapper
public struct AppDependency<Dependency>: Sendable where Dependency: Sendable {
  private let key: String?

  public init(key: String? = nil) { self.key = key }

  public var wrappedValue: Dependency {
    if let found = AppDependencyManager.shared.find(key.map(AnyHashable.init), Dependency.self) {
      return found
    }
    AppProcess.raise(
      "AppDependency \(Dependency.self) was not initialized prior to access: add it to AppDependencyManager at launch."
    )
  }
}

extension AppIntent {
  public typealias Dependency = AppDependency
}
