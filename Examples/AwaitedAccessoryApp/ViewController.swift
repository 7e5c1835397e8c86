import UIKit

/// The app's only screen. It has no visible button; `tapScanButton` calls its scan action.
final class ViewController: UIViewController {
  private let central: AccessoryCentral

  init(_ central: AccessoryCentral) {
    self.central = central
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    log()
  }

  @IBAction func onClickScanBluetoothDeviceButton(_ sender: Any) {
    log()
    central.scanForPeripherals()
  }
}

/// Calls the scan action of the visible screen, as a tap would. `SuspendedBluetoothExperiment`
/// calls it in the app's process.
@MainActor public func tapScanButton() {
  let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
  let window =
    scenes.first?.windows.first ?? (UIApplication.shared.delegate as? AppDelegate)?.window
  guard let screen = window?.rootViewController as? ViewController else { return }
  screen.onClickScanBluetoothDeviceButton(screen)
}
