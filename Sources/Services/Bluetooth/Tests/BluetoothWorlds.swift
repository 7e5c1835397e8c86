import Foundation
import UIKit
import YobanTesting
import YobanVirtualTime

/// Runs a scenario with one iPhone and a strap next to it that is switched off.
@discardableResult
func withStrap(
  seed: UInt64 = 1, iOS version: SystemVersion = 17,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone, Accessory) async throws -> Void
) async throws -> World {
  try await withPhone(seed: seed, iOS: version, change: change) { phone in
    try await scenario(phone, try phone.world.strap())
  }
}

/// Runs a scenario with two iPhones side by side: one publishes, the other searches for it.
@discardableResult
func withTwoPhones(
  seed: UInt64 = 1, publisher version: SystemVersion = 17,
  _ scenario: @escaping @Sendable (_ publisher: Phone, _ central: Phone) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    let publisher = try world.addPhone("publisher", .iPhone(iOS: version))
    try await scenario(publisher, try world.addPhone("central", .iPhone(iOS: 17)))
  }
  return world
}

func sleep(_ seconds: Double) async throws {
  try await Task.sleep(for: .nanoseconds(Int64(seconds * 1e9)))
}
func minutes(_ count: Double) async throws { try await sleep(count * 60) }

/// A place far out of range of every radio here.
let farAway = Place(x: 10_000)

/// A moment that a scenario stores.
final class Moment: @unchecked SimulationConfined {
  var instant = VirtualInstant.start
}

extension World {
  /// A heart rate strap that is switched off: 180D with 2A37 (notify) and A001 (everything), and
  /// 180F with 2A19 (read).
  func strap(
    _ name: String = "strap", interval: Duration = .microseconds(152_500)
  ) throws -> Accessory {
    try addAccessory(
      name, advertising: Advertising(services: ["180D"], localName: name, interval: interval),
      services: [
        GATTService(
          "180D",
          [
            GATTCharacteristic("2A37", [.notify]),
            GATTCharacteristic(
              "A001", [.read, .write, .writeWithoutResponse, .notify, .indicate], value: Data([1])),
          ]),
        GATTService("180F", [GATTCharacteristic("2A19", [.read], value: Data([100]))]),
      ])
  }

  // MARK: The trace

  private func events<Value>(_ pick: (TraceEvent.Kind) -> Value?) -> [Value] {
    trace.events.compactMap { pick($0.kind) }
  }

  /// The lines that the apps of one device printed.
  func output(of device: String) -> [String] {
    trace.events.filter { $0.device == device }.compactMap(\.kind.output)
  }

  /// The Bluetooth events, including those of the device.
  var bluetoothEvents: [TraceEvent.BluetoothEvent] { events(\.bluetooth) }
  var alerts: [TraceEvent.BluetoothEvent] {
    bluetoothEvents.filter { if case .alert = $0 { true } else { false } }
  }
  /// The number of discoveries.
  var discoveries: Int {
    bluetoothEvents.count { if case .discovered = $0 { true } else { false } }
  }
}
