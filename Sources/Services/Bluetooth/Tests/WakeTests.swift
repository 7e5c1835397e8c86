import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@Suite struct WakeTests {
  private static let wake: ClosedRange<Duration> = .seconds(8)...(.seconds(9))

  /// A phone with a suspended app that has subscribed to the strap.
  private static func suspended(
    seed: UInt64 = 1, modes: [String] = ["bluetooth-central"], restore: String? = nil,
    change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
    _ react: @escaping Central.Reaction = Central.subscriber,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    let app = BluetoothApp.app(modes: modes, restore: restore, react)
    return try await withStrap(seed: seed, change: change) { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      await phone.goHome()
      try await minutes(1)
      #expect(app.state == .suspended)
      try await scenario(phone, app, strap)
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `an event resumes a suspended app for 8 to 9 s, then it is suspended again (BT9, L12)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.suspended(seed: seed) { _, app, strap in
      strap.notify("2A37", Data([0, 60]))
      try await minutes(10)
      #expect(app.state == .suspended)
    }
    let woken = try #require(world.moments(printed: "value 003c").first)
    #expect(world.moments(of: .background).last == woken)
    let frozen = try #require(world.moments(of: .suspended).last)
    #expect(Self.wake.contains(frozen - woken))
    #expect(world.moments(of: .suspended).count == 2)
    #expect(world.ends == [])
  }

  enum Setting: String, Sendable, CaseIterable { case refreshOff, refreshOffCounts, lowPower }

  @Test(arguments: Setting.allCases, [true, false])
  func `no setting prevents wakes and launches, unless the profile says so (L18, L19)`(
    _ setting: Setting, _ isTerminated: Bool
  ) async throws {
    let stops = setting == .refreshOffCounts
    let opened = Moment()
    let world = try await Self.suspended(
      restore: "keep", change: { if stops { $0.bluetooth.refreshOffStopsWakes = true } }
    ) { phone, app, strap in
      switch setting {
      case .refreshOff, .refreshOffCounts: phone.setBackgroundRefresh(false, for: app)
      case .lowPower: phone.power.isLowPowerMode = true
      }
      if isTerminated { phone.jetsam(app) }
      strap.notify("2A37", Data([0, 60]))
      try await minutes(5)
      #expect(app.launchCount == (isTerminated && !stops ? 2 : 1))
      opened.instant = phone.world.now
      await phone.open(app)
      try await sleep(10)
    }
    let received = world.moments(printed: "value 003c")
    #expect(received.count == 1)
    #expect(received.allSatisfy { ($0 >= opened.instant) == stops })
    #expect(world.kinds == [])
  }

  @Test func `each event extends the wake, counted from the event (BT9)`() async throws {
    let world = try await Self.suspended { _, app, strap in
      for beat in 0..<12 {
        strap.notify("2A37", Data([0, UInt8(beat)]))
        try await sleep(5)
        #expect(app.state == .background)
      }
      try await minutes(10)
    }
    let last = try #require(world.moments(printed: "value 000b").first)
    #expect(Self.wake.contains(try #require(world.moments(of: .suspended).last) - last))
    #expect(world.moments(of: .suspended).count == 2)
  }

  @Test func `events at longer intervals than a wake cause one wake each (BT9)`() async throws {
    let world = try await Self.suspended { _, app, strap in
      for beat in 0..<10 {
        strap.notify("2A37", Data([0, UInt8(beat)]))
        try await minutes(1)
        #expect(app.state == .suspended)
      }
    }
    #expect(world.moments(of: .suspended).count == 11)
    #expect(world.output.filter { $0.hasPrefix("value") }.count == 10)
  }

  @Test func `a discovery, a connection and a disconnection also wake the app (BT9)`()
    async throws
  {
    let world = try await Self.suspended(modes: ["bluetooth-central"], Central.connector) {
      _, app, strap in
      strap.switchOff()
      try await minutes(1)
      #expect(app.state == .suspended)
      strap.switchOn()
      try await minutes(2)
      #expect(app.state == .suspended)
      #expect(strap.isConnected)
    }
    let round = ["discovered strap", "connected strap"]
    #expect(world.output == ["state poweredOn"] + round + ["disconnected C6"] + round)
    for line in ["disconnected C6", "discovered strap"] {
      let moment = try #require(world.moments(printed: line).last)
      #expect(world.moments(of: .background).contains(moment), "\(line)")
    }
  }

  @Test func `suspended code continues before the event is delivered (BT10)`() async throws {
    let app = BluetoothApp.app { central, event in
      Central.subscriber(central, event)
      guard event.isPoweredOn else { return }
      @Sendable func tick(_ count: Int) {
        print("[\(count)]")
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { tick(count + 1) }
      }
      tick(0)
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      await phone.goHome()
      try await minutes(5)
      strap.notify("2A37", Data([1]))
      try await minutes(5)
    }
    let place = try #require(world.output.firstIndex(of: "value 01"))
    let ticks = world.output.filter { $0.hasPrefix("[") }
    // The count continues where it stopped: nothing ran in between.
    #expect(ticks == ticks.indices.map { "[\($0)]" })
    let woken = try #require(world.moments(printed: "value 01").first)
    #expect(world.moments(printed: world.output[place - 1]) == [woken])
    #expect(world.output[place - 1].hasPrefix("["))
    // About one tick per second during the wake.
    let after = world.output[place...].filter { $0.hasPrefix("[") }.count
    #expect((8...11).contains(after))
  }

  @Test func `a background task that begins in a wake extends the run time (L12)`() async throws {
    let world = try await Self.suspended(
      modes: ["bluetooth-central"],
      { central, event in
        Central.subscriber(central, event)
        guard case .value = event else { return }
        MainActor.assumeIsolated {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "store") {
            UIApplication.shared.endBackgroundTask(task)
          }
        }
      }
    ) { _, app, strap in
      strap.notify("2A37", Data([1]))
      try await sleep(20)
      #expect(app.state == .background)
      try await minutes(5)
      #expect(app.state == .suspended)
    }
    #expect(world.ends == [])
  }

  // MARK: Without the mode

  @Test func `without the mode events wait until the app is in the foreground (BT8)`()
    async throws
  {
    let world = try await Self.suspended(modes: []) { phone, app, strap in
      for beat in 1...3 { strap.notify("2A37", Data([UInt8(beat)])) }
      try await minutes(1)
      strap.disconnect()
      try await minutes(60)
      #expect(app.state == .suspended)
      #expect(!phone.world.output.contains("disconnected C7"))
      await phone.open(app)
      try await sleep(0.1)
    }
    #expect(world.moments(of: .suspended).count == 1)
    let held = world.output.filter { $0.hasPrefix("value") || $0.hasPrefix("disconnected") }
    #expect(held == ["value 01", "value 02", "value 03", "disconnected C7"])
    let front = try #require(world.moments(of: .active).last)
    #expect(world.moments(printed: "value 01") == [front])
    #expect(world.moments(printed: "disconnected C7") == [front])
  }

  @Test(arguments: [true, false])
  func `alerts that the app requested are shown while it is not in foreground (BT8)`(asks: Bool)
    async throws
  {
    let app = BluetoothApp.app(modes: []) { central, event in
      Central.explorer(central, event)
      guard case .characteristics(let service) = event, service.uuid.isEqual(to: "180D")
      else { return }
      central.subscribe("2A37")
      central.manager.stopScan()
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      await phone.touch(app, "connect again") {
        let central = Central.current
        central.cancel()
        central.connect(
          nil,
          [
            CBConnectPeripheralOptionNotifyOnConnectionKey: asks,
            CBConnectPeripheralOptionNotifyOnDisconnectionKey: asks,
            CBConnectPeripheralOptionNotifyOnNotificationKey: asks,
          ])
      }
      try await sleep(10)
      strap.notify("2A37", Data([1]))
      try await sleep(1)
      #expect(phone.world.alerts.isEmpty)  // The app is in the foreground.
      await phone.goHome()
      try await minutes(1)
      strap.notify("2A37", Data([2]))
      try await sleep(1)
      strap.disconnect()
      try await minutes(1)
    }
    #expect(
      world.alerts
        == (asks ? [.alert("strap sent a value"), .alert("strap disconnected")] : []))
    #expect(world.output.filter { $0.hasPrefix("value") } == ["value 01"])
  }

  @Test func `a pending connect that succeeds shows the requested alert (BT8)`() async throws {
    let app = BluetoothApp.app(modes: []) { central, event in
      Central.scanner(central, event)
      guard let peer = event.peer else { return }
      central.connect(
        peer,
        [
          CBConnectPeripheralOptionNotifyOnConnectionKey: true,
          CBConnectPeripheralOptionStartDelayKey: 60,
        ])
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      await phone.goHome()
      try await minutes(3)
      #expect(strap.isConnected)
    }
    #expect(world.alerts == [.alert("strap connected")])
    #expect(world.output == ["state poweredOn", "discovered strap"])
  }

  @Test(arguments: [true, false])
  func `a connection that cannot wake the app is advice when it is suspended (BT8)`(hasMode: Bool)
    async throws
  {
    let app = BluetoothApp.app(modes: hasMode ? ["bluetooth-central"] : [], Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      await phone.touch(app, "connect") { Central.current.connect() }
      try await sleep(5)
      #expect(strap.isConnected)
      await phone.goHome()
      try await sleep(5)
    }
    let kinds = world.trace.advice.map(\.kind)
    #expect(kinds.contains(.bleConnectionWithoutMode) == !hasMode)
  }

  // MARK: Pending connects

  @Test(arguments: [true, false])
  func `a pending connect survives hours of suspension (BT12)`(hasMode: Bool) async throws {
    let app = BluetoothApp.app(modes: hasMode ? ["bluetooth-central"] : [], Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      strap.switchOff()
      await phone.touch(app, "connect") { Central.current.connect() }
      await phone.goHome()
      try await minutes(12 * 60)
      #expect(app.state == .suspended)
      strap.switchOn()
      try await minutes(1)
      #expect(strap.isConnected)
      #expect(phone.world.output.contains("connected strap") == hasMode)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output == ["state poweredOn", "discovered strap", "connected strap"])
    #expect(world.kinds == (hasMode ? [] : [.bleScanBackgroundWithoutMode.by(.bt8)]))
  }

  @Test func `a start delay postpones the first attempt to connect (BT12)`() async throws {
    let app = BluetoothApp.app { central, event in
      Central.scanner(central, event)
      guard let peer = event.peer else { return }
      central.connect(peer, [CBConnectPeripheralOptionStartDelayKey: 20])
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await minutes(1)
    }
    let asked = try #require(world.moments { $0 == .bluetooth(.connecting("strap")) }.first)
    let connected = try #require(world.moments(printed: "connected strap").first)
    #expect((Duration.seconds(20)...(.seconds(21))).contains(connected - asked))
  }
}
