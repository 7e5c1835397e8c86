import Dispatch
import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// An app's side of BGTaskScheduler, without the module: the tasks of its launches, and its work.
final class TaskRunner: ScheduledTaskEventReceiver, @unchecked SimulationConfined {
  private let launch: TestLaunch
  private let app: SchedulerApp
  var tasks: [ScheduledTask] = []
  /// The progress that the task reports (FT5).
  var progress = 0.0

  init(_ launch: TestLaunch, _ app: SchedulerApp) {
    self.launch = launch
    self.app = app
    launch.kept.append(self)
  }

  static var current: TaskRunner {
    TestLaunch.current.kept.lazy.compactMap { $0 as? TaskRunner }.first!
  }

  private var service: SchedulerService { launch.device.scheduler }

  /// Prints a failure. An exception ends the app, as in the module.
  func register(_ identifier: String) {
    do {
      if try !service.register(identifier, for: launch.process, self) { print("no \(identifier)") }
    } catch {
      launch.process.kill(.crash(error.description))
    }
  }

  func submit(_ request: ScheduledTaskRequest) {
    do {
      try service.submit(request, for: launch.process)
    } catch .error(let code) {
      print("\(code) \(code.rawValue)")
    } catch .exception(let exception) {
      launch.process.kill(.crash(exception.description))
    } catch {}
  }

  func submit(
    _ identifier: String, _ kind: ScheduledTaskRequest.Kind = .refresh, in seconds: Double? = nil
  ) {
    submit(
      ScheduledTaskRequest(
        identifier, kind, earliestBeginDate: seconds.map { Date(timeIntervalSinceNow: $0) }))
  }

  func cancel(_ identifier: String) { service.cancel(identifier, for: launch.process) }
  func cancelAll() { service.cancelAll(for: launch.process) }

  // MARK: ScheduledTaskEventReceiver

  func launch(_ task: ScheduledTask, registeredAs identifier: String) {
    print("runs \(task.identifier)")
    tasks.append(task)
    task.hasExpirationHandler = app.onExpiration != nil
    if let seconds = app.takes {
      let work = Work(task)
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
        work.task.complete(success: true)
      }
    }
    app.onLaunch(self, task)
  }

  func expire(_ task: ScheduledTask) {
    print("expires \(task.identifier)")
    app.onExpiration?(self, task)
  }

  func progress(of task: ScheduledTask) -> Double { progress }

  private struct Work: @unchecked SimulationConfined {
    let task: ScheduledTask
    init(_ task: ScheduledTask) { self.task = task }
  }
}

/// An app with scheduled tasks.
struct SchedulerApp: Sendable {
  var permitted = ["a.refresh", "a.clean"]
  var registers = ["a.refresh", "a.clean"]
  var modes = ["fetch", "processing"]
  var entitlements: Entitlements = []
  /// Seconds that each task takes. Nil: it is not completed.
  var takes: Double? = 5
  /// The expiration handler. Nil: there is none.
  var onExpiration: (@Sendable (TaskRunner, ScheduledTask) -> Void)? = { _, task in
    task.complete(success: false)
  }
  var onLaunch: @Sendable (TaskRunner, ScheduledTask) -> Void = { _, _ in }

  var app: TestApp {
    var app = TestApp().on(.didFinishLaunching) { [self] launch in
      let runner = TaskRunner(launch, self)
      for identifier in registers { runner.register(identifier) }
    }
    app.modes = modes
    app.lists = ["BGTaskSchedulerPermittedIdentifiers": permitted]
    app.entitlements = entitlements
    return app
  }

  static let processing = ScheduledTaskRequest.Kind.processing(
    requiresNetwork: false, requiresPower: false)
  static let charging = ScheduledTaskRequest.Kind.processing(
    requiresNetwork: false, requiresPower: true)

  static func continued(waits: Bool = true, needsGPU: Bool = false) -> ScheduledTaskRequest.Kind {
    .continued(.init(title: "Exporting", subtitle: "0 of 3", waits: waits, needsGPU: needsGPU))
  }
}

extension World {
  /// The events of BGTaskScheduler's tasks.
  var taskEvents: [TraceEvent.ScheduledTaskEvent] {
    trace.events.compactMap { if let event = $0.kind.scheduledTask { event } else { nil } }
  }

  func moments(ofTask event: TraceEvent.ScheduledTaskEvent) -> [VirtualInstant] {
    moments { $0 == .scheduledTask(event) }
  }
}
