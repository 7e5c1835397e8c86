import CollectorContract
import Foundation

/// The files of one stream in a lake, as the last run has left them. It is stored in the lake, so that a copy of the
/// lake, or of the database, needs nothing else.
///
/// A file is noted before it is written, and forgotten after it was removed: so the state names all files that exist.
struct LakeState: Codable, Hashable {
  struct File: Codable, Hashable {
    /// The content as text of a `LakePlan`; nil if it is being written or removed, or if nothing is known.
    var content: String?
    /// The measurements of clocks that counted, as text of `LakeClocks`; nil for none.
    var clocks: String?
    /// When the file was written, in days since 1970 in UTC.
    var writtenOn: Int64?
    /// The size in bytes; 0 if there is no file, because there are no rows.
    var bytes: Int64

    /// Whether the file must be written.
    ///
    /// For new measurements of clocks alone, it is written once a day at most: those of today change the times of the
    /// last days, too, but little. If nothing was known before, it is written at once.
    ///
    /// - Parameter day: today, in days since 1970 in UTC.
    func mustBeWritten(as wanted: LakePlan.File, on day: Int64) -> Bool {
      guard let content, content == wanted.content || content == wanted.intactContent else {
        return true
      }
      return bytes > 0 && clocks != wanted.clocks && (clocks == nil || writtenOn != day)
    }
  }

  /// By the text of a `LakePart`.
  var files: [String: File] = [:]

  var encoded: [UInt8] { ContractJSON.encode(self) }

  init() {}

  /// nil if the bytes are not a state.
  init?(encoded bytes: [UInt8]) {
    guard let state = try? JSONDecoder().decode(LakeState.self, from: Data(bytes)),
      state.files.keys.allSatisfy({ LakePart($0) != nil })
    else { return nil }
    self = state
  }

  subscript(part: LakePart) -> File? {
    get { files[part.description] }
    set { files[part.description] = newValue }
  }

  var parts: Set<LakePart> { Set(files.keys.compactMap { LakePart($0) }) }
}

/// The file that makes a folder a lake.
struct LakeMarker: Codable, Hashable {
  /// The version of the layout and of the schemas. With another one, all files are written again.
  static let formatVersion = 1

  var format = Self.formatVersion
}
