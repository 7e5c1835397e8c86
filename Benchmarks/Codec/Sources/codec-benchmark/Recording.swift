import Chunks
import Foundation

/// A recording of a real phone; the files are described in the README of their folder.
struct Recording {
  let name: String
  let file: String
  /// Every how many rows are taken.
  let stride: Int

  /// The iPhone's 100.5 Hz are reduced to 50 Hz.
  static let all = [
    Recording(name: "iPhone 12, 50 Hz", file: "ip12", stride: 2),
    Recording(name: "Galaxy S25, 59 Hz", file: "s25", stride: 1),
  ]

  /// Returns the accelerometer and the gyroscope; nil if a file is absent.
  func load(from folder: URL) throws -> (SampleBlock, SampleBlock)? {
    guard let accelerometer = try samples(folder.appending(path: "\(file)_acc.csv.gz")),
      let gyroscope = try samples(folder.appending(path: "\(file)_gyr.csv.gz"))
    else { return nil }
    return (accelerometer, gyroscope)
  }

  /// The columns are time, seconds, z, y, x.
  private func samples(_ url: URL) throws -> SampleBlock? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var samples = SampleBlock(channelCount: 3)
    for (index, line) in text.split(separator: "\n").dropFirst().enumerated()
    where index % stride == 0 {
      let fields = line.split(separator: ",")
      guard fields.count >= 5, let time = Int64(fields[0]), let z = Double(fields[2]),
        let y = Double(fields[3]), let x = Double(fields[4])
      else { fatalError("\(url.lastPathComponent) has another layout in line \(index + 2)") }
      samples.append(time: time, x, y, z)
    }
    return samples
  }
}
