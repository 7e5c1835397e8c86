import UIKit

/// The app's only screen: start and stop, the state of the job and problems in words.
final class ViewController: UIViewController {
  private let counter: Counter
  private let stateLabel = UILabel()
  private let problemLabel = UILabel()
  private let startButton = UIButton(type: .system)
  private let stopButton = UIButton(type: .system)

  init(_ counter: Counter) {
    self.counter = counter
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    addControls()
    counter.onChange = { [weak self] in self?.showState() }
    showState()
  }

  private func addControls() {
    for label in [stateLabel, problemLabel] {
      label.numberOfLines = 0
      label.textAlignment = .center
    }
    startButton.setTitle("Start", for: .normal)
    startButton.addAction(
      UIAction { [weak self] _ in self?.counter.start() }, for: .touchUpInside)
    stopButton.setTitle("Stop", for: .normal)
    stopButton.addAction(
      UIAction { [weak self] _ in self?.counter.stop() }, for: .touchUpInside)
    let stack = UIStackView(arrangedSubviews: [stateLabel, problemLabel, startButton, stopButton])
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
    stateLabel.text = counter.stateInWords
    problemLabel.text = counter.problem
    problemLabel.isHidden = counter.problem == nil
    startButton.isEnabled = !counter.isRunning
    stopButton.isEnabled = counter.isRunning
  }
}
