import UIKit

/// The app's only screen: start and stop, the presence at the beacon, the last visits, and problems.
final class ViewController: UIViewController {
  private let watcher: BeaconWatcher
  private let stateLabel = UILabel()
  private let problemLabel = UILabel()
  private let visitsLabel = UILabel()
  private let startButton = UIButton(type: .system)
  private let stopButton = UIButton(type: .system)

  init(_ watcher: BeaconWatcher) {
    self.watcher = watcher
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    addControls()
    watcher.onChange = { [weak self] in self?.showState() }
    showState()
  }

  private func addControls() {
    for label in [stateLabel, problemLabel, visitsLabel] {
      label.numberOfLines = 0
      label.textAlignment = .center
    }
    startButton.setTitle("Start", for: .normal)
    startButton.addAction(
      UIAction { [weak self] _ in self?.watcher.start() }, for: .touchUpInside)
    stopButton.setTitle("Stop", for: .normal)
    stopButton.addAction(
      UIAction { [weak self] _ in self?.watcher.stop() }, for: .touchUpInside)
    let stack = UIStackView(
      arrangedSubviews: [stateLabel, problemLabel, startButton, stopButton, visitsLabel])
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
    stateLabel.text =
      switch watcher.presence {
      case _ where !watcher.isWatching: "Not watching"
      case .inside: "At the beacon"
      case .outside: "Away from the beacon"
      case .unknown: "Watching"
      @unknown default: "Watching"
      }
    problemLabel.text = watcher.problem
    problemLabel.isHidden = watcher.problem == nil
    visitsLabel.text = watcher.visits.joined(separator: "\n")
    startButton.isEnabled = !watcher.isWatching
    stopButton.isEnabled = watcher.isWatching
  }
}
