import Testing

@testable import YobanAndroid

/// Tests when the service, the wake lock and the restart job are needed.
@Suite struct ServiceHoldMachineTests {
  private typealias Action = ServiceHoldMachine.Action

  @Test func `a recording gets the service, the wake lock and the job, and gives them back`() {
    var machine = ServiceHoldMachine()
    #expect(machine.start() == [.acquireWakeLock, .startService, .setRestartJob(true)])
    #expect(machine.serviceStarted() == [.enterForeground])
    #expect(machine.serviceRuns() == [] && machine.isServiceRunning)
    #expect(machine.everythingWasSent() == [], "the job stays while the recording goes on")
    #expect(machine.stop() == [.releaseWakeLock, .stopService])
    #expect(machine.serviceDestroyed() == [] && machine.stop() == [])
    #expect(machine.everythingWasSent() == [.setRestartJob(false)])
  }

  /// A way to lose the service, and the problem that is reported.
  private struct Loss: Sendable {
    var happen: @Sendable (inout ServiceHoldMachine) -> [Action]
    var problem: AndroidRecordingEvent.Problem
  }

  private static let losses = [
    Loss(happen: { $0.serviceTimedOut() }, problem: .serviceTimedOut),
    Loss(happen: { $0.serviceDestroyed() }, problem: .serviceStopped),
  ]

  @Test(arguments: losses.indices)
  func `without the service the CPU may sleep, until the service runs again`(_ row: Int) {
    let loss = Self.losses[row]
    var machine = ServiceHoldMachine()
    _ = machine.start()
    _ = machine.serviceStarted()
    _ = machine.serviceRuns()
    #expect(loss.happen(&machine) == [.releaseWakeLock, .report(loss.problem)])
    #expect(machine.isStarted && !machine.isServiceRunning)
    // The system starts it again by itself.
    #expect(machine.serviceStarted() == [.enterForeground])
    #expect(machine.serviceRuns() == [.acquireWakeLock])
  }

  @Test func `a service that runs goes on when another start of it is refused`() {
    var machine = ServiceHoldMachine()
    _ = machine.start()
    #expect(
      machine.serviceRefused("first") == [.releaseWakeLock, .report(.serviceRefused("first"))])
    #expect(machine.start() == [.acquireWakeLock, .startService], "the job is scheduled once")
    _ = machine.serviceStarted()
    _ = machine.serviceRuns()
    #expect(machine.start() == [.startService])
    #expect(machine.serviceRefused("again") == [.report(.serviceRefused("again"))])
    #expect(machine.isServiceRunning)
  }

  @Test func `a new process holds the wake lock and waits for the system to start the service`() {
    var machine = ServiceHoldMachine()
    #expect(machine.resume() == [.acquireWakeLock])
    #expect(machine.serviceStarted() == [.enterForeground])
    #expect(machine.serviceRuns() == [])
  }

  @Test func `a service that is to start is not stopped before it is in the foreground (AN1)`() {
    var machine = ServiceHoldMachine()
    _ = machine.start()
    #expect(machine.stop() == [.releaseWakeLock])
    #expect(machine.serviceStarted() == nil, "it enters the foreground and stops itself")
    // A start that was refused leaves nothing to wait for.
    _ = machine.start()
    _ = machine.serviceRefused("no")
    #expect(machine.stop() == [.stopService])
  }

  @Test func `a wake lock that was refused is asked for again with the next start`() {
    var machine = ServiceHoldMachine()
    _ = machine.start()
    #expect(machine.wakeLockRefused("no") == [.report(.wakeLockRefused("no"))])
    #expect(machine.stop() == [], "there is nothing to release")
    #expect(machine.start() == [.acquireWakeLock, .startService, .setRestartJob(true)])
  }

  @Test func `experiments leave parts out`() {
    var noService = ServiceHoldMachine(usesForegroundService: false)
    #expect(noService.start() == [.acquireWakeLock, .startService, .setRestartJob(true)])
    #expect(noService.serviceStarted() == [] && noService.isServiceRunning)
    #expect(noService.stop() == [.releaseWakeLock, .stopService])
    var noLock = ServiceHoldMachine(usesWakeLock: false)
    #expect(noLock.start() == [.startService, .setRestartJob(true)])
    #expect(noLock.serviceTimedOut() == [.report(.serviceTimedOut)])
  }
}
