import CEpoll
import Foundation
import Glibc

/// The requests of one client, in order.
protocol RequestSource {
  /// Returns the next request; nil after the last one.
  mutating func next() -> [UInt8]?
}

/// The result of some clients that have sent requests at the same time.
struct LoadResult: Sendable {
  var seconds = 0.0
  /// The seconds from the time at which a request was due to its complete answer, sorted.
  var latencies: [Double] = []
  var statuses: [Int: Int] = [:]

  var perSecond: Double { Double(latencies.count) / seconds }

  /// The latency that a share of the requests did not exceed, in milliseconds.
  func milliseconds(_ share: Double) -> Double {
    latencies.isEmpty ? 0 : latencies[Int(Double(latencies.count - 1) * share)] * 1_000
  }
}

/// Clients of the collector on one thread: each sends its next request when its last one was answered.
struct Load {
  private var connections: [Connection]
  private var sources: [any RequestSource]
  private var starts: [Double]
  /// The seconds between the starts of two requests of a client; 0 for no pause.
  private let interval: Double

  /// - Parameter perSecond: the number of requests per second of all clients; nil for as many as possible.
  init(port: Int, sources: [any RequestSource], perSecond: Double? = nil) {
    self.sources = sources
    connections = sources.map { _ in Connection(port: port) }
    starts = sources.map { _ in 0 }
    interval = perSecond.map { Double(sources.count) / $0 } ?? 0
  }

  /// Runs until every source has ended or until `isStopped` returns true, and closes the connections.
  ///
  /// - Parameter whenDone: called before the connections are closed.
  mutating func run(
    until isStopped: () -> Bool = { false }, whenDone: () -> Void = {}
  ) -> LoadResult {
    let poll = epoll_create1(0)
    defer {
      whenDone()
      close(poll)
      for connection in connections { close(connection.descriptor) }
    }
    var result = LoadResult()
    var (waiting, running) = ([(due: Double, client: Int)](), 0)
    let start = Self.now
    for client in connections.indices {
      var event = epoll_event(
        events: YOBAN_EPOLL_ALL,
        data: epoll_data(u64: UInt64(client)))
      epoll_ctl(poll, EPOLL_CTL_ADD, connections[client].descriptor, &event)
      waiting.append((start + interval * Double(client) / Double(connections.count), client))
    }
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while !waiting.isEmpty || running > 0 {
      let isEnding = isStopped()
      while let first = waiting.first, first.due <= Self.now || isEnding {
        waiting.removeFirst()
        guard !isEnding, let request = sources[first.client].next() else { continue }
        starts[first.client] = interval > 0 ? first.due : Self.now
        connections[first.client].begin(request)
        running += 1
      }
      let count = Self.wait(poll, &events, until: waiting.first?.due)
      for event in events[..<count] {
        let client = Int(event.data.u64)
        connections[client].send()
        guard event.events & YOBAN_EPOLL_IN != 0, let status = connections[client].receive()
        else { continue }
        running -= 1
        result.latencies.append(Self.now - starts[client])
        result.statuses[status, default: 0] += 1
        // With a fixed rate, a late answer does not move the next request.
        let due = interval > 0 ? starts[client] + interval : 0
        let place = waiting.firstIndex { $0.due > due } ?? waiting.count
        waiting.insert((due, client), at: place)
      }
    }
    result.seconds = Self.now - start
    result.latencies.sort()
    return result
  }

  private static func wait(
    _ poll: Int32, _ events: inout [epoll_event], until due: Double?
  ) -> Int {
    var timeout = timespec()
    // Without a deadline, the loop still wakes to see whether it is stopped.
    let seconds = min(max(0, (due ?? .infinity) - now), 0.1)
    timeout.tv_nsec = Int(seconds * 1e9)
    return max(0, Int(epoll_pwait2(poll, &events, Int32(events.count), &timeout, nil)))
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Requests that were made before.
struct ListSource: RequestSource {
  private var requests: ArraySlice<[UInt8]>

  init(_ requests: [[UInt8]]) { self.requests = requests[...] }

  mutating func next() -> [UInt8]? { requests.popFirst() }
}

/// The same requests again and again.
struct CycleSource: RequestSource {
  let requests: [[UInt8]]
  private var position: Int

  init(_ requests: [[UInt8]], from position: Int) {
    self.requests = requests
    self.position = position
  }

  mutating func next() -> [UInt8]? {
    defer { position += 1 }
    return requests[position % requests.count]
  }
}
