import Combine
import UIKit

class FeedViewController: UIViewController, FeedStoreDelegate {
  @IBOutlet private weak var countLabel: UILabel!
  @IBOutlet private weak var clockLabel: UILabel!
  @IBOutlet private var buttons: [UIButton]!

  private var subscriptions: Set<AnyCancellable> = []
  private var timer: Timer?
  private var observation: NSKeyValueObservation?
  private var seconds = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    FeedStore.shared.delegate = self
    FeedStore.shared.$headlines
      .map { "\($0.count) headlines" }
      .sink { [weak self] text in self?.countLabel.text = text }
      .store(in: &subscriptions)
    observation = FeedStore.shared.observe(\.refreshes, options: [.old, .new]) { _, change in
      print("refreshes from \(change.oldValue ?? -1) to \(change.newValue ?? -1)")
    }
    FeedStore.shared.addObserver(
      self, forKeyPath: #keyPath(FeedStore.refreshes), options: .new, context: nil)
    timer = Timer.scheduledTimer(
      timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard keyPath == #keyPath(FeedStore.refreshes), let count = change?[.newKey] as? Int else {
      return super.observeValue(
        forKeyPath: keyPath, of: object, change: change, context: context)
    }
    print("\(count) refreshes")
  }

  @objc private func tick() {
    seconds += 1
    clockLabel.text = "\(seconds) s"
  }

  @IBAction func refresh(_ sender: UIButton) {
    for button in buttons { button.isEnabled = false }
    FeedStore.shared.refresh()
  }

  func feedStore(_ store: FeedStore, didFinishWith count: Int) {
    print("finished with \(count) headlines")
    for button in buttons { button.isEnabled = true }
  }
}
