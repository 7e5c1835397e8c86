/// A control for one line of text.
@preconcurrency @MainActor open class UITextField: UIControl, UITextInput {
  open override class func appearance() -> UITextField {
    ScreenSettings.current.proxy { UITextField(frame: .zero) }
  }

  /// Never nil after it was set to nil: it is then empty, as on a device.
  open var text: String? = "" { didSet { if text == nil { text = "" } } }
  open var placeholder: String?
  open var textColor: UIColor? = .label
  open var font: UIFont? = .systemFont(ofSize: 17)
  open var textAlignment = NSTextAlignment.natural
  open var isSecureTextEntry = false
  open var keyboardType = UIKeyboardType.default
  open var textContentType: UITextContentType!
  open var returnKeyType = UIReturnKeyType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var autocorrectionType = UITextAutocorrectionType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var spellCheckingType = UITextSpellCheckingType.default
  open var clearButtonMode = ViewMode.never
  open var leftView: UIView?
  open var leftViewMode = ViewMode.never
  open var rightView: UIView?
  open var rightViewMode = ViewMode.never
  open var borderStyle = BorderStyle.none
  open var inputView: UIView?
  open var inputAccessoryView: UIView?
  open var clearsOnBeginEditing = false
  open var adjustsFontSizeToFitWidth = false

  @nonexhaustive public enum ViewMode: Int, Sendable {
    case never = 0
    case whileEditing, unlessEditing, always
  }

  @nonexhaustive public enum DidEndEditingReason: Int, Sendable {
    case committed = 0
    case cancelled
  }

  @nonexhaustive public enum BorderStyle: Int, Sendable {
    case none = 0
    case line, bezel, roundedRect
  }

  open var hasText: Bool { !(text ?? "").isEmpty }
  open func insertText(_ text: String) {
    self.text = (self.text ?? "") + text
    notifyChange()
  }
  open func deleteBackward() {
    guard hasText else { return }
    text?.removeLast()
    notifyChange()
  }
  open var minimumFontSize: CGFloat = 0
  open var background: UIImage?
  open var disabledBackground: UIImage?
  open var allowsEditingTextAttributes = false
  open var adjustsFontForContentSizeCategory = false
  open var enablesReturnKeyAutomatically = false
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  open var typingAttributes: [NSAttributedString.Key: Any]?
  open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { .zero }

  open weak var delegate: (any UITextFieldDelegate)?
  open private(set) var isEditing = false

  open override var canBecomeFirstResponder: Bool { isEnabled }
  open override var isFirstResponder: Bool { isEditing }

  @discardableResult open override func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true else {
      return false
    }
    guard !isEditing else { return true }
    isEditing = true
    delegate?.textFieldDidBeginEditing(self)
    send(.editingDidBegin, nil)
    post(UITextField.textDidBeginEditingNotification)
    return true
  }

  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isEditing else { return true }
    guard delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
    isEditing = false
    delegate?.textFieldDidEndEditing(self, reason: .committed)
    send(.editingDidEnd, nil)
    post(UITextField.textDidEndEditingNotification)
    return true
  }

  override func touch() {
    super.touch()
    becomeFirstResponder()
  }

  private func notifyChange() {
    send(.editingChanged, nil)
    post(UITextField.textDidChangeNotification)
  }

  public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  public nonisolated static let textDidEndEditingNotification = NSNotification.Name(
    "UITextFieldTextDidEndEditingNotification")
  public nonisolated static let textDidChangeNotification = NSNotification.Name(
    "UITextFieldTextDidChangeNotification")

  /// Replaces the text as the user does who types it, then presses return.
  func enter(_ text: String) {
    guard becomeFirstResponder() else { return }
    let range = NSRange(location: 0, length: (self.text ?? "").utf16.count)
    if delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true {
      self.text = text
      notifyChange()
    }
    if delegate?.textFieldShouldReturn(self) ?? true { send(.editingDidEndOnExit, nil) }
  }

  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }
  open var attributedPlaceholder: NSAttributedString? {
    get { placeholder.map { NSAttributedString(string: $0) } }
    set { placeholder = newValue?.string }
  }
}

/// At Apple, all methods are optional; here they have default implementations.
@preconcurrency @MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(_ textField: UITextField)
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  func textFieldDidEndEditing(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason)
  func textFieldDidChangeSelection(_ textField: UITextField)
}

extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  /// As on a device, `textFieldDidEndEditing(_:)` is called if this method is not implemented.
  public func textFieldDidEndEditing(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason
  ) { textFieldDidEndEditing(textField) }
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
}

extension UIView {
  func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}
