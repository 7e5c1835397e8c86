import Foundation
import Testing

@testable import ResearchFormats

@Suite struct HeartRateTests {
  private struct Observation: Decodable {
    struct Quantity: Decodable {
      var value: Double
      var unit: String
      var system: String
      var code: String
    }
    struct Identifier: Decodable {
      var system: String
      var value: String
    }
    struct Subject: Decodable {
      var reference: String?
      var identifier: Identifier?
    }
    struct Concept: Decodable {
      struct Coding: Decodable {
        var system: String
        var code: String
      }
      var coding: [Coding]
    }
    var resourceType: String
    var id: String
    var identifier: [Identifier]
    var status: String
    var subject: Subject
    var category: [Concept]
    var code: Concept
    var effectiveDateTime: String
    var valueQuantity: Quantity?
    var dataAbsentReason: Concept?
  }

  private static func observations(
    _ samples: [(Int64, Double?)], subject: String? = nil
  ) throws -> [Observation] {
    var writer = HeartRateObservation(device: "watch", stream: "heart-rate", subject: subject)
    var text = ""
    for (time, rate) in samples { writer.append(time, rate, to: &text) }
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Observation.self, from: Data($0.utf8))
    }
  }

  /// hl7.org/fhir/R4/heartrate.html: the code, the category, the unit and a subject are required.
  @Test func `a heart rate has the code, the category and the unit of its profile`() throws {
    let found = try #require(
      try Self.observations([(1_764_018_000_250_999_999, 62)], subject: "Patient/7").first)
    #expect(found.resourceType == "Observation")
    #expect(found.status == "final")
    #expect(found.code.coding.first?.system == "http://loinc.org")
    #expect(found.code.coding.first?.code == "8867-4")
    #expect(found.category.first?.coding.first?.code == "vital-signs")
    #expect(found.effectiveDateTime == "2025-11-24T21:00:00.250Z")
    #expect(found.subject.reference == "Patient/7")
    #expect(found.identifier.first?.value == "watch/heart-rate/1764018000250999999")
    #expect(found.valueQuantity?.value == 62)
    #expect(found.valueQuantity?.code == "/min")
    #expect(found.valueQuantity?.system == "http://unitsofmeasure.org")
    #expect(found.dataAbsentReason == nil)
  }

  @Test func `without a patient, the device is the identifier of the subject`() throws {
    let found = try #require(try Self.observations([(0, 62)]).first)
    #expect(found.subject.reference == nil)
    #expect(found.subject.identifier?.value == "watch")
  }

  @Test func `each sample has an id of its own, which stays the same`() throws {
    let samples: [(Int64, Double?)] = [(0, 60), (0, 60), (0, 61), (1, 60)]
    let (first, second) = (try Self.observations(samples), try Self.observations(samples))
    #expect(first.map(\.id) == second.map(\.id))
    #expect(Set(first.map(\.id)).count == 4)
    #expect(Set(first.map { $0.identifier[0].value }).count == 4)
    #expect(first.allSatisfy { $0.id.wholeMatch(of: /[A-Za-z0-9\-.]{1,64}/) != nil })
  }

  @Test(arguments: [0, -1, .infinity, .nan] as [Double])
  func `a value that no heart has is absent, for an unknown reason`(rate: Double) throws {
    let found = try #require(try Self.observations([(0, rate)]).first)
    #expect(found.valueQuantity == nil)
    #expect(found.dataAbsentReason?.coding.first?.code == "unknown")
  }

  @Test func `a sample without a value is no observation`() throws {
    #expect(try Self.observations([(0, nil), (1, 60.5)]).map { $0.valueQuantity?.value } == [60.5])
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (1_999_999, "1970-01-01T00:00:00.001Z"), (.min, "1677-09-21T00:12:43.145Z"),
      (.max, "2262-04-11T23:47:16.854Z"),
    ] as [(Int64, String)])
  func `times are in UTC, in milliseconds`(time: Int64, text: String) {
    #expect(HeartRateObservation.dateTime(time) == text)
  }

  @Test(
    arguments: [
      ("Patient/123", true), ("https://example.org/fhir/Patient/a-1.b", true), ("123", false),
      ("Patient/", false), ("Patient/a b", false), ("Patient/1\"}", false), ("Group/1", false),
      ("ftp://x/Patient/1", false),
    ])
  func `a subject is a reference to a patient`(text: String, isReference: Bool) {
    #expect(HeartRateObservation.isReference(text) == isReference)
  }
}
