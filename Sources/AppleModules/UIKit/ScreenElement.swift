/// A thing on the screen of an app, as a user sees it. Tests read and touch it.
package struct ScreenElement {
  /// A word for messages, such as `button`.
  package var kind: String
  /// The names by which it is found: its texts, its labels and identifiers.
  package var names: [String]
  package var identifiers: [String] = []
  /// The texts that are shown, in order.
  package var texts: [String]
  package var isEnabled = true
  /// The value of a control, such as the text of a text field.
  package var value: String?
  /// The state of a switch.
  package var isOn: Bool?
  /// Whether it is the button that cancels an alert.
  package var isCancel = false
  /// Whether it is a button that deletes something.
  package var isDestructive = false
  package var touch: (() -> Void)?
  /// Types a text.
  package var enter: ((String) -> Void)?
  /// The names of the choices of a picker.
  package var choices: [String] = []
  /// Selects one of the choices.
  package var choose: ((Int) -> Void)?
  /// Sets the value of a slider or a stepper; returns false if it does not take the value.
  package var setNumber: ((Double) -> Void)?
  /// Sets the value of a date picker.
  package var setDate: ((Date) -> Void)?
  /// Deletes the row of the element.
  package var remove: (() -> Void)?
  /// The action of pulling the list down.
  package var refresh: (() async -> Void)?

  package init(_ kind: String, names: [String], texts: [String] = []) {
    self.kind = kind
    self.names = names
    self.texts = texts
  }

  /// The names of a control, or the name of its picture if it has no other.
  static func names(_ names: [String?], picture: UIImage?) -> [String] {
    let texts = names.compactMap(\.self).filter { !$0.isEmpty }
    return texts.isEmpty ? [picture?.name].compactMap(\.self) : texts
  }

  /// Makes the actions of a menu its choices.
  @MainActor mutating func offer(_ menu: UIMenu?, from sender: AnyObject) {
    guard let actions = menu?.actions, !actions.isEmpty else { return }
    choices = actions.map(\.title)
    choose = { actions[$0].perform(sender: sender) }
  }

  /// Whether a user can do something with it.
  package var isControl: Bool {
    touch != nil || enter != nil || choose != nil || setNumber != nil || setDate != nil
  }

  /// A description for messages, such as `button "Start" (disabled)`.
  package var words: String {
    var seen: Set<String> = []
    let list = names.filter { seen.insert($0).inserted }.map { "\"\($0)\"" }
    let name = list.isEmpty ? "without a name" : list.joined(separator: " or ")
    return "\(kind) \(name)\(isEnabled ? "" : " (disabled)")"
  }
}

/// An object that shows elements of its own, such as a view of SwiftUI, or an app of SwiftUI on a watch.
@MainActor package protocol ScreenElementProvider: AnyObject {
  /// The elements, in order, after the pending updates.
  var screenElements: [ScreenElement] { get }
  /// Performs the updates that a touch has caused.
  func screenWasTouched()
}
