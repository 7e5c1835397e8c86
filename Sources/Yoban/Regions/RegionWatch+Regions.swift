#if !os(watchOS)
  import CoreLocation
  import Foundation

  /// Conversion to and from Core Location regions. The identifiers of a watch's regions begin with
  /// its name.
  extension RegionWatch {
    var prefix: String { "yoban.\(name)." }

    /// The regions that the system watches: those of this watch, sorted by name, and the number of
    /// others.
    var monitored: (own: [WatchedRegion], others: Int) {
      let all = manager.monitoredRegions
      let own = all.compactMap(watchedRegion).sorted { $0.name < $1.name }
      return (own, all.count - own.count)
    }

    /// Returns the name of a region of this watch; nil for a region of another watch.
    func name(of region: CLRegion) -> String? {
      region.identifier.hasPrefix(prefix)
        ? String(region.identifier.dropFirst(prefix.count)) : nil
    }

    private func watchedRegion(_ region: CLRegion) -> WatchedRegion? {
      guard let name = name(of: region) else { return nil }
      if let region = region as? CLBeaconRegion {
        return .beacon(
          name, uuid: region.uuid, major: region.major?.uint16Value,
          minor: region.minor?.uint16Value, tellsOnDisplay: region.notifyEntryStateOnDisplay)
      }
      if let region = region as? CLCircularRegion {
        return .circle(
          name, latitude: region.center.latitude, longitude: region.center.longitude,
          radius: region.radius)
      }
      // A kind that this watch does not register; it is unregistered.
      return .circle(name, latitude: 0, longitude: 0, radius: 0)
    }

    /// Returns a region of the configuration by its name.
    func region(_ name: String) -> WatchedRegion? { regions.first { $0.name == name } }

    func clRegion(_ region: WatchedRegion) -> CLRegion {
      let identifier = prefix + region.name
      switch region.area {
      case .circle(let latitude, let longitude, let radius):
        return CLCircularRegion(
          center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: radius,
          identifier: identifier)
      case .beacon(let uuid, let major, let minor):
        let beacons = CLBeaconRegion(
          beaconIdentityConstraint: Self.constraint(uuid, major, minor), identifier: identifier)
        beacons.notifyEntryStateOnDisplay = region.tellsOnDisplay
        return beacons
      }
    }

    /// Returns the ranging constraint of a region; nil for one without beacons.
    func constraint(_ name: String) -> CLBeaconIdentityConstraint? {
      guard case .beacon(let uuid, let major, let minor) = region(name)?.area else { return nil }
      return Self.constraint(uuid, major, minor)
    }

    private static func constraint(
      _ uuid: UUID, _ major: UInt16?, _ minor: UInt16?
    ) -> CLBeaconIdentityConstraint {
      switch (major, minor) {
      case (let major?, let minor?):
        CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
      case (let major?, nil): CLBeaconIdentityConstraint(uuid: uuid, major: major)
      case (nil, _): CLBeaconIdentityConstraint(uuid: uuid)
      }
    }
  }

  /// Receives the callbacks of Core Location, on the main queue.
  @MainActor
  final class RegionDelegate: NSObject {
    weak var watch: RegionWatch?

    /// Returns the watch and the name of a region, if the region belongs to the watch.
    private func own(_ region: CLRegion) -> (watch: RegionWatch, name: String)? {
      guard let watch, let name = watch.name(of: region) else { return nil }
      return (watch, name)
    }
  }

  extension RegionDelegate: @preconcurrency CLLocationManagerDelegate {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      watch?.authorizationChanged()
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      if let (watch, name) = own(region) { watch.entered(name) }
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      if let (watch, name) = own(region) { watch.exited(name) }
    }

    func locationManager(
      _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
      guard let (watch, name) = own(region) else { return }
      switch state {
      case .unknown: watch.determined(name, .unknown)
      case .inside: watch.determined(name, .inside)
      case .outside: watch.determined(name, .outside)
      @unknown default: watch.determined(name, .unknown)
      }
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
      if let (watch, name) = own(region) { watch.started(name) }
    }

    func locationManager(
      _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
      withError error: any Error
    ) {
      guard let watch else { return }
      // The system notifies every manager of the app of every region (BC3).
      let name = region.flatMap { watch.name(of: $0) }
      if region == nil || name != nil { watch.monitoringFailed(name, (error as NSError).code) }
    }

    func locationManager(
      _ manager: CLLocationManager, didRange beacons: [CLBeacon],
      satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
      watch?.ranged(beacons.map { ReceivedBeacon($0) }, beaconConstraint)
    }

    func locationManager(
      _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
      error: any Error
    ) {
      watch?.rangingFailed(beaconConstraint, (error as NSError).code)
    }
  }

  extension ReceivedBeacon {
    fileprivate init(_ beacon: CLBeacon) {
      self.init(
        major: beacon.major.uint16Value, minor: beacon.minor.uint16Value,
        proximity: RegionProximity(rawValue: beacon.proximity.rawValue) ?? .unknown,
        accuracy: beacon.accuracy, rssi: beacon.rssi)
    }
  }
#endif
