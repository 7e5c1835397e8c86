import Foundation
internal import YobanSimulatedApple

/// Delivers the system's events to a central manager on its queue, in order, and does not keep the
/// manager alive (BT4).
///
/// Sendable: belongs to one simulation, which runs one thread at a time.
final class CentralManagerReceiver: CentralEventReceiver, @unchecked Sendable {
  weak var manager: CBCentralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: CentralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}

/// Delivers the system's events to a peripheral manager on its queue.
///
/// Sendable for the same reason as `CentralManagerReceiver`.
final class PeripheralManagerReceiver: PeripheralEventReceiver, @unchecked Sendable {
  weak var manager: CBPeripheralManager?
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func received(_ event: PeripheralEvent) {
    queue.async { [self] in manager?.handle(event) }
  }
}
