import CYobanVirtualTime

/// A host thread that runs a simulation while it holds the baton.
///
/// Exactly one worker of a simulation runs at a time. It runs the event loop. When the code that it
/// runs blocks (a sleep, a semaphore, a busy queue), the worker passes the baton to another worker,
/// which continues the loop, and waits until its own wake-up is due. Code that never blocks never
/// changes threads.
///
/// `signal` is used by every thread. It passes the baton, and orders the accesses to all other state.
final class Worker: @unchecked SimulationConfined {
  let simulation: Simulation
  private let signal = vt_signal_create()!
  private(set) var threadIdentifier: Int32 = 0
  /// A description of what the worker waits for; set while it waits inside a blocking call.
  var waitsFor: String?
  /// The process and the queue of the code that waits.
  var process: SimulatedProcess!
  var queue: SimulatedQueue?
  /// The event that ends the wait, if it has a deadline.
  var deadline: EventToken?
  /// The reason why the last blocking call returned.
  var wokeBecause: WakeReason = .deadline
  var mustExit = false
  /// Whether the thread must end in the blocking call, because the simulation has ended.
  var mustEnd = false
  /// Whether the present wait was reported as one that blocks a main thread.
  var isReported = false

  init(_ simulation: Simulation) { self.simulation = simulation }
  deinit { vt_signal_destroy(signal) }

  func start() {
    let result = vt_thread_start(Unmanaged.passRetained(self).toOpaque())
    precondition(result == 0, "the host has no thread left for the simulation (errno \(result))")
  }

  func passBaton() { vt_signal_post(signal) }
  /// Does not return if the thread must end.
  func waitForBaton() {
    vt_signal_wait(signal)
    if mustEnd { vt_thread_end() }
  }

  fileprivate func main() {
    threadIdentifier = vt_thread_identifier()
    _ = vt_swap(simulation.context)
    waitForBaton()
    simulation.loop(self)
    _ = vt_swap(nil)
    simulation.workerExited(self)
  }
}

// MARK: Threads started by code of a simulation

extension Worker {
  /// Creates a worker for a thread that is about to start. Its first turn is scheduled like any
  /// wake-up.
  fileprivate static func adopted(in simulation: Simulation) -> Worker {
    let worker = Worker(simulation)
    worker.process = simulation.currentProcess
    worker.waitsFor = "its first turn"
    simulation.parked.append(worker)
    simulation.wake(worker)
    return worker
  }

  fileprivate func enter() {
    threadIdentifier = vt_thread_identifier()
    _ = vt_swap(simulation.context)
    waitForBaton()
    waitsFor = nil
    simulation.switchTo(process)
    simulation.currentQueue = nil
  }

  fileprivate func leave() {
    simulation.passBaton()
    _ = vt_swap(nil)
  }
}

@_cdecl("vt_thread_adopt")
func vtThreadAdopt() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(Worker.adopted(in: Simulation.current!)).toOpaque()
}

@_cdecl("vt_thread_abandon")
func vtThreadAbandon(_ pointer: UnsafeMutableRawPointer) {
  let worker = Unmanaged<Worker>.fromOpaque(pointer).takeRetainedValue()
  worker.simulation.parked.removeAll { $0 === worker }
}

@_cdecl("vt_thread_enter")
func vtThreadEnter(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Worker>.fromOpaque(pointer).takeUnretainedValue().enter()
}

@_cdecl("vt_thread_leave")
func vtThreadLeave(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Worker>.fromOpaque(pointer).takeUnretainedValue().leave()
}

enum WakeReason { case deadline, signalled }

@_cdecl("vt_worker_main")
func workerMain(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Worker>.fromOpaque(pointer).takeUnretainedValue().main()
}

/// Called when a thread of a simulation ends, also if it ends in a blocking call.
@_cdecl("vt_worker_release")
func workerRelease(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Worker>.fromOpaque(pointer).release()
}
