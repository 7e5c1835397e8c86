import Chunks
import ClockOffsets
import CollectorImports
import CollectorSQLite
import ObjectStore

@testable import Collector
@testable import CollectorSQL

/// A storage that packs everything that it can after each change, so that the answers of tests come from packs.
struct PackedStorage<Database: SQLDatabase>: CollectorStorage {
  let inner: SQLStorage<Database>

  init(_ storage: SQLStorage<Database>) {
    var inner = storage
    inner.packPolicy = .immediate
    self.inner = inner
  }

  private func pack() async throws(StorageError) {
    _ = try await packClosedNights(at: .max)
  }

  func packClosedNights(at time: Int64) async throws(StorageError) -> PackingReport {
    try await inner.packClosedNights(at: time)
  }

  func store(
    _ batch: [CheckedChunk], isWaiting: Bool
  ) async throws(StorageError) -> [StoreOutcome] {
    let outcomes = try await inner.store(batch, isWaiting: isWaiting)
    try await pack()
    return outcomes
  }

  func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome {
    let outcome = try await inner.store(batch)
    try await pack()
    return outcome
  }

  func place(_ chunk: CheckedChunk) async throws(StorageError) -> CheckedChunk {
    try await inner.place(chunk)
  }

  var objectCounts: ObjectStoreCounts? { inner.objectCounts }

  func forgetDeliveries(of session: String) async throws(StorageError) {
    try await inner.forgetDeliveries(of: session)
  }

  func delete(_ deletion: Deletion) async throws(StorageError) -> Int {
    try await inner.delete(deletion)
  }

  func finishDeletions() async throws(StorageError) {
    try await inner.finishDeletions()
  }

  func deletions() async throws(StorageError) -> [DeletionRecord] {
    try await inner.deletions()
  }

  func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody? {
    try await inner.body(of: identity)
  }

  func noteDamage(of identity: ChunkIdentity, at time: Int64) async throws(StorageError) {
    try await inner.noteDamage(of: identity, at: time)
  }

  func removeDamage(of identity: ChunkIdentity) async throws(StorageError) {
    try await inner.removeDamage(of: identity)
  }

  func damage() async throws(StorageError) -> [DamagedChunk] {
    try await inner.damage()
  }

  func damagedCount() async throws(StorageError) -> Int {
    try await inner.damagedCount()
  }

  func structureProblems() async throws(StorageError) -> [String] {
    try await inner.structureProblems()
  }

  func resolveOrphans(writtenBefore time: Int64, _ action: OrphanAction) async throws(StorageError)
    -> OrphanReport
  {
    try await inner.resolveOrphans(writtenBefore: time, action)
  }

  func devices() async throws(StorageError) -> [String] {
    try await inner.devices()
  }

  func devices(
    after name: String?, containing text: String, in group: String?, atMost limit: Int
  ) async throws(StorageError) -> [String] {
    try await inner.devices(after: name, containing: text, in: group, atMost: limit)
  }

  func clockMeasurements(
    of device: String, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> ClockMeasurements {
    try await inner.clockMeasurements(of: device, in: times)
  }

  func foldClocks(
    of device: String, after day: Int64?, receivedBefore time: Int64
  ) async throws(StorageError) -> Int64? {
    try await inner.foldClocks(of: device, after: day, receivedBefore: time)
  }

  func clockDigests(of device: String) async throws(StorageError) -> [Int64: ClockDigest] {
    try await inner.clockDigests(of: device)
  }

  func marks(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedMark]? {
    try await inner.marks(of: name, after: position, atMost: limit)
  }

  func descriptions(
    of devices: [String]
  ) async throws(StorageError) -> [String: DeviceDescription] {
    try await inner.descriptions(of: devices)
  }

  func setLabel(_ label: String?, of device: String) async throws(StorageError) {
    try await inner.setLabel(label, of: device)
  }

  func add(_ devices: [String], toGroup group: String) async throws(StorageError) {
    try await inner.add(devices, toGroup: group)
  }

  func remove(_ devices: [String], fromGroup group: String) async throws(StorageError) -> Int {
    try await inner.remove(devices, fromGroup: group)
  }

  func groups() async throws(StorageError) -> [String] { try await inner.groups() }

  func nightStates(_ question: NightQuestion) async throws(StorageError) -> NightStates {
    try await inner.nightStates(question)
  }

  func add(
    _ codes: [EnrollmentRecord], allowingKnown: Bool
  ) async throws(StorageError) -> [String] {
    try await inner.add(codes, allowingKnown: allowingKnown)
  }

  func takenNames(startingWith prefix: String) async throws(StorageError) -> [String] {
    try await inner.takenNames(startingWith: prefix)
  }

  func enroll(
    hash: TokenHash, token: TokenHash, at time: Int64
  ) async throws(StorageError) -> EnrollmentOutcome {
    try await inner.enroll(hash: hash, token: token, at: time)
  }

  func isCode(hash: TokenHash) async throws(StorageError) -> Bool {
    try await inner.isCode(hash: hash)
  }

  func enrollments(atMost limit: Int) async throws(StorageError) -> [EnrollmentRecord] {
    try await inner.enrollments(atMost: limit)
  }

  func revokeEnrollment(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool {
    try await inner.revokeEnrollment(hash: hash, at: time)
  }

  func isKnown(device: String) async throws(StorageError) -> Bool {
    try await inner.isKnown(device: device)
  }

  func streams(of device: String) async throws(StorageError) -> [String] {
    try await inner.streams(of: device)
  }

  func summaries(of device: String) async throws(StorageError) -> [StreamSummary] {
    try await inner.summaries(of: device)
  }

  func units(of name: StreamName) async throws(StorageError) -> StreamUnits {
    try await inner.units(of: name)
  }

  func channels(of name: StreamName, in times: ClosedRange<Int64>) async throws(StorageError)
    -> StreamChannels
  {
    try await inner.channels(of: name, in: times)
  }

  func progress(of device: String) async throws(StorageError) -> [String: StreamProgress] {
    try await inner.progress(of: device)
  }

  func chunks(of name: StreamName, from: Int64, to: Int64?) async throws(StorageError)
    -> StreamPart?
  {
    try await inner.chunks(of: name, from: from, to: to)
  }

  func chunksThatMayRepeatTimes(of name: StreamName) async throws(StorageError) -> StreamPart? {
    try await inner.chunksThatMayRepeatTimes(of: name)
  }

  func chunks(of name: StreamName, after sequence: UInt64?, atMost limit: Int)
    async throws(StorageError) -> [ChunkRecord]?
  {
    try await inner.chunks(of: name, after: sequence, atMost: limit)
  }

  func gaps(of name: StreamName, after position: GapPosition?, atMost limit: Int)
    async throws(StorageError) -> [PlacedGap]?
  {
    try await inner.gaps(of: name, after: position, atMost: limit)
  }

  func nights(of device: String, before time: Int64?, atMost limit: Int) async throws(StorageError)
    -> [Night]
  {
    try await inner.nights(of: device, before: time, atMost: limit)
  }

  func night(of device: String, containing time: Int64) async throws(StorageError) -> Night? {
    try await inner.night(of: device, containing: time)
  }

  func report(of device: String) async throws(StorageError) -> DeviceReport? {
    try await inner.report(of: device)
  }

  func firstNight(of device: String, after time: Int64) async throws(StorageError) -> Night? {
    try await inner.firstNight(of: device, after: time)
  }

  func neighbors(of name: StreamName, from: Int64, to: Int64) async throws(StorageError)
    -> [ChunkRecord]
  {
    try await inner.neighbors(of: name, from: from, to: to)
  }

  func curves(of name: StreamName, _ sequences: [UInt64], isFine: Bool) async throws(StorageError)
    -> [UInt64: [UInt8]]
  {
    try await inner.curves(of: name, sequences, isFine: isFine)
  }

  func marks(of name: StreamName, in times: ClosedRange<Int64>, atMost limit: Int)
    async throws(StorageError) -> [Mark]
  {
    try await inner.marks(of: name, in: times, atMost: limit)
  }

  func forgetNights(of device: String) async throws(StorageError) {
    try await inner.forgetNights(of: device)
  }

  func lastTime(of device: String, stream: String?) async throws(StorageError) -> Int64? {
    try await inner.lastTime(of: device, stream: stream)
  }

  func hasMark(_ mark: String, of name: StreamName, in times: ClosedRange<Int64>)
    async throws(StorageError) -> Bool
  {
    try await inner.hasMark(mark, of: name, in: times)
  }

  func missingRuns(of name: StreamName, in sequences: ClosedRange<UInt64>, atMost limit: Int)
    async throws(StorageError) -> [ClosedRange<UInt64>]
  {
    try await inner.missingRuns(of: name, in: sequences, atMost: limit)
  }

  func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool {
    try await inner.rebuildSummary(of: name)
  }

  func stream(_ name: StreamName) async throws(StorageError) -> StreamContents? {
    try await inner.stream(name)
  }

  func add(_ token: TokenRecord) async throws(StorageError) {
    try await inner.add(token)
  }

  func token(hash: TokenHash) async throws(StorageError) -> TokenRecord? {
    try await inner.token(hash: hash)
  }

  func tokens() async throws(StorageError) -> [TokenRecord] {
    try await inner.tokens()
  }

  func revokeToken(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool {
    try await inner.revokeToken(hash: hash, at: time)
  }

  func add(_ alert: Alert, unlessRaisedSince time: Int64?) async throws(StorageError) -> Bool {
    try await inner.add(alert, unlessRaisedSince: time)
  }

  func devicesWithoutUpload(since time: Int64) async throws(StorageError) -> [DeviceActivity] {
    try await inner.devicesWithoutUpload(since: time)
  }

  func noteSilence(_ activity: DeviceActivity, _ alert: Alert?) async throws(StorageError) {
    try await inner.noteSilence(activity, alert)
  }

  func returnedDevices() async throws(StorageError) -> [ReturnedDevice] {
    try await inner.returnedDevices()
  }

  func endSilence(of activity: DeviceActivity, _ alert: Alert?) async throws(StorageError) {
    try await inner.endSilence(of: activity, alert)
  }

  func takeAlert(after device: String?, at time: Int64, until: Int64) async throws(StorageError)
    -> WaitingAlert?
  {
    try await inner.takeAlert(after: device, at: time, until: until)
  }

  func note(_ outcome: AlertOutcome, of alert: Int64) async throws(StorageError) {
    try await inner.note(outcome, of: alert)
  }

  func waitingAlertCount() async throws(StorageError) -> Int {
    try await inner.waitingAlertCount()
  }

  func removeAlerts(before time: Int64) async throws(StorageError) {
    try await inner.removeAlerts(before: time)
  }

  func add(_ reads: [ReadRecord: Int]) async throws(StorageError) {
    try await inner.add(reads)
  }

  func removeReads(before minute: Int64) async throws(StorageError) {
    try await inner.removeReads(before: minute)
  }

  func reads(of device: String?, since time: Int64) async throws(StorageError) -> [(
    record: ReadRecord, requests: Int
  )] {
    try await inner.reads(of: device, since: time)
  }

  func retentionRules() async throws(StorageError) -> [RetentionRule] {
    try await inner.retentionRules()
  }

  func set(_ rule: RetentionRule) async throws(StorageError) {
    try await inner.set(rule)
  }

  func removeRetentionRule(of device: String?) async throws(StorageError) -> Bool {
    try await inner.removeRetentionRule(of: device)
  }

  func expire(_ device: String, samplesBefore samples: Int64, arrivedBefore arrival: Int64)
    async throws(StorageError) -> Int
  {
    try await inner.expire(device, samplesBefore: samples, arrivedBefore: arrival)
  }
}

extension PackPolicy {
  /// Packs every chunk that may be packed, also those of tests from 1970.
  static var immediate: PackPolicy {
    var policy = PackPolicy()
    policy.openNightSeconds = 0
    policy.quietSeconds = 0
    policy.chunksMin = 1
    policy.plausibleTimes = 0...policy.plausibleTimes.upperBound
    return policy
  }
}
