import Testing
import YobanTesting

extension KnownBug {
  /// Every bug of the corpus.
  static let all: [KnownBug] = [
    // Bluetooth
    .timedReconnect, .restoredWhileConnecting, .invalidPeripheral, .peripheralNotHeld,
    .delegateSetToNil, .pauseBetweenScans, .notSubscribedAgain,
    // Transfers
    .canceledByForceQuit, .completionWithoutHandler,
    // Tasks and jobs
    .jobsAllAtOnce, .neverSubmittedAgain, .tasksTogether, .expirationBehindWork,
    // Location and watch
    .relaunchedByRegion, .acknowledgedTooEarly,
    // Stored data
    .storageReset, .lockedDatabase, .defaultsOverwritten, .lockAtSuspension, .absolutePath,
    .clockSetBack, .noSpaceLeft,
  ]

  /// Further bugs, which the search was not made for.
  static let others: [KnownBug] = [
    .noDisconnectAtPowerOff, .scanNotResumed, .deletedBeforeUpload, .uploadedTwice,
    .sentAfterTimeout, .onlyAtTermination, .reminderInOldZone, .taskNotEnded, .insideAtStart,
    .taskInExpirationHandler, .pushNotCompleted, .silenceBetweenTracks, .workoutNotRecovered,
    .contextAddedTwice, .replacedWork, .alarmsLost,
  ]

  /// Bugs that show themselves when nothing goes wrong.
  static let withoutFaults: [KnownBug] = [
    .regionsWithoutEnd, .pausedMotion, .registeredLate, .downloadReadLate, .observerNotCompleted,
    .unfilteredScan,
  ]

  /// Apps without a bug, in which nothing must be found.
  static let controls: [KnownBug] = [.lowPowerControl, .alarmsAfterUpdate]
}

@Suite struct CorpusTests {
  private static let entries =
    KnownBug.all + KnownBug.others + KnownBug.withoutFaults + KnownBug.controls

  @Test func `each entry has a name and a thread of its own`() {
    #expect(Set(Self.entries.map(\.name)).count == Self.entries.count)
    #expect(Set(Self.entries.map(\.thread)).count == Self.entries.count)
    for entry in Self.entries { #expect(entry.thread.hasPrefix("https://github.com/")) }
  }

  @Test(arguments: entries.indices)
  func `an app of the corpus has the name of its entry, and the same run again is the same`(
    _ index: Int
  ) async throws {
    let entry = Self.entries[index]
    for variant in Variant.allCases {
      let runs = [try await play(entry, variant), try await play(entry, variant)]
      #expect(runs[0].app == entry.name)
      #expect(runs[0].digest == runs[1].digest)
    }
  }
}
