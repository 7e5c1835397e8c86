import Foundation

/// The files that `RecordingFilesTests/recordings.py` writes, once for all tests of a program, which removes them when
/// it ends.
public enum SampleRecordings {
  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "yoban-recordings-\(UUID().uuidString)").path

  private static let written = Task { () async throws -> String in
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: SampleRecordings.folder) }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../RecordingFilesTests/recordings.py").path
    let (output, status) = try await Python.run([script, folder])
    guard status == 0 else { throw Failure(output: output) }
    return folder
  }

  private struct Failure: Error {
    let output: String
  }

  /// Returns the path of the folder, or of a file in it.
  public static func path(_ name: String = "") async throws -> String {
    let folder = try await written.value
    return name.isEmpty ? folder : folder + "/" + name
  }
}
