import Foundation
internal import YobanSimulatedApple

/// The objects that represent transfers in this process, one per transfer.
final class TransferObjects {
  private var files: [WCSessionFileTransfer] = []
  private var userInfos: [WCSessionUserInfoTransfer] = []

  /// - Parameters:
  ///   - file: The app's file; nil for a transfer that an earlier launch queued.
  ///   - metadata: The app's metadata.
  func file(
    _ transfer: WatchLinkTransfer?, _ file: URL?, _ metadata: [String: Any]?,
    _ system: ServiceHandle<WatchLinkService>
  ) -> WCSessionFileTransfer {
    if let transfer, let known = files.first(where: { $0.transfer === transfer }) { return known }
    let url = file ?? transfer?.file ?? URL(fileURLWithPath: "/")
    let own = WCSessionFileTransfer(
      transfer,
      WCSessionFile(
        url, metadata: metadata ?? transfer?.payload.map { PropertyList.dictionary($0) }),
      system)
    own.objects = self
    if transfer != nil { files.append(own) }
    return own
  }

  func userInfo(
    _ transfer: WatchLinkTransfer?, _ userInfo: [String: Any]?,
    _ system: ServiceHandle<WatchLinkService>
  ) -> WCSessionUserInfoTransfer {
    if let transfer, let known = userInfos.first(where: { $0.transfer === transfer }) {
      return known
    }
    let content = userInfo ?? PropertyList.dictionary(transfer?.payload)
    let own = WCSessionUserInfoTransfer(transfer, content, system)
    own.objects = self
    if transfer != nil { userInfos.append(own) }
    return own
  }

  /// Removes the objects of a transfer that was canceled or whose end was delivered to the app.
  func forget(_ transfer: WatchLinkTransfer) {
    files.removeAll { $0.transfer === transfer }
    userInfos.removeAll { $0.transfer === transfer }
  }
}
