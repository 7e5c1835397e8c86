import Foundation
import Testing

@testable import Chunks

/// Tests recordings of real phones in `../shared/data`, outside this repository. Without them, the
/// tests are reported as skipped.
@Suite struct GridRecordingTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data").standardizedFileURL

  static let haveRecordings = FileManager.default.fileExists(
    atPath: folder.appending(path: "ip12_acc.csv.gz").path)

  /// Reads every `stride`-th row of a recording, of which the columns are time, seconds, z, y, x.
  static func load(_ name: String, stride step: Int) throws -> SampleBlock {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", folder.appending(path: name + ".csv.gz").path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").dropFirst()
    var samples = SampleBlock(channelCount: 3, capacity: lines.count)
    for (index, line) in lines.enumerated() where index % step == 0 {
      let fields = line.split(separator: ",")
      samples.append(
        time: try #require(Int64(fields[0])),
        try [4, 3, 2].map { try #require(Double(fields[$0])) })
    }
    return samples
  }

  /// The limits are 2 % above what was measured, in bytes per sample with its time and all
  /// overhead.
  @Test(
    .enabled(if: haveRecordings, "needs ../shared/data"),
    arguments: [
      ("ip12_acc", 2, 5.79), ("ip12_gyr", 2, 8.25), ("s25_acc", 1, 3.94), ("s25_gyr", 1, 3.33),
    ])
  func `a real recording is read back bit by bit from few bytes`(
    name: String, stride: Int, limit: Double
  ) throws {
    let samples = try Self.load(name, stride: stride)
    let chunk = try SampleChunk(blocks: [.samples(samples)], channelCount: 3)
    var read = SampleBlock(channelCount: 3)
    let (blocks, completeness) = try readAll(chunk.bytes)
    for case .samples(let block) in blocks {
      read.times += block.times
      read.values += block.values
    }
    #expect(completeness == .complete)
    #expect(read == samples)
    #expect(Double(chunk.bytes.count) / Double(samples.count) < limit)
  }

  @Test(.enabled(if: haveRecordings, "needs ../shared/data"), arguments: [1, 7, 50, 250])
  func `short blocks of a real recording are never larger than before`(count: Int) throws {
    let samples = try Self.load("s25_gyr", stride: 4)
    for start in Swift.stride(from: 0, to: samples.count - count, by: 5 * count) {
      let block = SampleBlock(
        channelCount: 3, times: Array(samples.times[start..<start + count]),
        values: Array(samples.values[3 * start..<3 * (start + count)]))
      let chunk = try SampleChunk(blocks: [.samples(block)], channelCount: 3)
      let plain = try SampleChunk(blocks: [.samples(block)], channelCount: 3, usesGrid: false)
      #expect(chunk.bytes.count <= plain.bytes.count)
      #expect(try readAll(chunk.bytes).0 == [.samples(block)])
    }
  }
}
