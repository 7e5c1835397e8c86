import Foundation
import VirtualTime

/// The codes of `WCError` (WC8, documented).
public enum WatchLinkError: Int, Error, Sendable, Hashable, CaseIterable {
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
public enum WatchLinkActivation: Int, Sendable, Hashable {
  case notActivated, inactive, activated
}

/// A content as a property list in its binary form, or why it has none.
public typealias WatchLinkPayload = Result<Data, WatchLinkError>

/// Something that an app gives to the system to send: what a fault is decided on.
public struct WatchLinkMessage: Sendable, Hashable {
  /// Unique on the link; the same in each run with the same seed.
  public var number: Int
  public var item: TraceEvent.WatchLinkEvent.Item
  /// Of the device that sends it.
  public var sender: Platform
  /// The sending app.
  public var bundleIdentifier: String
  public var bytes: Int64
}

/// What goes wrong with one thing on its way.
public enum WatchLinkFault: Sendable, Hashable {
  /// The sender is told as usual, the receiver never.
  case lost
  /// The receiver is told twice. Only the first answer to a message counts.
  case doubled
  /// It arrives, and the sender is never told that it did: neither `didFinish` nor an error. No
  /// effect on what has no such end, messages and contexts.
  case finishNotTold
  /// It waits so long before it is sent; others go before it.
  case delayed(Duration)
}

/// Something that an app has queued and that has not arrived; `WCSessionFileTransfer` and
/// `WCSessionUserInfoTransfer` stand for one. It outlives the app's process.
public final class WatchLinkTransfer {
  public let item: TraceEvent.WatchLinkEvent.Item
  /// Unique on the link.
  public let number: Int
  /// The user info or the application context; the metadata of a file, nil if it has none.
  public let payload: Data?
  /// The file; read when its last byte is sent.
  public let file: URL?
  public let bytes: Int64
  /// Whether it waits or is under way.
  public internal(set) var isTransferring = true
  /// Whether it is the newest for the complication (WC3).
  public internal(set) var isCurrentComplicationInfo: Bool

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
