import Foundation

/// The text of a row, in the form in which a log is compared with expected rows.
struct FieldText: Sendable, Hashable {
  /// The part of the text that is the same for other phones and other accessories.
  let key: String
  /// The part of the text that depends on the accessory or the phone, such as its battery level.
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

  /// Removes `error:` from `peripheral(_:didDiscoverServices:error:)`: articles write it, Swift's
  /// `#function` does not.
  private static func withoutErrorLabel(_ text: String) -> String {
    guard text.hasSuffix(":error:)") else { return text }
    return text.dropLast("error:)".count) + ")"
  }

  /// Returns `name = (null), mtu = 0, state = disconnected` from the description of a
  /// `CBPeripheral`.
  private static func peripheral(_ text: String) -> String? {
    guard text.hasPrefix("<CBPeripheral: "), text.hasSuffix(">") else { return nil }
    return String(text.dropFirst("<CBPeripheral: ".count).dropLast())
  }

  /// Splits rows of experiment E2 with a value of the accessory, and the row with the restore
  /// identifier of E1.
  private static func measured(_ text: String) -> (key: String, value: String)? {
    for key in ["battery ", "notified: battery "] where text.hasPrefix(key) && text.hasSuffix(" %")
    {
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

/// The result of comparing a line of a log with a row of the same text.
enum FieldFit: Sendable, Hashable {
  case fits
  /// The app read another state.
  case otherState
  /// The value of the row is not possible.
  case otherValue
  /// The row is at its place, but its value depends on the accessory: the line is not evidence for
  /// the rule.
  case otherAccessory
}

/// A row that a log must contain.
struct FieldRow: Sendable {
  let expected: ExpectedRow
  let text: FieldText
  let state: String?
  /// Whether the scenario determines the value, and not the accessory.
  let comparesValue: Bool

  /// - Parameter before: The text of the previous row.
  init(_ text: String, _ state: String?, _ expected: ExpectedRow, after before: String?) {
    self.expected = expected
    self.text = FieldText(text)
    self.state = state
    // The two bytes that the app has just written.
    comparesValue = before == "scratch written"
  }

  /// Returns nil if the line has another text.
  func fit(_ text: FieldText, _ state: String?) -> FieldFit? {
    guard text.key == self.text.key else { return nil }
    if let expected = self.state, let state, expected != state { return .otherState }
    if text.key == "<CBPeripheral>" { return peripheralFit(text.value) }
    return comparesValue && text.value != self.text.value ? .otherValue : .fits
  }

  /// Returns the fit of a peripheral's description; an accessory that advertises a name must have
  /// one.
  private func peripheralFit(_ value: String) -> FieldFit {
    if value == text.value { return .fits }
    func rest(_ text: String) -> Substring {
      text[(text.range(of: ", mtu = ", options: .backwards)?.lowerBound ?? text.startIndex)...]
    }
    return rest(value) == rest(text.value) ? .otherAccessory : .otherValue
  }
}
