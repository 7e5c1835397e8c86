import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// A GATT client that connects, discovers, subscribes, and prints its callbacks.
private final class Central: BluetoothGattCallback, @unchecked SimulationConfined {
  var gatt: BluetoothGatt?

  override func onConnectionStateChange(_ gatt: BluetoothGatt, _ status: Int32, _ newState: Int32) {
    print("state \(status) \(newState)")
    if newState == BluetoothGatt.STATE_CONNECTED { gatt.discoverServices() }
  }
  override func onServicesDiscovered(_ gatt: BluetoothGatt, _ status: Int32) {
    print("services \(status) \(gatt.getServices().map { $0.getCharacteristics().count })")
    let characteristic = gatt.getServices()[0].getCharacteristics()[0]
    gatt.setCharacteristicNotification(characteristic, true)
    let configuration = characteristic.getDescriptor(
      UUID(uuidString: "00002902-0000-1000-8000-00805F9B34FB")!)!
    configuration.setValue(BluetoothGattDescriptor.ENABLE_NOTIFICATION_VALUE)
    print("configuring", gatt.writeDescriptor(configuration))
    // Only one operation may be outstanding.
    print("reading", gatt.readCharacteristic(gatt.getServices()[0].getCharacteristics()[1]))
  }
  override func onDescriptorWrite(
    _ gatt: BluetoothGatt, _ descriptor: BluetoothGattDescriptor, _ status: Int32
  ) {
    print("configured \(status)")
    print("reading", gatt.readCharacteristic(gatt.getServices()[0].getCharacteristics()[1]))
  }
  override func onCharacteristicRead(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic, _ status: Int32
  ) {
    print("read \(status) \(characteristic.getValue())")
    characteristic.setValue([7])
    print("writing", gatt.writeCharacteristic(characteristic))
  }
  override func onCharacteristicWrite(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic, _ status: Int32
  ) {
    print("wrote \(status)")
  }
  override func onCharacteristicChanged(
    _ gatt: BluetoothGatt, _ characteristic: BluetoothGattCharacteristic
  ) {
    print("changed \(characteristic.getValue())")
  }

  static var current: Central { AppProcess.current!.process.resident(Central.self) { Central() } }
}

/// Tests GATT connections of Android apps.
@Suite struct ScanGattTests {
  private static func appFixture() -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService(.connectedDevice)
    appFixture.permissions += [
      "FOREGROUND_SERVICE_CONNECTED_DEVICE", "BLUETOOTH_CONNECT", "BLUETOOTH",
    ]
    let then = appFixture.created
    appFixture.created = { activity in
      try then(activity)
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    return appFixture
  }

  private static func strap(in world: World) throws -> Accessory {
    try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [
        GATTService(
          "180D",
          [
            GATTCharacteristic("2A37", [.notify]),
            GATTCharacteristic("2A38", [.read, .write], value: Data([1])),
          ])
      ])
  }

  private static func connect(
    _ phone: AndroidPhone, _ app: InstalledApp, _ address: String, auto: Bool = false
  ) async {
    await phone.touch(app, "connect") {
      do {
        let context = ActivityContext.current
        let adapter = context.getSystemService(BluetoothManager.self)!.getAdapter()
        Central.current.gatt = try adapter.getRemoteDevice(address)
          .connectGatt(context, auto, Central.current)
      } catch { print(error) }
    }
  }

  @Test(.world())
  func
    `only one operation may be outstanding, and a foreground service gets values with the screen off (AN15)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    phone.grant("BLUETOOTH_CONNECT", to: app)
    let strap = try Self.strap(in: phone.world)
    strap.switchOn()
    await phone.open(app)
    await Self.connect(phone, app, phone.bluetooth.address(of: strap))
    try await world.pass(.seconds(20))
    await phone.lock()
    try await world.pass(.minutes(5))
    strap.notify("2A37", Data([0, 72]))
    try await world.pass(.seconds(5))
    #expect(strap.value(of: "2A38") == Data([7]))
    #expect(
      world.log.texts.filter {
        !$0.hasPrefix("a") && !$0.hasPrefix("service c") && !$0.hasPrefix("com")
      }
        == [
          "state 0 2", "services 0 [2]", "configuring true", "reading false", "configured 0",
          "reading true", "read 0 [1]", "writing true", "wrote 0", "changed [0, 72]",
        ])
    #expect(world.findings.contains { $0.matches(.androidGattBusy.by(.an15)) })
  }

  static let losses: [(api: Int, seconds: Double)] = [(26, 5), (30, 5), (36, 5)]

  @Test(.world(), arguments: losses)
  func `a lost accessory is reported after the supervision timeout, with status 8 (AN15)`(
    _ row: (api: Int, seconds: Double)
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: row.api)
    phone.grant("BLUETOOTH_CONNECT", to: app)
    let strap = try Self.strap(in: phone.world)
    strap.switchOn()
    await phone.open(app)
    await Self.connect(phone, app, phone.bluetooth.address(of: strap))
    try await world.pass(.seconds(20))
    strap.switchOff()
    try await world.pass(.seconds(row.seconds - 0.5))
    #expect(!phone.world.log.texts.contains("state 8 0"))
    try await world.pass(.seconds(1))
    #expect(world.log.texts.last == "state 8 0")
  }

  @Test(.world()) func `switching Bluetooth off ends connections and scans' results`() async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    phone.grant("BLUETOOTH_CONNECT", to: app)
    let strap = try Self.strap(in: phone.world)
    strap.switchOn()
    await phone.open(app)
    await Self.connect(phone, app, phone.bluetooth.address(of: strap))
    try await world.pass(.seconds(20))
    #expect(strap.isConnected)
    phone.bluetooth.setOn(false)
    try await world.pass(.seconds(1))
    #expect(world.log.texts.last == "state 8 0")
    #expect(!strap.isConnected && !phone.bluetooth.isOn)
    // The strap advertises again, but nothing connects until Bluetooth is on and the app connects.
    phone.bluetooth.setOn(true)
    try await world.pass(.seconds(60))
    #expect(!strap.isConnected)
    await Self.connect(phone, app, phone.bluetooth.address(of: strap))
    try await world.pass(.seconds(20))
    #expect(strap.isConnected)
  }

  @Test func `a refused attempt of connectGatt is reported once, with status 133 (AN15)`()
    async throws
  {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture())
      phone.grant("BLUETOOTH_CONNECT", to: app)
      let strap = try Self.strap(in: phone.world)
      strap.refuseConnections(1)
      strap.switchOn()
      await phone.open(app)
      await Self.connect(phone, app, phone.bluetooth.address(of: strap))
      try await world.pass(.seconds(60))
      return world
    }
    #expect(world.log.texts.filter { $0.hasPrefix("state") } == ["state 133 0"])
  }

  @Test(arguments: [false, true])
  func `a connect without an answer ends with status 133, or is repeated with autoConnect (RA3)`(
    auto: Bool
  ) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture())
      phone.grant("BLUETOOTH_CONNECT", to: app)
      let strap = try Self.strap(in: phone.world)
      strap.ignoreConnections(2)
      strap.switchOn()
      await phone.open(app)
      await Self.connect(phone, app, phone.bluetooth.address(of: strap), auto: auto)
      try await world.pass(.seconds(29))
      #expect(strap.isConnected == auto)
      try await world.pass(.seconds(30))
      return world
    }
    let states = world.log.texts.filter { $0.hasPrefix("state") }
    #expect(states == (auto ? ["state 0 2"] : ["state 133 0"]))
    let unanswered = world.trace.events.compactMap(\.kind.accessory).filter {
      $0 == "does not answer a connect"
    }
    #expect(unanswered.count == (auto ? 2 : 1))
  }

  @Test func `connectGatt fails with 133 after a while, autoConnect waits (AN15)`() async throws {
    for auto in [false, true] {
      let world = try await withWorld { world in
        let (phone, app) = try installAndroidApp(Self.appFixture())
        phone.grant("BLUETOOTH_CONNECT", to: app)
        let strap = try Self.strap(in: phone.world)
        await phone.open(app)
        await Self.connect(phone, app, phone.bluetooth.address(of: strap), auto: auto)
        try await world.pass(.seconds(60))
        strap.switchOn()
        try await world.pass(.seconds(20))
        return world
      }
      let states = world.log.texts.filter { $0.hasPrefix("state") }
      #expect(states == (auto ? ["state 0 2"] : ["state 133 0"]))
    }
  }

  @Test(.world()) func `connecting without the permission throws an exception (AN15)`() async throws
  {
    var appFixture = Self.appFixture()
    // A service of the type connected device also needs the permission.
    appFixture.created = { activity in
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    let strap = try Self.strap(in: phone.world)
    strap.switchOn()
    await phone.open(app)
    await Self.connect(phone, app, phone.bluetooth.address(of: strap))
    try await world.pass(.seconds(20))
    #expect(world.log.texts.contains { $0.contains("SecurityException") && $0.contains("CONNECT") })
    #expect(!world.log.texts.contains { $0.hasPrefix("state") })
  }
}
