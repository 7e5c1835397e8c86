import Testing

@testable import ClockOffsets

@Suite struct LineBoundsTests {
  typealias Place = LineBounds.Place

  struct Row: CustomTestStringConvertible {
    var name: String
    var lowest: [Place]
    var highest: [Place]
    var slopeMax = 100.0
    var heights: ClosedRange<Double>
    var contradiction = 0.0
    var testDescription: String { name }
  }

  /// The expected values are computed by hand.
  static let rows = [
    Row(
      name: "one place above and one below, at the moment", lowest: [Place(x: 0, y: -5)],
      highest: [Place(x: 0, y: 7)], heights: -5...7),
    Row(
      name: "exact places on both sides are joined by a line",
      lowest: [Place(x: -1, y: 0), Place(x: 1, y: 2)],
      highest: [Place(x: -1, y: 0), Place(x: 1, y: 2)], heights: 1...1),
    Row(
      name: "exact places on one side are extended",
      lowest: [Place(x: -20, y: 0), Place(x: -10, y: 30)],
      highest: [Place(x: -20, y: 0), Place(x: -10, y: 30)], heights: 60...60),
    Row(
      name: "without a second place the slope is limited only by its maximum",
      lowest: [Place(x: -10, y: 4)], highest: [Place(x: -10, y: 4)], slopeMax: 3,
      heights: -26...34),
    Row(
      name: "the lowest line goes through two places that it is not below",
      lowest: [Place(x: -2, y: 10), Place(x: 1, y: 1)],
      highest: [Place(x: -3, y: 50), Place(x: 4, y: 50)], heights: 4...50),
    Row(
      name: "places that contradict each other at one moment", lowest: [Place(x: 0, y: 10)],
      highest: [Place(x: 0, y: 4)], heights: 7...7, contradiction: 6),
    Row(
      name: "three exact places that are on no line",
      lowest: [Place(x: -2, y: 0), Place(x: -1, y: 10), Place(x: 0, y: 0)],
      highest: [Place(x: -2, y: 0), Place(x: -1, y: 10), Place(x: 0, y: 0)], heights: 5...5,
      contradiction: 10),
    Row(
      name: "a slope that is too large is a contradiction",
      lowest: [Place(x: 0, y: 0), Place(x: 1, y: 200)],
      highest: [Place(x: 0, y: 0), Place(x: 1, y: 200)], slopeMax: 100, heights: 50...50,
      contradiction: 100),
  ]

  @Test(arguments: rows) func `the heights of all lines are found`(_ row: Row) {
    let found = LineBounds(lowest: row.lowest, highest: row.highest, slopeMax: row.slopeMax)
    #expect(abs(found.contradiction - row.contradiction) < 0.001)
    // Two lines that differ by a nanosecond are equal, and without a line, the height is near the middle.
    let tolerance = max(1.5, row.contradiction * 0.05)
    #expect(abs(found.heights.lowerBound - row.heights.lowerBound) <= tolerance)
    #expect(abs(found.heights.upperBound - row.heights.upperBound) <= tolerance)
    #expect(found.heights.contains(found.height))
  }

  /// The corners of the set of all lines have the slopes of lines through two places, or the largest slope, so that all
  /// of these can be tried.
  @Test func `random places give the same heights as trying all corners`() {
    var random = SeededRandom(seed: 1)
    var linesExisted = 0
    for _ in 0..<500 {
      let slope = Double.random(in: -80...80, using: &random)
      func places(_ sign: Double) -> [Place] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          let x = Double.random(in: -50...50, using: &random)
          return Place(x: x, y: slope * x + sign * Double.random(in: -3...100, using: &random))
        }.sorted { $0.x < $1.x }
      }
      let (lowest, highest) = (places(-1), places(1))
      let all = lowest + highest
      var slopes = [-100.0, 100]
      for one in all {
        for other in all where other.x != one.x {
          slopes.append((other.y - one.y) / (other.x - one.x))
        }
      }
      let lines = slopes.filter { abs($0) <= 100 }.map { slope in
        (
          floor: lowest.map { $0.y - slope * $0.x }.max()!,
          ceiling: highest.map { $0.y - slope * $0.x }.min()!
        )
      }.filter { $0.floor <= $0.ceiling + 1e-9 }
      let found = LineBounds(lowest: lowest, highest: highest, slopeMax: 100)
      guard let least = lines.map(\.floor).min(), let greatest = lines.map(\.ceiling).max() else {
        // A nanosecond is tolerated.
        #expect(found.contradiction > 0 || found.heights.upperBound - found.heights.lowerBound <= 2)
        continue
      }
      linesExisted += 1
      #expect(found.contradiction == 0)
      #expect(found.heights.lowerBound <= least + 0.001)
      #expect(found.heights.upperBound >= greatest - 0.001)
      // The tolerance of a nanosecond in the bounds can be more at the moment itself, which is extrapolated.
      #expect(least - found.heights.lowerBound < 60)
      #expect(found.heights.upperBound - greatest < 60)
    }
    #expect(linesExisted > 100)
  }
}

/// Random numbers that are the same in each run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
