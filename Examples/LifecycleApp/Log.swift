import UIKit

/// Prints one line: the method that was called, and the application state that the app reads inside
/// it.
@MainActor func log(_ method: String = #function) {
  let state =
    switch UIApplication.shared.applicationState {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  print("\(method) - [\(state)]")
}
