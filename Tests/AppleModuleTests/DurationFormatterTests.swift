import Foundation
import Testing
import UIKit
import YobanFoundation

/// Texts for durations and times. Where Apple's documentation has an example, it is the expectation.
@Suite struct DurationFormatterTests {
  typealias Formatter = DateComponentsFormatter
  static let rows:
    [(
      seconds: Double, style: Formatter.UnitsStyle, units: NSCalendar.Unit,
      change: @Sendable (Formatter) -> Void, text: String
    )] = [
      // The examples of `ZeroFormattingBehavior` in Apple's documentation.
      (3610, .positional, [.hour, .minute, .second], { _ in }, "1:00:10"),
      (3610, .abbreviated, [.day, .hour, .minute, .second], { _ in }, "1h 10s"),
      // The example of the class: about 5 minutes remaining.
      (
        300, .full, [.minute],
        {
          $0.includesApproximationPhrase = true
          $0.includesTimeRemainingPhrase = true
        }, "About 5 minutes remaining"
      ),
      // The examples of `UnitsStyle`: 9 h 41 min 30 s.
      (34890, .positional, [.hour, .minute, .second], { _ in }, "9:41:30"),
      (34890, .abbreviated, [.hour, .minute, .second], { _ in }, "9h 41m 30s"),
      (34890, .short, [.hour, .minute, .second], { _ in }, "9 hr, 41 min, 30 sec"),
      (34890, .full, [.hour, .minute, .second], { _ in }, "9 hours, 41 minutes, 30 seconds"),
      (
        34890, .spellOut, [.hour, .minute, .second], { _ in },
        "nine hours, forty-one minutes, thirty seconds"
      ),
      (34890, .brief, [.hour, .minute, .second], { _ in }, "9hr 41min 30sec"),
      (5, .positional, [.minute, .second], { _ in }, "5"),
      (5, .positional, [.minute, .second], { $0.zeroFormattingBehavior = .pad }, "00:05"),
      (0, .abbreviated, [.hour, .minute], { _ in }, "0m"),
      (0, .positional, [.minute, .second], { $0.zeroFormattingBehavior = .pad }, "00:00"),
      (3661, .full, [.hour, .minute, .second], { $0.maximumUnitCount = 2 }, "1 hour, 1 minute"),
      // The example of `collapsesLargestUnit`: one minute, six seconds.
      (66, .abbreviated, [.minute, .second], { $0.collapsesLargestUnit = true }, "66s"),
      (-90, .abbreviated, [.minute, .second], { _ in }, "-1m 30s"),
      (90.9, .positional, [.minute, .second], { _ in }, "1:30"),
      (3 * 86_400, .full, [.day, .hour], { _ in }, "3 days"),
    ]

  @Test(arguments: rows.indices)
  func `a duration is shown in units`(_ row: Int) {
    let row = Self.rows[row]
    let formatter = Formatter()
    formatter.unitsStyle = row.style
    formatter.allowedUnits = row.units
    row.change(formatter)
    #expect(formatter.string(from: row.seconds) == row.text)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func `what is no duration has no text`(_ seconds: Double) {
    #expect(Formatter().string(from: seconds) == nil)
  }

  @Test func `a time is shown relative to another`() {
    let formatter = RelativeDateTimeFormatter()
    formatter.locale = Locale(identifier: "en_US")
    let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
    #expect(formatter.localizedString(for: now - 300, relativeTo: now) == "5 minutes ago")
    #expect(formatter.localizedString(for: now + 7200, relativeTo: now) == "in 2 hours")
    #expect(formatter.localizedString(for: now - 86_400, relativeTo: now) == "1 day ago")
    formatter.dateTimeStyle = .named
    #expect(formatter.localizedString(for: now - 86_400, relativeTo: now) == "yesterday")
  }

  @Test func `a measurement keeps its unit`() {
    let formatter = MeasurementFormatter()
    formatter.locale = Locale(identifier: "en_US")
    #expect(
      formatter.string(from: Measurement(value: 1500.5, unit: UnitLength.meters)) == "1,500.5 m")
    #expect(
      formatter.string(from: Measurement(value: 36.6, unit: UnitTemperature.celsius)) == "36.6°C")
  }

  @Test func `a table of weak objects forgets those that end`() {
    let table = NSHashTable<NSObject>.weakObjects()
    let kept = NSObject()
    do {
      let ended = NSObject()
      for object in [kept, ended, kept] { table.add(object) }
      #expect(table.count == 2 && table.contains(ended))
    }
    #expect(table.allObjects == [kept])
    let map = NSMapTable<NSString, NSObject>.strongToWeakObjects()
    map.setObject(kept, forKey: "a")
    map.setObject(NSObject(), forKey: "b")
    #expect(map.object(forKey: "a") === kept && map.object(forKey: "b") == nil && map.count == 1)
  }

  @Test func `a parser of XML needs no other import`() {
    final class Reader: NSObject, XMLParserDelegate {
      var names: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String]
      ) { names.append(elementName) }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data("<gpx><trk/></gpx>".utf8))
    parser.delegate = reader
    #expect(parser.parse() && reader.names == ["gpx", "trk"])
  }
}
