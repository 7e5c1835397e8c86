/// A message between watch and phone, in the form of the property lists that `WCSession` transfers.
///
/// - `chunk` is the metadata of a file from the watch.
/// - `receipts` is a user info dictionary from the phone. User infos are queued and delivered in
///   order (WC3).
/// - `wake` is a message from the watch and `awake` its reply. Neither is queued (WC2).
package enum RelayMessage: Hashable {
  case chunk(RelayReceipt)
  case receipts([RelayReceipt])
  case wake
  /// The number of seconds from now for which the phone's app will certainly run; 0 or more.
  case awake(seconds: Double)

  /// The maximum number of receipts in one user info: about 15 KB of the allowed 65,536 bytes
  /// (WC6).
  static let receiptCountMax = 100

  /// The longest promise that counts: a day. A larger number would not fit into a time.
  private static let awakeSecondsMax: Double = 86_400

  private static let kindKey = "yoban.relay"

  /// The message as a property list that contains only strings and numbers.
  package var propertyList: [String: Any] {
    switch self {
    case .chunk(let chunk): [Self.kindKey: "chunk", "chunk": chunk.description]
    case .receipts(let receipts):
      [Self.kindKey: "receipts", "receipts": receipts.map(\.description)]
    case .wake: [Self.kindKey: "wake"]
    case .awake(let seconds): [Self.kindKey: "awake", "seconds": seconds]
    }
  }

  /// Parses a property list; nil if it is not a relay message or is unreadable. Unreadable receipts
  /// are skipped, because the watch sends their chunks again.
  package init?(_ propertyList: [String: Any]?) {
    guard let list = propertyList, let kind = list[Self.kindKey] as? String else { return nil }
    switch kind {
    case "chunk":
      guard let chunk = (list["chunk"] as? String).flatMap({ RelayReceipt($0) }) else { return nil }
      self = .chunk(chunk)
    case "receipts":
      guard let receipts = list["receipts"] as? [String] else { return nil }
      self = .receipts(receipts.compactMap { RelayReceipt($0) })
    case "wake": self = .wake
    case "awake":
      guard let seconds = list["seconds"] as? Double, seconds.isFinite else { return nil }
      self = .awake(seconds: min(max(seconds, 0), Self.awakeSecondsMax))
    default: return nil
    }
  }
}
