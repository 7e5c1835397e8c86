import Foundation
import VirtualTime

/// The account of a night: every sample that a sensor took is either stored or in a gap.
public struct NightSummary: Sendable {
  public var hours: Double
  public var seed: UInt64
  /// Samples that the sensors took in the wanted time, whether or not anybody saw them.
  public var sensed = 0
  /// Of those, how many lie inside the gaps that the phone reported.
  public var inGaps = 0
  /// Samples in chunks that left the phone for good or are still on it.
  public var recorded = 0
  /// Of those, how many are no sensor's: the app's own notes of rooms and jobs.
  public var events = 0
  /// Samples on the collector.
  public var stored = 0
  /// Samples that the collector has more than once.
  public var duplicates = 0
  public var gaps: [GapRow] = []
  public var chunks = 0
  public var bytes = 0
  /// How often the system woke or launched the app in background.
  public var wakes = 0
  /// Findings, in order.
  public var findings: [String] = []
  /// Digest of the trace: the same for the same seed.
  public var digest = ""
  public var wallSeconds = 0.0

  /// A stretch of wanted time without samples.
  public struct GapRow: Sendable, Hashable {
    public var stream: String
    /// Since the simulation began.
    public var from: Duration
    public var to: Duration
    public var cause: String
    /// How many samples the sensor took in it.
    public var samples: Int
  }

  /// Nothing lost, nothing twice, every second accounted for.
  public var isComplete: Bool {
    recorded == stored && duplicates == 0 && sensed == recorded - events + inGaps
  }

  /// One JSON object with sorted keys.
  public func json() -> String {
    let object: [String: Any] = [
      "hours": hours, "seed": seed, "sensed": sensed, "in_gaps": inGaps, "recorded": recorded,
      "events": events, "stored": stored,
      "duplicates": duplicates, "chunks": chunks, "bytes": bytes, "wakes": wakes, "digest": digest,
      "wall_seconds": (wallSeconds * 1000).rounded() / 1000, "findings": findings,
      "gaps": gaps.map { gap -> [String: Any] in
        [
          "stream": gap.stream, "from": gap.from.seconds, "to": gap.to.seconds, "cause": gap.cause,
          "samples": gap.samples,
        ]
      },
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
