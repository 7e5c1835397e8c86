import UIKit

/// The only screen, with a button that starts a scan.
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

/// Taps the button of the visible screen, like a user. A test calls it in the app's process.
@MainActor public func tapScanButton() {
  let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
  let window =
    scenes.first?.windows.first ?? (UIApplication.shared.delegate as? AppDelegate)?.window
  guard let screen = window?.rootViewController as? ViewController else { return }
  screen.onClickScanBluetoothDeviceButton(screen)
}
