import CoreLocation
import Testing
import UIKit
import YobanTesting

/// An app that shows what a room offers as long as its user is in the room.
///
/// The room has a beacon. The faulty app shows it only in didEnterRegion. A launch while the user is in
/// the room gets no such event, because nobody crosses the border of the region. The mended app asks for
/// the state of the region at each launch.
private final class RoomApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    let room = CLBeaconRegion(uuid: .room, identifier: "room")
    if !location.monitoredRegions.contains(room) { location.startMonitoring(for: room) }
    if variant == .mended { location.requestState(for: room) }
    return true
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    // Wrong, if this is the only place.
    if variant == .faulty { print("shows the room") }
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    if variant == .mended, state == .inside { print("shows the room") }
  }
}

extension UUID {
  fileprivate static let room = UUID(uuidString: "74278BDA-B644-4520-8F0C-720EAF059935")!
}

extension KnownBug {
  static let insideAtStart = KnownBug(
    name: "InsideAtStart",
    thread: "https://github.com/MacKentoch/react-native-beacons-manager/issues/132",
    clue: "phone: entered room",
    property: .eventually(within: .minutes(2), "a user in the room sees what the room offers") {
      stage in
      let room = stage.accessory!
      guard stage.app.state == .active, room.isOn, stage.phone.bluetooth.state == .poweredOn,
        stage.app.locationAuthorization == .always
      else { return true }
      let launch = stage.app.launches.count
      return stage.app.log.contains { $0.launch == launch && $0.text == "shows the room" }
    },
    build: { world, variant in
      let room = try world.addBeacon("room", uuid: .room, major: 1, minor: 1)
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { RoomApp(variant) }, infoPlist: .location("InsideAtStart"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app, accessory: room)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(30))
      stage.accessory!.switchOn()
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct InsideAtStartTests {
  @Test func `a new launch inside of the region shows nothing in the faulty app`() async throws {
    try await expectShown(.insideAtStart) { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(30))
      stage.accessory!.switchOn()
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(3))
    }
  }

  @Test func `both forms show the room when nothing goes wrong`() async throws {
    try await expectQuiet(.insideAtStart, prints: "shows the room")
  }
}
