import BackgroundTasks
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests the module BackgroundTasks: names, errors, queues (FT2 to FT5).
@Suite struct BackgroundTasksTests {
  private static func appFixture(
    permitted: [String] = ["a.refresh", "a.clean"], modes: [String] = ["fetch", "processing"],
    entitlements: Entitlements = [], _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var appFixture = AppFixture { _ in launched() }
    appFixture.entitlements = entitlements
    appFixture.plist = InfoPlist([
      "BGTaskSchedulerPermittedIdentifiers": permitted, "UIBackgroundModes": modes,
    ])
    return appFixture
  }

  // MARK: Errors

  @Test func `errors have Apple's domain and codes (FT2)`() {
    #expect(BGTaskScheduler.errorDomain == "BGTaskSchedulerErrorDomain")
    #expect(BGTaskScheduler.Error.errorDomain == BGTaskScheduler.errorDomain)
    let codes: [BGTaskScheduler.Error.Code] = [
      .unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible,
    ]
    #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
    let error = BGTaskScheduler.Error(.notPermitted, userInfo: ["key": "value"])
    #expect(error.code == .notPermitted && error.errorCode == 3)
    #expect(error.userInfo["key"] as? String == "value")
    #expect((error as NSError).domain == BGTaskScheduler.errorDomain)
    #expect(BGTaskScheduler.Error(.unavailable) == BGTaskScheduler.Error(.unavailable))
    #expect(BGTaskScheduler.Error.Code(rawValue: 5) == nil)
  }

  @Test(.world()) func `submit throws Apple's errors, and they can be caught by name (FT2)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture(modes: ["fetch"]))
    await fixture.touch {
      do {
        try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a.clean"))
      } catch BGTaskScheduler.Error.notPermitted {
        print("not permitted")
      } catch {
        print("another error")
      }
      do {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.clean"))
      } catch let error as BGTaskScheduler.Error {
        print(error.code == .tooManyPendingTaskRequests, (error as NSError).code)
      } catch {}
    }
    #expect(fixture.world.log.texts == ["not permitted", "true 2"])
  }

  @Test(.world()) func `an Objective-C exception ends the app, and the call never returns (FT2)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.refresh", using: nil) { _ in }
      print("must not return")
    }
    #expect(fixture.world.log.texts.isEmpty)
    #expect(
      fixture.app.terminations == [
        .crash(
          "NSInternalInconsistencyException: All launch handlers must be registered before application finishes launching"
        )
      ])
  }

  @Test(.world()) func `register returns whether Info.plist permits the identifier (FT2)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        print(BGTaskScheduler.shared === BGTaskScheduler.shared)
        for identifier in ["a.refresh", "a.other"] {
          print(
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { _ in })
        }
      })
    #expect(fixture.world.log.texts == ["true", "true", "false"])
  }

  // MARK: Requests

  @Test(.world()) func `requests are stored with their properties, as copies (FT2)`() async throws {
    let fixture = try await startApp(
      Self.appFixture {
        for identifier in ["a.refresh", "a.clean"] {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
        }
      })
    await fixture.touch {
      let clean = BGProcessingTaskRequest(identifier: "a.clean")
      clean.requiresExternalPower = true
      clean.earliestBeginDate = Date(timeIntervalSince1970: 4_000_000_000)
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
      try? BGTaskScheduler.shared.submit(clean)
      clean.requiresExternalPower = false
      BGTaskScheduler.shared.getPendingTaskRequests { requests in
        for request in requests {
          let processing = request as? BGProcessingTaskRequest
          print(
            request.identifier, request is BGAppRefreshTaskRequest,
            processing?.requiresExternalPower ?? false,
            processing?.requiresNetworkConnectivity ?? false,
            request.earliestBeginDate?.timeIntervalSince1970 ?? 0.0)
        }
        print(Thread.isMainThread)
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "a.refresh")
        BGTaskScheduler.shared.getPendingTaskRequests { print($0.count) }
        BGTaskScheduler.shared.cancelAllTaskRequests()
        BGTaskScheduler.shared.getPendingTaskRequests { print($0.count) }
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "a.refresh true false false 0.0", "a.clean false true false 4000000000.0", "false", "1",
        "0",
      ])
  }

  @Test func `a copy of a request is a separate request (FT5)`() {
    let request = BGContinuedProcessingTaskRequest(
      identifier: "a.b.1", title: "Export", subtitle: "soon")
    #expect(request.strategy == .queue && request.requiredResources == [])
    request.strategy = .fail
    request.requiredResources = .gpu
    let copy = request.copy() as! BGContinuedProcessingTaskRequest
    request.title = "changed"
    #expect(copy.identifier == "a.b.1" && copy.title == "Export" && copy.subtitle == "soon")
    #expect(copy.strategy == .fail && copy.requiredResources == .gpu)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.fail.rawValue == 0)
  }

  // MARK: Tasks

  @Test(.world())
  func `the handler is called with a task of the right class, on the given queue (FT2)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.refresh", using: .main) { task in
          print(task is BGAppRefreshTask, Thread.isMainThread, task.identifier)
          task.setTaskCompleted(success: true)
        }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.clean", using: nil) { task in
          print(task is BGProcessingTask, Thread.isMainThread, task.identifier)
          task.setTaskCompleted(success: false)
          task.setTaskCompleted(success: true)
        }
      })
    await fixture.touch {
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
      try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a.clean"))
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(10))
    fixture.phone.runScheduledTask(fixture.app, "a.refresh")
    try await fixture.world.pass(.seconds(10))
    fixture.phone.runScheduledTask(fixture.app, "a.clean")
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts == ["true true a.refresh", "true false a.clean"])
    let results = fixture.world.trace.events.compactMap { event -> Bool? in
      if case .completed(_, let success) = event.kind.scheduledTask { success } else { nil }
    }
    #expect(results == [true, false], "completed once")
  }

  @Test(.world())
  func `the expiration handler is called once, on a background queue, and released (FT3)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.refresh", using: .main) { task in
          task.expirationHandler = {
            print("expires", Thread.isMainThread, task.expirationHandler == nil)
            task.setTaskCompleted(success: false)
          }
        }
      })
    await fixture.touch {
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
    }
    await fixture.phone.goHome()
    fixture.phone.runScheduledTask(fixture.app, "a.refresh")
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.world.log.timedTexts == ["25.0 expires false true"])
    #expect(fixture.app.terminations.isEmpty)
  }

  @Test(.world()) func `an expiration handler that is set to nil is not called (FT3)`() async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.refresh", using: nil) { task in
          task.expirationHandler = { print("must not be called") }
          task.expirationHandler = nil
        }
      })
    await fixture.touch {
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
    }
    await fixture.phone.goHome()
    fixture.phone.runScheduledTask(fixture.app, "a.refresh")
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts.isEmpty && fixture.app.terminations.isEmpty)
  }

  @Test(.world())
  func `the time of a task is taken back only after its launch handler was called (FT10)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.refresh", using: nil) { task in
          print("begins")
          task.expirationHandler = { print("expires") }
        }
      })
    await fixture.touch {
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
    }
    await fixture.phone.goHome()
    fixture.phone.runScheduledTask(fixture.app, "a.refresh")
    #expect(!fixture.phone.takeBackTime(of: fixture.app))
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["begins"])
    #expect(fixture.phone.takeBackTime(of: fixture.app))
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["begins", "expires"])
  }

  @Test(.world(), arguments: [Duration.zero, .seconds(1)])
  func `two tasks that run at the same time are advice, unless one ends at once (FT10)`(
    _ length: Duration
  ) async throws {
    let fixture = try await startApp(
      Self.appFixture {
        for (identifier, length) in [("a.refresh", Duration.seconds(2)), ("a.clean", length)] {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
            nonisolated(unsafe) let task = task
            Task {
              try? await Task.sleep(for: length)
              task.setTaskCompleted(success: true)
            }
          }
        }
      })
    await fixture.touch {
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
      try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a.clean"))
    }
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, "a.refresh"))
    #expect(fixture.phone.runScheduledTask(fixture.app, "a.clean"))
    try await fixture.world.pass(.seconds(5))
    let advice = fixture.world.trace.advice.filter { $0.matches(.bgtaskTogether.by(.ft10)) }
    #expect(advice.count == (length == .zero ? 0 : 1))
  }

  @Test func `background use of the GPU is supported for apps with the entitlement (FT5)`()
    async throws
  {
    let rows: [(Entitlements, Bool)] = [
      ([], false), (["com.apple.developer.background-tasks.continued-processing.gpu"], true),
    ]
    for (entitlements, isOffered) in rows {
      let fixture = try await withWorld { _ in
        let fixture = try await startApp(
          Self.appFixture(entitlements: entitlements) {
            print(BGTaskScheduler.supportedResources.contains(.gpu))
          })
        return fixture
      }
      #expect(fixture.world.log.texts == ["\(isOffered)"])
    }
  }

  @Test(.world(), arguments: [(12.5 as SystemVersion, "false unavailable"), (13, "true nothing")])
  func `before iOS 13 there is no scheduler (FT2)`(_ version: SystemVersion, _ line: String)
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        let isRegistered = BGTaskScheduler.shared.register(
          forTaskWithIdentifier: "a.refresh", using: nil
        ) { _ in }
        do {
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.refresh"))
          print(isRegistered, "nothing")
        } catch BGTaskScheduler.Error.unavailable {
          print(isRegistered, "unavailable")
        } catch {}
      }, iOS: version)
    #expect(fixture.world.log.texts == [line])
  }
}
