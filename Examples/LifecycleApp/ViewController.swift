import UIKit

/// The only screen.
final class ViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    log()
  }
}
