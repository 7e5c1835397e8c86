/// A button of an alert or an action sheet.
@preconcurrency @MainActor open class UIAlertAction: NSObject {
  @nonexhaustive public enum Style: Int, Sendable {
    case `default` = 0
    case cancel = 1
    case destructive = 2
  }

  open private(set) var title: String?
  open private(set) var style: Style
  open var isEnabled = true
  let handler: ((UIAlertAction) -> Void)?

  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

/// A message with buttons, which covers the screen until the user touches one.
@preconcurrency @MainActor open class UIAlertController: UIViewController {
  @nonexhaustive public enum Style: Int, Sendable {
    case actionSheet = 0
    case alert = 1
  }

  open var message: String?
  open private(set) var preferredStyle: Style
  open private(set) var actions: [UIAlertAction] = []
  open var preferredAction: UIAlertAction?
  /// The text fields of an alert; nil if there is none.
  open private(set) var textFields: [UITextField]?

  public init(title: String?, message: String?, preferredStyle: Style) {
    self.preferredStyle = preferredStyle
    self.message = message
    super.init(nibName: nil, bundle: nil)
    self.title = title
  }

  /// Returns nil: an alert is not part of a storyboard.
  public convenience init() {
    self.init(title: nil, message: nil, preferredStyle: .actionSheet)
  }

  public required init?(coder: NSCoder) { return nil }

  open func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// Adds a text field. Only an alert has text fields; an action sheet raises an exception on a device.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    precondition(
      preferredStyle == .alert,
      "Text fields can only be added to an alert controller of style alert")
    let field = UITextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  var screenElements: [ScreenElement] {
    let texts = [title, message].compactMap(\.self).filter { !$0.isEmpty }
    return texts.map { ScreenElement("alert text", names: [$0], texts: [$0]) }
      + (textFields ?? []).flatMap(\.screenElement) + actions.map(element)
  }

  private func element(_ action: UIAlertAction) -> ScreenElement {
    let titles = [action.title].compactMap(\.self)
    var element = ScreenElement("alert button", names: titles, texts: titles)
    element.isEnabled = action.isEnabled
    element.isCancel = action.style == .cancel
    // The alert is dismissed before the handler runs.
    element.touch = { [self] in
      dismiss(animated: true)
      action.handler?(action)
    }
    return element
  }
}
