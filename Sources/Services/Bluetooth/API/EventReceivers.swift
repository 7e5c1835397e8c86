import Foundation
internal import YobanSimulatedApple

/// Delivers the system's events to a central manager on its queue, in order, and does not keep the
/// manager alive (BT4).
final class CentralManagerReceiver: CentralEventReceiver, @unchecked SimulationConfined {
  weak var manager: CBCentralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: CentralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}

/// Delivers the system's events to a peripheral manager on its queue.
final class PeripheralManagerReceiver: PeripheralEventReceiver, @unchecked SimulationConfined {
  weak var manager: CBPeripheralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: PeripheralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}
