import Foundation

/// Matches the requests and responses of one connection, each with its own timeout.
///
/// The system answers reads and writes of one characteristic in their order, so the oldest waiting
/// request gets the response. A read also accepts a notification that arrives first: both carry the
/// current value (BT20). A request that timed out keeps its place, so that its late response is not
/// given to another request. Writes without response wait in a queue until the system accepts one
/// (BT22).
///
/// The machine is pure. `now` is in nanoseconds on a clock that continues while the device sleeps.
/// Perform the actions in their order.
struct RequestMachine {
  /// Identifies a request while a caller waits for it.
  typealias Number = Int

  enum Action: Hashable {
    /// Answer with `valueCame`.
    case read(AttributePath)
    /// Answer with `wrote`.
    case write(AttributePath, Data)
    /// Answer with `readyToSend`, which requests the next write.
    case send(AttributePath, Data)
    /// Resume the waiting caller. The result of a write is empty data.
    case complete(Number, Result<Data, BluetoothRequestError>)
    /// Call `deadlinePassed` at this time. Replaces an earlier `wake`.
    case wake(at: Int64)
  }

  private struct Request: Hashable {
    var path: AttributePath
    /// Nil once no caller waits for it.
    var number: Number?
    var deadline: Int64
    /// The bytes to send.
    var bytes = Data()
  }

  /// The number of responses and timeouts so far.
  struct Counts: Hashable {
    /// Responses to reads.
    var reads = 0
    /// Writes that were confirmed, or, without response, handed over to the system.
    var writes = 0
    var timeouts = 0
  }

  /// The largest number of queued writes without response.
  static let queueMax = 64

  private(set) var counts = Counts()
  private let timeout: Int64
  private var reads: [Request] = []
  private var writes: [Request] = []
  /// Writes without response that were not handed over to the system yet.
  private var queue: [Request] = []
  private var wakeTime: Int64?

  /// - Parameter timeout: the longest wait for a response, in nanoseconds.
  init(timeout: Int64) { self.timeout = timeout }

  // MARK: Requests

  /// - Parameter number: nil for a read whose value is only delivered as an event.
  mutating func read(_ path: AttributePath, _ number: Number?, now: Int64) -> [Action] {
    reads.append(Request(path: path, number: number, deadline: now + timeout))
    return [.read(path)] + scheduleWake()
  }

  /// - Parameter maximum: the largest number of bytes in one write (BT21).
  mutating func write(
    _ bytes: Data, to path: AttributePath, _ number: Number, maximum: Int, now: Int64
  ) -> [Action] {
    guard bytes.count <= maximum else { return tooLong(bytes, maximum, number) }
    writes.append(Request(path: path, number: number, deadline: now + timeout))
    return [.write(path, bytes)] + scheduleWake()
  }

  /// Completes when the system has accepted the bytes; whether they arrive is unknown (BT22).
  ///
  /// - Parameter canSend: whether the system accepts a write now.
  mutating func writeWithoutResponse(
    _ bytes: Data, to path: AttributePath, _ number: Number, maximum: Int, canSend: Bool,
    now: Int64
  ) -> [Action] {
    guard bytes.count <= maximum else { return tooLong(bytes, maximum, number) }
    guard queue.count < Self.queueMax else { return [.complete(number, .failure(.queueFull))] }
    queue.append(Request(path: path, number: number, deadline: now + timeout, bytes: bytes))
    // Queued writes go first; they are sent when the system is ready.
    let sends = queue.count == 1 && canSend ? readyToSend(canSend) : []
    return sends + scheduleWake()
  }

  private func tooLong(_ bytes: Data, _ maximum: Int, _ number: Number) -> [Action] {
    [.complete(number, .failure(.tooLong(byteCount: bytes.count, maximum: maximum)))]
  }

  /// Completes a request as canceled, if a caller still waits for it.
  mutating func cancel(_ number: Number) -> [Action] {
    let isWaiting = (reads + writes + queue).contains { $0.number == number }
    abandon { $0.number == number }
    return isWaiting ? [.complete(number, .failure(.cancelled))] : []
  }

  // MARK: Answers

  /// A value or an error arrived for a characteristic: for a read, or a notification if no read
  /// waits.
  mutating func valueCame(
    _ path: AttributePath, _ result: Result<Data, BluetoothRequestError>
  ) -> [Action] {
    guard let place = reads.firstIndex(where: { $0.path == path }) else { return [] }
    counts.reads += 1
    return complete(reads.remove(at: place), result)
  }

  /// The accessory confirmed or refused a write.
  mutating func wrote(_ path: AttributePath, _ failure: BluetoothFailure?) -> [Action] {
    guard let place = writes.firstIndex(where: { $0.path == path }) else { return [] }
    let request = writes.remove(at: place)
    if let failure { return complete(request, .failure(.refused(failure))) }
    counts.writes += 1
    return complete(request, .success(Data()))
  }

  /// The system may accept a write without response. Hands over at most one.
  mutating func readyToSend(_ canSend: Bool) -> [Action] {
    guard canSend, !queue.isEmpty else { return [] }
    let request = queue.removeFirst()
    counts.writes += 1
    return [.send(request.path, request.bytes)] + complete(request, .success(Data()))
  }

  /// The connection ended: all requests fail.
  mutating func linkEnded() -> [Action] {
    let all = reads + writes + queue
    reads = []
    writes = []
    queue = []
    wakeTime = nil
    return all.flatMap { complete($0, .failure(.linkLost)) }
  }

  /// The time of the last `wake` is reached or past.
  mutating func deadlinePassed(now: Int64) -> [Action] {
    wakeTime = nil
    let late = (reads + writes + queue).filter { $0.number != nil && $0.deadline <= now }
    counts.timeouts += late.count
    abandon { $0.deadline <= now }
    return late.flatMap { complete($0, .failure(.timedOut)) } + scheduleWake()
  }

  // MARK: Steps

  /// Clears the numbers of matching requests, and removes matching writes from the queue.
  private mutating func abandon(_ isAbandoned: (Request) -> Bool) {
    for place in reads.indices where isAbandoned(reads[place]) { reads[place].number = nil }
    for place in writes.indices where isAbandoned(writes[place]) { writes[place].number = nil }
    queue.removeAll(where: isAbandoned)
  }

  private func complete(
    _ request: Request, _ result: Result<Data, BluetoothRequestError>
  ) -> [Action] {
    request.number.map { [.complete($0, result)] } ?? []
  }

  /// Requests a wake at the first deadline, unless an earlier or equal one is set.
  private mutating func scheduleWake() -> [Action] {
    let waiting = (reads + writes + queue).filter { $0.number != nil }
    guard let first = waiting.map(\.deadline).min(), wakeTime.map({ first < $0 }) ?? true else {
      return []
    }
    wakeTime = first
    return [.wake(at: first)]
  }
}
