/// The encoding of a block of samples: see docs/chunk-format.md.
public enum SampleEncoding: String, Hashable, Sendable, CaseIterable, Comparable {
  case float64
  case float32
  case grid

  init?(id: UInt8) {
    switch id {
    case Float64Encoding.id: self = .float64
    case Float32Encoding.id: self = .float32
    case GridEncoding.id: self = .grid
    default: return nil
    }
  }

  /// In the order of their numbers in the format.
  public static func < (left: Self, right: Self) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// The number of samples and bytes in one encoding.
public struct EncodingUse: Hashable, Sendable {
  public private(set) var samples: Int64 = 0
  /// The bytes of whole blocks, with their frames.
  public private(set) var bytes: Int64 = 0

  public init() {}

  public mutating func add(samples: Int64, bytes: Int64) {
    self.samples += samples
    self.bytes += bytes
  }

  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.add(samples: right.samples, bytes: right.bytes)
    return sum
  }
}
