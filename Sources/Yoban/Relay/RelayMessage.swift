/// What watch and phone say to each other, as the property lists that `WCSession` carries.
///
/// - `chunk` is the metadata of a file from the watch.
/// - `receipts` is a user info from the phone: each is delivered, in order, also later (WC3).
/// - `wake` is a message from the watch and `awake` its reply: neither is kept (WC2).
enum RelayMessage: Hashable {
  case chunk(RelayReceipt)
  case receipts([RelayReceipt])
  case wake
  /// For how many seconds from now the phone's app is sure to run; 0 or more.
  case awake(seconds: Double)

  /// How many receipts go into one user info: some 15 KB of the 65,536 bytes that it may have
  /// (WC6).
  static let receiptCountMax = 100

  private static let kindKey = "yoban.relay"

  /// Strings and numbers only, as a property list has them.
  var propertyList: [String: Any] {
    switch self {
    case .chunk(let chunk): [Self.kindKey: "chunk", "chunk": chunk.description]
    case .receipts(let receipts):
      [Self.kindKey: "receipts", "receipts": receipts.map(\.description)]
    case .wake: [Self.kindKey: "wake"]
    case .awake(let seconds): [Self.kindKey: "awake", "seconds": seconds]
    }
  }

  /// Nil for what is not the relay's, or cannot be read. Unreadable receipts are passed over: the
  /// watch sends their chunks again.
  init?(_ propertyList: [String: Any]?) {
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
      self = .awake(seconds: max(seconds, 0))
    default: return nil
    }
  }
}
