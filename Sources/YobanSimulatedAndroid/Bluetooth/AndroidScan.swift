import YobanSimulatedDevices
import YobanVirtualTime

/// One scan of an app, with a callback or with a PendingIntent. The latter survives the process
/// (AN14).
final class AndroidScan {
  /// The destination of the results.
  enum Receiver {
    case receiver(any AndroidScanEventReceiver, ObjectIdentifier)
    case intent(AndroidIntentDescription)
  }

  let app: InstalledApp
  /// The launch that started it; nil if that launch has ended.
  var process: AppProcess?
  let request: AndroidScanRequest
  let receiver: Receiver
  let startedAt: VirtualInstant
  /// Whether results are withheld because a permission is missing (AN15).
  var isWithheld: Bool
  var machine: AndroidScanMachine
  var limit: EventToken?

  init(
    _ process: AppProcess, _ request: AndroidScanRequest, _ receiver: Receiver,
    isWithheld: Bool, isNeverForLocation: Bool, at now: VirtualInstant
  ) {
    app = process.app
    self.process = process
    var request = request
    request.filters.removeAll(where: \.isEmpty)
    self.request = request
    self.receiver = receiver
    self.isWithheld = isWithheld
    startedAt = now
    machine = AndroidScanMachine(
      isFiltered: !request.filters.isEmpty, isNeverForLocation: isNeverForLocation, request.mode)
  }

  var outlivesProcess: Bool { if case .intent = receiver { true } else { false } }

  /// Whether the scan receives results.
  var isReceiving: Bool {
    switch machine.state {
    case .running, .opportunistic: !isWithheld
    case .suspended, .stopped: false
    }
  }

  /// The name in a trace.
  var name: String { process?.name ?? app.definition.name }
}
