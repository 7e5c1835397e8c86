import YobanSimulatedDevices

extension TraceEvent {
  /// An event of the link between a watch and its phone, on the device where it happens.
  public enum WatchLinkEvent: TracePayload {
    /// The kind of a transfer, as in `WCSession`.
    public enum Item: String, Sendable, Hashable, CaseIterable {
      case message
      case reply
      case applicationContext = "application context"
      case userInfo = "user info"
      case complicationUserInfo = "complication user info"
      case file
    }

    /// The app's session is active (WC1).
    case activated
    /// The value of `isReachable` has changed (WC2).
    case reachable(Bool)
    /// The app queued a transfer. Its number is unique on the link.
    case queued(Item, number: Int, bytes: Int64)
    /// The transfer of the bytes started, over Bluetooth or Wi-Fi.
    case began(Item, number: Int, over: String)
    /// The link broke. The transfer starts again when the other device is in reach.
    case interrupted(Item, number: Int)
    /// The item was delivered to the receiving app.
    case received(Item, number: Int)
    /// The sending app was notified that the transfer is done.
    case finished(Item, number: Int)
    /// The sending app was notified that the transfer failed, with a code of WCError (WC8).
    case failed(Item, number: Int, code: Int)
    /// The item was lost, and no app is notified (WC5).
    case lost(Item, number: Int)
    /// A push of the type complication was given to the app (WC9).
    case push
    /// The system discarded such a push, for a reason (WC9).
    case droppedPush(String)
  }
}

extension TraceEvent.Kind {
  public static func watchLink(_ event: TraceEvent.WatchLinkEvent) -> Self { Self(event) }
  public var watchLink: TraceEvent.WatchLinkEvent? { payload as? TraceEvent.WatchLinkEvent }
}

extension TraceEvent.WatchLinkEvent {
  public static var service: String { "watch-link" }

  public var name: String {
    switch self {
    case .activated: "activated"
    case .reachable(let isReachable): isReachable ? "reachable" : "unreachable"
    case .queued: "queued"
    case .began: "began"
    case .interrupted: "interrupted"
    case .received: "received"
    case .finished: "finished"
    case .failed: "failed"
    case .lost: "lost"
    case .push: "complication-push"
    case .droppedPush: "complication-push-dropped"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .activated, .reachable, .push: []
    case .droppedPush(let why): [("why", why)]
    case .queued(let item, let number, let bytes):
      Self.fields(item, number) + [("bytes", "\(bytes)")]
    case .began(let item, let number, let radio): Self.fields(item, number) + [("over", radio)]
    case .interrupted(let item, let number), .received(let item, let number),
      .finished(let item, let number), .lost(let item, let number):
      Self.fields(item, number)
    case .failed(let item, let number, let code):
      Self.fields(item, number) + [("code", "\(code)")]
    }
  }

  private static func fields(_ item: Item, _ number: Int) -> [(key: String, value: String)] {
    [("item", item.rawValue), ("number", "\(number)")]
  }

  public var words: String {
    switch self {
    case .activated: "activated its session"
    case .reachable(let isReachable):
      "the counterpart is \(isReachable ? "reachable" : "not reachable")"
    case .queued(let item, let number, let bytes):
      "queued \(item.rawValue) \(number), \(bytes) bytes"
    case .began(let item, let number, let radio): "\(item.rawValue) \(number) goes over \(radio)"
    case .interrupted(let item, let number): "\(item.rawValue) \(number) was interrupted"
    case .received(let item, let number): "received \(item.rawValue) \(number)"
    case .finished(let item, let number): "\(item.rawValue) \(number) is done"
    case .failed(let item, let number, let code):
      "\(item.rawValue) \(number) failed: WCError \(code)"
    case .lost(let item, let number): "\(item.rawValue) \(number) is lost without an error"
    case .push: "received a complication push"
    case .droppedPush(let why): "a complication push was discarded: \(why)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .activated, .reachable, .queued, .received, .finished, .push: .green
    case .began: .quiet
    case .interrupted, .failed, .lost, .droppedPush: .red
    }
  }
}
