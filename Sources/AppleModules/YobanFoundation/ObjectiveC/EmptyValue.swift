/// A type that has a value without content, which can stand in the place of code that does not compile on Linux.
public protocol EmptyValue {
  /// A new value without content.
  static func emptyValue() -> Any
}

/// Returns nil, false, zero, an empty text or list, or the empty value that the type declares; nil if there is
/// none.
func emptyValue(of type: Any.Type) -> Any? {
  func empty<X: ExpressibleByNilLiteral>(_: X.Type) -> Any { X(nilLiteral: ()) as Any }
  func zero<X: AdditiveArithmetic>(_: X.Type) -> Any { X.zero }
  func list<X: RangeReplaceableCollection>(_: X.Type) -> Any { X() }
  func set<X: SetAlgebra>(_: X.Type) -> Any { X() }
  func dictionary<X: ExpressibleByDictionaryLiteral>(_: X.Type) -> Any {
    let value: X = [:]
    return value
  }
  if type == Void.self { return () }
  if type == Bool.self { return false }
  switch type {
  case let type as any EmptyValue.Type: return type.emptyValue()
  case let type as any ExpressibleByNilLiteral.Type: return empty(type)
  case let type as any AdditiveArithmetic.Type: return zero(type)
  case let type as any RangeReplaceableCollection.Type: return list(type)
  case let type as any SetAlgebra.Type: return set(type)
  case let type as any ExpressibleByDictionaryLiteral.Type: return dictionary(type)
  default: return nil
  }
}

extension CGRect: EmptyValue {
  public static func emptyValue() -> Any { CGRect.zero }
}
extension CGPoint: EmptyValue {
  public static func emptyValue() -> Any { CGPoint.zero }
}
extension CGSize: EmptyValue {
  public static func emptyValue() -> Any { CGSize.zero }
}
