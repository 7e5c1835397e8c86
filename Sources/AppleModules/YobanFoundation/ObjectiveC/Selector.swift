import Foundation

/// The name of an Objective-C method, as in Apple's `ObjectiveC` module.
///
/// Linux has no Objective-C. The plugin `YobanPort` turns `#selector(x)` into a selector that also
/// knows how to call the method, and writes for each class the methods that can be called by name.
/// Two selectors are equal if their names are equal.
///
/// Sendable: the closure has no mutable state of its own. As in Objective-C, the caller chooses the
/// thread on which the method runs.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible,
  @unchecked Sendable
{
  let name: String
  /// Calls the method. Nil for a selector made from its name only.
  let method: SelectorMethod?

  /// Makes the selector with this name, such as `"onClickScan:"`.
  public init(_ str: String) {
    name = str
    method = nil
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// Makes a selector that calls a method of `T`. `YobanPort` writes calls of it.
  ///
  /// - Parameter call: calls the method with the arguments. It is not isolated in fact: it runs on
  ///   the thread that sends the message, as in Objective-C.
  public init<T, R>(
    _ name: String, calling call: @escaping @MainActor (T, SelectorArguments) throws -> R
  ) {
    self.name = name
    typealias Call = (T, SelectorArguments) throws -> R
    let call = unsafeBitCast(call, to: Call.self)
    method = SelectorMethod { target, arguments in
      guard let target = target as? T else { return nil }
      return .some(try call(target, arguments) as Any)
    }
  }

  public var description: String { name }

  public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The call of a method with the target and the arguments of a message.
struct SelectorMethod {
  /// Calls the method. Returns nil if the target is not of the method's type.
  let call: (Any, SelectorArguments) throws -> Any?
}

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }

/// Returns the selector with this name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }
