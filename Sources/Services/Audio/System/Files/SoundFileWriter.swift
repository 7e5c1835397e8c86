import Foundation

/// Writes the file of a recorder: a short quiet tone, so that the file is not silent, and then zero
/// samples.
///
/// The zero samples take no space on the host's disk.
struct SoundFileWriter {
  let url: URL
  let format: SoundFormat

  /// Creates the file, or empties it. The header marks it as being recorded.
  ///
  /// - Returns: False if the file cannot be written.
  func create() -> Bool {
    (try? format.header(frames: nil).write(to: url)) != nil
  }

  /// Writes the samples recorded so far. This is the state in which a process that ends leaves the
  /// file.
  ///
  /// - Parameter isAudible: whether the recording begins with the tone.
  func write(_ frames: Int64, isAudible: Bool) -> Bool {
    (try? extend(to: frames, isAudible)) != nil
  }

  /// Writes the samples and the header of a complete recording.
  func close(_ frames: Int64, isAudible: Bool) -> Bool {
    guard let handle = try? extend(to: frames, isAudible) else { return false }
    defer { try? handle.close() }
    guard (try? handle.seek(toOffset: 0)) != nil else { return false }
    return (try? handle.write(contentsOf: format.header(frames: frames))) != nil
  }

  private func extend(to frames: Int64, _ isAudible: Bool) throws -> FileHandle {
    let handle = try FileHandle(forUpdating: url)
    let start = UInt64(format.header(frames: nil).count)
    if isAudible {
      try handle.seek(toOffset: start)
      let tone = min(frames, Int64(format.sampleRate / 100))
      var bytes = Data()
      for i in 0..<tone { bytes.append(format.quietFrame(isUp: i / 16 % 2 == 0)) }
      try handle.write(contentsOf: bytes)
    }
    try handle.truncate(atOffset: start + UInt64(frames) * UInt64(format.bytesPerFrame))
    return handle
  }
}
