#if YOBAN_ANDROID
  import Dispatch

  /// The isolation of recorders, stores and uploaders: a serial queue of its own.
  ///
  /// In an Android app nothing runs the main queue of Dispatch, so the main actor runs no code there. Code of the app
  /// enters the actor with `RecorderActor.queue.async`, or with `await` from a task.
  @globalActor public actor RecorderActor {
    public static let shared = RecorderActor()
    /// The queue on which the actor's code runs.
    public static let queue = DispatchQueue(label: "yoban.recorder", qos: .userInitiated)

    private static let executor = QueueExecutor(queue)

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      Self.executor.asUnownedSerialExecutor()
    }

    /// Runs code of the actor in code that is known to run on its queue, as `MainActor.assumeIsolated` does. It ends
    /// the process if the code runs elsewhere.
    public static func assumeIsolated<Result: Sendable>(
      _ operation: @RecorderActor () throws -> Result
    ) rethrows -> Result {
      dispatchPrecondition(condition: .onQueue(queue))
      return try withoutActuallyEscaping(operation) { operation in
        // The cast removes only the actor from the type.
        try unsafeBitCast(operation, to: (() throws -> Result).self)()
      }
    }
  }

  /// Runs the jobs of an actor on a serial queue.
  private final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  }
#else
  /// The isolation of recorders, stores and uploaders: the main actor on Apple's systems. On Android, where nothing
  /// runs the main actor, it is an actor of its own.
  public typealias RecorderActor = MainActor
#endif
