import UIKit

/// The only screen.
final class ViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    log("viewDidLoad")
  }
}

/// Prints a row: what was called, and the application state at that moment.
@MainActor func log(_ row: String) {
  let state =
    switch UIApplication.shared.applicationState {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  print("\(row) [\(state)]")
}
