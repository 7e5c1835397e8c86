package import YobanSimulatedApple

// The part of the module for `phone.perform(_:of:)` of YobanTesting.
extension AppIntent {
  /// Performs the intent in the process of a run, and returns when it has ended.
  ///
  /// - Throws: the error of the intent, or `IntentNotFinished`.
  package func performed(by run: IntentRun, _ service: AppIntentService) async throws
    -> PerformResult
  {
    let box = ResultBox<PerformResult>()
    let intent = self
    let performance = IntentPerformance(run, service)
    // Sendable: the simulation runs one thing at a time.
    nonisolated(unsafe) let service = service
    // After the callbacks of a launch, which are queued already.
    run.process.process.onMain {
      SystemAPI.appIntent.reportIfTooNew()
      if intent is any LiveActivityIntent { SystemAPI.liveActivityIntent.reportIfTooNew() }
      Task {
        let result: Result<PerformResult, any Error>
        do {
          result = .success(
            try await IntentPerformance.$current.withValue(performance) {
              try await intent.perform()
            })
        } catch {
          result = .failure(error)
        }
        box.result = result
        var failure: (any Error)?
        if case .failure(let error) = result { failure = error }
        service.finished(run, error: failure)
      }
    }
    switch await run.waitForEnd() {
    case .finished:
      guard let result = box.result else { preconditionFailure("a finished intent has a result") }
      return try result.get()
    case .timedOut(let limit): throw IntentNotFinished(run.name, .timedOut(after: limit))
    case .processEnded: throw IntentNotFinished(run.name, .appEnded)
    }
  }
}

private final class ResultBox<Value>: @unchecked SimulationConfined {
  var result: Result<Value, any Error>?
}
