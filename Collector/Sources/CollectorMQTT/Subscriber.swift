import Collector
import Dispatch
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Subscribes to the topics of a broker, and stores each message exactly once.
///
/// A message is acknowledged after the transaction that stores it has reached the disk. Until then, the broker delivers
/// it again. The session of the collector outlives its connections, so that the broker keeps what is published
/// meanwhile.
public final class Subscriber: Service {
  /// The settings of a subscription.
  public struct Settings: Sendable {
    public var address: BrokerAddress
    public var login: BrokerLogin
    public var reader: MessageReader
    public var devicesMax: Int
    /// The time in seconds for which a message in progress is waited for when the collector stops.
    public var stopSeconds: Double

    public init(
      address: BrokerAddress, login: BrokerLogin, reader: MessageReader, devicesMax: Int,
      stopSeconds: Double
    ) {
      self.address = address
      self.login = login
      self.reader = reader
      self.devicesMax = devicesMax
      self.stopSeconds = stopSeconds
    }
  }

  private let settings: Settings
  private let storage: any CollectorStorage
  private let logger: Logger
  private let ready: @Sendable () -> Void
  private let client: PahoClient
  private let arrivals: AsyncStream<Arrival>
  private let endOfArrivals: AsyncStream<Arrival>.Continuation
  private let devices: Mutex<DeviceLimit>
  private let totals = Mutex(IntakeCounts())
  private let hasWarnedOfQuality = Atomic(false)

  /// A message that has arrived. Paho's thread waits for `stored`, and then acknowledges the message.
  private struct Arrival: Sendable {
    let message: MQTTMessage
    let nanoseconds: Int64
    let stored: DispatchSemaphore
  }

  /// A connection that was lost earlier does not count as success, so that two collectors with one client identifier,
  /// which the broker connects in turn, do not do this each second.
  private static let stableAfter = Duration.seconds(30)

  /// - Parameter ready: called once, when the first subscription stands.
  public init(
    _ settings: Settings, storage: any CollectorStorage, logger: Logger,
    ready: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    self.storage = storage
    self.logger = logger
    self.ready = ready
    devices = Mutex(DeviceLimit(max: settings.devicesMax))
    let (arrivals, continuation) = AsyncStream.makeStream(of: Arrival.self)
    self.arrivals = arrivals
    endOfArrivals = continuation
    client = PahoClient(address: settings.address, login: settings.login) { message in
      let arrival = Arrival(
        message: message, nanoseconds: Int64(Date().timeIntervalSince1970 * 1e9),
        stored: DispatchSemaphore(value: 0))
      continuation.yield(arrival)
      // For ever if the message cannot be stored any more: then the process is about to end.
      arrival.stored.wait()
    }
  }

  /// The numbers of messages so far.
  public var counts: IntakeCounts { totals.withLock { $0 } }

  /// Runs until the service is stopped.
  ///
  /// - Throws: `BrokerFailure` if the first subscription is refused.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.storeArrivals() }
      defer { endOfArrivals.finish() }
      try await keepSubscribed()
    }
  }

  // MARK: The connection

  private func keepSubscribed() async throws {
    var delay = RetryDelay()
    var wasSubscribed = false
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      let reason: String
      do {
        let end = try await subscribe(wasSubscribed: wasSubscribed)
        if !wasSubscribed { ready() }
        wasSubscribed = true
        let start = ContinuousClock.now
        await cancelWhenGracefulShutdown { for await _ in end {} }
        guard !Task.isShuttingDownGracefully else { break }
        if start.duration(to: .now) > Self.stableAfter {
          delay.reset()
          reason = "the connection was lost"
        } else {
          reason =
            "the connection was lost soon (if this repeats, another client has the identifier \(settings.login.client))"
        }
      } catch let failure as BrokerFailure {
        if failure.needsOperator, !wasSubscribed { throw failure }
        reason = failure.description
      }
      let seconds = delay.take(Double.random(in: 0...1))
      logger.warning(
        "not subscribed at \(settings.address): \(reason); next attempt in \(String(format: "%.1f", seconds)) s"
      )
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(seconds)) }
    }
    await client.disconnect(within: settings.stopSeconds)
  }

  /// Connects and subscribes, and returns a sequence that ends with the connection.
  private func subscribe(wasSubscribed: Bool) async throws -> AsyncStream<Void> {
    let (hasSession, end) = try await client.connect()
    do {
      if !hasSession {
        if wasSubscribed {
          logger.error(
            "the broker has not kept the session: messages that were published meanwhile are lost"
          )
        }
        do {
          try await storage.forgetDeliveries(of: settings.reader.session)
        } catch { throw BrokerFailure.storage("\(error)") }
      }
      let filters = settings.reader.topics.map(\.filter)
      for (filter, quality) in zip(filters, try await client.subscribe(filters)) {
        guard quality < 128 else { throw BrokerFailure.subscriptionRefused(filter) }
        if quality == 0 {
          logger.warning(
            "the broker delivers \(filter) at most once (QoS 0): what is lost on the way is missing"
          )
        }
      }
      logger.info(
        "subscribed", metadata: ["broker": "\(settings.address)", "session": "\(hasSession)"])
      return end
    } catch {
      await client.disconnect(within: settings.stopSeconds)
      throw error
    }
  }

  // MARK: The messages

  private func storeArrivals() async {
    for await arrival in arrivals {
      warnOfQuality(arrival.message)
      let read = settings.reader.read(arrival.message, at: arrival.nanoseconds) { device in
        devices.withLock { $0.accepts(device) }
      }
      // Without a signal, the message is not acknowledged.
      if await store(read, arrival) { arrival.stored.signal() }
    }
  }

  /// Stores a message, and tries again until it is stored; returns false if the collector stops before.
  private func store(_ read: ReadMessage, _ arrival: Arrival) async -> Bool {
    var read = read
    var delay = RetryDelay()
    while true {
      do {
        let outcome = try await storage.store(read.batch)
        totals.withLock { $0.count(outcome, isRefused: read.refusal != nil) }
        log(outcome, read, arrival.message)
        return true
      } catch .limitExceeded(let limit) where read.refusal == nil {
        // Another attempt would give the same result, and the messages behind it would wait for ever.
        read = settings.reader.refused(
          arrival.message, read.batch.device, at: arrival.nanoseconds,
          "\(limit.stream.device)/\(limit.stream.stream) would exceed a limit of the collector")
      } catch {
        let seconds = delay.take(Double.random(in: 0...1))
        logger.error(
          "a message cannot be stored: \(error); next attempt in \(String(format: "%.1f", seconds)) s"
        )
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(seconds)) }
        if Task.isShuttingDownGracefully { return false }
      }
    }
  }

  private func log(_ outcome: ImportOutcome, _ read: ReadMessage, _ message: MQTTMessage) {
    let metadata: Logger.Metadata = [
      "device": "\(read.batch.device)", "topic": "\(message.topic)",
      "bytes": "\(message.payload.count)",
    ]
    if let refusal = read.refusal {
      let fate =
        outcome == .notKept
        ? "was discarded, because the quarantine of the device is full" : "was quarantined"
      logger.error("a message \(fate): \(refusal)", metadata: metadata)
    } else if read.isTimeUnknown {
      logger.warning(
        "a message that the broker had kept has no time: its values are not in a stream",
        metadata: metadata)
    } else if let contents = read.contents, contents.malformedCount > 0 {
      let problem = contents.problems.first.map { ", the first at \($0.position): \($0.reason)" }
      logger.warning(
        "\(contents.malformedCount) entries of a message cannot be used\(problem ?? "")",
        metadata: metadata)
    } else {
      logger.debug("\(outcome)", metadata: metadata)
    }
  }

  private func warnOfQuality(_ message: MQTTMessage) {
    guard message.quality == 0, !hasWarnedOfQuality.exchange(true, ordering: .relaxed) else {
      return
    }
    logger.warning(
      "messages arrive with QoS 0: what is published while the collector is not connected is lost, see docs/mqtt.md",
      metadata: ["topic": "\(message.topic)"])
  }
}
