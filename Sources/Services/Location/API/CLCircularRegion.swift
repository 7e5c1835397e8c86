import Foundation

/// A circle on the map (BC16).
open class CLCircularRegion: CLRegion {
  open private(set) var center: CLLocationCoordinate2D
  /// The radius in meters. Monitoring limits it to `maximumRegionMonitoringDistance`.
  open private(set) var radius: CLLocationDistance

  public init(
    center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
  ) {
    self.center = center
    self.radius = radius
    super.init(named: identifier)
  }

  public convenience init() {
    self.init(center: CLLocationCoordinate2D(), radius: 0, identifier: "")
  }

  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    center.distance(to: coordinate) <= radius
  }

  override var kind: ObjectIdentifier { ObjectIdentifier(CLCircularRegion.self) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    copyNotifying(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  public required init?(coder: NSCoder) {
    guard let center = coder.coordinate() else { return nil }
    self.center = center
    radius = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center)
    coder.encode(radius, forKey: "radius")
  }
}
