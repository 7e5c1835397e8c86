import Testing

@testable import Chunks

/// Tests sensor values of another vendor: m/s² and rad/s of a Samsung Galaxy, each a product of
/// Float32 values.
@Suite struct GalaxyGridTests {
  private static let units = [Float(9.80665 * 0.000244), Float(0.000610864779446274)]

  @Test(arguments: units.indices)
  func `sensor values of a Galaxy are read back bit for bit, in less than 1 byte per sample`(
    _ sensor: Int
  )
    throws
  {
    let unit = Self.units[sensor]
    var samples = SampleBlock(channelCount: 3)
    for index in 0..<1024 {
      let k = index * 37 % 65536 - 32768
      samples.append(
        time: 1_766_385_749_437_101_600 + Int64(index) * 16_961_500,
        Double(Float(k) * unit), Double(Float(-k / 2) * unit), Double(Float(index) * unit))
    }
    var writer = ChunkWriter(header: try SampleChunk.header(channelCount: 3))
    var bytes = writer.headerBytes()
    let before = bytes.count
    writer.encode(samples: samples, into: &bytes)
    let cost = Double(bytes.count - before) / Double(samples.count)
    #expect(cost < 1)
    writer.finish(into: &bytes)
    var reader = try ChunkReader(bytes)
    let (first, second) = (try reader.next(), try reader.next())
    #expect(first == .samples(samples))
    #expect(second == nil)
  }
}
