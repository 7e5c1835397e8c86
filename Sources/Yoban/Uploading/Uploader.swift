import Chunks
import ClockOffsets
import CollectorContract
import Foundation

#if YOBAN_ANDROID
  import FoundationNetworking
#else
  import UIKit
#endif

/// Uploads chunks to the collector, even while the app is suspended or not running, and deletes
/// each chunk only after its receipt is stored.
///
/// Create it in `application(_:didFinishLaunchingWithOptions:)`, so that the system can deliver the
/// results of the uploads of earlier launches, and call `start()` after `ChunkStore.recover()`.
/// Only one uploader may use a session identifier. Isolated to `RecorderActor`.
@RecorderActor
public final class Uploader: ChunkDelivery {
  /// The collector to upload to, and the credentials.
  public struct Configuration: Hashable, Sendable {
    /// The address of the collector, without `/v1`.
    public var collector: URL
    /// The token of this device at the collector. It is never written to a log or an event.
    public var token: String
    /// The identifier of the background session. It must be the same in every launch of the app.
    public var sessionIdentifier: String
    /// The kind of session that uploads the chunks. Default: `background`.
    public var session = Session.background

    /// A kind of `URLSession`.
    public enum Session: Hashable, Sendable {
      /// Continues while the app is suspended or not running. Available on Apple's systems.
      case background
      /// Runs while the process runs and ends with it, for systems without background sessions,
      /// such as Android. The next launch repeats unfinished uploads; the collector's receipts make
      /// this harmless.
      case process
    }

    public init(
      collector: URL, token: String, sessionIdentifier: String = "yoban.uploads"
    ) {
      self.collector = collector
      self.token = token
      self.sessionIdentifier = sessionIdentifier
    }

    /// - Parameter access: of an `Enrollment`.
    public init(_ access: CollectorAccess, sessionIdentifier: String = "yoban.uploads") {
      self.init(
        collector: access.collector, token: access.token, sessionIdentifier: sessionIdentifier)
    }
  }

  /// The maximum size of a response body; the rest is cut off. Receipts and problems are far
  /// smaller.
  static let answerByteCountMax = 65_536

  /// Returns what is known about the device now. Called for every upload; default: nil, which sends
  /// nothing. Set it before `start()`.
  public var deviceFacts: (@RecorderActor @Sendable () -> DeviceFacts)?

  /// The clock that is compared with that of the collector; nil for none. Set it before `start()`.
  package var clock: MeasuringClock?
  private var exchanges = PendingExchanges()

  let broadcaster = EventBroadcaster<UploadEvent>()
  /// Called for every receipt that was stored, before its event.
  var onReceipt: (@RecorderActor (RelayReceipt) -> Void)?
  private let store: ChunkStore
  private let configuration: Configuration
  private let session: URLSession
  private let delegate = UploadSessionDelegate()
  private var machine = UploadMachine()
  private var delivered = 0
  /// The response bodies received so far, by task.
  private var answers: [Int: [UInt8]] = [:]
  /// The clocks when the first bytes of a response arrived, by task.
  private var answerReadings: [Int: ClockReading] = [:]
  /// The times of the requests and the answers, by task.
  private var times: [Int: TaskTimes] = [:]
  /// The tasks that ended before the outstanding tasks were known; nil after that.
  private var endedEarly: Set<Int>? = []
  private var completionHandlers: [() -> Void] = []
  private let timer = WakeTimer()

  public init(store: ChunkStore, configuration: Configuration) {
    self.store = store
    self.configuration = configuration
    session = URLSession(
      configuration: configuration.ofSession, delegate: delegate, delegateQueue: .recorder)
    delegate.owner = self
  }

  /// Starts to upload the stored chunks, once the system has reported which uploads it still has.
  public func start() {
    session.getAllTasks { [weak self] tasks in
      let found = tasks.filter { $0.state != .completed }
        .map { ($0.taskIdentifier, $0.taskDescription) }
      Task { @RecorderActor in self?.receivedOutstanding(found) }
    }
  }

  /// Calls the body for every event, before the readers of `events()` receive it.
  package func addObserver(
    _ owner: AnyObject, _ body: @escaping @RecorderActor (UploadEvent) -> Void
  ) {
    broadcaster.addObserver(owner, body)
  }

  package func start(holdingBack holdsBack: Bool) { if !holdsBack { start() } }

  /// Uploads chunks that were just closed.
  public func send(_ chunks: [ChunkIdentity]) { perform(machine.add(chunks)) }

  /// Cancels all uploads. The uploader does nothing afterward.
  package func close() {
    timer.cancel()
    delegate.owner = nil
    session.invalidateAndCancel()
  }

  /// Uploads now the chunks that got no answer, because the device has a network again. On Apple's systems the session
  /// itself waits for a network.
  package func networkBecameAvailable() { perform(machine.networkBecameAvailable()) }

  /// Uploads again the chunks that the collector refused. Call it when the cause is resolved.
  ///
  /// - Throws: `StoreError`; the chunks that were not requeued are still quarantined.
  public func requeueQuarantined() throws(StoreError) { send(try store.requeueQuarantined()) }

  /// Forward `application(_:handleEventsForBackgroundURLSession:completionHandler:)` to this
  /// method.
  ///
  /// - Returns: whether the session belongs to this uploader. If not, call the handler yourself.
  @discardableResult
  public func handleEventsForBackgroundURLSession(
    identifier: String, completionHandler: @escaping () -> Void
  ) -> Bool {
    guard identifier == configuration.sessionIdentifier else { return false }
    completionHandlers.append(completionHandler)
    return true
  }

  /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
  /// are dropped.
  public func events() -> AsyncStream<UploadEvent> { broadcaster.stream() }

  public var progress: UploadProgress {
    UploadProgress(
      delivered: delivered, inFlight: machine.inFlightCount, waiting: machine.waitingCount,
      quarantined: store.quarantined.count)
  }

  // MARK: Callbacks of the system

  private func receivedOutstanding(_ tasks: [(number: Int, description: String?)]) {
    let ended = endedEarly ?? []
    endedEarly = nil
    let chunks = tasks.filter { !ended.contains($0.number) }
      .compactMap { ChunkIdentity(taskDescription: $0.description) }
    perform(machine.outstanding(chunks, stored: store.pending))
  }

  /// Takes exchanges of other clocks, which the next uploads carry to the collector.
  func add(_ others: [ClockMeasurements.Exchange]) { exchanges.add(others) }

  func received(_ data: Data, by task: Int) {
    if answerReadings[task] == nil { answerReadings[task] = .now() }
    let room = Self.answerByteCountMax - (answers[task]?.count ?? 0)
    answers[task, default: []] += data.prefix(max(room, 0))
  }

  func collected(_ times: TaskTimes, by task: Int) { self.times[task] = times }

  /// Notes the exchange of an upload that was answered, and the exchanges that it carried.
  private func measure(
    _ task: Int, status: Int?, _ report: ClockReport, _ stamps: CollectorStamps?
  ) {
    let reading = answerReadings.removeValue(forKey: task) ?? .now()
    let times = times.removeValue(forKey: task)
    // The collector stores them with new chunks only.
    if status == 201 { exchanges.arrived(report.exchanges) }
    guard let stamps else { return }
    guard let requested = report.stamp, let ended = clock?(times == nil ? reading : .now()) else {
      return
    }
    let exchange = UploadExchange(
      requested: requested, ended: ended, sentWall: times?.requestStart,
      returnedWall: times?.responseStart, arrived: stamps.arrived, answered: stamps.answered)
    if let measurement = exchange.measurement { exchanges.add([measurement]) }
  }

  func finished(
    _ task: Int, _ description: String?, status: Int?, retryAfterSeconds: Int64?, errorCode: Int?,
    clocks: ClockReport, stamps: CollectorStamps?
  ) {
    endedEarly?.insert(task)
    measure(task, status: status, clocks, stamps)
    let body = answers.removeValue(forKey: task) ?? []
    guard let chunk = ChunkIdentity(taskDescription: description) else { return }
    let answer: UploadAnswer =
      if errorCode == URLError.Code.cancelled.rawValue {
        .cancelled
      } else if let errorCode {
        .failed(code: errorCode)
      } else {
        .response(status: status ?? 0, retryAfterSeconds: retryAfterSeconds, body: body)
      }
    perform(
      machine.answered(
        chunk, answer, digest: digest(of: chunk), now: now, jitter: .random(in: 0..<1)))
  }

  func eventsFinished() {
    let handlers = completionHandlers
    completionHandlers = []
    for handler in handlers { handler() }
  }

  // MARK: Actions

  private func perform(_ actions: [UploadMachine.Action]) {
    var actions = actions
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .upload(let chunk): actions += upload(chunk)
      case .confirm(let chunk, let receipt): actions += confirm(chunk, receipt)
      case .quarantine(let chunk, let problem): quarantine(chunk, problem)
      case .report(let chunk, let failure): broadcaster.post(.failed(chunk, failure))
      case .wake(let time):
        timer.set(at: time) { [weak self] now in
          guard let self else { return }
          perform(machine.woke(now: now))
        }
      }
    }
  }

  private func upload(_ chunk: ChunkIdentity) -> [UploadMachine.Action] {
    guard let digest = digest(of: chunk) else { return machine.abandoned(chunk) }
    var request = URLRequest(
      url: configuration.collector.appending(path: CollectorPath.of(chunk).dropFirst()))
    request.httpMethod = "PUT"
    request.setValue(
      CollectorField.bearer(configuration.token), forHTTPHeaderField: CollectorField.authorization)
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    request.setValue(digest.contentDigestField, forHTTPHeaderField: CollectorField.contentDigest)
    let report = ClockReport(stamp: clock?(.now()), exchanges: exchanges.all)
    for field in (deviceFacts?().headerFields ?? []) + report.headerFields {
      request.setValue(field.value, forHTTPHeaderField: field.name)
    }
    let task = session.uploadTask(with: request, fromFile: store.file(of: chunk))
    task.taskDescription = chunk.description
    task.resume()
    return []
  }

  private func confirm(_ chunk: ChunkIdentity, _ receipt: Receipt) -> [UploadMachine.Action] {
    do throws(StoreError) {
      try store.confirm(receipt, of: chunk)
      delivered += 1
      if let digest = ChunkDigest(hex: receipt.sha256) { onReceipt?(RelayReceipt(chunk, digest)) }
      broadcaster.post(.delivered(chunk))
      return machine.confirmed(chunk)
    } catch {
      return machine.notConfirmed(
        chunk, because: error, now: now, jitter: .random(in: 0..<1))
    }
  }

  private func quarantine(_ chunk: ChunkIdentity, _ problem: ChunkProblem) {
    do throws(StoreError) {
      try store.quarantine(chunk, because: problem)
      broadcaster.post(.quarantined(chunk, problem))
    } catch {
      broadcaster.post(.storageFailed(chunk, error))
    }
  }

  /// Returns the digest of a stored chunk. An unreadable chunk is quarantined.
  private func digest(of chunk: ChunkIdentity) -> ChunkDigest? {
    do throws(StoreError) {
      return try store.digest(of: chunk)
    } catch .unreadable(let error, _) {
      quarantine(chunk, ChunkProblem(status: nil, title: error.message, detail: error.remedy))
    } catch {
      broadcaster.post(.storageFailed(chunk, error))
    }
    return nil
  }

  private var now: Int64 { timer.now }
}

extension Uploader.Configuration {
  fileprivate var ofSession: URLSessionConfiguration {
    switch session {
    case .background:
      #if YOBAN_ANDROID
        return .default
      #else
        let background = URLSessionConfiguration.background(withIdentifier: sessionIdentifier)
        background.isDiscretionary = false
        background.sessionSendsLaunchEvents = true
        return background
      #endif
    case .process:
      let process = URLSessionConfiguration.default
      #if !YOBAN_ANDROID
        process.waitsForConnectivity = true
      #endif
      return process
    }
  }
}

extension OperationQueue {
  /// The queue of callbacks to the recorder's actor.
  fileprivate static var recorder: OperationQueue {
    #if YOBAN_ANDROID
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.underlyingQueue = RecorderActor.queue
      return queue
    #else
      return .main
    #endif
  }
}
