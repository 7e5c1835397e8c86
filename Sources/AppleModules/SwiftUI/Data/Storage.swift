internal import YobanSimulatedApple
internal import YobanVirtualTime

/// The conversions of a value to and from a property list.
struct StoredValue<Value> {
  let initial: Value
  let read: (Any) -> Value?
  let write: (Value) -> Any?

  init(_ initial: Value, read: @escaping (Any) -> Value?, write: @escaping (Value) -> Any?) {
    self.initial = initial
    self.read = read
    self.write = write
  }

  static func plain(_ initial: Value) -> StoredValue {
    StoredValue(initial, read: { $0 as? Value }, write: { $0 })
  }
}

extension StoredValue where Value: RawRepresentable {
  static func raw(_ initial: Value) -> StoredValue {
    StoredValue(
      initial, read: { ($0 as? Value.RawValue).flatMap(Value.init) }, write: { $0.rawValue })
  }
}

extension StoredValue where Value == URL {
  static func url(_ initial: URL) -> StoredValue {
    StoredValue(
      initial, read: { ($0 as? String).flatMap { URL(string: $0) } }, write: { $0.absoluteString })
  }
}

extension StoredValue {
  static func optional<V>(_ type: V.Type) -> StoredValue where Value == V? {
    StoredValue(nil, read: { $0 as? V }, write: { $0 })
  }

  static func optionalRaw<V: RawRepresentable>(_ type: V.Type) -> StoredValue where Value == V? {
    StoredValue(
      nil, read: { ($0 as? V.RawValue).flatMap(V.init) }, write: { $0.map(\.rawValue) })
  }
}

/// The views that show values of user defaults.
final class DefaultsObserver: @unchecked SimulationConfined {
  private struct Reader { weak var node: Node? }
  private var readers: [Reader] = []
  private var observation: (any NSObjectProtocol)?

  static var current: DefaultsObserver {
    Simulation.current!.currentProcess.resident(DefaultsObserver.self) { .init() }
  }

  func add(_ node: Node) {
    if observation == nil {
      observation = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { [weak self] _ in self?.changed() }
    }
    readers.removeAll { $0.node == nil }
    if !readers.contains(where: { $0.node === node }) { readers.append(Reader(node: node)) }
  }

  private func changed() { for reader in readers { reader.node?.invalidate() } }
}

/// A value in user defaults.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let key: String
  private let store: UserDefaults?
  private let form: StoredValue<Value>

  private init(_ key: String, _ store: UserDefaults?, _ form: StoredValue<Value>) {
    self.key = key
    self.store = store
    self.form = form
  }

  public var wrappedValue: Value {
    get {
      if let node = ViewGraph.reading { DefaultsObserver.current.add(node) }
      return (store ?? .standard).object(forKey: key).flatMap(form.read) ?? form.initial
    }
    nonmutating set {
      let store = store ?? .standard
      if let value = form.write(newValue) {
        store.set(value, forKey: key)
      } else {
        store.removeObject(forKey: key)
      }
    }
  }

  public var projectedValue: Binding<Value> {
    Binding(reading: { wrappedValue }) { value, _ in wrappedValue = value }
  }
}

/// Sendable: user defaults can be used on every thread, and the conversions keep nothing.
extension AppStorage: @unchecked Sendable where Value: Sendable {}

extension AppStorage {
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == Bool { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == Int { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == Double { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == String { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == URL { self.init(key, store, .url(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == Date { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value == Data { self.init(key, store, .plain(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int { self.init(key, store, .raw(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    self.init(key, store, .raw(wrappedValue))
  }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
  public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
    self.init(key, store, .optional(Bool.self))
  }
  public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
    self.init(key, store, .optional(Int.self))
  }
  public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
    self.init(key, store, .optional(Double.self))
  }
  public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
    self.init(key, store, .optional(String.self))
  }
  public init(_ key: String, store: UserDefaults? = nil) where Value == Date? {
    self.init(key, store, .optional(Date.self))
  }
  public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
    self.init(key, store, .optional(Data.self))
  }
}

extension AppStorage {
  public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
  where Value == R?, R.RawValue == String { self.init(key, store, .optionalRaw(R.self)) }
  public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
  where Value == R?, R.RawValue == Int { self.init(key, store, .optionalRaw(R.self)) }
}
