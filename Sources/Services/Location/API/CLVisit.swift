import Foundation

/// A stay at one location (LOC7).
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  /// The arrival; `Date.distantPast` if unknown.
  open private(set) var arrivalDate: Date
  /// The departure; `Date.distantFuture` while the visit continues.
  open private(set) var departureDate: Date
  open private(set) var coordinate: CLLocationCoordinate2D
  /// The radius of uncertainty in meters.
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

  /// For subclasses that replace a visit in tests.
  public override init() {
    arrivalDate = .distantPast
    departureDate = .distantFuture
    coordinate = .init()
    horizontalAccuracy = 0
  }

  /// Returns the object itself, because it is immutable.
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
