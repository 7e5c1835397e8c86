import Chunks
import ClockOffsets
import CollectorImports
import CollectorSQLite

@testable import Collector

/// A storage with given tokens, whose handling of chunks the test defines.
struct StubStorage: CollectorStorage {
  typealias Answer = Result<[StoreOutcome], StorageError>

  private let onStore: @Sendable ([CheckedChunk]) async -> Answer
  private let inner: SQLiteStorage

  init(onStore: @escaping @Sendable ([CheckedChunk]) async -> Answer) throws {
    self.onStore = onStore
    inner = try SQLiteStorage()
  }

  func store(
    _ batch: [CheckedChunk], isWaiting: Bool
  ) async throws(StorageError) -> [StoreOutcome] {
    try await onStore(batch).get()
  }

  func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome { .alreadyStored }

  func forgetDeliveries(of session: String) async throws(StorageError) {}

  func delete(_ deletion: Deletion) async throws(StorageError) -> Int { 0 }

  func finishDeletions() async throws(StorageError) {}

  func packClosedNights(at time: Int64) async throws(StorageError) -> PackingReport { .init() }

  func deletions() async throws(StorageError) -> [DeletionRecord] { [] }

  func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody? { nil }

  func noteDamage(of identity: ChunkIdentity, at time: Int64) async throws(StorageError) {}

  func removeDamage(of identity: ChunkIdentity) async throws(StorageError) {}

  func damage() async throws(StorageError) -> [DamagedChunk] { [] }

  func damagedCount() async throws(StorageError) -> Int { 0 }

  func structureProblems() async throws(StorageError) -> [String] { [] }

  func resolveOrphans(
    writtenBefore time: Int64, _ action: OrphanAction
  ) async throws(StorageError) -> OrphanReport { OrphanReport() }

  func devices() async throws(StorageError) -> [String] { try await inner.devices() }

  func devices(
    after name: String?, containing text: String, in group: String?, atMost limit: Int
  ) async throws(StorageError) -> [String] {
    try await inner.devices(after: name, containing: text, in: group, atMost: limit)
  }

  func descriptions(
    of devices: [String]
  ) async throws(StorageError) -> [String: DeviceDescription] { [:] }

  func setLabel(_ label: String?, of device: String) async throws(StorageError) {}

  func add(_ devices: [String], toGroup group: String) async throws(StorageError) {}

  func remove(
    _ devices: [String], fromGroup group: String
  ) async throws(StorageError) -> Int { 0 }

  func groups() async throws(StorageError) -> [String] { [] }

  func nightStates(_ question: NightQuestion) async throws(StorageError) -> NightStates {
    NightStates()
  }

  func add(
    _ codes: [EnrollmentRecord], allowingKnown: Bool
  ) async throws(StorageError) -> [String] { [] }

  func takenNames(startingWith prefix: String) async throws(StorageError) -> [String] { [] }

  func enroll(
    hash: TokenHash, token: TokenHash, at time: Int64
  ) async throws(StorageError) -> EnrollmentOutcome { .unknown }

  func isCode(hash: TokenHash) async throws(StorageError) -> Bool { false }

  func enrollments(atMost limit: Int) async throws(StorageError) -> [EnrollmentRecord] { [] }

  func revokeEnrollment(
    hash: TokenHash, at time: Int64
  ) async throws(StorageError) -> Bool { false }

  func isKnown(device: String) async throws(StorageError) -> Bool {
    try await inner.isKnown(device: device)
  }

  func streams(of device: String) async throws(StorageError) -> [String] { [] }

  func summaries(of device: String) async throws(StorageError) -> [StreamSummary] { [] }

  func units(of name: StreamName) async throws(StorageError) -> StreamUnits { StreamUnits() }

  func channels(
    of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> StreamChannels { StreamChannels(names: [], StreamUnits()) }

  func progress(of device: String) async throws(StorageError) -> [String: StreamProgress] { [:] }

  func chunks(
    of name: StreamName, from: Int64, to: Int64?
  ) async throws(StorageError) -> StreamPart? { nil }

  func chunksThatMayRepeatTimes(
    of name: StreamName
  ) async throws(StorageError) -> StreamPart? { nil }

  func chunks(
    of name: StreamName, after sequence: UInt64?, atMost limit: Int
  ) async throws(StorageError) -> [ChunkRecord]? { nil }

  func gaps(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedGap]? { nil }

  func nights(
    of device: String, before time: Int64?, atMost limit: Int
  ) async throws(StorageError) -> [Night] { [] }

  func night(of device: String, containing time: Int64) async throws(StorageError) -> Night? { nil }

  func report(of device: String) async throws(StorageError) -> DeviceReport? { nil }

  func clockMeasurements(
    of device: String, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> ClockMeasurements { ClockMeasurements() }

  func foldClocks(
    of device: String, after day: Int64?, receivedBefore time: Int64
  ) async throws(StorageError) -> Int64? { nil }

  func clockDigests(of device: String) async throws(StorageError) -> [Int64: ClockDigest] { [:] }

  func firstNight(of device: String, after time: Int64) async throws(StorageError) -> Night? { nil }

  func neighbors(
    of name: StreamName, from: Int64, to: Int64
  ) async throws(StorageError) -> [ChunkRecord] { [] }

  func curves(
    of name: StreamName, _ sequences: [UInt64], isFine: Bool
  ) async throws(StorageError) -> [UInt64: [UInt8]] { [:] }

  func marks(
    of name: StreamName, in times: ClosedRange<Int64>, atMost limit: Int
  ) async throws(StorageError) -> [Mark] { [] }

  func marks(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedMark]? { nil }

  func forgetNights(of device: String) async throws(StorageError) {}

  func lastTime(of device: String, stream: String?) async throws(StorageError) -> Int64? { nil }

  func hasMark(
    _ mark: String, of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> Bool { false }

  func missingRuns(
    of name: StreamName, in sequences: ClosedRange<UInt64>, atMost limit: Int
  ) async throws(StorageError) -> [ClosedRange<UInt64>] { [] }

  func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool { false }

  func stream(_ name: StreamName) async throws(StorageError) -> StreamContents? { nil }

  func add(_ token: TokenRecord) async throws(StorageError) { try await inner.add(token) }

  func token(hash: TokenHash) async throws(StorageError) -> TokenRecord? {
    try await inner.token(hash: hash)
  }

  func tokens() async throws(StorageError) -> [TokenRecord] { try await inner.tokens() }

  func revokeToken(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool {
    try await inner.revokeToken(hash: hash, at: time)
  }

  func add(
    _ alert: Alert, unlessRaisedSince time: Int64?
  ) async throws(StorageError) -> Bool { true }

  func devicesWithoutUpload(
    since time: Int64
  ) async throws(StorageError) -> [DeviceActivity] { [] }

  func noteSilence(
    _ activity: DeviceActivity, _ alert: Alert?
  ) async throws(StorageError) {}

  func returnedDevices() async throws(StorageError) -> [ReturnedDevice] { [] }

  func endSilence(
    of activity: DeviceActivity, _ alert: Alert?
  ) async throws(StorageError) {}

  func takeAlert(
    after device: String?, at time: Int64, until: Int64
  ) async throws(StorageError) -> WaitingAlert? { nil }

  func note(_ outcome: AlertOutcome, of alert: Int64) async throws(StorageError) {}

  func waitingAlertCount() async throws(StorageError) -> Int { 0 }

  func removeAlerts(before time: Int64) async throws(StorageError) {}

  func add(_ reads: [ReadRecord: Int]) async throws(StorageError) {}

  func removeReads(before minute: Int64) async throws(StorageError) {}

  func reads(
    of device: String?, since time: Int64
  ) async throws(StorageError) -> [(record: ReadRecord, requests: Int)] { [] }

  func retentionRules() async throws(StorageError) -> [RetentionRule] { [] }

  func set(_ rule: RetentionRule) async throws(StorageError) {}

  func removeRetentionRule(of device: String?) async throws(StorageError) -> Bool { false }

  func expire(
    _ device: String, samplesBefore samples: Int64, arrivedBefore arrival: Int64
  ) async throws(StorageError) -> Int { 0 }
}
