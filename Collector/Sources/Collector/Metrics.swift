import Chunks
import CollectorContract
import ObjectStore
import CollectorImports
import Synchronization

/// Counters since the start of the process, in the text format of Prometheus.
final class Metrics: Sendable {
  private struct Counts {
    var chunksStored = 0
    var bytesStored = 0
    var encodings: [SampleEncoding: EncodingUse] = [:]
    var duplicatesAnswered = 0
    var repaired = 0
    var conflicts = 0
    var deleted = 0
    var alertsSent = 0
    var alertsNotAccepted = 0
    var importsStored = 0
    var importsRepeated = 0
    var importsRefused = 0
    var importBytes = 0
    var malformedEntries = 0
    var malformedValues = 0
    var enrollments = 0
    var packs = 0
    var chunksPacked = 0
    var rejected: [ProblemKind: Int] = [:]
  }

  private let counts = Mutex(Counts())

  func countStored(_ chunk: CheckedChunk) {
    counts.withLock {
      $0.chunksStored += 1
      $0.bytesStored += chunk.bytes.count
      $0.encodings.merge(chunk.summary.encodings, uniquingKeysWith: +)
    }
  }

  func countDuplicate() { counts.withLock { $0.duplicatesAnswered += 1 } }

  func countRepaired() { counts.withLock { $0.repaired += 1 } }

  func countDeleted() { counts.withLock { $0.deleted += 1 } }

  func countConflict() { counts.withLock { $0.conflicts += 1 } }

  /// Counts a request of another app.
  ///
  /// - Parameters:
  ///   - result: what was read from it, or why it is refused.
  ///   - byteCount: its size without its compression.
  func count(
    _ outcome: ImportOutcome, _ result: Result<ForeignBatch, ForeignFormatError>, byteCount: Int
  ) {
    counts.withLock { counts in
      if case .stored = outcome { counts.importBytes += byteCount }
      switch (outcome, result) {
      case (_, .failure): counts.importsRefused += 1
      case (.stored, .success(let batch)), (.notKept, .success(let batch)):
        counts.importsStored += 1
        counts.malformedEntries = counts.malformedEntries.clampedAdd(batch.malformedCount)
        counts.malformedValues = counts.malformedValues.clampedAdd(batch.malformedValueCount)
      case (.alreadyStored, .success): counts.importsRepeated += 1
      }
    }
  }

  func countEnrollment() { counts.withLock { $0.enrollments += 1 } }

  func count(_ report: PackingReport) {
    counts.withLock { counts in
      counts.packs = counts.packs.clampedAdd(report.packCount)
      counts.chunksPacked = counts.chunksPacked.clampedAdd(report.chunkCount)
    }
  }

  func countAlert(isSent: Bool) {
    counts.withLock { counts in
      if isSent { counts.alertsSent += 1 } else { counts.alertsNotAccepted += 1 }
    }
  }

  func countRejected(_ kind: ProblemKind) { counts.withLock { $0.rejected[kind, default: 0] += 1 } }

  /// Returns the page for Prometheus.
  ///
  /// - Parameters:
  ///   - damaged: the number of chunks that are known to be damaged now.
  ///   - waitingAlerts: the number of alerts that were not sent yet.
  ///   - objects: the requests to the store of objects; nil if there is none.
  func text(damaged: Int, waitingAlerts: Int, objects: ObjectStoreCounts? = nil) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func add(
      _ name: String, _ help: String, _ rows: [(labels: String, value: Int)],
      type: String = "counter"
    ) {
      text += "# HELP yoban_collector_\(name) \(help)\n# TYPE yoban_collector_\(name) \(type)\n"
      for row in rows { text += "yoban_collector_\(name)\(row.labels) \(row.value)\n" }
    }
    add("chunks_stored_total", "New chunks stored.", [("", counts.chunksStored)])
    add("bytes_stored_total", "Bytes of new chunks.", [("", counts.bytesStored)])
    let encodings = SampleEncoding.allCases.map {
      (labels: "{encoding=\"\($0.rawValue)\"}", use: counts.encodings[$0] ?? EncodingUse())
    }
    add(
      "samples_stored_total", "Samples of new chunks, by their encoding.",
      encodings.map { ($0.labels, Int($0.use.samples)) })
    add(
      "sample_bytes_stored_total", "Bytes of blocks of samples of new chunks, by encoding.",
      encodings.map { ($0.labels, Int($0.use.bytes)) })
    add(
      "duplicates_answered_total",
      "Uploads of chunks that were already stored, answered with the same receipt.",
      [("", counts.duplicatesAnswered)])
    add(
      "chunks_repaired_total",
      "Damaged chunks that were stored again because their device has sent them again.",
      [("", counts.repaired)])
    add(
      "damaged_chunks", "Stored chunks that are known to be damaged.", [("", damaged)],
      type: "gauge")
    add(
      "conflicts_total", "Chunks refused because other bytes are stored under their identity.",
      [("", counts.conflicts)])
    add(
      "deleted_uploads_total",
      "Uploads that were not stored, because their time was deleted on the collector.",
      [("", counts.deleted)])
    add(
      "imports_total", "Requests of other apps, by what became of them.",
      [
        ("{outcome=\"stored\"}", counts.importsStored),
        ("{outcome=\"repeated\"}", counts.importsRepeated),
        ("{outcome=\"refused\"}", counts.importsRefused),
      ])
    add(
      "import_bytes_stored_total", "Bytes of new requests of other apps, also of refused ones.",
      [("", counts.importBytes)])
    add("enrollments_total", "Devices that were enrolled with a code.", [("", counts.enrollments)])
    add(
      "import_malformed_total",
      "Entries of new requests of other apps that cannot be used, and values of other entries.",
      [
        ("{part=\"entry\"}", counts.malformedEntries),
        ("{part=\"value\"}", counts.malformedValues),
      ])
    add("packs_total", "Packs of nights that have ended.", [("", counts.packs)])
    add("chunks_packed_total", "Chunks in these packs.", [("", counts.chunksPacked)])
    add(
      "alert_requests_total", "Requests to the webhook, by whether it has accepted the alert.",
      [
        ("{outcome=\"accepted\"}", counts.alertsSent),
        ("{outcome=\"not-accepted\"}", counts.alertsNotAccepted),
      ])
    add("alerts_waiting", "Alerts that were not sent yet.", [("", waitingAlerts)], type: "gauge")
    if let objects {
      add(
        "object_requests_total", "Requests to the store of objects.", [("", objects.requests)])
      add(
        "object_retries_total", "Tries after the first one of such a request.",
        [("", objects.retries)])
      add(
        "object_failures_total", "Such requests that have failed in the end.",
        [("", objects.failures)])
    }
    add(
      "rejected_total", "Requests that were refused or failed, by kind of problem.",
      ProblemKind.allCases.map { ("{code=\"\($0.rawValue)\"}", counts.rejected[$0] ?? 0) })
    return text
  }
}
