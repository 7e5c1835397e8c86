import Foundation
internal import YobanSimulatedDevices

extension Selector {
  /// Calls the method of the target that this selector names, on the calling thread.
  ///
  /// A method that takes fewer arguments than given ignores the others, as in Objective-C.
  /// If the target has no such method, the calling app is terminated, as on a device.
  ///
  /// - Returns: the method's result, or nil if it has none.
  @discardableResult public func send(to target: Any, _ arguments: Any?...) -> Any? {
    send(to: target, with: arguments)
  }

  /// Returns whether the target has a method that this selector can call.
  public func isImplemented(by target: Any) -> Bool {
    PortedMethods.method(self, of: target) != nil
      || PortedMethods.declares(name, target) == true
  }

  func send(to target: Any, with arguments: [Any?], convertsNumbers: Bool = false) -> Any? {
    func values() -> SelectorArguments {
      SelectorArguments(arguments, convertsNumbers: convertsNumbers)
    }
    do {
      if let result = try method?.call(target, values()) {
        return Self.object(result)
      }
      if let found = PortedMethods.method(self, of: target),
        let result = try found.call(target, values())
      {
        return Self.object(result)
      }
    } catch let wrong as SelectorArguments.WrongArgument {
      AppProcess.raise(
        "NSInvalidArgumentException: argument \(wrong.position + 1) of \(name) is "
          + "\(wrong.actual), but the method of \(type(of: target)) takes \(wrong.expected)")
    } catch {
      return nil  // Objective-C returns the error in a pointer, which the sender does not have
    }
    AppProcess.raise(
      "NSInvalidArgumentException: -[\(String(reflecting: type(of: target))) \(name)]: unrecognized"
        + " selector sent to instance. On Linux, a method can be called by its name if YobanPort"
        + " ported the file of its class and the method has @objc or @IBAction.")
  }

  /// Returns nil for the result of a method without a result, and for an empty optional.
  private static func object(_ result: Any) -> Any? {
    if result is Void { return nil }
    if case Optional<Any>.none = result as Any? { return nil }
    let mirror = Mirror(reflecting: result)
    guard mirror.displayStyle == .optional else { return result }
    return mirror.children.first?.value
  }
}
