/// A view for several lines of text. A test types into it by its label or its text.
@preconcurrency @MainActor open class UITextView: UIScrollView, UITextInput {
  open weak var delegate: (any UITextViewDelegate)? { didSet { scrollDelegate = delegate } }
  open var text: String! = "" { didSet { if text == nil { text = "" } } }
  open var textColor: UIColor? = .label
  open var font: UIFont? = .systemFont(ofSize: 17)
  open var textAlignment = NSTextAlignment.natural
  open var isEditable = true
  open var isSelectable = true
  open var selectedRange = NSRange(location: 0, length: 0)
  open var dataDetectorTypes: UIDataDetectorTypes = []
  open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  open private(set) var textContainer = NSTextContainer()
  open private(set) var layoutManager = NSLayoutManager()
  open private(set) var textStorage = NSTextStorage()
  open var allowsEditingTextAttributes = false
  open var clearsOnInsertion = false
  open var adjustsFontForContentSizeCategory = false
  open var inputView: UIView?
  open var inputAccessoryView: UIView?
  open var keyboardType = UIKeyboardType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  open var returnKeyType = UIReturnKeyType.default
  open var isSecureTextEntry = false
  open var autocorrectionType = UITextAutocorrectionType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var spellCheckingType = UITextSpellCheckingType.default
  private var isBeingEdited = false

  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    if let textContainer { self.textContainer = textContainer }
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func scrollRangeToVisible(_ range: NSRange) {}
  open func insertText(_ text: String) {
    self.text = (self.text ?? "") + text
    notifyChange()
  }
  open func deleteBackward() {
    guard !text.isEmpty else { return }
    text.removeLast()
    notifyChange()
  }
  open var hasText: Bool { !text.isEmpty }

  open override var canBecomeFirstResponder: Bool { isEditable }
  open override var isFirstResponder: Bool { isBeingEdited }

  @discardableResult open override func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, delegate?.textViewShouldBeginEditing(self) ?? true else {
      return false
    }
    guard !isBeingEdited else { return true }
    isBeingEdited = true
    delegate?.textViewDidBeginEditing(self)
    post(UITextView.textDidBeginEditingNotification)
    return true
  }

  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isBeingEdited else { return true }
    guard delegate?.textViewShouldEndEditing(self) ?? true else { return false }
    isBeingEdited = false
    delegate?.textViewDidEndEditing(self)
    post(UITextView.textDidEndEditingNotification)
    return true
  }

  private func notifyChange() {
    delegate?.textViewDidChange(self)
    post(UITextView.textDidChangeNotification)
  }

  public nonisolated static let textDidBeginEditingNotification = NSNotification.Name(
    "UITextViewTextDidBeginEditingNotification")
  public nonisolated static let textDidEndEditingNotification = NSNotification.Name(
    "UITextViewTextDidEndEditingNotification")
  public nonisolated static let textDidChangeNotification = NSNotification.Name(
    "UITextViewTextDidChangeNotification")

  /// Replaces the text as the user does who types it.
  func enter(_ text: String) {
    guard becomeFirstResponder() else { return }
    let range = NSRange(location: 0, length: self.text.utf16.count)
    guard delegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true else {
      return
    }
    self.text = text
    notifyChange()
  }

  open var attributedText: NSAttributedString! {
    get { NSAttributedString(string: text) }
    set { text = newValue?.string }
  }
}

/// At Apple, all methods are optional; here they have default implementations.
@preconcurrency @MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool
  func textViewDidChange(_ textView: UITextView)
  func textViewDidChangeSelection(_ textView: UITextView)
  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool
}

extension UITextViewDelegate {
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textView(
    _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  public func textViewDidChange(_ textView: UITextView) {}
  public func textViewDidChangeSelection(_ textView: UITextView) {}
  public func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool { true }
}

@nonexhaustive public enum UITextItemInteraction: Int, Sendable {
  case invokeDefaultAction = 0
  case presentActions, preview
}

public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
  public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
  public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
  public static let all = UIDataDetectorTypes(rawValue: UInt.max)
}

/// The region of a text, which nothing lays out.
@preconcurrency @MainActor open class NSTextContainer: NSObject {
  open var size = CGSize.zero
  open var lineFragmentPadding: CGFloat = 5
  open var maximumNumberOfLines = 0
  open var lineBreakMode = NSLineBreakMode.byWordWrapping
  open var widthTracksTextView = false
  open var heightTracksTextView = false
  public override init() { super.init() }
  public init(size: CGSize) { self.size = size }
}

/// Lays out nothing.
@preconcurrency @MainActor open class NSLayoutManager: NSObject {
  open private(set) var textContainers: [NSTextContainer] = []
  open func addTextContainer(_ container: NSTextContainer) { textContainers.append(container) }
  open var allowsNonContiguousLayout = false
}

/// A text with attributes that tells layout managers of its changes, of which there are none here.
@preconcurrency @MainActor open class NSTextStorage: NSObject {
  open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {}
}
