internal import YobanSimulatedApple

/// A key of an environment value.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
}

/// The values that a view gives to the views inside it.
public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// An observable object, by its type.
  public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
    get { object(objectType) }
    set { objects[ObjectIdentifier(objectType)] = newValue }
  }

  public var description: String { "EnvironmentValues(\(values.count) values)" }

  func object<Object: AnyObject>(_ type: Object.Type) -> Object? {
    objects[ObjectIdentifier(type)] as? Object
  }

  mutating func setObject<Object: AnyObject>(_ object: Object?, as type: Object.Type) {
    objects[ObjectIdentifier(type)] = object
  }
}

/// A value of the environment.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value
  private var value: Value?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  /// The value at the last evaluation of the view's body; outside a body, the default value.
  public var wrappedValue: Value { value ?? read(EnvironmentValues()) }
}

extension Environment: NodeProperty {
  mutating func connect(to node: Node, slot: Int) {
    let value = read(node.environment)
    node.noteRead(value, by: read)
    self.value = value
  }
}

extension Environment where Value: AnyObject, Value: Observable {
  /// An object that `environment(_:)` has set. Without one, the app is terminated when the object is used.
  public init(_ objectType: Value.Type) {
    read = { environment in
      guard let object = environment.object(objectType) else {
        MissingEnvironment.raise(
          "No Observable object of type \(objectType) found. A View.environment(_:) for \(objectType) may be missing as an ancestor of this view."
        )
      }
      return object
    }
  }
}

extension Environment {
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject & Observable {
    read = { $0.object(objectType) }
  }
}

/// Sendable: its closure only reads the values of the environment that it is given.
extension Environment: @unchecked Sendable where Value: Sendable {}

/// Ends the app as SwiftUI does when a view uses an object that is not in its environment.
enum MissingEnvironment {
  static func raise(_ message: String) -> Never {
    guard let process = AppProcess.current else { preconditionFailure(message) }
    AppProcess.raise("SwiftUI: \(message)", of: process)
  }
}

// MARK: Values

// Values that the app can only read. The system sets them by their keys.
struct DismissKey: EnvironmentKey { static let defaultValue = DismissAction() }
struct IsPresentedKey: EnvironmentKey { static let defaultValue = false }
struct RefreshKey: EnvironmentKey { static var defaultValue: RefreshAction? { nil } }

private struct ScenePhaseKey: EnvironmentKey { static let defaultValue = ScenePhase.background }
private struct IsEnabledKey: EnvironmentKey { static let defaultValue = true }
private struct OpenURLKey: EnvironmentKey { static let defaultValue = OpenURLAction() }
private struct LocaleKey: EnvironmentKey { static var defaultValue: Locale { .current } }
private struct TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone { .current } }
private struct CalendarKey: EnvironmentKey { static var defaultValue: Calendar { .current } }
private struct ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private struct SubmitKey: EnvironmentKey { static var defaultValue: SubmitActions { .init() } }

extension EnvironmentValues {
  /// The phase of the scene; in an `App`, of all its scenes together.
  public var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
  /// Dismisses the current presentation, or goes back in a navigation stack.
  public var dismiss: DismissAction { self[DismissKey.self] }
  /// Whether the view is presented, with a method that dismisses it, as it was written until iOS 15.
  public var presentationMode: Binding<PresentationMode> {
    let mode = PresentationMode(isPresented: isPresented, action: dismiss)
    return .constant(mode)
  }
  /// Whether the view is in a presentation that can be dismissed.
  public var isPresented: Bool { self[IsPresentedKey.self] }
  @MainActor @preconcurrency public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
  /// The action of the list that the user can pull down.
  public var refresh: RefreshAction? { self[RefreshKey.self] }
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
  /// Always `light`, until a view sets it.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
  var submitActions: SubmitActions {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

/// The actions of `onSubmit`, the innermost one last.
struct SubmitActions {
  var list: [() -> Void] = []
}
