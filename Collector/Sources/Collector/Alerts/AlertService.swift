import Foundation
import Logging
import ServiceLifecycle

/// Looks for silent devices, and sends alerts to the webhook, as long as the server runs.
struct AlertService: Service {
  let settings: AlertSettings
  let storage: any CollectorStorage
  let metrics: Metrics
  let logger: Logger

  /// The time for which a collector reserves an alert that it sends, in seconds. If the collector is killed,
  /// another one sends it after this time. It is longer than the sending, also on a machine that is busy.
  private var reservation: Int64 { Int64(settings.webhook.sendSecondsMax) + 50 }
  private static let alertsPerLook = 20
  /// The time for which sent alerts are kept, in seconds.
  private static let keptFor: Int64 = 7 * 86_400

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var nextSearch = ContinuousClock.now
      var lastDevice: String?
      while !Task.isCancelled {
        let isSearching = ContinuousClock.now >= nextSearch
        if isSearching { nextSearch = .now + min(settings.silentAfter / 4, .seconds(60)) }
        await look(isSearching: isSearching, &lastDevice)
        try await Task.sleep(for: settings.interval)
      }
    }
  }

  /// Does what there is to do now. An error is logged; the next look tries again.
  ///
  /// - Parameters:
  ///   - isSearching: whether to look at all devices, which takes longer the more there are.
  ///   - lastDevice: the device of the alert that was sent last.
  private func look(isSearching: Bool, _ lastDevice: inout String?) async {
    do throws(StorageError) {
      let now = Date.nowInSeconds
      if isSearching {
        try await findReturned(now)
        try await findSilent(now)
        try await storage.removeAlerts(before: now - Self.keptFor)
      }
      for _ in 0..<Self.alertsPerLook where !Task.isCancelled {
        guard let device = try await sendNext(after: lastDevice) else { break }
        lastDevice = device
      }
    } catch {
      logger.warning("alerts: the storage cannot be used", metadata: ["error": "\(error)"])
    }
  }

  private func findSilent(_ now: Int64) async throws(StorageError) {
    let seconds = settings.silentAfter.components.seconds
    for activity in try await storage.devicesWithoutUpload(since: now - seconds) {
      let isStopped = try await isRecordingStopped(of: activity.device)
      try await storage.noteSilence(activity, isStopped ? nil : .silent(activity, at: now))
    }
  }

  /// Whether the latest recording of a device was stopped, so that nobody has to know that it sends nothing.
  private func isRecordingStopped(of device: String) async throws(StorageError) -> Bool {
    guard let latest = try await storage.nights(of: device, before: nil, atMost: 1).first,
      !latest.span.isOpen
    else { return false }
    for part in latest.streams {
      let name = StreamName(device: device, stream: part.name)
      if try await storage.hasMark("stopped", of: name, in: latest.span.times) { return true }
    }
    return false
  }

  private func findReturned(_ now: Int64) async throws(StorageError) {
    for returned in try await storage.returnedDevices() {
      try await storage.endSilence(
        of: returned.activity, returned.isReported ? .returned(returned.activity, at: now) : nil)
    }
  }

  /// Sends one alert, so that no other alert is reserved meanwhile. Returns its device; nil if none waits.
  private func sendNext(after device: String?) async throws(StorageError) -> String? {
    let now = Date.nowInSeconds
    guard
      let waiting = try await storage.takeAlert(after: device, at: now, until: now + reservation)
    else { return nil }
    guard let reason = await settings.webhook.send(waiting.alert.content, id: waiting.id) else {
      metrics.countAlert(isSent: true)
      try await storage.note(.sent(at: Date.nowInSeconds), of: waiting.id)
      return waiting.alert.device
    }
    metrics.countAlert(isSent: false)
    let outcome = AlertRetry.outcome(
      attempts: waiting.attempts.clampedAdd(1), raisedAt: waiting.alert.time, now: Date.nowInSeconds
    )
    logger.warning(
      "alerts: the webhook has not accepted an alert",
      metadata: [
        "reason": "\(reason)", "alert": "\(waiting.id)",
        "next": outcome == .givenUp ? "given up" : "another attempt",
      ])
    try await storage.note(outcome, of: waiting.id)
    return waiting.alert.device
  }
}
