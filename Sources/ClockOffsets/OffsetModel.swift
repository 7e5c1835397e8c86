/// The assumptions about a clock and its reference.
public struct OffsetModel: Hashable, Sendable {
  /// The largest drift, in parts per million: how much faster or slower the clock can run than the reference.
  public var driftMax: Double
  /// By how much the drift can change within an hour, in parts per million: a crystal runs faster and slower with its
  /// temperature, so a line fits only for a while.
  public var driftChange: Double
  /// By how much the mean drift between any two times can differ from the drift at one of them, in parts per million.
  public var wander: Double
  /// The time before and after a moment in which bounds count for its offset, in nanoseconds. Farther ones count only
  /// if there are fewer than `neighborsMin` on that side.
  public var window: Int64
  /// The time from one computed offset to the next, in nanoseconds; longer for a long range of times.
  public var spacing: Int64

  public init(
    driftMax: Double, driftChange: Double, wander: Double, window: Int64, spacing: Int64
  ) {
    self.driftMax = driftMax
    self.driftChange = driftChange
    self.wander = wander
    self.window = window
    self.spacing = spacing
  }

  /// The clock of a phone, a watch or a server. Their crystals are specified with 10 to 50 ppm.
  public static let device = OffsetModel(
    driftMax: 200, driftChange: 4, wander: 4, window: 86_400_000_000_000, spacing: 600_000_000_000)

  /// The clock of a small accessory, such as a heart rate strap, whose crystal changes with the temperature of the
  /// skin. Bluetooth allows 500 ppm.
  public static let accessory = OffsetModel(
    driftMax: 1_000, driftChange: 20, wander: 10, window: 14_400_000_000_000,
    spacing: 600_000_000_000)

  /// The number of bounds of each kind on each side of a time that are used if there are so many.
  static let neighborsMin = 4
  /// The maximum number of bounds of each kind on each side of a time that are used.
  static let neighborsMax = 288
  /// The maximum number of computed offsets.
  static let pointsMax = 500

  /// The model with settings that can be computed with, whatever they were.
  var usable: OffsetModel {
    func within(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      value.isNaN ? range.upperBound : min(max(value, range.lowerBound), range.upperBound)
    }
    return OffsetModel(
      driftMax: within(driftMax, 0...1_000_000), driftChange: within(driftChange, 0...1_000_000),
      wander: within(wander, 0...1_000_000), window: min(max(window, 1), Int64.max / 4),
      spacing: min(max(spacing, 1), Int64.max / 4))
  }

  /// By how much a clock can differ after some seconds from one that keeps its drift, in nanoseconds.
  func slack(after seconds: Double) -> Double {
    min(driftChange * 1_000 / 3_600 * seconds * seconds / 2, wander * 1_000 * seconds.magnitude)
  }
}
