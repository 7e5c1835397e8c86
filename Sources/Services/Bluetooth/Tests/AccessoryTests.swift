import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanSimulatedRadio

@Suite struct AccessoryTests {
  @Test func `a battery discharges while the accessory is on, and at zero switches it off`()
    async throws
  {
    let world = try await withStrap { _, strap in
      strap.switchOn()
      try await minutes(600)
      #expect(strap.batteryPercent == 100)
      strap.batteryLifetime = .seconds(10 * 3600)
      #expect(strap.batteryPercent == 100)  // The battery starts to discharge now.
      try await minutes(60)
      #expect(strap.batteryPercent == 90)
      strap.switchOff()
      try await minutes(600)
      #expect(strap.batteryPercent == 90)
      strap.switchOn()
      try await minutes(9 * 60 - 1)
      #expect(strap.isOn && strap.batteryPercent == 1)
      try await minutes(2)
      #expect(!strap.isOn && strap.batteryPercent == 0)
      strap.switchOn()
      #expect(!strap.isOn)
      strap.batteryPercent = 50
      strap.switchOn()
      #expect(strap.isOn && strap.batteryPercent == 50)
    }
    let power = world.trace.events.compactMap { event in
      if let what = event.kind.accessory { what } else { nil }
    }
    #expect(
      power == ["switched on", "switched off", "switched on", "switched off", "switched on"])
    #expect(
      world.trace.events.filter { $0.kind.parts.service == "accessory" }
        .allSatisfy { $0.device == "strap" && $0.process == nil })
  }

  @Test func `an empty battery ends the connection as a loss (BT13)`() async throws {
    let world = try await ConnectionTests.connected { _, _, strap in
      strap.batteryPercent = 0
      try await sleep(5)
      #expect(!strap.isConnected && !strap.isOn)
    }
    #expect(world.output.last == "disconnected C6")
  }

  @Test func `the accessory's code is called when a connection begins and when it ends`()
    async throws
  {
    let world = try await withStrap { phone, strap in
      strap.onConnection { strap, isConnected in
        strap.post("connected \(isConnected) \(strap.isConnected)")
      }
      strap.switchOn()
      let app = try phone.installAllowed(BluetoothApp.app(Central.connector))
      await phone.open(app)
      try await sleep(5)
      strap.disconnect()
      try await sleep(5)
      strap.switchOff()
      try await sleep(5)
    }
    let reported = world.trace.events.compactMap { event in
      if let what = event.kind.accessory, what.hasPrefix("connected") { what } else { nil }
    }
    let round = ["connected true true", "connected false false"]
    #expect(reported == round + round)
  }

  @Test func `an accessory advertises while connected only if it is set to do so`() async throws {
    let world = try World(seed: 1)
    let app = BluetoothApp.app(Central.connector)
    try await world.run {
      let strap = try world.strap()
      strap.switchOn()
      let phones = try ["one", "two"].map { try world.addPhone($0, .iPhone(iOS: 17)) }
      for phone in phones {
        await phone.open(try phone.installAllowed(app))
        try await sleep(10)
      }
      #expect(strap.links.count == 1)
      strap.advertisesWhileConnected = true
      try await sleep(10)
      #expect(strap.links.count == 2)
      strap.disconnect()
      #expect(strap.links.isEmpty)
    }
    #expect(world.output(of: "two").filter { $0 == "connected strap" }.count == 1)
  }

  @Test func `an accessory is discovered and connected only within range (BT13)`() async throws {
    let world = try await withStrap { phone, strap in
      strap.place = farAway
      strap.switchOn()
      await phone.open(try phone.installAllowed(BluetoothApp.app(Central.connector)))
      try await minutes(5)
      #expect(phone.world.discoveries == 0)
      phone.place = Place(x: farAway.x - 5)
      try await sleep(5)
      #expect(strap.isConnected)
      strap.transmitPower = -80
      try await sleep(5)
      #expect(!strap.isConnected)
    }
    #expect(world.output.suffix(1) == ["disconnected C6"])
  }

  @Test func `an accessory that is not connectable is only discovered`() async throws {
    let world = try await withStrap { phone, strap in
      strap.advertising.data.isConnectable = false
      strap.switchOn()
      await phone.open(try phone.installAllowed(BluetoothApp.app(Central.connector)))
      try await minutes(1)
      #expect(!strap.isConnected)
      strap.advertising.data.isConnectable = true
      try await minutes(1)
      #expect(strap.isConnected)
    }
    #expect(world.output == ["state poweredOn", "discovered strap", "connected strap"])
  }
}
