import Foundation
internal import YobanSimulatedDevices

/// A class of Apple whose properties can be read by name.
package protocol KeyValueReadable: NSObject {
  /// The properties of the class and its subclasses by name.
  static var readableProperties: [String: AnyKeyPath] { get }
}

/// An object that keeps values by name itself, such as a managed object of Core Data.
package protocol KeyValueCoding: NSObject {
  func codedValue(forKey key: String) -> Any?
  func setCodedValue(_ value: Any?, forKey key: String)
  func codedValueWillChange(forKey key: String)
  func codedValueDidChange(forKey key: String)
}

/// Reads and sets properties by name.
enum KeyValues {
  /// Returns the value of a path such as `task.progress`; nil if the object has no such property.
  static func read(_ path: String, of object: NSObject) -> Any? {
    var value: Any? = object
    for key in path.split(separator: ".") {
      guard let object = value as? NSObject, let found = property(String(key), of: object) else {
        return nil
      }
      value = found
    }
    return value
  }

  /// The value of one property; nil if the object has none of this name.
  static func property(_ key: String, of object: NSObject) -> Any?? {
    if let defaults = object as? UserDefaults { return .some(defaults.object(forKey: key)) }
    if let dictionary = object as? NSDictionary { return .some(dictionary[key]) }
    let capitalized = key.prefix(1).uppercased() + key.dropFirst()
    for name in [key, "is\(capitalized)", "get\(capitalized)"] {
      let getter = Selector(name)
      if PortedMethods.method(getter, of: object) != nil { return .some(getter.send(to: object)) }
    }
    if let readable = object as? any KeyValueReadable,
      let path = type(of: readable).readableProperties[key],
      let value = (readable as Any)[keyPath: path]
    {
      return .some(value)
    }
    return isScreen(object) ? .some(nil) : nil
  }

  /// Whether the object is of UIKit, whose properties by name only draw.
  static func isScreen(_ object: NSObject) -> Bool {
    var current: AnyClass? = type(of: object)
    while let type = current {
      if String(reflecting: type).hasPrefix("UIKit.") { return true }
      current = _getSuperclass(type)
    }
    return false
  }

  static func unknown(_ key: String, of object: NSObject) -> Never {
    AppProcess.raise(
      "NSUnknownKeyException: [<\(String(reflecting: type(of: object)))> valueForUndefinedKey:]: this class is"
        + " not key value coding-compliant for the key \(key). On Linux, a property can be used by its name if"
        + " YobanPort ported the file of its class and the property has @objc or @IBOutlet.")
  }
}

extension NSObject {
  // `NSDictionary` has a method of such a name of its own.

  /// The value of a property by its name. The app is terminated if it has none, as on a device.
  @_disfavoredOverload public func value(forKey key: String) -> Any? {
    if let coded = self as? any KeyValueCoding { return coded.codedValue(forKey: key) }
    guard let value = KeyValues.property(key, of: self) else { KeyValues.unknown(key, of: self) }
    return value
  }

  /// The value at the end of a path such as `child.name` or `children.@count`; nil if an object on the way is nil.
  @_disfavoredOverload public func value(forKeyPath keyPath: String) -> Any? {
    PredicateValues.value(of: keyPath, in: self)
  }

  /// Sets a property by its name. The app is terminated if it has none, as on a device.
  @_disfavoredOverload public func setValue(_ value: Any?, forKey key: String) {
    switch self {
    case let coded as any KeyValueCoding: return coded.setCodedValue(value, forKey: key)
    case let defaults as UserDefaults: return defaults.set(value, forKey: key)
    case let dictionary as NSMutableDictionary:
      if let value { dictionary[key] = value } else { dictionary.removeObject(forKey: key) }
      return
    default: break
    }
    if !setPortedValue(value, forKey: key), !KeyValues.isScreen(self) {
      KeyValues.unknown(key, of: self)
    }
  }

  @_disfavoredOverload public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let keys = keyPath.split(separator: ".").map(String.init)
    guard let last = keys.last else { return }
    let parent = keys.dropLast().joined(separator: ".")
    let object = parent.isEmpty ? self : self.value(forKeyPath: parent) as? NSObject
    object?.setValue(value, forKey: last)
  }

  /// Sets several properties by their names; `NSNull` sets nil.
  @_disfavoredOverload public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }
}

extension NSObject {
  /// The value of a property that YobanPort has listed; nil also if there is none.
  package func portedValue(forKey key: String) -> Any? { KeyValues.property(key, of: self) ?? nil }

  /// Sets a property that YobanPort has listed.
  ///
  /// - Returns: whether there is one.
  package func setPortedValue(_ value: Any?, forKey key: String) -> Bool {
    let setter = Selector("set\(key.prefix(1).uppercased() + key.dropFirst()):")
    guard PortedMethods.method(setter, of: self) != nil else { return false }
    _ = setter.send(to: self, with: [value], convertsNumbers: true)
    return true
  }

  package func willChangeNamed(_ name: String) {
    KeyValueObservers.active?.willChange(self, [.name(name)])
  }

  package func didChangeNamed(_ name: String) {
    KeyValueObservers.active?.changed(self, [.name(name)])
  }
}
