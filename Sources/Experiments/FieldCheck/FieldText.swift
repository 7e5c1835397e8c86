import Foundation

/// The text of a row in the form in which a log and expected rows are compared.
struct FieldText: Sendable, Hashable {
  /// The same for rows that say the same on another phone with another accessory.
  let key: String
  /// What an accessory or a phone puts into such a row, such as its battery level.
  let value: String

  init(_ text: String) {
    if let value = Self.peripheral(text) {
      self.init(key: "<CBPeripheral>", value: value)
    } else if let (key, value) = Self.measured(text) {
      self.init(key: key, value: value)
    } else {
      self.init(key: Self.withoutErrorLabel(text), value: "")
    }
  }

  private init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// People write `peripheral(_:didDiscoverServices:error:)`; Swift's `#function` has no `error:` there.
  private static func withoutErrorLabel(_ text: String) -> String {
    guard text.hasSuffix(":error:)") else { return text }
    return text.dropLast("error:)".count) + ")"
  }

  /// `name = (null), mtu = 0, state = disconnected` of the description of a `CBPeripheral`.
  private static func peripheral(_ text: String) -> String? {
    guard text.hasPrefix("<CBPeripheral: "), text.hasSuffix(">") else { return nil }
    return String(text.dropFirst("<CBPeripheral: ".count).dropLast())
  }

  /// Rows of experiment E2 with a value of the accessory, and the restore identifier of E1.
  private static func measured(_ text: String) -> (key: String, value: String)? {
    for key in ["battery ", "notified: battery "] where text.hasPrefix(key) && text.hasSuffix(" %") {
      let value = text.dropFirst(key.count).dropLast(2)
      if Int(value) != nil { return (key, String(value)) }
    }
    for key in ["found ", "launched for "] where text.hasPrefix(key) {
      return (key, String(text.dropFirst(key.count)))
    }
    let bytes = text.split(separator: " ")
    guard bytes.count > 1, bytes[0] == "scratch",
      bytes.dropFirst().allSatisfy({ $0.count == 2 && UInt8($0, radix: 16) != nil })
    else { return nil }
    return ("scratch ", String(text.dropFirst("scratch ".count)))
  }
}

/// How well a line of a log fits a row that has its text.
enum FieldFit: Sendable, Hashable {
  case fits
  /// The app read another state.
  case otherState
  /// The row has a value that cannot be.
  case otherValue
  /// The row comes where it must, but its value depends on the accessory: it says nothing of the rule.
  case otherAccessory
}

/// A row that a log must show.
struct FieldRow: Sendable {
  let expected: ExpectedRow
  let text: FieldText
  let state: String?
  /// Whether the scenario decides about the value, and not the accessory.
  let comparesValue: Bool

  /// - Parameter before: the text of the row before it.
  init(_ text: String, _ state: String?, _ expected: ExpectedRow, after before: String?) {
    self.expected = expected
    self.text = FieldText(text)
    self.state = state
    // The two bytes that the app has just written.
    comparesValue = before == "scratch written"
  }

  /// Nil if the line has another text.
  func fit(_ text: FieldText, _ state: String?) -> FieldFit? {
    guard text.key == self.text.key else { return nil }
    if let expected = self.state, let state, expected != state { return .otherState }
    if text.key == "<CBPeripheral>" { return peripheralFit(text.value) }
    return comparesValue && text.value != self.text.value ? .otherValue : .fits
  }

  /// An accessory that advertises a name has one.
  private func peripheralFit(_ value: String) -> FieldFit {
    if value == text.value { return .fits }
    func rest(_ text: String) -> Substring {
      text[(text.range(of: ", mtu = ", options: .backwards)?.lowerBound ?? text.startIndex)...]
    }
    return rest(value) == rest(text.value) ? .otherAccessory : .otherValue
  }
}
