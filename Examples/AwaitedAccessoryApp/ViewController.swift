import UIKit

/// The app's only screen: scan and stop, and the state of the accessory in words.
final class ViewController: UIViewController {
  private let central: AccessoryCentral
  private let stateLabel = UILabel()
  private let problemLabel = UILabel()
  private let scanButton = UIButton(type: .system)
  private let stopButton = UIButton(type: .system)

  init(_ central: AccessoryCentral) {
    self.central = central
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    log()
    view.backgroundColor = .systemBackground
    addControls()
    central.onChange = { [weak self] in self?.showState() }
    showState()
  }

  private func addControls() {
    for label in [stateLabel, problemLabel] {
      label.numberOfLines = 0
      label.textAlignment = .center
    }
    scanButton.setTitle("Scan", for: .normal)
    scanButton.addAction(
      UIAction { [weak self] _ in self?.onClickScanBluetoothDeviceButton(()) }, for: .touchUpInside)
    stopButton.setTitle("Stop", for: .normal)
    stopButton.addAction(
      UIAction { [weak self] _ in self?.central.stop() }, for: .touchUpInside)
    let stack = UIStackView(arrangedSubviews: [stateLabel, problemLabel, scanButton, stopButton])
    stack.axis = .vertical
    stack.spacing = 24
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
    ])
  }

  private func showState() {
    stateLabel.text = central.stateInWords
    problemLabel.text = central.problem
    problemLabel.isHidden = central.problem == nil
    scanButton.isEnabled = !central.isBusy
    stopButton.isEnabled = central.isBusy
  }

  func onClickScanBluetoothDeviceButton(_ sender: Any) {
    log()
    central.scanForPeripherals()
  }
}
