import Foundation

/// What a `WCSession` takes from the system. Called on the process's main queue; it must call its
/// delegate on one serial queue that is not the main one (WC1).
public protocol WatchLinkEventReceiver: AnyObject {
  /// Whether the app would hear of something: without a delegate everything waits (WC1).
  var hasDelegate: Bool { get }
  /// `session(_:activationDidCompleteWith:error:)`.
  func activated(_ state: WatchLinkActivation, _ error: WatchLinkError?)
  /// Something came, or was sent: `WatchLinkClient.handled` must be called when the delegate has
  /// returned.
  func received(_ delivery: WatchLinkDelivery)
  func changed(_ change: WatchLinkChange)
}

/// What changed about the counterpart.
public enum WatchLinkChange: String, Sendable, Hashable {
  case reachability
  /// On the phone: paired, app installed, complication.
  case watchState
  /// On the watch.
  case companionInstalled
  /// On the phone, while another watch takes over.
  case becameInactive, deactivated
}

/// Something that an app is to be told, once; it outlives the process until it was told.
public final class WatchLinkDelivery {
  public enum Content {
    case userInfo(Data)
    case applicationContext(Data)
    /// The file is in Documents/Inbox until the delegate has returned (WC4).
    case file(URL, metadata: Data?)
    /// With what answers it, if the sender wants an answer; nil stands for an answer that is no
    /// property list.
    case message(Data, WatchMessageKind, reply: ((WatchLinkPayload) -> Void)?)
    /// A transfer of this app is done, or has failed.
    case finished(WatchLinkTransfer, WatchLinkError?)
  }

  public let content: Content
  let item: TraceEvent.WatchLinkEvent.Item
  let number: Int
  /// Whether it is on its way to the app's delegate.
  var isHanded = false

  init(_ content: Content, _ item: TraceEvent.WatchLinkEvent.Item, _ number: Int) {
    self.content = content
    self.item = item
    self.number = number
  }

  /// Whether it came from the counterpart.
  var isReceived: Bool {
    switch content {
    case .userInfo, .applicationContext, .file, .message: true
    case .finished: false
    }
  }
}

/// Which of the two forms of a message it is.
public enum WatchMessageKind: Sendable, Hashable {
  case dictionary, data
}
