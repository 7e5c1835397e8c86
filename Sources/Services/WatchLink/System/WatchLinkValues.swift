import Foundation
import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The codes of `WCError` (WC8, documented).
package enum WatchLinkError: Int, Error, Sendable, Hashable, CaseIterable {
  case generic = 7001
  case sessionNotSupported = 7002
  case sessionMissingDelegate = 7003
  case sessionNotActivated = 7004
  case deviceNotPaired = 7005
  case watchAppNotInstalled = 7006
  case notReachable = 7007
  case invalidParameter = 7008
  case payloadTooLarge = 7009
  case payloadUnsupportedTypes = 7010
  case messageReplyFailed = 7011
  case messageReplyTimedOut = 7012
  case fileAccessDenied = 7013
  case deliveryFailed = 7014
  case insufficientSpace = 7015
  case sessionInactive = 7016
  case transferTimedOut = 7017
  case companionAppNotInstalled = 7018
  case watchOnlyApp = 7019
}

/// `WCSessionActivationState`.
package enum WatchLinkActivation: Int, Sendable, Hashable {
  case notActivated, inactive, activated
}

/// A binary property list, or the reason why there is none.
package typealias WatchLinkPayload = Result<Data, WatchLinkError>

/// A message or transfer that an app sends; a fault is chosen by these values.
public struct WatchLinkMessage: Sendable, Hashable {
  /// Unique on the link; the same in each run with the same seed.
  package var number: Int
  public var item: TraceEvent.WatchLinkEvent.Item
  /// The platform of the sending device.
  package var sender: Platform
  /// The bundle identifier of the sending app.
  package var bundleIdentifier: String
  package var bytes: Int64
}

/// A fault of one message or transfer.
public enum WatchLinkFault: Sendable, Hashable {
  /// The receiver gets nothing. The sender of a transfer is notified that it succeeded; a message
  /// that wants a reply fails with error 7012.
  case lost
  /// It is delivered twice to the receiver. Only the first answer to a message counts.
  case doubled
  /// It arrives, but the sender is not notified: neither by `didFinish` nor by an error. No effect
  /// on messages and application contexts, which have no such notification.
  case finishNotTold
  /// It waits for this time before it is sent; others may go before it.
  case delayed(Duration)
}

/// An outstanding transfer of an app: a file, user info or the application context. It outlives the
/// app's process. In the app, a `WCSessionFileTransfer` or `WCSessionUserInfoTransfer` represents it;
/// an application context has no such object.
package final class WatchLinkTransfer {
  package let item: TraceEvent.WatchLinkEvent.Item
  /// Unique on the link.
  package let number: Int
  /// The user info, the application context, or the metadata of a file; nil for a file without
  /// metadata.
  package let payload: Data?
  /// The file, which is read after its last byte was sent.
  package let file: URL?
  package let bytes: Int64
  /// Whether the transfer waits or is under way.
  package internal(set) var isTransferring = true
  /// Whether the transfer is the newest one for the complication (WC3).
  package internal(set) var isCurrentComplicationInfo: Bool

  weak var link: WatchLink?
  let sender: WatchLinkEndpoint
  var fault: WatchLinkFault?
  var fate: FileFate?
  var timeout: EventToken?

  init(
    _ item: TraceEvent.WatchLinkEvent.Item, _ number: Int, payload: Data?, file: URL? = nil,
    bytes: Int64, on link: WatchLink?, from sender: WatchLinkEndpoint
  ) {
    self.item = item
    self.number = number
    self.payload = payload
    self.file = file
    self.bytes = bytes
    self.link = link
    self.sender = sender
    isCurrentComplicationInfo = item == .complicationUserInfo
  }

  var isFile: Bool { item == .file }
}
