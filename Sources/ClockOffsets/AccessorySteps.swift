/// The steps of an accessory's clock, found in readings of it: it was set, or the accessory has begun again.
///
/// A reading that arrives late seems to be behind. So what counts is the fastest of several readings: if those before a
/// moment and those after it differ by more than delays and the drift explain, the clock has a step there. Values that
/// an accessory stores while it is not connected, and sends at once later, are no step.
struct AccessorySteps {
  struct Step: Hashable {
    /// The index of the first reading after the step.
    var index: Int
    /// By how much the clock went ahead, in nanoseconds.
    var amount: Int64
  }

  /// By index.
  private(set) var all: [Step] = []

  /// The number of readings before and after a moment that are compared, and how many there must be.
  private static let compared = 10
  private static let comparedMin = 3
  /// A difference above this, in nanoseconds, and above what the drift explains, is a step.
  private static let stepMin: Int64 = 1_000_000_000
  /// The maximum number of steps that are found, so that the time that this takes is limited.
  private static let stepsMax = 100

  private let readings: [ClockMeasurements.AccessoryReading]
  /// By how much the clock is ahead in each reading.
  private let ahead: [Int64]

  /// - Parameter readings: by time of arrival.
  init(_ readings: [ClockMeasurements.AccessoryReading]) {
    self.readings = readings
    ahead = readings.map { $0.accessory.clampedSubtract($0.recorded) }
    var parts = [readings.indices]
    while let part = parts.popLast(), all.count < Self.stepsMax {
      guard let step = largestStep(in: part) else { continue }
      all.append(step)
      parts += [part.lowerBound..<step.index, step.index..<part.upperBound]
    }
    all.sort { $0.index < $1.index }
  }

  private func largestStep(in part: Range<Int>) -> Step? {
    guard part.count - Self.comparedMin >= Self.comparedMin else { return nil }
    let places = (part.lowerBound + Self.comparedMin)...(part.upperBound - Self.comparedMin)
    let steps = places.compactMap { step(at: $0, in: part) }
    // The readings around a step see it, too. It is where the clock differs from one reading to the next.
    return steps.max { size(at: $0.index) < size(at: $1.index) }
  }

  private func size(at index: Int) -> UInt64 {
    ahead[index].clampedSubtract(ahead[index - 1]).magnitude
  }

  private func step(at index: Int, in part: Range<Int>) -> Step? {
    let before = max(part.lowerBound, index - Self.compared)..<index
    let after = index..<min(part.upperBound, index + Self.compared)
    let amount = ahead[after].max()!.clampedSubtract(ahead[before].max()!)
    let passed = readings[after.upperBound - 1].recorded.clampedSubtract(
      readings[before.lowerBound].recorded)
    let drifted = Int64(nearest: Double(passed) * OffsetModel.accessory.driftMax / 1e6)
    let explained = Self.stepMin.clampedAdd(max(0, drifted))
    return amount.magnitude > explained.magnitude ? Step(index: index, amount: amount) : nil
  }
}
