/// A field for a search. A test types into it by its placeholder, label or text, which then presses the search
/// button.
@preconcurrency @MainActor open class UISearchBar: UIView {
  @nonexhaustive public enum Style: UInt, Sendable {
    case `default` = 0
    case prominent, minimal
  }

  open weak var delegate: (any UISearchBarDelegate)?
  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }
  open var placeholder: String?
  open var prompt: String?
  open var barStyle = UIBarStyle.default
  open var searchBarStyle = Style.default
  open var barTintColor: UIColor?
  open var isTranslucent = true
  open var backgroundImage: UIImage?
  open var showsCancelButton = false
  open var showsBookmarkButton = false
  open var showsScopeBar = false
  open var scopeButtonTitles: [String]?
  open var selectedScopeButtonIndex = 0
  open var returnKeyType = UIReturnKeyType.search
  open var keyboardType = UIKeyboardType.default
  open var autocorrectionType = UITextAutocorrectionType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var inputAccessoryView: UIView?
  open private(set) lazy var searchTextField = UISearchTextField()
  var onChange: (() -> Void)?
  private var isBeingEdited = false

  open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
    self.showsCancelButton = showsCancelButton
  }

  open override var canBecomeFirstResponder: Bool { true }
  open override var isFirstResponder: Bool { isBeingEdited }

  @discardableResult open override func becomeFirstResponder() -> Bool {
    guard delegate?.searchBarShouldBeginEditing(self) ?? true else { return false }
    guard !isBeingEdited else { return true }
    isBeingEdited = true
    delegate?.searchBarTextDidBeginEditing(self)
    return true
  }

  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isBeingEdited else { return true }
    guard delegate?.searchBarShouldEndEditing(self) ?? true else { return false }
    isBeingEdited = false
    delegate?.searchBarTextDidEndEditing(self)
    return true
  }

  /// Types a text, and presses the search button.
  func enter(_ text: String) {
    guard becomeFirstResponder() else { return }
    let range = NSRange(location: 0, length: (self.text ?? "").utf16.count)
    guard delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: text) ?? true else {
      return
    }
    self.text = text
    delegate?.searchBar(self, textDidChange: text)
    onChange?()
    delegate?.searchBarSearchButtonClicked(self)
  }
}

@preconcurrency @MainActor open class UISearchTextField: UITextField {}

/// At Apple, all methods are optional.
@preconcurrency @MainActor public protocol UISearchBarDelegate: NSObjectProtocol {
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  func searchBar(
    _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  public func searchBar(
    _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBar(
    _ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int
  ) {}
}

/// A controller with a search bar, which a navigation bar shows.
@preconcurrency @MainActor open class UISearchController: UIViewController {
  open private(set) var searchResultsController: UIViewController?
  open private(set) lazy var searchBar = makeBar()
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  open weak var delegate: (any UISearchControllerDelegate)?
  open var isActive = false
  open var obscuresBackgroundDuringPresentation = true
  @available(*, deprecated, renamed: "obscuresBackgroundDuringPresentation")
  open var dimsBackgroundDuringPresentation: Bool {
    get { obscuresBackgroundDuringPresentation }
    set { obscuresBackgroundDuringPresentation = newValue }
  }
  open var hidesNavigationBarDuringPresentation = true
  open var automaticallyShowsCancelButton = true

  public convenience init() { self.init(searchResultsController: nil) }

  public init(searchResultsController: UIViewController?) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func makeBar() -> UISearchBar {
    let bar = UISearchBar()
    bar.onChange = { [weak self] in
      guard let self else { return }
      self.isActive = true
      self.searchResultsUpdater?.updateSearchResults(for: self)
    }
    return bar
  }
}

@preconcurrency @MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
  func updateSearchResults(for searchController: UISearchController)
}

/// At Apple, all methods are optional. They are not called.
@preconcurrency @MainActor public protocol UISearchControllerDelegate: NSObjectProtocol {
  func willPresentSearchController(_ searchController: UISearchController)
  func didPresentSearchController(_ searchController: UISearchController)
  func willDismissSearchController(_ searchController: UISearchController)
  func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  public func willPresentSearchController(_ searchController: UISearchController) {}
  public func didPresentSearchController(_ searchController: UISearchController) {}
  public func willDismissSearchController(_ searchController: UISearchController) {}
  public func didDismissSearchController(_ searchController: UISearchController) {}
}
