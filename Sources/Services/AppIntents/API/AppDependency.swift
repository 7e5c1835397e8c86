internal import YobanSimulatedApple

/// Objects of the app that its intents use. Each process has its own.
///
/// Sendable: the code of one process uses it, and a simulation runs one thing at a time.
public final class AppDependencyManager: @unchecked Sendable {
  private struct Key: Hashable {
    let name: AnyHashable?
    let type: ObjectIdentifier
  }

  private var makers: [Key: () -> Any] = [:]
  private var made: [Key: Any] = [:]

  public init() {}

  /// That of the app whose code calls.
  public static var shared: AppDependencyManager {
    let process = AppProcess.callingOnPhone("AppDependencyManager.shared was used")
    return process.process.resident(AppDependencyManager.self) { AppDependencyManager() }
  }

  /// Registers an object, which is made when an intent uses it first.
  public func add<Dependency>(
    key: AnyHashable? = nil, dependency: @autoclosure @escaping @Sendable () -> Dependency
  ) where Dependency: Sendable {
    let key = Key(name: key, type: ObjectIdentifier(Dependency.self))
    made[key] = nil
    makers[key] = dependency
  }

  public func add<Dependency>(
    key: AnyHashable? = nil, dependency: @escaping @Sendable () -> Dependency
  ) where Dependency: Sendable { add(key: key, dependency: dependency()) }

  func find<Dependency>(_ name: AnyHashable?, _ type: Dependency.Type) -> Dependency? {
    let key = Key(name: name, type: ObjectIdentifier(type))
    if let known = made[key] { return known as? Dependency }
    let new = makers[key]?()
    made[key] = new
    return new as? Dependency
  }
}

/// An object that the app has registered with `AppDependencyManager`. An app that has not ends, as on a device.
///
/// Sendable: nothing changes in it.
@propertyWrapper
public final class AppDependency<Value>: @unchecked Sendable where Value: Sendable {
  private let key: AnyHashable?
  private let manager: AppDependencyManager?
  private let standard: (() -> Value)?

  /// - Parameter manager: nil for that of the app, which is found when the value is read: a test makes the intent
  ///   outside of the app.
  public init(key: AnyHashable? = nil, manager: AppDependencyManager? = nil) {
    (self.key, self.manager, standard) = (key, manager, nil)
  }

  public init(
    key: AnyHashable? = nil, manager: AppDependencyManager? = nil,
    default: @autoclosure @escaping @Sendable () -> Value
  ) { (self.key, self.manager, standard) = (key, manager, `default`) }

  public var wrappedValue: Value {
    let manager = manager ?? .shared
    if let found = manager.find(key, Value.self) ?? standard?() { return found }
    AppProcess.raise(
      "AppDependency \(Value.self) was not initialized prior to access: add it to AppDependencyManager at launch."
    )
  }

  public var projectedValue: AppDependency<Value> { self }
}

extension AppIntent {
  public typealias Dependency = AppDependency
}
