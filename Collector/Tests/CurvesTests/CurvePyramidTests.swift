import TestPrograms
import Testing

@testable import Curves

struct CurvePyramidTests {
  /// Samples of one channel, 20 ms apart, whose value is their row.
  private static func rows(_ count: Int) -> (times: [Int64], values: [Double]) {
    ((0..<count).map { Int64($0) * 20_000_000 }, (0..<count).map(Double.init))
  }

  @Test(
    "a bucket has at most the samples of its level",
    arguments: [
      // samples, fine buckets, coarse buckets
      (0, 0, 0), (1, 1, 1), (64, 1, 1), (65, 2, 1), (2048, 32, 1), (2049, 33, 2),
      (15_000, 235, 8),
    ])
  func bucketCounts(samples: Int, fine: Int, coarse: Int) {
    let (times, values) = Self.rows(samples)
    let pyramid = CurvePyramid(times: times, values: values, channelCount: 1)
    #expect(pyramid.fine.buckets.count == fine)
    #expect(pyramid.coarse.buckets.count == coarse)
  }

  @Test(
    "values that are not finite are ignored",
    arguments: [
      ([1, 2, 3], 1.0...3.0),
      ([.nan, 2, .infinity], 2.0...2.0),
      ([-.infinity, .nan], nil),
      ([-0.0, 5], 0.0...5.0),
    ] as [([Double], ClosedRange<Double>?)])
  func finiteValues(values: [Double], range: ClosedRange<Double>?) {
    let times = values.indices.map { Int64($0) }
    let pyramid = CurvePyramid(times: times, values: values, channelCount: 1)
    #expect(pyramid.fine.buckets.map(\.ranges) == [[range]])
  }

  @Test("minima are rounded down and maxima up", arguments: [0.1, -0.1, 1.0 / 3, 101_325.123_4])
  func rounding(value: Double) throws {
    let pyramid = CurvePyramid(times: [0], values: [value], channelCount: 1)
    let range = try #require(pyramid.fine.buckets[0].ranges[0])
    #expect(range.lowerBound < value && value < range.upperBound)
    #expect(Float(range.lowerBound).nextUp == Float(range.upperBound))
  }

  @Test("values beyond Float are limited to its range")
  func hugeValues() {
    let pyramid = CurvePyramid(times: [0, 1], values: [-1e300, 1e300], channelCount: 1)
    let limit = Double(Float.greatestFiniteMagnitude)
    #expect(pyramid.fine.buckets[0].ranges == [-limit...limit])
  }

  @Test(
    "a bucket ends before a pause and before a step back",
    arguments: [
      // times in milliseconds, rows per bucket
      ([0, 20, 40, 60], [4]),
      ([0, 20, 40, 60, 160, 180], [6]),
      ([0, 20, 40, 60, 161, 181, 201, 221, 241, 261, 281, 301], [4, 8]),
      ([0, 20, 40, 10, 30], [3, 2]),
      // Bursts of three, once per second: the pause between bursts is the typical step.
      ([0, 1, 2, 1000, 1001, 1002, 2000, 2001, 2002, 3000], [10]),
    ] as [([Int64], [Int])])
  func bucketEnds(milliseconds: [Int64], counts: [Int]) {
    let times = milliseconds.map { $0 * 1_000_000 }
    let pyramid = CurvePyramid(
      times: times, values: times.map { _ in 0 }, channelCount: 1)
    var row = 0
    let ends = counts.map { count -> [Int64] in
      defer { row += count }
      return [times[row], times[row + count - 1]]
    }
    #expect(pyramid.fine.buckets.map { [$0.firstTime, $0.lastTime] } == ends)
    #expect(pyramid.coarse.buckets.map { [$0.firstTime, $0.lastTime] } == ends)
  }

  @Test("missing values and extreme times do not trap")
  func hostileSamples() {
    let pyramid = CurvePyramid(
      times: [.min, .max, .min, 0], values: [1, 2, 3], channelCount: 2)
    #expect(pyramid.fine.buckets.first?.firstTime == .min)
    #expect(CurvePyramid(times: [1], values: [], channelCount: -1).fine.channelCount == 0)
  }

  @Test(
    "minimum and maximum over bucket borders are those of the samples", arguments: 0..<60 as Range)
  func sameRanges(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let channels = Int.random(in: 1...4, using: &random)
    let count = Int.random(in: 1...6000, using: &random)
    var time: Int64 = .random(in: -1_000_000...1_000_000, using: &random)
    var times: [Int64] = []
    var values: [Double] = []
    for _ in 0..<count {
      time += Int.random(in: 0..<300, using: &random) == 0 ? 900_000_000 : 20_000_000
      times.append(time)
      for _ in 0..<channels {
        let isMissing = Int.random(in: 0..<5, using: &random) == 0
        values.append(isMissing ? .nan : Double.random(in: -1e6...1e6, using: &random))
      }
    }
    let pyramid = CurvePyramid(times: times, values: values, channelCount: channels)
    for level in [pyramid.fine, pyramid.coarse] {
      for _ in 0..<10 {
        let ends = [0, 1].map { _ in level.buckets.indices.randomElement(using: &random) ?? 0 }
        let part = level.buckets[ends.min()!...ends.max()!]
        var merged = part.first!
        for bucket in part.dropFirst() { merged.merge(bucket) }
        let rows = times.indices.filter {
          times[$0] >= merged.firstTime && times[$0] <= merged.lastTime
        }
        for channel in 0..<channels {
          let finite = rows.map { values[$0 * channels + channel] }.filter(\.isFinite)
          let range = merged.ranges[channel]
          #expect(range.map { Float($0.lowerBound) } == finite.min().map { down($0) })
          #expect(range.map { Float($0.upperBound) } == finite.max().map { -down(-$0) })
        }
      }
    }
    // Each level has every sample once.
    for level in [pyramid.fine, pyramid.coarse] {
      #expect(level.buckets.first?.firstTime == times.first)
      #expect(level.buckets.last?.lastTime == times.last)
      #expect(CurveLevel(encoded: level.encoded) == level)
    }
  }

  /// The largest `Float` that is not above a value.
  private func down(_ value: Double) -> Float {
    let near = Float(value)
    return Double(near) > value ? near.nextDown : near
  }

  @Test("the coarse level is that of the samples, with pauses and steps back", arguments: 0..<20)
  func mergedLevel(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (time, times) = (Int64(0), [Int64]())
    for _ in 0..<Int.random(in: 0...9_000, using: &generator) {
      switch Int.random(in: 0..<1_000, using: &generator) {
      case 0: time -= 5_000_000_000
      case 1: time += 10_000_000_000
      default: time += Int64.random(in: 0...20_000_000, using: &generator)
      }
      times.append(time)
    }
    let values = (0..<times.count * 2).map { _ in
      Int.random(in: 0..<500, using: &generator) == 0
        ? Double.nan : Double.random(in: -1...1, using: &generator)
    }
    let pyramid = CurvePyramid(times: times, values: values, channelCount: 2)
    let direct = CurveLevel(
      times: times, values: values, channelCount: 2, bucketSamples: CurvePyramid.coarseSamples,
      step: pyramid.fine.step)
    #expect(pyramid.coarse == direct)
  }

  /// A chunk of 3 kB can have such times, and the buckets of a chunk are stored.
  @Test(arguments: [1, 16])
  func `times that always go back do not make a bucket of each sample`(channelCount: Int) {
    let count = 65_536
    let times = (0..<Int64(count)).map { 1_000_000 - $0 }
    let values = (0..<count * channelCount).map { Double($0 % 7) }
    let pyramid = CurvePyramid(times: times, values: values, channelCount: channelCount)
    #expect(pyramid.fine.buckets.count <= count / 8 + count / 64 + 65)
    #expect(pyramid.coarse.buckets.count <= count / 64 + pyramid.fine.buckets.count / 32 + 65)
    for level in [pyramid.fine, pyramid.coarse] {
      // Each bucket has the times of its samples, whatever their order.
      #expect(level.buckets.map(\.firstTime).min() == times.last)
      #expect(level.buckets.map(\.lastTime).max() == times.first)
      #expect(CurveLevel(encoded: level.encoded) == level)
    }
  }

  @Test func `pauses end buckets, however many samples there are`() {
    // Every tenth step is a pause.
    var (times, time) = ([Int64](), Int64(0))
    for index in 0..<15_000 {
      time += index % 10 == 0 ? 1_000_000_000 : 10_000_000
      times.append(time)
    }
    let pyramid = CurvePyramid(
      times: times, values: times.map { Double($0) }, channelCount: 1)
    #expect(pyramid.fine.buckets.count == 1_500)
  }
}
