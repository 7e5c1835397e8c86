import Foundation
import SwiftData

enum Quality: String, Codable { case good, poor }

struct Place: Codable, Equatable {
  var room: String
  var floor = 0
}

/// A night with its samples.
@Model
final class Night {
  #Unique<Night>([\.name])
  #Index<Night>([\.begin])

  var name: String
  var begin: Date = Date(timeIntervalSinceReferenceDate: 0)
  var count = 0
  var note: String?
  var quality = Quality.good  // an enumeration
  var place: Place?
  var tags: [String] = []
  @Relationship(
    deleteRule: .cascade, inverse: \Sample.night)
  var samples: [Sample] = []
  @Transient var opened = false

  /// A computed property is not stored.
  var title: String { "\(name) (\(samples.count))" }

  init(name: String, place: Place? = nil) {
    self.name = name
    self.place = place
  }
}

@Model
final class Sample {
  @Attribute(.unique) var number: Int
  var value: Double
  var night: Night?

  init(number: Int, value: Double) {
    self.number = number
    self.value = value
  }
}

/// Reads nights beside the main actor.
@ModelActor
actor NightReader {
  func names() throws -> [String] {
    try modelContext.fetch(FetchDescriptor<Night>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }
}
