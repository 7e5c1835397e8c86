import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Core Location: updates, regions, beacons, visits.
  package static let location = ServiceDeclaration(
    ServiceEntry(LocationService.init),
    rules: [PlatformRule].location + [PlatformRule].beacons,
    findings: [
      .locationEventLost, .locationKeepaliveBroken, .locationPushLate, .monitorBeforeUnlock,
      .monitorNotIterated, .monitorOpenTwice, .monitorWithoutSession,
      .regionLimit, .regionReregistered, .regionWithoutEnd,
    ],
    permissions: [.location],
    backgroundModes: ["location"],
    facts: [
      .iOS: { PlatformRow.section("Location", at: "location", LocationPolicy.init) }
    ])
}
