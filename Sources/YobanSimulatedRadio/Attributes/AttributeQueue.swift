import YobanVirtualTime

/// The requests of one link: only one is sent at a time, the others wait (BT20). It has no side
/// effects.
///
/// A request that is not answered within 30 s ends the link. No other request may be sent before
/// (Core Specification, volume 3, part F, 3.3.3).
struct AttributeQueue<Request> {
  let timeout: Duration
  private(set) var current: Request?
  /// The time at which the current request times out.
  private(set) var deadline: VirtualInstant?
  private var waiting: [Request] = []
  private var first = 0

  init(timeout: Duration) { self.timeout = timeout }

  /// Adds a request. Returns it if it must be sent now.
  mutating func add(_ request: Request, at now: VirtualInstant) -> Request? {
    guard current == nil else {
      waiting.append(request)
      return nil
    }
    begin(request, at: now)
    return request
  }

  /// Ends the current request, which was answered. Returns the request that must be sent next.
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

  /// Restarts the timeout, because the current request is sent again after pairing.
  mutating func restarted(at now: VirtualInstant) { deadline = now + timeout }

  /// Whether the current request has timed out.
  func hasTimedOut(at now: VirtualInstant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Removes waiting requests.
  mutating func removeWaiting(where condition: (Request) -> Bool) {
    waiting = waiting[first...].filter { !condition($0) }
    first = 0
  }

  private mutating func begin(_ request: Request, at now: VirtualInstant) {
    current = request
    deadline = now + timeout
  }
}
