import Foundation
internal import SimulatedOS

/// A file that is on its way to the counterpart. The same object while its process launches.
open class WCSessionFileTransfer: NSObject {
  /// Where this object is known; set by it.
  weak var objects: TransferObjects?
  /// Nil if the session was not activated: nothing is sent.
  let transfer: WatchLinkTransfer?
  private let client: WatchLinkClient
  private let sent: WCSessionFile
  private let live = Progress(totalUnitCount: 1)

  init(_ transfer: WatchLinkTransfer?, _ file: WCSessionFile, _ client: WatchLinkClient) {
    self.transfer = transfer
    self.client = client
    sent = file
    live.totalUnitCount = max(1, transfer?.bytes ?? 1)
    super.init()
  }

  open var file: WCSessionFile { sent }
  /// Of bytes; brought up to date whenever it is asked for. From iOS 12 and watchOS 5 on; stays at 0
  /// before (WC3).
  open var progress: Progress {
    if let transfer { live.completedUnitCount = client.bytesSent(of: transfer) }
    return live
  }
  open var isTransferring: Bool { transfer?.isTransferring ?? false }
  /// Neither side hears of it any more.
  open func cancel() {
    guard let transfer else { return }
    client.cancel(transfer)
    objects?.forget(transfer)
  }
}
