import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// A chest strap on the sleeper. It measures the heart rate once a second, all night, and notifies
/// its subscribers. It records every measurement, so that the account can be checked.
final class HeartStrap: EventSink, @unchecked SimulationConfined {
  /// The name of its stream in the app's recordings; `traceStream` is the name in the trace, which
  /// counts the measurements that the phone received.
  static let stream = "heart-rate"
  static let traceStream = "strap 2A37"
  static let heartRateMeasurement: BluetoothUUID = "2A37"

  let accessory: Accessory
  private unowned let world: World
  private var random: RandomStream
  private var rate: UInt64 = 58
  /// The times at which the measurements reach a connected phone, in order.
  private var arrivals: [VirtualInstant] = []
  private let connectionInterval: Duration

  init(in world: World, for phone: Device) throws {
    self.world = world
    random = RandomStream(seed: world.simulation.seed, name: "night/strap")
    connectionInterval = phone.profile.bluetooth.connectionInterval
    accessory = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [
        GATTService("180D", [GATTCharacteristic(Self.heartRateMeasurement, [.notify])]),
        GATTService("180F", [GATTCharacteristic("2A19", [.read])]),
      ])
    // The position of the strap when nobody wears it: out of range.
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

  /// Returns the number of measurements that reached a phone strictly between two moments, or would
  /// have reached it if it had been connected.
  func measured(after start: VirtualInstant, before end: VirtualInstant) -> Int {
    arrivals.count { start < $0 && $0 < end }
  }
}
