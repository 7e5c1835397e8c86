import VirtualTime

/// The requests of one link: one is under way at a time, the others wait (BT20). Pure.
///
/// A request that is not answered in 30 s ends the link; no other may be sent before (Core
/// Specification, volume 3, part F, 3.3.3).
struct AttributeQueue<Request> {
  let timeout: Duration
  private(set) var current: Request?
  /// When the current request is given up.
  private(set) var deadline: VirtualInstant?
  private var waiting: [Request] = []
  private var first = 0

  init(timeout: Duration) { self.timeout = timeout }

  /// Returns the request if it is to be sent now.
  mutating func add(_ request: Request, at now: VirtualInstant) -> Request? {
    guard current == nil else {
      waiting.append(request)
      return nil
    }
    begin(request, at: now)
    return request
  }

  /// The current request was answered. Returns the one to be sent next.
  mutating func answered(at now: VirtualInstant) -> Request? {
    current = nil
    deadline = nil
    guard first < waiting.count else { return nil }
    let next = waiting[first]
    first += 1
    if first > 32, first * 2 > waiting.count {
      waiting.removeFirst(first)
      first = 0
    }
    begin(next, at: now)
    return next
  }

  /// The time for an answer begins again: the request is sent again after pairing.
  mutating func restarted(at now: VirtualInstant) { deadline = now + timeout }

  /// Whether the current request has waited too long.
  func hasTimedOut(at now: VirtualInstant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Takes out waiting requests.
  mutating func removeWaiting(where condition: (Request) -> Bool) {
    waiting = waiting[first...].filter { !condition($0) }
    first = 0
  }

  private mutating func begin(_ request: Request, at now: VirtualInstant) {
    current = request
    deadline = now + timeout
  }
}
