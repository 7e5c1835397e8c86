import UIKit

/// Prints one line: the method that was called, its detail, and the application state that the app
/// reads inside it.
@MainActor func log(_ method: String = #function, _ detail: String? = nil) {
  let state =
    switch UIApplication.shared.applicationState {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  print("\(method)\(detail.map { " : [\($0)]" } ?? "") - [\(state)]")
}
