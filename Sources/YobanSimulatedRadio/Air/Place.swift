/// A position, in meters.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double = 0) {
    self.x = x
    self.y = y
  }

  public static let origin = Place(x: 0)

  /// The position as text, such as `12.5 m, 0 m`.
  public var description: String { "\(meters(x)), \(meters(y))" }

  private func meters(_ value: Double) -> String {
    let centimeters = Int((value * 100).rounded())
    let (whole, rest) = (abs(centimeters) / 100, abs(centimeters) % 100)
    let digits =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(centimeters < 0 ? "-" : "")\(whole)\(digits) m"
  }

  package func distance(to other: Place) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
