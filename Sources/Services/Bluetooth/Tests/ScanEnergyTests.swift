import CoreBluetooth
import Testing
import YobanTesting
import YobanVirtualTime

/// The energy that scans and connections cost (EN2).
@Suite(.world()) struct ScanEnergyTests {
  /// An app in front that scans for an hour.
  private static func scan(_ services: [String]?) async throws -> (Phone, EnergyEstimate) {
    let world = try World.current
    let phone = try world.addPhone("phone-\(services?.count ?? 0)", .iPhone(iOS: 17))
    let app = try phone.installAllowed(
      BluetoothApp.app { central, event in if event.isPoweredOn { central.scan(services) } })
    await phone.open(app)
    try await world.pass(.minutes(1))
    let start = world.now
    try await world.pass(.hours(1))
    return (phone, phone.energy(of: app, from: start))
  }

  @Test func `a scan without a filter costs the processor that looks at all advertisements (EN2)`()
    async throws
  {
    let (phone, filtered) = try await Self.scan(["180D"])
    let (_, unfiltered) = try await Self.scan(nil)
    let policy = phone.profile.energy
    let difference = unfiltered.milliwattHours - filtered.milliwattHours
    #expect(abs(difference - policy.advertisements) < 1e-6)
    #expect(abs(unfiltered.milliwattHours(of: "without a filter") - difference) < 1e-6)
    #expect(filtered.milliwattHours(of: "without a filter") == 0)
    #expect(abs(filtered.milliwattHours(of: "scan") - policy.bluetoothReceiving) < 1e-6)
    #expect(filtered.advice.map(\.kind) == [.energyScanEndless])
    #expect(unfiltered.advice.map(\.kind) == [.energyScanUnfiltered])
  }

  @Test func `a connection costs by its interval, and nothing after its end (EN2)`() async throws {
    let world = try World.current
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    let strap = try world.strap()
    strap.switchOn()
    let app = try phone.installAllowed(
      BluetoothApp.app { central, event in
        if event.isPoweredOn { central.scan() }
        if let peer = event.peer {
          central.manager.stopScan()
          central.manager.connect(peer)
        }
      })
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(strap.isConnected)
    let start = world.now
    try await world.pass(.hours(1))
    let policy = phone.profile.energy
    let share = policy.connectionEvent / phone.profile.bluetooth.connectionInterval
    let energy = phone.energy(of: app, from: start)
    #expect(
      abs(energy.milliwattHours(of: "connection") - share * policy.bluetoothReceiving) < 1e-6)
    #expect(energy.milliwattHours(of: "scan") == 0)
    #expect(phone.energy(of: app).advice == [])
    phone.bluetooth.switchOff()
    let end = world.now
    try await world.pass(.hours(1))
    #expect(phone.energy(of: app, from: end).milliwattHours(of: "Bluetooth") == 0)
  }
}
