import Foundation

/// `UserDefaults` of an app on a simulated device: a property list in its container, or in the container
/// of an App Group.
///
/// Every change is written at once: on a device, too, values that were set before a kill are not
/// lost, because another process stores them.
///
/// The list is read at the first use. Between a boot and the first unlock it cannot be read. Then the
/// process sees no values until it ends, and what it sets is written as soon as the list can be read
/// (DP4).
final class ContainerDefaults: UserDefaults {
  private let file: URL
  private unowned let device: Device
  private var registered: [String: Any] = [:]
  /// The changes of the process if it could not read the list, with nil for a removed value; nil if it
  /// could.
  private lazy var blind: [String: Any?]? = device.defaults(in: file) == nil ? [:] : nil
  /// The changes of `blind` that are not written yet.
  private var unwritten: [String: Any?] = [:]

  init(_ file: URL, on device: Device) {
    self.file = file
    self.device = device
    super.init(suiteName: nil)!
  }

  private var values: [String: Any] {
    if let blind { return blind.compactMapValues(\.self) }
    return device.defaults(in: file)?.values ?? [:]
  }

  /// The keys that the process has read and not found because it could not read the list.
  private var missed: Set<String> = []

  override func object(forKey key: String) -> Any? {
    if blind != nil, values[key] == nil { missed.insert(key) }
    return values[key] ?? registered[key]
  }
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
    defer {
      NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }
    guard blind != nil else {
      device.defaults(in: file)?.set([key: value])
      return
    }
    if missed.contains(key), device.storedDefaults[file.path]?.values[key] != nil {
      AppProcess.current?.reportOnce(.defaultsOverwritten(key))
    }
    blind?.updateValue(value, forKey: key)
    unwritten.updateValue(value, forKey: key)
    guard let stored = device.defaults(in: file) else { return }
    stored.set(unwritten)
    unwritten = [:]
  }
}
