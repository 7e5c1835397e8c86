import YobanSimulatedDevices
import YobanVirtualTime

// Transfers of background sessions while the speed of the path changes.
extension TransferService {
  /// Scales the time that is left of each running transfer, because the bytes that are left take longer or
  /// shorter from now on.
  ///
  /// - Parameters:
  ///   - numerator: with `denominator`, the new time of a byte as a multiple of its old time; more than 0.
  func pathSpeedChanged(by numerator: Int64, over denominator: Int64) {
    func scaled(_ instant: VirtualInstant) -> VirtualInstant {
      guard instant > now else { return instant }
      return now + .nanoseconds((instant - now).nanoseconds / denominator * numerator)
    }
    uplinkFreeAt = scaled(uplinkFreeAt)
    downlinkFreeAt = scaled(downlinkFreeAt)
    for task in sessions.filter(\.isBackground).flatMap(\.tasks) {
      switch task.state {
      case .running:
        guard let until = task.uplinkUntil, let token = task.token else { continue }
        simulation.cancel(token)
        task.uplinkUntil = scaled(until)
        task.token = simulation.schedule(
          at: max(now, scaled(until)) + device.network.latency
        ) { [weak self] in self?.exchange(task) }
      default: continue
      }
    }
  }
}
