import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension ExploredApp {
  /// The app of experiment E6 on two phones. Their users meet, put the phones away, and meet again.
  static let proximity = ExploredApp(
    name: "proximity",
    words:
      "The app of E6 detects the same app on another phone: while both users have it open, each phone reads the other."
  ) { explored in
    let world = explored.world
    var users: [(phone: Phone, app: InstalledApp)] = []
    for name in ["phone 0", "phone 1"] {
      let phone = try world.addPhone(name, .iPhone(iOS: 17))
      phone.hasPasscode = true
      let app = try phone.install(.proximity(named: name))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      users.append((phone, app))
    }
    let (one, other) = (users[0], users[1])
    explored.eventually(within: .seconds(300), "two phones with the app open read each other") {
      !canMeet(one, other) || reads(one, other) && reads(other, one)
    }
    explored.sometimes("the phones read each other while both are locked") {
      one.phone.isLocked && other.phone.isLocked && reads(one, other) && reads(other, one)
    }
    for user in users { await user.phone.open(user.app) }
    try await Task.sleep(for: .seconds(60))
    for user in users { await user.phone.lock() }
    try await Task.sleep(for: .seconds(600))
    one.phone.place = Place(x: 1_000)
    try await Task.sleep(for: .seconds(600))
    one.phone.place = .origin
    for user in users { await user.phone.open(user.app) }
    try await Task.sleep(for: .seconds(300))
  }

  private typealias User = (phone: Phone, app: InstalledApp)

  /// Whether both phones are near each other and have the app in the foreground.
  private static func canMeet(_ one: User, _ other: User) -> Bool {
    abs(one.phone.place.x - other.phone.place.x) < 20 && isReady(one) && isReady(other)
  }

  private static func isReady(_ user: User) -> Bool {
    let bluetooth = user.phone.bluetooth
    return user.phone.isUp && user.app.state == .active && bluetooth.state == .poweredOn
      && user.app.bluetoothAuthorization == .allowedAlways
  }

  /// Whether the first phone has read the second one within the last minute.
  private static func reads(_ one: User, _ other: User) -> Bool {
    let start = one.phone.world.now + .seconds(-60)
    for event in one.app.printedEvents.reversed() {
      guard event.instant >= start else { return false }
      if event.kind.output == "reading of \(other.phone.name)" { return true }
    }
    return false
  }
}
