import Foundation

/// A temporary folder, removed with this object.
final class TemporaryFolder {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "recordings-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }
  func write(_ data: Data, _ name: String) throws {
    try data.write(to: folder.appending(path: name))
  }
}

/// Returns a gzip file (RFC 1952) whose one block is stored, not compressed.
func gzip(_ text: String) -> Data {
  let bytes = [UInt8](text.utf8)
  precondition(bytes.count < 65536)
  var crc: UInt32 = 0xffff_ffff
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
  }
  let length = UInt16(bytes.count)
  var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1]
  for word in [length, ~length] { file += [UInt8(word & 0xff), UInt8(word >> 8)] }
  file += bytes
  for word in [~crc, UInt32(bytes.count)] { file += (0..<4).map { UInt8(word >> ($0 * 8) & 0xff) } }
  return Data(file)
}

/// Real recordings in `../shared/data`, outside this repository. Tests that need a missing file are
/// skipped.
enum SharedData {
  static let folder = URL(fileURLWithPath: #filePath)  // <package>/Sources/Services/Motion/Tests/…
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "../shared/data")
    .standardizedFileURL

  static func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }
}
