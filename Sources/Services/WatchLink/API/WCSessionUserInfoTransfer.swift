import Foundation
internal import YobanSimulatedApple

/// The transfer of a dictionary to the counterpart. A process uses the same object until the
/// transfer ends.
open class WCSessionUserInfoTransfer: NSObject, NSSecureCoding {
  /// The collection that contains this object, which sets the property.
  weak var objects: TransferObjects?
  /// Nil if the session was not activated or the object was decoded, in which case nothing is sent.
  let transfer: WatchLinkTransfer?
  private let system: ServiceHandle<WatchLinkService>?
  private let content: [String: Any]
  private let wasCurrent: Bool

  init(
    _ transfer: WatchLinkTransfer?, _ userInfo: [String: Any],
    _ system: ServiceHandle<WatchLinkService>
  ) {
    self.transfer = transfer
    self.system = system
    content = userInfo
    wasCurrent = false
    super.init()
  }

  /// iOS: whether the dictionary is the newest one for the complication (WC3).
  open var isCurrentComplicationInfo: Bool { transfer?.isCurrentComplicationInfo ?? wasCurrent }
  open var userInfo: [String: Any] { content }
  open var isTransferring: Bool { transfer?.isTransferring ?? false }
  /// Cancels the transfer. Neither side is notified.
  open func cancel() {
    guard let transfer else { return }
    system?("cancel()") { $0.cancel(transfer) }
    objects?.forget(transfer)
  }

  // MARK: NSSecureCoding

  open class var supportsSecureCoding: Bool { true }

  /// Decodes a copy of the content. The transfer itself belongs to the system.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "userInfo") else { return nil }
    content = PropertyList.dictionary(data as Data)
    wasCurrent = coder.decodeBool(forKey: "isCurrentComplicationInfo")
    transfer = nil
    system = nil
    super.init()
  }

  open func encode(with coder: NSCoder) {
    if case .success(let data) = PropertyList.encode(content) {
      coder.encode(data as NSData, forKey: "userInfo")
    }
    coder.encode(isCurrentComplicationInfo, forKey: "isCurrentComplicationInfo")
  }
}
