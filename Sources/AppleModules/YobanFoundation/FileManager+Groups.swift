import Foundation
internal import YobanSimulatedDevices

extension FileManager {
  /// Returns the container that the apps of an App Group share; nil if the app does not have the group
  /// in its entitlement com.apple.security.application-groups.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard let process = AppProcess.current else { return nil }
    let app = process.app
    guard app.groups.contains(groupIdentifier) else {
      process.reportOnce(
        .groupNotEntitled(groupIdentifier, "containerURL(forSecurityApplicationGroupIdentifier:)"),
        for: "app group \(groupIdentifier)")
      return nil
    }
    return app.device.container(ofGroup: groupIdentifier)
  }
}
