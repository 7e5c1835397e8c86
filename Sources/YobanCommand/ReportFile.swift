import Foundation

/// Where a report goes. Checked before anything is run, so that a wrong path costs no night.
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

  func write(_ page: String) throws {
    try Data(page.utf8).write(to: url, options: .atomic)
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
