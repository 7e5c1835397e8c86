import Chunks

@testable import Collector

/// A chunk for tests; by default, one stream with one channel.
struct TestChunk {
  var device = "phone"
  var stream = "accelerometer"
  var sequence: UInt64 = 0
  var channels = ["x"]
  /// The unit of each channel; nil for g.
  var units: [String]?
  var times: [Int64] = [1_000, 2_000, 3_000]
  /// The values, row by row; nil for 0, 1, 2 and so on.
  var values: [Double]?
  var gaps: [Gap] = []
  var marks: [Mark] = []
  var isFinished = true
  var nominalInterval: Duration?
  /// Whether blocks may have the encoding that devices do not send yet.
  var usesGrid = false

  func bytes() throws -> [UInt8] {
    let header = try ChunkHeader(
      identity: ChunkIdentity(device: device, stream: stream, sequence: sequence),
      channels: zip(channels, units ?? channels.map { _ in "g" }).map(Channel.init(name:unit:)),
      nominalInterval: nominalInterval)
    var writer = ChunkWriter(header: header)
    writer.usesGrid = usesGrid
    var bytes = writer.headerBytes()
    let values = values ?? (0..<times.count * channels.count).map(Double.init)
    writer.encode(
      samples: SampleBlock(channelCount: channels.count, times: times, values: values),
      into: &bytes)
    for gap in gaps { writer.encode(gap: gap, into: &bytes) }
    for mark in marks { writer.encode(mark: mark, into: &bytes) }
    if isFinished { writer.finish(into: &bytes) }
    return bytes
  }

  var path: String { "/v1/devices/\(device)/streams/\(stream)/chunks/\(sequence)" }

  /// Returns the chunk after all checks.
  func checked() throws -> CheckedChunk {
    let bytes = try bytes()
    let identity = try ChunkIdentity(device: device, stream: stream, sequence: sequence)
    return try CheckedChunk.check(bytes, digest: ChunkDigest(of: bytes), identity: identity)
  }
}
