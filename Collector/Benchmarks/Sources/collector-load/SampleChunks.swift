import Chunks
import CollectorContract
import Foundation

/// Chunks of an accelerometer as a phone sends them: five minutes each, 100 of them form a night.
struct SampleChunks {
  /// Makes chunks of about 7 kB.
  static let small = 430
  /// Makes chunks of slightly less than 4 MiB, the largest ones that the collector accepts by default.
  static let large = 261_000

  let device: String
  let sampleCount: Int
  private(set) var sequence: UInt64 = 0
  private let start: (UInt64) -> Int64
  private var generator = SmallGenerator(state: 1)

  /// - Parameter start: returns the nanoseconds since 1970 at which a chunk begins.
  init(device: String, sampleCount: Int, start: @escaping (UInt64) -> Int64 = start(of:)) {
    self.device = device
    self.sampleCount = sampleCount
    self.start = start
  }

  /// The nanoseconds since 1970 at which a chunk begins.
  static func start(of sequence: UInt64) -> Int64 {
    let firstNight: Int64 = 1_750_000_000
    let night = Int64(sequence / 100) * 86_400
    return (firstNight + night + Int64(sequence % 100) * 300) * 1_000_000_000
  }

  /// Returns the next chunk.
  mutating func next() -> (identity: ChunkIdentity, bytes: [UInt8]) {
    do {
      let identity = try ChunkIdentity(device: device, stream: "accelerometer", sequence: sequence)
      let header = try ChunkHeader(
        identity: identity, channels: ["x", "y", "z"].map { try Channel(name: $0, unit: "g") },
        nominalInterval: .nanoseconds(300_000_000_000 / sampleCount))
      var samples = SampleBlock(channelCount: 3, capacity: sampleCount)
      let start = start(sequence)
      for number in 0..<Int64(sampleCount) {
        // Earth's gravity on one axis, and the noise of the sensor on all.
        let time = start + number * 300_000_000_000 / Int64(sampleCount)
        samples.append(time: time, noise(), noise(), noise(-1))
      }
      var writer = ChunkWriter(header: header)
      var bytes = writer.headerBytes()
      writer.encode(samples: samples, into: &bytes)
      writer.finish(into: &bytes)
      sequence += 1
      return (identity, bytes)
    } catch {
      fail("the names of the chunk are valid: \(error)")
    }
  }

  /// Returns the next chunk as a whole request.
  mutating func nextRequest(token: String) -> [UInt8] {
    let (identity, bytes) = next()
    let head = """
      PUT \(CollectorPath.of(identity)) HTTP/1.1\r
      Host: localhost\r
      Authorization: \(CollectorField.bearer(token))\r
      Content-Digest: \(ChunkDigest(of: bytes).contentDigestField)\r
      Content-Length: \(bytes.count)\r
      \r

      """
    return Array(head.utf8) + bytes
  }

  /// A value near another one, with the precision that a phone delivers.
  private mutating func noise(_ mean: Float = 0) -> Double {
    Double(mean + Float(Int64(generator.next() >> 44) - (1 << 19)) / Float(1 << 24))
  }
}

/// SplitMix64. The same numbers in every run.
struct SmallGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
