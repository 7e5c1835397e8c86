import Foundation
import SimulatedOS
import VirtualTime

/// A chest strap on the sleeper: measures the heart rate once a second, all night, and tells who
/// subscribes. Keeps the truth, for the account.
///
/// Sendable: touched only by the scenario's simulation, and after it.
final class HeartStrap: EventSink, @unchecked Sendable {
  /// Its stream as the app records it, and as the trace counts what the phone received.
  static let stream = "heart-rate"
  static let traceStream = "strap 2A37"
  static let heartRateMeasurement: BluetoothUUID = "2A37"

  let accessory: Accessory
  private unowned let world: World
  private var random: RandomStream
  private var rate: UInt64 = 58
  /// When each measurement reaches a phone that is connected, in order.
  private var arrivals: [VirtualInstant] = []
  private let connectionInterval: Duration

  init(in world: World, for phone: Device) {
    self.world = world
    random = RandomStream(seed: world.simulation.seed, name: "night/strap")
    connectionInterval = phone.profile.bluetooth.connectionInterval
    accessory = world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [
        GATTService("180D", [GATTCharacteristic(Self.heartRateMeasurement, [.notify])]),
        GATTService("180F", [GATTCharacteristic("2A19", [.read])]),
      ])
    // Where it lies when nobody wears it: out of reach.
    accessory.place = Place(x: -1000)
    accessory.carrier = phone
    accessory.switchOn()
    world.simulation.schedule(at: world.now + .seconds(1), self, 0)
  }

  func handleEvent(_ number: Int) {
    rate = min(90, max(45, rate + random.next(below: 3) - 1))
    accessory.notify(Self.heartRateMeasurement, Data([0, UInt8(rate)]))
    arrivals.append(world.now + connectionInterval)
    world.simulation.schedule(at: world.now + .seconds(1), self, 0)
  }

  /// How many measurements reached, or would have reached, a phone strictly between two moments.
  func measured(after start: VirtualInstant, before end: VirtualInstant) -> Int {
    arrivals.count { start < $0 && $0 < end }
  }
}
