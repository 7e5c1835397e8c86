import Foundation
import Testing
import YobanFoundation

/// Formats that Foundation has on Apple's systems only.
@Suite struct FormattingTests {
  private static let english = Locale(identifier: "en_US")

  @Test func `items are joined to a list`() {
    #expect(ListFormatter.localizedString(byJoining: ["a", "b"]) == "a and b")
    let list = ListFormatter()
    list.locale = Locale(identifier: "de_DE")
    #expect(list.string(from: ["a", 2, "c"]) == "a, 2 und c")
    list.itemFormatter = NumberFormatter()
    #expect(list.string(from: [1, 2]) == "1 und 2")
    #expect(list.string(for: "no list") == nil)
  }

  @Test(arguments: [
    (0, "Zero kB"), (1500, "2 kB"), (1_500_000, "1.5 MB"), (Double.nan, "Zero kB"),
    (Double.infinity, "9,223.37 PB"),
  ])
  func `an amount of data is shown in the unit that fits it`(_ bytes: Double, _ text: String) {
    let amount = Measurement(value: bytes, unit: UnitInformationStorage.bytes)
    #expect(amount.formatted(.byteCount(style: .file).locale(Self.english)) == text)
  }

  @Test func `a measurement is shown with the symbol of its unit`() {
    let distance = Measurement(value: 12.5, unit: UnitLength.kilometers)
    typealias Style = Measurement<UnitLength>.FormatStyle
    #expect(distance.formatted(Style(width: .wide, locale: Self.english)) == "12.5 km")
    let whole = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(0))
    #expect(
      distance.formatted(
        .measurement(width: .narrow, usage: .road, numberFormatStyle: whole).locale(Self.english))
        == "12km")
  }

  @Test func `a localized text has its values, and its default without a table`() {
    let (count, name) = (1200, "Ada")
    #expect(String(localized: "100% of \(name)") == "100% of Ada")
    #expect(
      String(localized: "\(count) nights", comment: "a number") == "\(count.formatted()) nights")
    #expect(
      String(localized: "KEY", defaultValue: "\(name)\u{2019}s night") == "Ada\u{2019}s night")
    #expect(String(localized: "rate \(1.5, specifier: "%.2f")", bundle: .main) == "rate 1.50")
    let resource: LocalizedStringResource = "good \(name)"
    #expect(resource.key == "good %@" && String(localized: resource) == "good Ada")
  }
}
