import VirtualTime

/// One scan of an app, with a callback or with a PendingIntent, which outlives the process (AN14).
final class AndroidScan {
  /// Where results go.
  enum Receiver {
    case receiver(any AndroidScanEventReceiver, ObjectIdentifier)
    case intent(IntentDescription)
  }

  let app: InstalledApp
  /// The launch that started it; nil for a scan whose process has ended.
  var process: AppProcess?
  let request: AndroidScanRequest
  let receiver: Receiver
  let startedAt: VirtualInstant
  /// No result reaches the app, for want of a permission (AN15).
  let isWithheld: Bool
  var machine: AndroidScanMachine
  var limit: EventToken?

  init(
    _ process: AppProcess, _ request: AndroidScanRequest, _ receiver: Receiver,
    isWithheld: Bool, at now: VirtualInstant
  ) {
    app = process.app
    self.process = process
    var request = request
    request.filters.removeAll(where: \.isEmpty)
    self.request = request
    self.receiver = receiver
    self.isWithheld = isWithheld
    startedAt = now
    machine = AndroidScanMachine(isFiltered: !request.filters.isEmpty, request.mode)
  }

  var outlivesProcess: Bool { if case .intent = receiver { true } else { false } }

  /// Whether it gets what the radio hears.
  var isReceiving: Bool {
    switch machine.state {
    case .running, .opportunistic: !isWithheld
    case .suspended, .stopped: false
    }
  }

  /// What the trace calls it.
  var name: String { process?.name ?? app.definition.name }
}
