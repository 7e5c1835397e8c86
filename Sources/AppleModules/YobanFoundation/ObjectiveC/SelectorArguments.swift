import Foundation

/// The arguments of a message. Each call returns the next one, as the type that the method takes.
public final class SelectorArguments {
  private let values: [Any?]
  private let convertsNumbers: Bool
  private var next = 0

  /// - Parameter convertsNumbers: whether a number is converted to the number type that the method takes, as key-value
  ///   coding does.
  init(_ values: [Any?], convertsNumbers: Bool = false) {
    self.values = values
    self.convertsNumbers = convertsNumbers
  }

  /// Returns the next argument. An argument that the sender did not give is nil.
  ///
  /// - Throws: `WrongArgument` if the method takes another type.
  public func callAsFunction<A>() throws -> A {
    defer { next += 1 }
    let value: Any? = next < values.count ? values[next] : nil
    if let value {
      if let argument = value as? A { return argument }
      if convertsNumbers, let argument = (value as? NSNumber) as? A { return argument }
    } else if let empty = Any?.none as? A {
      return empty
    }
    throw WrongArgument(
      position: next, expected: "\(A.self)", actual: value.map { "\(type(of: $0))" } ?? "nil")
  }

  /// An argument of a type that the called method does not take.
  struct WrongArgument: Error {
    let position: Int
    let expected: String
    let actual: String
  }
}
