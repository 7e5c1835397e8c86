import Foundation
import Testing

@testable import HealthKit

/// Units, quantities and the intervals of statistics.
@Suite struct HealthValueTests {
  /// The right side is what Apple's header or arithmetic says.
  @Test(arguments: [
    ("km", 1.5, "m", 1500.0), ("mi", 1, "m", 1609.34), ("lb", 2, "g", 907.184),
    ("count/min", 60, "count/s", 1), ("kcal", 1, "kJ", 4.184), ("degC", 20, "K", 293.15),
    ("degF", 212, "degC", 100), ("ml/(kg*min)", 42, "ml/kg*min^-1", 42), ("%", 0.5, "count", 0.5),
    ("mg/dL", 90, "g/L", 0.9), ("mmHg", 1, "Pa", 133.3224), ("d", 1, "hr", 24),
    ("mmol<180.15588000005408>/L", 5, "mg/dL", 90.07794),
  ])
  func `quantities are converted between units`(
    _ unit: String, _ value: Double, _ other: String, _ expected: Double
  ) {
    let found = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
      .doubleValue(for: HKUnit(from: other))
    #expect(abs(found - expected) < 1e-6)
  }

  @Test func `the units of functions are those of texts, and can be archived`() throws {
    let rows: [(HKUnit, String)] = [
      (.gramUnit(with: .kilo), "kg"), (.count().unitDivided(by: .minute()), "count/min"),
      (
        .moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter()),
        "mmol<180.15588000005408>/L"
      ),
      (.meter().unitRaised(toPower: 2), "m^2"), (.second().reciprocal(), "1/s"),
      (
        .literUnit(with: .milli).unitDivided(
          by: .gramUnit(with: .kilo).unitMultiplied(by: .minute())),
        "ml/(kg*min)"
      ),
    ]
    for (unit, text) in rows {
      #expect(unit == HKUnit(from: text), "\(text)")
      let data = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: data)
      #expect(back == unit, "\(text)")
    }
  }

  @Test func `a revision of a source is the same after an archive`() throws {
    let revision = HKSourceRevision(
      source: HKSource(name: "Scale", bundleIdentifier: "com.example.scale"), version: "3",
      productType: "Scale1,2",
      operatingSystemVersion: OperatingSystemVersion(
        majorVersion: 17, minorVersion: 2, patchVersion: 1))
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: revision, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKSourceRevision.self, from: data))
    #expect(back.source == revision.source)
    #expect(back.source.name == "Scale")
    #expect(back.version == "3")
    #expect(back.productType == "Scale1,2")
    #expect(back.operatingSystemVersion.minorVersion == 2)
    #expect(back.operatingSystemVersion.patchVersion == 1)
  }

  @Test func `types know their units`() {
    #expect(HKQuantityType(.heartRate).is(compatibleWith: HKUnit(from: "count/min")))
    #expect(!HKQuantityType(.heartRate).is(compatibleWith: .meter()))
    #expect(HKQuantityType(.stepCount).aggregationStyle == .cumulative)
    #expect(HKQuantityType(.bodyMass).aggregationStyle == .discreteArithmetic)
  }

  @Test(arguments: [
    (DateComponents(hour: 1), 25), (DateComponents(day: 1), 40), (DateComponents(month: 1), 30),
    (DateComponents(year: 1), 7), (DateComponents(minute: 15), 100),
  ])
  func `each date is in one interval, before and after the anchor`(
    _ components: DateComponents, _ count: Int
  )
    throws
  {
    let anchor = Date(timeIntervalSince1970: 1_700_000_000)
    let intervals = try #require(StatisticsIntervals(anchor: anchor, components: components))
    for index in -count...count {
      let start = intervals.start(of: index)
      #expect(intervals.index(of: start) == index)
      #expect(intervals.index(of: start.addingTimeInterval(-0.001)) == index - 1)
    }
    #expect(StatisticsIntervals(anchor: anchor, components: DateComponents(day: 0)) == nil)
  }

  @Test(arguments: [false, true])
  func `statistics calculate what their options name, also after an archive`(
    _ isArchived: Bool
  ) throws {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    func samples(_ type: HKQuantityTypeIdentifier, _ values: [Double], _ unit: HKUnit)
      -> [HKQuantitySample]
    {
      values.enumerated().map { number, value in
        HKQuantitySample(
          HKQuantityType(type), HKQuantity(unit: unit, doubleValue: value),
          start.addingTimeInterval(Double(number) * 60),
          start.addingTimeInterval(Double(number) * 60 + 30), nil, nil,
          source: HKSourceRevision(
            source: HKSource(name: "\(number % 2)", bundleIdentifier: "\(number % 2)"), version: nil
          ))
      }
    }
    let beats = HKUnit(from: "count/min")
    let pulse = try archived(
      isArchived,
      HKStatistics(
        HKQuantityType(.heartRate),
        [.discreteAverage, .discreteMin, .mostRecent, .separateBySource],
        from: start, to: start, samples(.heartRate, [60, 90, 75], beats)))
    #expect(pulse.averageQuantity()?.doubleValue(for: beats) == 75)
    #expect(pulse.minimumQuantity()?.doubleValue(for: beats) == 60)
    #expect(pulse.mostRecentQuantity()?.doubleValue(for: beats) == 75)
    #expect(pulse.maximumQuantity() == nil && pulse.sumQuantity() == nil)
    let other = HKSource(name: "1", bundleIdentifier: "1")
    #expect(pulse.averageQuantity(for: other)?.doubleValue(for: beats) == 90)
    #expect(pulse.sources?.map(\.name) == ["0", "1"])
    let steps = try archived(
      isArchived,
      HKStatistics(
        HKQuantityType(.stepCount), [.cumulativeSum, .duration], from: start, to: start,
        samples(.stepCount, [10, 20], .count())))
    #expect(steps.sumQuantity()?.doubleValue(for: .count()) == 30)
    #expect(steps.duration()?.doubleValue(for: .minute()) == 1)
    #expect(steps.sources == nil && steps.sumQuantity(for: other) == nil)
  }
  private func archived(_ isArchived: Bool, _ statistics: HKStatistics) throws -> HKStatistics {
    guard isArchived else { return statistics }
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: statistics, requiringSecureCoding: true)
    return try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKStatistics.self, from: data))
  }

  /// An error of an encoder would end the program.
  @Test(arguments: [false, true])
  func `a descriptor of a query is archived without its predicate`(
    _ hasPredicate: Bool
  ) throws {
    let predicate = hasPredicate ? NSPredicate(value: true) : nil
    let steps = HKQueryDescriptor(sampleType: HKQuantityType(.stepCount), predicate: predicate)
    let data = try NSKeyedArchiver.archivedData(withRootObject: steps, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryDescriptor.self, from: data))
    #expect(back.sampleType == HKQuantityType(.stepCount))
    #expect(back.predicate == nil)
  }

  @Test func `metadata that no property list can have is left out of an archive`() throws {
    let kilogram = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 80)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    for (metadata, kept) in [(["a": 1], true), (["a": kilogram], false)] as [([String: Any], Bool)]
    {
      let sample = HKQuantitySample(
        type: HKQuantityType(.bodyMass), quantity: kilogram, start: now, end: now, device: nil,
        metadata: metadata)
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: sample, requiringSecureCoding: true)
      let back = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantitySample.self, from: data))
      #expect(back.quantity == kilogram)
      #expect((back.metadata != nil) == kept)
    }
  }
}
