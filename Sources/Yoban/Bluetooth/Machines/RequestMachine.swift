import Foundation

/// Brings requests and answers of one link together, each within its own time.
///
/// The system answers reads and writes of one characteristic in their order, so the oldest that
/// waits gets the answer. A read also takes a notification that comes first: both are the value
/// as it is (BT20). A request that timed out keeps its place, so that its late answer goes to
/// nobody else. Writes without response wait here until the system takes one (BT22).
///
/// Pure: `now` is nanoseconds on a clock that goes on while the device sleeps; perform the actions
/// in their order.
struct RequestMachine {
  /// Names a request for as long as somebody waits for it.
  typealias Number = Int

  enum Action: Hashable {
    /// Answer with `valueCame`.
    case read(AttributePath)
    /// Answer with `wrote`.
    case write(AttributePath, Data)
    /// Answer with `readyToSend`, which asks for the next.
    case send(AttributePath, Data)
    /// Somebody's wait is over. A write gives no bytes.
    case complete(Number, Result<Data, BluetoothRequestError>)
    /// Call `deadlinePassed` at this time, and at no other.
    case wake(at: Int64)
  }

  private struct Request: Hashable {
    var path: AttributePath
    /// Nil once nobody waits for it.
    var number: Number?
    var deadline: Int64
    /// What is to be sent.
    var bytes = Data()
  }

  /// What happened so far.
  struct Counts: Hashable {
    /// Answers to reads.
    var reads = 0
    /// Writes that were confirmed, or handed over if without response.
    var writes = 0
    var timeouts = 0
  }

  /// How many writes without response may wait for the system.
  static let queueMax = 64

  private(set) var counts = Counts()
  private let timeout: Int64
  private var reads: [Request] = []
  private var writes: [Request] = []
  /// Writes without response that were not handed over.
  private var queue: [Request] = []
  private var wakeTime: Int64?

  /// - Parameter timeout: in nanoseconds, how long a request waits for its answer.
  init(timeout: Int64) { self.timeout = timeout }

  // MARK: Requests

  /// - Parameter number: nil for a read whose value goes to events only.
  mutating func read(_ path: AttributePath, _ number: Number?, now: Int64) -> [Action] {
    reads.append(Request(path: path, number: number, deadline: now + timeout))
    return [.read(path)] + scheduleWake()
  }

  /// - Parameter maximum: how many bytes the link carries in one write (BT21).
  mutating func write(
    _ bytes: Data, to path: AttributePath, _ number: Number, maximum: Int, now: Int64
  ) -> [Action] {
    guard bytes.count <= maximum else { return tooLong(bytes, maximum, number) }
    writes.append(Request(path: path, number: number, deadline: now + timeout))
    return [.write(path, bytes)] + scheduleWake()
  }

  /// Completes when the system has taken the bytes; whether they arrive nobody knows (BT22).
  ///
  /// - Parameter canSend: whether the system takes a write now.
  mutating func writeWithoutResponse(
    _ bytes: Data, to path: AttributePath, _ number: Number, maximum: Int, canSend: Bool,
    now: Int64
  ) -> [Action] {
    guard bytes.count <= maximum else { return tooLong(bytes, maximum, number) }
    guard queue.count < Self.queueMax else { return [.complete(number, .failure(.queueFull))] }
    queue.append(Request(path: path, number: number, deadline: now + timeout, bytes: bytes))
    // Others that wait come first; they are told when the system is ready.
    let sends = queue.count == 1 && canSend ? readyToSend(canSend) : []
    return sends + scheduleWake()
  }

  private func tooLong(_ bytes: Data, _ maximum: Int, _ number: Number) -> [Action] {
    [.complete(number, .failure(.tooLong(byteCount: bytes.count, maximum: maximum)))]
  }

  /// Nobody waits for a request any more.
  mutating func cancel(_ number: Number) -> [Action] {
    let isWaiting = (reads + writes + queue).contains { $0.number == number }
    abandon { $0.number == number }
    return isWaiting ? [.complete(number, .failure(.cancelled))] : []
  }

  // MARK: Answers

  /// A value or an error came for a characteristic: for a read, or a notification if none waits.
  mutating func valueCame(
    _ path: AttributePath, _ result: Result<Data, BluetoothRequestError>
  ) -> [Action] {
    guard let place = reads.firstIndex(where: { $0.path == path }) else { return [] }
    counts.reads += 1
    return complete(reads.remove(at: place), result)
  }

  /// The accessory confirmed a write, or refused it.
  mutating func wrote(_ path: AttributePath, _ failure: BluetoothFailure?) -> [Action] {
    guard let place = writes.firstIndex(where: { $0.path == path }) else { return [] }
    let request = writes.remove(at: place)
    if let failure { return complete(request, .failure(.refused(failure))) }
    counts.writes += 1
    return complete(request, .success(Data()))
  }

  /// The system may take a write without response: hands over at most one.
  mutating func readyToSend(_ canSend: Bool) -> [Action] {
    guard canSend, !queue.isEmpty else { return [] }
    let request = queue.removeFirst()
    counts.writes += 1
    return [.send(request.path, request.bytes)] + complete(request, .success(Data()))
  }

  /// The link ended: nothing is answered any more.
  mutating func linkEnded() -> [Action] {
    let all = reads + writes + queue
    reads = []
    writes = []
    queue = []
    wakeTime = nil
    return all.flatMap { complete($0, .failure(.linkLost)) }
  }

  /// The time of the last `wake` has come, or is past.
  mutating func deadlinePassed(now: Int64) -> [Action] {
    wakeTime = nil
    let late = (reads + writes + queue).filter { $0.number != nil && $0.deadline <= now }
    counts.timeouts += late.count
    abandon { $0.deadline <= now }
    return late.flatMap { complete($0, .failure(.timedOut)) } + scheduleWake()
  }

  // MARK: Steps

  /// Takes the numbers from requests, and those that were not handed over out of the queue.
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

  /// Asks to be woken at the first deadline, unless that is asked already.
  private mutating func scheduleWake() -> [Action] {
    let waiting = (reads + writes + queue).filter { $0.number != nil }
    guard let first = waiting.map(\.deadline).min(), wakeTime.map({ first < $0 }) ?? true else {
      return []
    }
    wakeTime = first
    return [.wake(at: first)]
  }
}
