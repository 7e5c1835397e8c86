import Testing

@testable import Chunks

/// Tests the encoding `grid` with generated series of every kind.
@Suite struct GridRoundTripTests {
  /// The kinds of values of a generated channel.
  enum Shape: CaseIterable {
    case iPhoneAcceleration, iPhoneRotation, galaxyAcceleration, smallWholeNumbers, decimals
    case float32Decimals, constant, noise64, noise32, anyBits, anyBits32, walk, tinyAndHuge

    func value(_ level: inout Double, _ random: inout SeededGenerator) -> Double {
      level += Double.random(in: -40...40, using: &random)
      let steps = level.rounded()
      switch self {
      case .iPhoneAcceleration: return steps / 65536
      case .iPhoneRotation: return Double(Float(steps * 300 / 65536) * Float(Double.pi / 180))
      case .galaxyAcceleration: return Double(Float(steps) * Float(9.80665 * 0.000244))
      case .smallWholeNumbers: return (level / 100).rounded()
      case .decimals: return steps / 1000
      case .float32Decimals: return Double(Float(steps / 100))
      case .constant: return 36.6
      case .noise64: return Double.random(in: -1...1, using: &random)
      case .noise32: return Double(Float.random(in: -1...1, using: &random))
      case .anyBits: return Double(bitPattern: random.next())
      case .anyBits32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
      case .walk: return level
      case .tinyAndHuge:
        return Double(
          sign: .plus, exponent: Int.random(in: -1074...1023, using: &random),
          significand: 1)
      }
    }
  }

  static func times(_ kind: Int, _ count: Int, _ random: inout SeededGenerator) -> [Int64] {
    let start = Int64.random(in: -1 << 61...1 << 61, using: &random)
    return (0..<Int64(count)).map { index in
      switch kind {
      case 0: start &+ index &* 20_000_000
      case 1: start &+ index &* 9_954_100 &+ 100 &* Int64.random(in: -9...9, using: &random)
      case 2:
        start &+ ((index &* 480_000 &+ Int64.random(in: 0...50, using: &random)) &* 125 &+ 1) / 3
      case 3: start &+ 1_000_000 &* Int64.random(in: 0...5_000, using: &random)
      case 4: Int64(bitPattern: random.next())
      case 7:
        Int64("\(1_764_585_664_336_334_300.0 + Double(index) * 9_954_017.3)".digits)!
      case 5: index % 2 == 0 ? .min : .max
      default: start
      }
    }
  }

  @Test(arguments: Shape.allCases, [1, 2, 3, 7, 50, 333, 1024])
  func `generated series of every kind are read back bit by bit`(shape: Shape, count: Int) throws {
    for kind in 0...7 {
      var random = SeededGenerator(state: UInt64(kind * 10_007 + count))
      let channelCount = [1, 2, 3, 6][kind % 4]
      var levels = [Double](repeating: 500, count: channelCount)
      var block = SampleBlock(
        channelCount: channelCount, times: Self.times(kind, count, &random),
        values: (0..<count * channelCount).map {
          shape.value(&levels[$0 % channelCount], &random)
        })
      try check(block, "\(shape) \(kind)")
      // A few values that are on no grid.
      let special = [
        -0.0, 0, .nan, .infinity, -.infinity, .signalingNaN, .leastNonzeroMagnitude, 0.1,
        Double(nan: 77, signaling: false), .absent,
      ]
      for value in special {
        block.values[Int.random(in: 0..<block.values.count, using: &random)] = value
      }
      try check(block, "\(shape) \(kind) with special values")
    }
  }

  private func check(_ block: SampleBlock, _ name: String) throws {
    let chunk = try SampleChunk(blocks: [.samples(block)], channelCount: block.channelCount)
    let (blocks, completeness) = try readAll(chunk.bytes)
    #expect(completeness == .complete)
    #expect(blocks == [.samples(block)], "\(name)")
    let plain = try SampleChunk(
      blocks: [.samples(block)], channelCount: block.channelCount, usesGrid: false)
    #expect(chunk.bytes.count <= plain.bytes.count, "\(name)")
    #expect(try ChunkReader(chunk.bytes).summary().sampleCount == UInt64(block.count))
  }
}

extension String {
  /// The integer digits of a number that was printed like `1.7645856643363343e+18`.
  fileprivate var digits: String {
    let parts = split(separator: "e")
    let digits = parts[0].filter(\.isNumber)
    return digits + String(repeating: "0", count: 19 - digits.count)
  }
}
