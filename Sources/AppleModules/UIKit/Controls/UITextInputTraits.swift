/// The keyboard of a text field. No keyboard is shown: a test types any text.
@nonexhaustive public enum UIKeyboardType: Int, Sendable {
  case `default` = 0
  case asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
  case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

/// The meaning of a text field's text. There is no automatic input.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let name = UITextContentType(rawValue: "name")
  public static let username = UITextContentType(rawValue: "username")
  public static let password = UITextContentType(rawValue: "password")
  public static let newPassword = UITextContentType(rawValue: "new-password")
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  public static let emailAddress = UITextContentType(rawValue: "email")
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  public static let URL = UITextContentType(rawValue: "url")
}

@nonexhaustive public enum UIReturnKeyType: Int, Sendable {
  case `default` = 0
  case go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

@nonexhaustive public enum UIKeyboardAppearance: Int, Sendable {
  case `default` = 0
  case dark, light
}

@nonexhaustive public enum UITextAutocorrectionType: Int, Sendable {
  case `default` = 0
  case no, yes
}

@nonexhaustive public enum UITextSpellCheckingType: Int, Sendable {
  case `default` = 0
  case no, yes
}

@nonexhaustive public enum UITextAutocapitalizationType: Int, Sendable {
  case none = 0
  case words, sentences, allCharacters
}

extension UIResponder {
  // No keyboard is shown, so these are never posted.
  public nonisolated class var keyboardWillShowNotification: NSNotification.Name {
    .init("UIKeyboardWillShowNotification")
  }
  public nonisolated class var keyboardDidShowNotification: NSNotification.Name {
    .init("UIKeyboardDidShowNotification")
  }
  public nonisolated class var keyboardWillHideNotification: NSNotification.Name {
    .init("UIKeyboardWillHideNotification")
  }
  public nonisolated class var keyboardDidHideNotification: NSNotification.Name {
    .init("UIKeyboardDidHideNotification")
  }
  public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name {
    .init("UIKeyboardWillChangeFrameNotification")
  }
  public nonisolated class var keyboardDidChangeFrameNotification: NSNotification.Name {
    .init("UIKeyboardDidChangeFrameNotification")
  }
  public nonisolated class var keyboardFrameBeginUserInfoKey: String {
    "UIKeyboardFrameBeginUserInfoKey"
  }
  public nonisolated class var keyboardFrameEndUserInfoKey: String {
    "UIKeyboardFrameEndUserInfoKey"
  }
  public nonisolated class var keyboardAnimationDurationUserInfoKey: String {
    "UIKeyboardAnimationDurationUserInfoKey"
  }
  public nonisolated class var keyboardAnimationCurveUserInfoKey: String {
    "UIKeyboardAnimationCurveUserInfoKey"
  }
}

/// An object that takes text from the keyboard.
@preconcurrency @MainActor public protocol UITextInputTraits: NSObjectProtocol {}

@preconcurrency @MainActor public protocol UIKeyInput: UITextInputTraits {
  var hasText: Bool { get }
  func insertText(_ text: String)
  func deleteBackward()
}

/// Apple's protocol has more requirements, about positions in a text and their places on the screen.
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {}
