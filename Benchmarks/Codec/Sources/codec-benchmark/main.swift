import Chunks
import Foundation

// Usage: codec-benchmark FOLDER RECORDINGS
//
// Stores generated motion as CSV files in FOLDER, measures the chunk format on it and on the
// recordings in the folder RECORDINGS, and prints one JSON object per measurement.

guard CommandLine.arguments.count == 3 else {
  fatalError("usage: codec-benchmark FOLDER RECORDINGS")
}
let folder = URL(filePath: CommandLine.arguments[1])
let recordings = URL(filePath: CommandLine.arguments[2])

for phone in Phone.allCases {
  let motion = GeneratedMotion(phone: phone)
  try motion.write(to: folder)
  try measure(
    "generated-\(phone.rawValue)", motion.samples(.accelerometer), motion.samples(.gyroscope))
}
for recording in Recording.all {
  guard let (accelerometer, gyroscope) = try recording.load(from: recordings) else {
    print("{\"data\": \"\(recording.name)\", \"absent\": true}")
    continue
  }
  try measure(recording.name, accelerometer, gyroscope)
}

/// Prints the measurements of one pair of streams.
func measure(_ name: String, _ accelerometer: SampleBlock, _ gyroscope: SampleBlock) throws {
  for usesGrid in [true, false] {
    let codec = usesGrid ? "chunk, grid" : "chunk, float32"
    for blockCount in usesGrid ? [1024, 250, 50] : [1024] {
      let pair = try Measurement(
        accelerometer.paired(with: gyroscope), usesGrid: usesGrid, blockCount: blockCount)
      let acceleration = try Measurement(
        accelerometer, usesGrid: usesGrid, blockCount: blockCount)
      let rotation = try Measurement(gyroscope, usesGrid: usesGrid, blockCount: blockCount)
      let label = blockCount == 1024 ? codec : "\(codec), blocks of \(blockCount)"
      print(
        """
        {"data": "\(name)", "codec": "\(label)", "pair": \(pair.bytesPerSample), \
        "streams": \(acceleration.bytesPerSample + rotation.bytesPerSample), \
        "encode": \((acceleration.encodeNanoseconds + rotation.encodeNanoseconds) / 2), \
        "decode": \((acceleration.decodeNanoseconds + rotation.decodeNanoseconds) / 2)}
        """)
    }
  }
}
