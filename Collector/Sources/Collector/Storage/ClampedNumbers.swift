extension FixedWidthInteger {
  /// The sum, or the nearest number that the type has.
  ///
  /// Devices choose sequence numbers and times, and a database can be damaged: a sum of stored numbers must not end the
  /// process.
  package func clampedAdd(_ other: Self) -> Self {
    let (value, isOverflow) = addingReportingOverflow(other)
    guard isOverflow else { return value }
    return other < 0 ? .min : .max
  }

  /// The difference, or the nearest number that the type has.
  package func clampedSubtract(_ other: Self) -> Self {
    let (value, isOverflow) = subtractingReportingOverflow(other)
    guard isOverflow else { return value }
    return other < 0 ? .max : .min
  }

  /// The product, or the nearest number that the type has.
  package func clampedMultiply(_ other: Self) -> Self {
    let (value, isOverflow) = multipliedReportingOverflow(by: other)
    guard isOverflow else { return value }
    return (self < 0) == (other < 0) ? .max : .min
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// The sum, or the nearest number that the type has at each step.
  package func clampedSum() -> Element { reduce(0) { $0.clampedAdd($1) } }
}
