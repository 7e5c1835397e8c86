import Foundation
import YobanSimulatedDevices

/// The receiver of link events: the `WCSession` of an app. Called on the process's main queue. It
/// must call its delegate on one serial queue that is not the main queue (WC1).
package protocol WatchLinkEventReceiver: AnyObject {
  /// Whether the session has a delegate; without one all content waits (WC1).
  var hasDelegate: Bool { get }
  /// `session(_:activationDidCompleteWith:error:)`.
  func activated(_ state: WatchLinkActivation, _ error: WatchLinkError?)
  /// Called with content that arrived, or with the end of a transfer. `WatchLinkEndpoint.handled`
  /// must be called when the delegate has returned.
  func received(_ delivery: WatchLinkDelivery)
  func changed(_ change: WatchLinkChange)
}

/// A change of the counterpart's state.
package enum WatchLinkChange: String, Sendable, Hashable {
  case reachability
  /// On the phone: the watch was paired or unpaired, or its app or complication changed.
  case watchState
  /// On the watch: the phone app was installed or deleted.
  case companionInstalled
  /// On the phone, while another watch takes over.
  case becameInactive, deactivated
}

/// An event that is delivered to an app once. It outlives the process until it was delivered.
package final class WatchLinkDelivery {
  package enum Content {
    case userInfo(Data)
    case applicationContext(Data)
    /// The file is in Documents/Inbox until the delegate has returned (WC4).
    case file(URL, metadata: Data?)
    /// With a reply handler if the sender wants an answer. An answer that is no property list is a
    /// failure.
    case message(Data, WatchMessageKind, reply: ((WatchLinkPayload) -> Void)?)
    /// A transfer of this app has finished or failed.
    case finished(WatchLinkTransfer, WatchLinkError?)
  }

  package let content: Content
  let item: TraceEvent.WatchLinkEvent.Item
  let number: Int
  /// Whether the event was passed on to the app's delegate.
  var isDelivered = false

  init(_ content: Content, _ item: TraceEvent.WatchLinkEvent.Item, _ number: Int) {
    self.content = content
    self.item = item
    self.number = number
  }

  /// Whether the content came from the counterpart.
  var isReceived: Bool {
    switch content {
    case .userInfo, .applicationContext, .file, .message: true
    case .finished: false
    }
  }
}

/// The form of a message.
package enum WatchMessageKind: Sendable, Hashable {
  case dictionary, data
}
