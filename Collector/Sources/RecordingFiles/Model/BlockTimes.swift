import Chunks

/// A block of samples, and the time of one of them.
struct TimedBlock {
  /// The time in nanoseconds since 1970.
  var time: Int64
  /// The index of the sample that has the time. It may be outside of the block.
  var index = 0
  /// The nominal interval in nanoseconds.
  var interval: Double
  /// The values, sample by sample.
  var values: [Double]
  /// Whether the block continues the one before it, so that no block is missing between them.
  var continues = true
}

/// Gives the samples of blocks their times.
///
/// The clock of a sensor may not be the one of the device, and its real rate then differs from the nominal one. So
/// samples are spread evenly between the samples with known times, as Open Movement's own reader does it. If the rate
/// between two known times is too far from the nominal one, or blocks are missing, the samples on each side have the
/// rate of their own side, and there is a gap.
struct BlockTimes {
  /// A known time, the spacing after it, and the samples that follow it or precede the first one.
  private struct Run {
    var time: Int64
    var spacing: Double
    /// The position of the first of the values, counted from the sample with the known time.
    var position: Int
    var values: [Double]
  }

  /// The largest difference between a real rate and the nominal one, as a fraction of it.
  let tolerance: Double
  private var run: Run?
  /// The cause of a gap before the next block.
  private var cause: GapCause?

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Notes that blocks before the next one cannot be used.
  mutating func noteDamage() { cause = .corrupted }

  /// Adds a block, and appends the samples of which the times are known now to a stream.
  mutating func add(_ block: TimedBlock, to parts: inout StreamParts) {
    let width = parts.channels.count
    if cause == nil, block.continues, var run {
      let distance = run.position + run.values.count / width + block.index
      let spacing = Double(block.time.subtractingClamped(run.time)) / Double(max(1, distance))
      if distance > 0, abs(spacing - block.interval) <= block.interval * tolerance {
        run.spacing = spacing
        run.values += block.values
        // Samples before the known time.
        append(&run, count: distance - run.position, to: &parts)
        run.time = block.time
        run.position -= distance
        self.run = run
        return
      }
    }
    finish(&parts)
    let start = block.time.addingClamped(Int64(-Double(block.index) * block.interval))
    if let last = parts.lastTime {
      if start <= last {
        parts.append(gapUntil: start, .clockChanged)
      } else if cause != nil || Double(start.subtractingClamped(last)) > 2 * block.interval {
        parts.append(gapUntil: start, cause ?? .unknown)
      }
    }
    cause = nil
    run = Run(
      time: block.time, spacing: block.interval, position: -block.index, values: block.values)
  }

  /// Appends the samples that are left.
  mutating func finish(_ parts: inout StreamParts) {
    guard var run else { return }
    append(&run, count: run.values.count / parts.channels.count, to: &parts)
    self.run = nil
  }

  /// Appends the first samples of a run, and removes them from it.
  private func append(_ run: inout Run, count: Int, to parts: inout StreamParts) {
    let width = parts.channels.count
    let count = min(max(0, count), run.values.count / width)
    for index in 0..<count {
      let offset = (Double(run.position + index) * run.spacing).rounded()
      parts.append(
        run.time.addingClamped(Int64(offset)), run.values[index * width..<(index + 1) * width])
    }
    run.values.removeFirst(count * width)
    run.position += count
  }
}

extension Int64 {
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
