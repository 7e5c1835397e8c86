/// The alignment of a value in a log message.
public struct OSLogStringAlignment {
  enum Side { case left, right }

  let side: Side
  let columns: (() -> Int)?

  init(_ side: Side, columns: (() -> Int)?) {
    self.side = side
    self.columns = columns
  }

  /// No alignment.
  public static var none: OSLogStringAlignment { .init(.right, columns: nil) }

  /// Fills the value with spaces on its left up to a number of columns.
  public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    .init(.right, columns: columns)
  }

  /// Fills the value with spaces on its right up to a number of columns.
  public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
    .init(.left, columns: columns)
  }

  func applied(to text: String) -> String {
    guard let columns = columns?() else { return text }
    let spaces = String(repeating: " ", count: max(0, columns - text.count))
    return side == .right ? spaces + text : text + spaces
  }
}
