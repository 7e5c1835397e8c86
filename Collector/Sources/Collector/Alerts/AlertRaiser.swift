import Chunks
import CollectorImports
import Foundation

/// Raises the alerts that requests cause. Without settings, there are none.
struct AlertRaiser: Sendable {
  let settings: AlertSettings?
  let storage: any CollectorStorage

  /// A device that sends a refused chunk again and again raises one alert in this time, in seconds.
  private static let pause: Int64 = 3_600

  /// The alert that is to be stored together with a chunk; nil if it has no gap to tell.
  func alert(about summary: ChunkReader.Summary, at time: Int64) -> Alert? {
    guard let settings else { return nil }
    return .gaps(of: summary, shortest: settings.shortestGap.wholeNanoseconds, at: time)
  }

  /// Raises an alert about an error with which an upload is refused, if sending the chunk again does not help.
  func raise(_ error: any Error, of identity: ChunkIdentity) async {
    guard settings != nil else { return }
    let now = Date.nowInSeconds
    let problem: Problem? =
      switch error {
      case let problem as Problem: problem
      case let error as StorageError: Problem(error)
      default: nil
      }
    if let alert = problem.flatMap({ Alert.refused($0, of: identity, at: now) }) {
      await raise(alert)
    }
  }

  /// Raises an alert about a refused request of another app.
  func raise(_ refusal: ForeignAnswer, of device: String, _ format: ForeignFormat) async {
    guard settings != nil else { return }
    await raise(
      .refusedImport(refusal.body, of: device, format: format.name, at: Date.nowInSeconds))
  }

  /// The answer to the request is more important than the alert: if that cannot be stored, for example because
  /// the disk is full, the counters of /metrics still show the refusal.
  private func raise(_ alert: Alert) async {
    _ = try? await storage.add(alert, unlessRaisedSince: alert.time - Self.pause)
  }
}
