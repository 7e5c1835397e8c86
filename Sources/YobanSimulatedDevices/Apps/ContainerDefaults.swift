import Foundation

/// `UserDefaults.standard` of an app on a simulated device: a property list in its container.
///
/// Every change is written at once: on a device, too, values that were set before a kill are not
/// lost, because another process stores them.
///
/// The list is read at the first use. Between a boot and the first unlock it cannot be read. Then the
/// process sees no values until it ends, and what it sets is written as soon as the list can be read
/// (DP4).
final class ContainerDefaults: UserDefaults {
  private let file: URL
  private lazy var values: [String: Any] = {
    let stored = Self.read(file)
    if stored == nil { changes = [:] }
    return stored ?? [:]
  }()
  private var registered: [String: Any] = [:]
  /// The changes of a process that could not read the list, with nil for a removed value; nil if the
  /// process could read it.
  private var changes: [String: Any?]?

  init(file: URL) {
    self.file = file
    super.init(suiteName: nil)!
  }

  /// Returns the values of a list, none if there is no list; nil if it is protected.
  private static func read(_ file: URL) -> [String: Any]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
    guard let data = try? Data(contentsOf: file) else { return nil }
    let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return list as? [String: Any] ?? [:]
  }

  override func object(forKey key: String) -> Any? { values[key] ?? registered[key] }
  override func set(_ value: Any?, forKey key: String) { store(value, key) }
  override func set(_ value: Int, forKey key: String) { store(value, key) }
  override func set(_ value: Float, forKey key: String) { store(value, key) }
  override func set(_ value: Double, forKey key: String) { store(value, key) }
  override func set(_ value: Bool, forKey key: String) { store(value, key) }
  override func set(_ url: URL?, forKey key: String) { store(url?.absoluteString, key) }
  override func removeObject(forKey key: String) { store(nil, key) }
  override func register(defaults: [String: Any]) { registered.merge(defaults) { $1 } }
  override func dictionaryRepresentation() -> [String: Any] { registered.merging(values) { $1 } }
  override func synchronize() -> Bool { true }

  override func string(forKey key: String) -> String? {
    switch object(forKey: key) {
    case let text as String: text
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }
  override func array(forKey key: String) -> [Any]? { object(forKey: key) as? [Any] }
  override func dictionary(forKey key: String) -> [String: Any]? {
    object(forKey: key) as? [String: Any]
  }
  override func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
  override func stringArray(forKey key: String) -> [String]? { object(forKey: key) as? [String] }
  override func url(forKey key: String) -> URL? {
    (object(forKey: key) as? String).flatMap { URL(string: $0) }
  }
  override func integer(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
  override func float(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
  override func double(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }
  override func bool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }

  private func number(_ key: String) -> NSNumber? {
    switch object(forKey: key) {
    case let number as NSNumber: number
    case let value as Int: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Bool: NSNumber(value: value)
    case let text as String:
      Double(text).map { NSNumber(value: $0) }
        ?? NSNumber(value: ["YES", "true", "yes"].contains(text))
    default: nil
    }
  }

  private func store(_ value: Any?, _ key: String) {
    values[key] = value
    guard changes != nil else { return write(values) }
    changes?[key] = .some(value)
    guard var stored = Self.read(file) else { return }
    for (key, value) in changes ?? [:] { stored[key] = value }
    write(stored)
  }

  private func write(_ values: [String: Any]) {
    let list = try? PropertyListSerialization.data(
      fromPropertyList: values, format: .binary, options: 0)
    try? list?.write(to: file, options: .atomic)
  }
}
