import Foundation

/// The output file of a report or a trace. It is checked before the run, so that a wrong path is
/// reported at once.
struct OutputFile {
  let path: String
  private let url: URL

  /// - Parameter option: The name of the command-line option, such as `report`, for errors.
  init(_ option: String, _ path: String) throws {
    url = URL(fileURLWithPath: path)
    self.path = url.path
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw OutputFileError.folderNotWritable(option, folder)
    }
    var isFolder = ObjCBool(false)
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw OutputFileError.isAFolder(option, url.path)
    }
  }

  func write(_ page: String) throws {
    try Data(page.utf8).write(to: url, options: .atomic)
  }
}

/// The reasons why an output file cannot be written.
enum OutputFileError: Error, CustomStringConvertible {
  case folderNotWritable(_ option: String, String)
  case isAFolder(_ option: String, String)

  var description: String {
    switch self {
    case .folderNotWritable(let option, let folder):
      "the file of --\(option) cannot be written: the folder \(folder) does not exist or is not writable; choose another folder"
    case .isAFolder(let option, let path):
      "the file of --\(option) cannot be written: \(path) is a folder; give the path of a file"
    }
  }
}
