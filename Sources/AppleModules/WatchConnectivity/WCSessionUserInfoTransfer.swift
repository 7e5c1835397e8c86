import Foundation
internal import SimulatedOS

/// A user info that is on its way to the counterpart. The same object while its process launches.
open class WCSessionUserInfoTransfer: NSObject, NSSecureCoding {
  /// Where this object is known; set by it.
  weak var objects: TransferObjects?
  /// Nil if the session was not activated, or the object was decoded: nothing is sent.
  let transfer: WatchLinkTransfer?
  private let client: WatchLinkClient?
  private let content: [String: Any]
  private let wasCurrent: Bool

  init(_ transfer: WatchLinkTransfer?, _ userInfo: [String: Any], _ client: WatchLinkClient) {
    self.transfer = transfer
    self.client = client
    content = userInfo
    wasCurrent = false
    super.init()
  }

  /// iOS: whether it is the newest for the complication (WC3).
  open var isCurrentComplicationInfo: Bool { transfer?.isCurrentComplicationInfo ?? wasCurrent }
  open var userInfo: [String: Any] { content }
  open var isTransferring: Bool { transfer?.isTransferring ?? false }
  /// Neither side hears of it any more.
  open func cancel() {
    guard let transfer else { return }
    client?.cancel(transfer)
    objects?.forget(transfer)
  }

  // MARK: NSSecureCoding

  open class var supportsSecureCoding: Bool { true }

  /// A record of it; the transfer itself is the system's.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "userInfo") else { return nil }
    content = PropertyList.dictionary(data as Data)
    wasCurrent = coder.decodeBool(forKey: "isCurrentComplicationInfo")
    transfer = nil
    client = nil
    super.init()
  }

  open func encode(with coder: NSCoder) {
    if case .success(let data) = PropertyList.encode(content) {
      coder.encode(data as NSData, forKey: "userInfo")
    }
    coder.encode(isCurrentComplicationInfo, forKey: "isCurrentComplicationInfo")
  }
}
