import Foundation
internal import YobanSimulatedDevices

/// An object whose properties can be observed by key path.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a closure when a property changes, on the thread of the change.
  ///
  /// Works for properties that YobanPort ported from `@objc dynamic var`, for those that Apple documents as
  /// observable, and for user defaults; for others, the closure is not called.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observers = KeyValueObservers.current
    let observer = KeyValueObservers.Observer(
      .path(keyPath), of: self, options,
      read: { ($0 as? Self)?[keyPath: keyPath] },
      call: { object, change in
        guard let object = object as? Self else { return }
        changeHandler(
          object,
          NSKeyValueObservedChange(
            kind: .setting,
            newValue: options.contains(.new) && !change.isPrior ? change.new as? Value : nil,
            oldValue: options.contains(.old) && !change.isInitial ? change.old as? Value : nil,
            indexes: nil,
            isPrior: change.isPrior))
      })
    return NSKeyValueObservation(observers, observers.add(observer))
  }

  /// Call before the value of a property changes that is not stored.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueObservers.active?.willChange(self, [.path(keyPath)])
  }

  /// Call after the value of a property has changed that is not stored.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    KeyValueObservers.active?.changed(self, [.path(keyPath)])
  }
}

extension NSObject {
  /// Calls `observeValue(forKeyPath:of:change:context:)` of an observer when a property changes, on the thread of
  /// the change. The observer's class must be ported.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    let added = KeyValueObservers.Observer(
      .name(keyPath), of: self, options, target: observer, context: context,
      read: { ($0 as? NSObject).flatMap { KeyValues.read(keyPath, of: $0) } },
      call: { [weak observer] object, change in
        guard let observer else { return }
        Self.observed.send(
          to: observer, keyPath, object, Self.dictionary(change, options), context)
      })
    _ = KeyValueObservers.current.add(added)
  }

  /// Ends an observation. The app is terminated if there is none, as on a device.
  public func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    remove(observer, keyPath, context: .some(context))
  }

  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    remove(observer, keyPath, context: nil)
  }

  private func remove(
    _ observer: NSObject, _ keyPath: String, context: UnsafeMutableRawPointer??
  ) {
    if KeyValueObservers.current.remove(observer, of: self, keyPath, context: context) { return }
    AppProcess.raise(
      "NSRangeException: Cannot remove an observer <\(type(of: observer))> for the key path \"\(keyPath)\""
        + " from <\(type(of: self))> because it is not registered as an observer.")
  }

  // `Operation` has methods of these names of its own.
  @_disfavoredOverload public func willChangeValue(forKey key: String) {
    (self as? any KeyValueCoding)?.codedValueWillChange(forKey: key)
    KeyValueObservers.active?.willChange(self, [.name(key)])
  }

  @_disfavoredOverload public func didChangeValue(forKey key: String) {
    KeyValueObservers.active?.changed(self, [.name(key)])
    (self as? any KeyValueCoding)?.codedValueDidChange(forKey: key)
  }

  /// The name that YobanPort gives the method.
  private static let observed = Selector("observeValueForKeyPath:of:change:context:")

  private static func dictionary(
    _ change: KeyValueObservers.Change, _ options: NSKeyValueObservingOptions
  ) -> [NSKeyValueChangeKey: Any] {
    var values: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
    if options.contains(.new), !change.isPrior {
      values[.newKey] = KeyValueObservers.content(of: change.new) ?? NSNull()
    }
    if options.contains(.old), !change.isInitial {
      values[.oldKey] = KeyValueObservers.content(of: change.old) ?? NSNull()
    }
    if change.isPrior { values[.notificationIsPriorKey] = true }
    return values
  }
}

/// YobanPort calls it before each change of an `@objc dynamic` property.
public func willChange<Root: AnyObject, Value>(
  _ object: Root, _ keyPath: KeyPath<Root, Value>, _ name: String
) {
  KeyValueObservers.active?.willChange(object, [.path(keyPath), .name(name)])
}

/// YobanPort calls it after each change of an `@objc dynamic` property.
public func didChange<Root: AnyObject, Value>(
  _ object: Root, _ keyPath: KeyPath<Root, Value>, _ name: String
) {
  KeyValueObservers.active?.changed(object, [.path(keyPath), .name(name)])
}

/// YobanPort calls it for `super.observeValue`, where no superclass has the method: the app is terminated, as on
/// a device.
public func unobservedValue(
  forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
  context: UnsafeMutableRawPointer?
) {
  AppProcess.raise(
    "NSInternalInconsistencyException: An -observeValueForKeyPath:ofObject:change:context: message was"
      + " received but not handled. Key path: \(keyPath ?? "")")
}
