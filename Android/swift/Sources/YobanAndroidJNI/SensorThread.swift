import CYobanNDK
import Foundation
import Synchronization

#if os(Android)
  import Android
#endif

/// The thread on which the NDK delivers the events of sensors. It exists from the first use on until the process ends.
final class SensorThread: Sendable {
  /// The commands that wait for the thread, and whether it was started.
  ///
  /// Sendable: the NDK's looper may be woken on any thread.
  private struct Inbox: @unchecked Sendable {
    var looper: OpaquePointer?
    var commands: [@Sendable () -> Void] = []
    var isStarted = false
  }

  /// Immutable pointers of the NDK, which may be used on any thread.
  private nonisolated(unsafe) let manager: OpaquePointer?
  private let inbox = Mutex(Inbox())

  /// - Parameter package: the name of the app's package.
  init(package: String) { manager = ASensorManager_getInstanceForPackage(package) }

  func hasSensor(_ type: Int32) -> Bool {
    manager != nil && ASensorManager_getDefaultSensor(manager, type) != nil
  }

  /// Starts the delivery of a sensor to a queue, or changes its settings.
  ///
  /// - Parameters:
  ///   - period: in microseconds.
  ///   - maxReportLatency: in microseconds.
  /// - Returns: 0, or a negative number of errno.
  func register(
    _ queue: SensorQueue, _ type: Int32, period: Int32, maxReportLatency: Int32
  ) -> Int32 {
    performAndWait { [self] in
      queue.open(on: self, manager, type)?.register(
        period: period, maxReportLatency: maxReportLatency) ?? -ENODEV
    }
  }

  /// Ends the delivery. The queue delivers nothing afterward.
  func unregister(_ queue: SensorQueue) {
    performAndWait { [self] in queue.close(manager) }
  }

  // MARK: The thread

  private func performAndWait<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result?>(nil)
    let mustStart = inbox.withLock { inbox in
      inbox.commands.append {
        let found = body()
        result.withLock { $0 = found }
        done.signal()
      }
      // A looper that was not made yet looks into the inbox before it waits.
      if let looper = inbox.looper { ALooper_wake(looper) }
      defer { inbox.isStarted = true }
      return !inbox.isStarted
    }
    if mustStart {
      let thread = Thread { [self] in run() }
      thread.name = "Yoban sensors"
      thread.start()
    }
    done.wait()
    guard let found = result.withLock({ $0 }) else {
      preconditionFailure("the command has not run")
    }
    return found
  }

  private func run() -> Never {
    let looper = ALooper_prepare(0)
    inbox.withLock { $0.looper = looper }
    while true {
      let commands = inbox.withLock { inbox in
        defer { inbox.commands = [] }
        return inbox.commands
      }
      for command in commands { command() }
      // It returns after each event, and when a command wakes it.
      guard ALooper_pollOnce(-1, nil, nil, nil) == Int32(ALOOPER_POLL_ERROR) else { continue }
      NativeLog.write(.error, "The looper of the sensors has failed.")
      Thread.sleep(forTimeInterval: 1)
    }
  }

  /// The looper of the thread, on the thread.
  fileprivate var looper: OpaquePointer? { inbox.withLock { $0.looper } }
}

/// The events of one sensor.
///
/// Sendable: its variables are used on the thread of the sensors only.
final class SensorQueue: @unchecked Sendable {
  private var pointer: OpaquePointer?
  private var sensor: OpaquePointer?
  private let deliver: @Sendable ([SensorSample]) -> Void
  private var events = [ASensorEvent](repeating: ASensorEvent(), count: 64)

  /// - Parameter deliver: called on the thread of the sensors, with samples in the order of their times.
  init(_ deliver: @escaping @Sendable ([SensorSample]) -> Void) { self.deliver = deliver }

  /// Makes the queue of the NDK, once.
  ///
  /// - Returns: nil if the phone does not have the sensor.
  fileprivate func open(
    on thread: SensorThread, _ manager: OpaquePointer?, _ type: Int32
  ) -> Self? {
    if pointer != nil { return self }
    sensor = ASensorManager_getDefaultSensor(manager, type)
    guard sensor != nil else { return nil }
    // The queue is retained until `close`.
    let context = Unmanaged.passRetained(self).toOpaque()
    pointer = ASensorManager_createEventQueue(
      manager, thread.looper, 0,
      { _, _, context in
        Unmanaged<SensorQueue>.fromOpaque(context!).takeUnretainedValue().read()
        return 1
      }, context)
    if pointer == nil { Unmanaged.passUnretained(self).release() }
    return pointer == nil ? nil : self
  }

  fileprivate func register(period: Int32, maxReportLatency: Int32) -> Int32 {
    ASensorEventQueue_registerSensor(pointer, sensor, period, Int64(maxReportLatency))
  }

  fileprivate func close(_ manager: OpaquePointer?) {
    guard let pointer else { return }
    self.pointer = nil
    ASensorEventQueue_disableSensor(pointer, sensor)
    ASensorManager_destroyEventQueue(manager, pointer)
    Unmanaged.passUnretained(self).release()
  }

  /// Reads all events that are there: the looper calls once for them, however many they are.
  private func read() {
    guard let pointer else { return }
    var samples: [SensorSample] = []
    while true {
      let count = ASensorEventQueue_getEvents(pointer, &events, events.count)
      guard count > 0 else { break }
      for event in events.prefix(Int(count)) {
        samples.append(
          SensorSample(
            timestamp: event.timestamp, x: event.data.0, y: event.data.1, z: event.data.2))
      }
    }
    if !samples.isEmpty { deliver(samples) }
  }
}
