#if os(watchOS) || os(Linux)
  import Chunks
  import ClockOffsets
  import CollectorContract
  import Foundation
  import WatchConnectivity

  /// Compares the clock of the watch with that of the phone: some messages in a row whenever the phone's app runs, so
  /// that the fastest of them tells most. The files that are transferred next carry the results.
  ///
  /// Isolated to the main actor.
  @MainActor
  final class PhoneComparison {
    /// The clock of the samples; nil for none.
    var clock: MeasuringClock?
    private var pending = PendingExchanges()
    /// The exchanges that the file of a chunk has carried.
    private var carried: [ChunkIdentity: [ClockMeasurements.Exchange]] = [:]
    /// The number of messages that are still to be sent in a row.
    private var left = 0
    private static let messagesInARow = 5

    /// Sends messages, because the phone's app runs.
    func begin() {
      guard left == 0 else { return }
      left = Self.messagesInARow
      ask()
    }

    /// Returns the metadata of a file with the exchanges.
    func added(to metadata: [String: Any], of chunk: ChunkIdentity) -> [String: Any] {
      carried[chunk] = pending.all.isEmpty ? nil : pending.all
      return RelayTime.adding(pending.all, to: metadata)
    }

    /// The collector has a chunk, and what its file has carried.
    func arrived(_ chunk: ChunkIdentity) {
      pending.arrived(carried.removeValue(forKey: chunk) ?? [])
    }

    /// Sends the next message. The handlers are called on a queue of the session (WC1).
    private func ask() {
      guard left > 0, let sent = clock?(.now()) else {
        left = 0
        return
      }
      left -= 1
      WCSession.default.sendMessage(
        RelayTime.question,
        replyHandler: { @Sendable [weak self] reply in
          let (returned, times) = (ClockReading.now(), RelayTime(reply))
          DispatchQueue.main.async {
            MainActor.assumeIsolated { self?.answered(times, sent: sent, returned: returned) }
          }
        },
        errorHandler: { @Sendable [weak self] _ in
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.left = 0 } }
        })
    }

    /// - Parameter times: those of the phone; nil if its app does not tell them.
    private func answered(_ times: RelayTime?, sent: ClockStamp, returned: ClockReading) {
      guard let times, let returned = clock?(returned) else {
        left = 0
        return
      }
      if let exchange = times.exchange(sent: sent, returned: returned) { pending.add([exchange]) }
      ask()
    }
  }
#endif
