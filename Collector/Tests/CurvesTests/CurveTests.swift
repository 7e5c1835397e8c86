import TestPrograms
import Testing

@testable import Curves

struct CurveTests {
  /// Buckets of one sample each; times, steps and values in whole units.
  private static func buckets(_ times: [Int64], step: Int64 = 10) -> [CurveBucket] {
    times.map {
      CurveBucket(
        firstTime: $0, lastTime: $0, step: step, ranges: [Double($0)...Double($0)])
    }
  }

  @Test(
    "points of a curve",
    arguments: [
      // times of samples, from, to, points as text: `-` is a line and `|` a pause
      ([], 0, 100, ""),
      ([0, 10, 20], 0, 100, "0-10-20"),
      ([0, 10, 20], 10, 20, "0-10-20"),
      ([0, 10, 20, 30, 40], 20, 30, "10-20-30"),
      ([0, 50, 101], 0, 200, "0-50|101"),
      ([20, 0, 10], 0, 100, "0-10-20"),
      ([0, 10], 10, 10, ""),
      ([0, 10], 50, 0, ""),
      // 16 samples at 8 points: 5 cells, each 32 long, from multiples of 32.
      (
        [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150], 0, 160,
        "0..30-40..60-70..90-100..120-130..150"
      ),
      // The same samples when the range has moved.
      (
        [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150], 5, 165,
        "0-10..30-40..60-70..90-100..120-130..150"
      ),
      // A pause that is longer than a cell.
      ([0, 10, 20, 30, 40, 50, 60, 120, 130, 140], 0, 160, "0..30-40..60|120-130..140"),
    ] as [([Int64], Int64, Int64, String)])
  func points(times: [Int64], from: Int64, to: Int64, expected: String) {
    let curve = Curve(buckets: Self.buckets(times), from: from, to: to, pointsMax: 8)
    #expect(Self.text(curve) == expected)
  }

  private static func text(_ curve: Curve) -> String {
    curve.points.enumerated().map { index, point in
      let (first, last) = (point.bucket.firstTime, point.bucket.lastTime)
      return (index == 0 ? "" : point.isAfterPause ? "|" : "-")
        + (first == last ? "\(first)" : "\(first)..\(last)")
    }.joined()
  }

  @Test(
    "the steps between chunks of a single sample are their typical step",
    arguments: [([0], "0"), ([0, 10], "0-10"), ([0, 10, 20, 30, 81], "0-10-20-30|81")]
      as [([Int64], String)])
  func unknownStep(times: [Int64], expected: String) {
    let curve = Curve(buckets: Self.buckets(times, step: 0), from: 0, to: 90, pointsMax: 8)
    #expect(Self.text(curve) == expected)
  }

  @Test("chunks that overlap do not make a pause")
  func overlap() {
    let buckets = [(0, 100), (10, 20), (105, 110), (200, 210)].map { first, last in
      CurveBucket(firstTime: first, lastTime: last, step: 10, ranges: [nil])
    }
    let curve = Curve(buckets: buckets, from: 0, to: 300, pointsMax: 8)
    #expect(Self.text(curve) == "0..100-10..20-105..110|200..210")
  }

  @Test("points have no more than their maximum, and the range of all samples", arguments: 0..<40)
  func limits(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let wide = seed % 4 == 0
    var buckets: [CurveBucket] = []
    for _ in 0..<Int.random(in: 0...3000, using: &random) {
      let first = Int64.random(
        in: wide ? .min ... .max : -5_000_000...5_000_000, using: &random)
      let (last, overflow) = first.addingReportingOverflow(.random(in: 0...9000, using: &random))
      let value = Double.random(in: -9...9, using: &random)
      buckets.append(
        CurveBucket(
          firstTime: first, lastTime: overflow ? .max : last, step: 100, ranges: [value...value]))
    }
    let (from, to): (Int64, Int64) = wide ? (.min, .max) : (-4_000_000, 4_000_000)
    let pointsMax = Int.random(in: 0...600, using: &random)
    let curve = Curve(buckets: buckets, from: from, to: to, pointsMax: pointsMax)
    #expect(curve.points.count <= max(Curve.pointsMin, pointsMax))
    func isInside(_ bucket: CurveBucket) -> Bool {
      bucket.lastTime >= from && bucket.firstTime < to
    }
    let before = buckets.filter(isInside).compactMap { $0.ranges[0] }
    let after = curve.points.map(\.bucket).filter(isInside).compactMap { $0.ranges[0] }
    #expect(before.map(\.lowerBound).min() == after.map(\.lowerBound).min())
    #expect(before.map(\.upperBound).max() == after.map(\.upperBound).max())
  }

  @Test(
    "the source fits the number of points",
    arguments: [
      (2_160_000, 1000, .coarse), (681_984, 1000, .coarse), (681_983, 1000, .fine),
      (21_312, 1000, .fine), (21_311, 1000, .samples), (0, 1000, .samples), (64, 0, .fine),
    ] as [(Int, Int, CurveSource)])
  func source(samples: Int, points: Int, expected: CurveSource) {
    #expect(CurveSource.fitting(sampleCount: samples, pointsMax: points) == expected)
  }

  @Test(
    "expected samples of a chunk in a range",
    arguments: [
      (0, 1000, 100), (0, 500, 51), (500, 2000, 51), (1000, 2000, 1), (-9, 0, 0), (1001, 2000, 0),
      (.min, .max, 100),
    ] as [(Int64, Int64, Int)])
  func expectedSamples(from: Int64, to: Int64, expected: Int) {
    let chunk = ChunkExtent(times: 0...1000, sampleCount: 100)
    #expect(chunk.expectedSamples(from: from, to: to) == expected)
  }

  /// The buckets are merged while they come, and the points are the same as if all had been there.
  @Test func `very many buckets become points in little memory`() {
    var random = SeededGenerator(seed: 5)
    let count = 300_000
    let values = (0..<count).map { _ in Double(Int.random(in: -1_000...1_000, using: &random)) }
    let order = (0..<count).map { $0 ^ 0b1111 }.filter { $0 < count }
    var builder = CurveBuilder(from: 0, to: Int64(count), pointsMax: 103)
    for index in order {
      builder.add(
        CurveBucket(
          firstTime: Int64(index), lastTime: Int64(index), step: 1,
          ranges: [values[index]...values[index]]))
      #expect(builder.bucketCount <= 70_000)
    }
    let points = builder.curve().points
    #expect(points.count == 100)
    for (index, point) in points.enumerated() {
      let cell = values[index * 3_000..<(index + 1) * 3_000]
      #expect(point.bucket.firstTime == Int64(index * 3_000))
      #expect(point.bucket.lastTime == Int64(index * 3_000 + 2_999))
      #expect(point.bucket.ranges == [cell.min()!...cell.max()!])
      #expect(!point.isAfterPause)
    }
  }
}

extension Curve {
  /// The curve of buckets that are all there.
  fileprivate init(buckets: [CurveBucket], from: Int64, to: Int64, pointsMax: Int) {
    var builder = CurveBuilder(from: from, to: to, pointsMax: pointsMax)
    for bucket in buckets { builder.add(bucket) }
    self = builder.curve()
  }
}
