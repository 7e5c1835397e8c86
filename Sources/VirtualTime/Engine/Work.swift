/// Something that runs once, as part of a process.
enum Work {
  /// A job of Swift concurrency on the default executor.
  case job(UnownedJob)
  /// Runs the next item of a queue.
  case drain(SimulatedQueue)
  /// Puts an item on a queue (the deadline of `asyncAfter`, of a sleeping main-actor job).
  case submit(SimulatedQueue, SimulatedQueue.Item)
  /// Gives the baton to a thread that waits inside a blocking call.
  case wake(Worker)
  /// A call of the simulator's own.
  case call(() -> Void)
  /// An event of a service, without a closure of its own.
  case event(any EventSink, Int)
  /// An event that comes again, late because its process was frozen.
  case repeating(RepeatingEvent)

  /// Releases what the work holds, without running it.
  func drop() {
    switch self {
    case .submit(_, let item): item.drop()
    case .job, .drain, .wake, .call, .event, .repeating: break
    }
  }
}

/// Receives events that a service scheduled for itself.
public protocol EventSink: AnyObject {
  /// Called when the event is due, with the number given when it was scheduled.
  func handleEvent(_ number: Int)
}
