import Foundation

/// A stay at a place (LOC7).
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  /// `Date.distantPast` if it is not known.
  open private(set) var arrivalDate: Date
  /// `Date.distantFuture` while the visit lasts.
  open private(set) var departureDate: Date
  open private(set) var coordinate: CLLocationCoordinate2D
  /// Metres.
  open private(set) var horizontalAccuracy: CLLocationAccuracy

  init(
    arrival: Date, departure: Date, _ coordinate: CLLocationCoordinate2D,
    horizontalAccuracy: CLLocationAccuracy
  ) {
    arrivalDate = arrival
    departureDate = departure
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
  }

  /// For subclasses that stand in for a visit in tests.
  public override init() {
    arrivalDate = .distantPast
    departureDate = .distantFuture
    coordinate = .init()
    horizontalAccuracy = 0
  }

  /// Immutable, so a copy is the object itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let coordinate = coder.coordinate(), let arrival = coder.date("arrivalDate"),
      let departure = coder.date("departureDate")
    else { return nil }
    arrivalDate = arrival
    departureDate = departure
    self.coordinate = coordinate
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(arrivalDate, "arrivalDate")
    coder.encode(departureDate, "departureDate")
    coder.encode(coordinate)
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
  }
}
