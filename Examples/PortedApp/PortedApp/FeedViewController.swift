import Combine
import UIKit

class FeedViewController: UIViewController, FeedStoreDelegate {
  @IBOutlet private weak var countLabel: UILabel!
  @IBOutlet private weak var clockLabel: UILabel!
  @IBOutlet private var buttons: [UIButton]!

  private var subscriptions: Set<AnyCancellable> = []
  private var timer: Timer?
  private var seconds = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    FeedStore.shared.delegate = self
    FeedStore.shared.$headlines
      .map { "\($0.count) headlines" }
      .sink { [weak self] text in self?.countLabel.text = text }
      .store(in: &subscriptions)
    timer = Timer.scheduledTimer(
      timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
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
