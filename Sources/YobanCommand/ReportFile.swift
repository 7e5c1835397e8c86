import Foundation
import Night

/// Where the report goes. Checked before the night begins, so that a wrong path costs no night.
struct ReportFile {
  let path: String
  private let url: URL

  init(_ path: String) throws {
    url = URL(fileURLWithPath: path)
    self.path = url.path
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw ReportFileError.folderNotWritable(folder)
    }
    var isFolder = ObjCBool(false)
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw ReportFileError.isAFolder(url.path)
    }
  }

  func write(_ run: NightRun, _ summary: NightSummary) throws {
    try Data(NightReport.page(run, summary).utf8).write(to: url, options: .atomic)
  }
}

/// Why the report cannot be written.
enum ReportFileError: Error, CustomStringConvertible {
  case folderNotWritable(String)
  case isAFolder(String)

  var description: String {
    switch self {
    case .folderNotWritable(let folder):
      "the report cannot be written: \(folder) does not exist or may not be written; choose another place with --report"
    case .isAFolder(let path):
      "the report cannot be written: \(path) is a folder; give a file with --report"
    }
  }
}
