import Foundation

/// A file that was received, or is sent.
open class WCSessionFile: NSObject {
  /// Of a received one: in Documents/Inbox, until the delegate's method returns (WC4).
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
