import Foundation

/// An object that other processes notify about a file. Nothing else changes the files of a simulated app.
public protocol NSFilePresenter: NSObjectProtocol {
  var presentedItemURL: URL? { get }
  var presentedItemOperationQueue: OperationQueue { get }
}

/// Waits for other users of a file. A simulated app has its files alone, so each block runs at once.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutChanges = Self(rawValue: 1 << 0)
    public static let resolvesSymbolicLink = Self(rawValue: 1 << 1)
    public static let immediatelyAvailableMetadataOnly = Self(rawValue: 1 << 2)
    public static let forUploading = Self(rawValue: 1 << 3)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let forDeleting = Self(rawValue: 1 << 0)
    public static let forMoving = Self(rawValue: 1 << 1)
    public static let forMerging = Self(rawValue: 1 << 2)
    public static let forReplacing = Self(rawValue: 1 << 3)
    public static let contentIndependentMetadataOnly = Self(rawValue: 1 << 4)
  }

  public init(filePresenter filePresenterOrNil: (any NSFilePresenter)?) {}
  public override convenience init() { self.init(filePresenter: nil) }

  open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {}
  open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {}

  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor reader: (URL) -> Void
  ) { reader(url) }
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor writer: (URL) -> Void
  ) { writer(url) }
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error outError: UnsafeMutablePointer<NSError?>?, byAccessor readerWriter: (URL, URL) -> Void
  ) { readerWriter(readingURL, writingURL) }
  open func cancel() {}
}
