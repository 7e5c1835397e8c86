import Foundation

/// A bookmark has the path of the file; of one in the app's container, the path within it, because an update of the
/// app moves the container (DP10). A device also finds a file that was renamed or moved.
extension URL {
  public struct BookmarkCreationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
    public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
    public static let withoutImplicitSecurityScope = BookmarkCreationOptions(rawValue: 1 << 29)
  }

  public struct BookmarkResolutionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
    public static let withoutMounting = BookmarkResolutionOptions(rawValue: 1 << 9)
    public static let withoutImplicitStartAccessing = BookmarkResolutionOptions(
      rawValue: 1 << 15)
  }

  /// Returns what finds the file again, in another launch, too.
  ///
  /// - Throws: `CocoaError.fileNoSuchFile` if the file does not exist.
  public func bookmarkData(
    options: BookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo url: URL? = nil
  ) throws -> Data {
    guard isFileURL, FileManager.default.fileExists(atPath: path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
    }
    let home = NSHomeDirectory()
    guard path.hasPrefix(home + "/") else { return Data("book\(path)".utf8) }
    return Data("book~\(path.dropFirst(home.count))|\(home)".utf8)
  }

  /// Finds the file of a bookmark.
  ///
  /// - Parameter bookmarkDataIsStale: set to whether the app should make another bookmark, because its container has
  ///   moved since.
  /// - Throws: `CocoaError.fileReadCorruptFile` if the data is no bookmark, and `fileNoSuchFile` if the file does not
  ///   exist.
  public init(
    resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
    relativeTo url: URL? = nil, bookmarkDataIsStale: inout Bool
  ) throws {
    let text = String(decoding: data, as: UTF8.self)
    let home = NSHomeDirectory()
    let path: String
    var isStale = false
    if text.hasPrefix("book~/"), let mark = text.lastIndex(of: "|") {
      path = home + text[..<mark].dropFirst("book~".count)
      isStale = text[text.index(after: mark)...] != home
    } else if text.hasPrefix("book/") {
      path = String(text.dropFirst("book".count))
    } else {
      throw CocoaError(.fileReadCorruptFile)
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
    }
    bookmarkDataIsStale = isStale
    self.init(fileURLWithPath: path)
  }
}
