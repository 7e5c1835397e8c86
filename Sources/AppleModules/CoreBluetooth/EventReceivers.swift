import Foundation
internal import SimulatedOS

/// The system's way to a central manager: onto its queue, in order, without keeping it alive (BT4).
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
final class CentralManagerReceiver: CentralEventReceiver, @unchecked Sendable {
  weak var manager: CBCentralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: CentralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}

/// The system's way to a peripheral manager.
///
/// Sendable: as `CentralManagerReceiver`.
final class PeripheralManagerReceiver: PeripheralEventReceiver, @unchecked Sendable {
  weak var manager: CBPeripheralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: PeripheralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}
