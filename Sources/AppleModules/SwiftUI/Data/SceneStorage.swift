internal import YobanSimulatedApple
internal import YobanVirtualTime

/// The values that the system keeps for the app's scene: it saves them when the scene enters the background,
/// and discards them when the user closes the app.
@MainActor final class SceneStorageValues {
  private var locations: [String: StateLocation<Any?>] = [:]
  private var file: URL?

  nonisolated init() {}

  static var current: SceneStorageValues {
    Simulation.current!.currentProcess.resident(SceneStorageValues.self) { .init() }
  }

  func location(_ key: String) -> StateLocation<Any?> {
    if let known = locations[key] { return known }
    let made = StateLocation<Any?>(nil)
    locations[key] = made
    return made
  }

  /// Reads the values that the system has kept for the session.
  func restore(_ session: String) {
    guard file == nil, let app = AppProcess.current?.app else { return }
    let file = app.container.home.deletingLastPathComponent()
      .appending(path: "SceneStorage-\(session).plist")
    self.file = file
    guard let data = Simulation.onHost({ try? Data(contentsOf: file) }),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let values = list as? [String: Any]
    else { return }
    for key in values.keys.sorted() { location(key).value = values[key] }
  }

  func save() {
    guard let file else { return }
    let values = locations.compactMapValues(\.value)
    let data = try? PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    Simulation.onHost { try? data?.write(to: file) }
  }

  func discard() {
    if let file { Simulation.onHost { try? FileManager.default.removeItem(at: file) } }
    file = nil
  }
}

/// A value that the system keeps for the scene.
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
  private let key: String
  private let form: StoredValue<Value>
  private var location: StateLocation<Any?>?

  private init(_ key: String, _ form: StoredValue<Value>) {
    self.key = key
    self.form = form
  }

  public var wrappedValue: Value {
    get { location?.value.flatMap(form.read) ?? form.initial }
    nonmutating set { location?.value = form.write(newValue) }
  }

  public var projectedValue: Binding<Value> {
    Binding(reading: { wrappedValue }) { value, _ in wrappedValue = value }
  }
}

extension SceneStorage: NodeProperty {
  mutating func connect(to node: Node, slot: Int) {
    location = SceneStorageValues.current.location(key)
  }
}

/// Sendable: as `Node`, to which the location belongs; the conversions keep nothing.
extension SceneStorage: @unchecked Sendable where Value: Sendable {}

extension SceneStorage {
  public init(wrappedValue: Value, _ key: String) where Value == Bool {
    self.init(key, .plain(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String) where Value == Int {
    self.init(key, .plain(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String) where Value == Double {
    self.init(key, .plain(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String) where Value == String {
    self.init(key, .plain(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String) where Value == URL {
    self.init(key, .url(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String) where Value == Data {
    self.init(key, .plain(wrappedValue))
  }
  public init(wrappedValue: Value, _ key: String)
  where Value: RawRepresentable, Value.RawValue == Int { self.init(key, .raw(wrappedValue)) }
  public init(wrappedValue: Value, _ key: String)
  where Value: RawRepresentable, Value.RawValue == String { self.init(key, .raw(wrappedValue)) }
}

extension SceneStorage where Value: ExpressibleByNilLiteral {
  public init(_ key: String) where Value == Bool? { self.init(key, .optional(Bool.self)) }
  public init(_ key: String) where Value == Int? { self.init(key, .optional(Int.self)) }
  public init(_ key: String) where Value == Double? { self.init(key, .optional(Double.self)) }
  public init(_ key: String) where Value == String? { self.init(key, .optional(String.self)) }
  public init(_ key: String) where Value == Data? { self.init(key, .optional(Data.self)) }
}
