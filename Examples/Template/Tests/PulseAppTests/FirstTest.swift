import Testing
import YobanTesting

@testable import PulseApp

// The test that README.md of Yoban shows.
@Test(.world()) func `the app is connected again after a night away from its strap`() async throws {
  let world = try World.current
  let strap = try world.addAccessory("strap", advertising: Advertising(services: ["180D"]))
  strap.switchOn()
  let phone = try world.addPhone(iOS: 17)
  let app = try phone.install(
    .delegate(AppDelegate.self), infoPlist: .file("Sources/PulseApp/Info.plist"))
  await phone.open(app)
  try await world.wait(for: "a connection", atMost: .minutes(1)) { strap.isConnected }
  await phone.goHome()
  strap.place = Place(x: 200)  // meters
  try await world.pass(.hours(8))
  strap.place = Place(x: 1)
  try await world.wait(for: "a connection again", atMost: .minutes(1)) { strap.isConnected }
}
