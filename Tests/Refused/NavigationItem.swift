// refused: cannot assign to property: 'navigationItem'
// A controller creates its item itself.
import UIKit

@MainActor func replace(in controller: UIViewController) {
  controller.navigationItem = UINavigationItem(title: "Samples")
}
