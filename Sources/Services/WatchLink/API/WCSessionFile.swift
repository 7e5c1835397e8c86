import Foundation

/// A file that is received or sent.
open class WCSessionFile: NSObject {
  /// The location of the file. A received file is in Documents/Inbox until the delegate's method
  /// returns (WC4).
  open var fileURL: URL { url }
  open var metadata: [String: Any]? { values }

  private let url: URL
  private let values: [String: Any]?

  init(_ url: URL, metadata: [String: Any]?) {
    self.url = url
    values = metadata
    super.init()
  }
}
