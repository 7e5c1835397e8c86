/// A unit of work that runs once, as part of a process.
enum Work {
  /// A job of Swift concurrency on the default executor.
  case job(UnownedJob)
  /// Runs the next item of a queue.
  case drain(SimulatedQueue)
  /// Adds an item to a queue at a deadline, for `asyncAfter` or a sleeping main-actor job.
  case submit(SimulatedQueue, SimulatedQueue.Item)
  /// Gives the baton to a thread that waits inside a blocking call.
  case wake(Worker)
  /// A call of the simulator itself.
  case call(() -> Void)
  /// An event of a service, without a closure of its own.
  case event(any EventSink, Int)
  /// A repeating event that is late because its process was frozen.
  case repeating(RepeatingEvent)

  /// Whether a delay of the app's code has ended: of `asyncAfter`, or of a task that slept.
  var isDelayedBlock: Bool {
    switch self {
    case .submit, .job: true
    case .drain, .wake, .call, .event, .repeating: false
    }
  }

  /// Releases the resources of the work without running it.
  func drop() {
    switch self {
    case .submit(_, let item): item.drop()
    case .job, .drain, .wake, .call, .event, .repeating: break
    }
  }
}

/// A receiver of events that a service scheduled for itself.
public protocol EventSink: AnyObject {
  /// Called when the event is due, with the number given when it was scheduled.
  func handleEvent(_ number: Int)
}
