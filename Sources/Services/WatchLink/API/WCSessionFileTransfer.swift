import Foundation
internal import YobanSimulatedApple

/// The transfer of a file to the counterpart. A process uses the same object until the transfer
/// ends.
open class WCSessionFileTransfer: NSObject {
  /// The collection that contains this object, which sets the property.
  weak var objects: TransferObjects?
  /// Nil if the session was not activated, in which case nothing is sent.
  let transfer: WatchLinkTransfer?
  private let system: ServiceHandle<WatchLinkService>
  private let sent: WCSessionFile
  private let live = Progress(totalUnitCount: 1)

  init(
    _ transfer: WatchLinkTransfer?, _ file: WCSessionFile, _ system: ServiceHandle<WatchLinkService>
  ) {
    self.transfer = transfer
    self.system = system
    sent = file
    live.totalUnitCount = max(1, transfer?.bytes ?? 1)
    super.init()
  }

  open var file: WCSessionFile { sent }
  /// The progress in bytes, updated at each access. Stays at 0 before iOS 12 and watchOS 5 (WC3).
  open var progress: Progress {
    if let transfer { live.completedUnitCount = system.service.bytesSent(of: transfer) }
    return live
  }
  open var isTransferring: Bool { transfer?.isTransferring ?? false }
  /// Cancels the transfer. Neither side is notified.
  open func cancel() {
    guard let transfer else { return }
    system("cancel()") { $0.cancel(transfer) }
    objects?.forget(transfer)
  }
}
