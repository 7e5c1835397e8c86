import CYobanVirtualTime

// The functions that dispatch.c and locks.c call. All run on the thread that holds the baton.

private var simulation: Simulation { Simulation.current! }

@_cdecl("vt_sleep") func vtSleep(_ nanoseconds: Int64) { Simulation.current!.sleep(nanoseconds) }

// MARK: Queues

@_cdecl("vt_dispatch_async")
func vtAsync(_ queue: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ barrier: Int32) {
  let copy = vt_block_copy(block)!
  let isBarrier = barrier != 0 || simulation.dispatch.workItems[copy]?.isBarrier == true
  simulation.currentProcess.queue(queue).submit(.init(.block(copy), isBarrier: isBarrier))
}

@_cdecl("vt_dispatch_async_function")
func vtAsyncFunction(
  _ queue: UnsafeMutableRawPointer, _ argument: UnsafeMutableRawPointer?,
  _ function: @convention(c) (UnsafeMutableRawPointer?) -> Void
) {
  simulation.currentProcess.queue(queue).submit(.init(.function(argument, function)))
}

@_cdecl("vt_dispatch_after")
func vtAfter(_ deadline: Int64, _ queue: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer)
{
  guard deadline < .max else { return }
  let process = simulation.currentProcess!
  guard process.state != .dead else { return }
  let item = SimulatedQueue.Item(.block(vt_block_copy(block)!))
  simulation.push(at: deadline, process, .submit(process.queue(queue), item))
}

@_cdecl("vt_dispatch_sync")
func vtSync(_ queue: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer, _ barrier: Int32) {
  // Not copied: the block is on the caller's stack, and the caller waits until it has run.
  let simulation = simulation
  simulation.synchronously(on: queue, isBarrier: barrier != 0) {
    vt_block_invoke(block)
    simulation.dispatch.workItemFinished(block, in: simulation)
  }
}

@_cdecl("vt_dispatch_suspend") func vtSuspend(_ object: UnsafeMutableRawPointer) -> Int32 {
  if let timer = simulation.dispatch.timers[object] {
    timer.suspend()
  } else {
    simulation.currentProcess.queue(object).suspend()
  }
  return 1
}

@_cdecl("vt_dispatch_resume") func vtResume(_ object: UnsafeMutableRawPointer) -> Int32 {
  if let timer = simulation.dispatch.timers[object] {
    timer.resume()
    return 1
  }
  guard
    let queue = simulation.currentProcess.existingQueue(object)
      ?? (vt_queue_starts_inactive(object) != 0 ? simulation.currentProcess.queue(object) : nil)
  else { return 0 }
  queue.resume()
  return 1
}

@_cdecl("vt_current_queue") func vtCurrentQueue() -> UnsafeMutableRawPointer? {
  simulation.currentQueue?.pointer
}

@_cdecl("vt_is_on_queue") func vtIsOnQueue(_ queue: UnsafeMutableRawPointer) -> Int32 {
  simulation.currentQueue?.isOrTargets(queue) == true ? 1 : 0
}

// MARK: Semaphores, groups, work items

@_cdecl("vt_semaphore_wait")
func vtSemaphoreWait(_ semaphore: UnsafeMutableRawPointer, _ deadline: Int64) -> Int {
  simulation.wait(on: semaphore, for: "DispatchSemaphore.wait", until: deadline) {
    vt_host_semaphore_try(semaphore)
  }
}

@_cdecl("vt_semaphore_signalled") func vtSemaphoreSignalled(_ semaphore: UnsafeMutableRawPointer) {
  simulation.waits.wakeOne(semaphore, in: simulation)
}

@_cdecl("vt_group_wait")
func vtGroupWait(_ group: UnsafeMutableRawPointer, _ deadline: Int64) -> Int {
  simulation.wait(on: group, for: "DispatchGroup.wait", until: deadline) {
    vt_host_group_try(group)
  }
}

@_cdecl("vt_group_left") func vtGroupLeft(_ group: UnsafeMutableRawPointer) {
  simulation.dispatch.groupMayBeEmpty(group, in: simulation)
}

@_cdecl("vt_group_notify")
func vtGroupNotify(
  _ group: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ block: UnsafeMutableRawPointer
) {
  let notification = DispatchModel.Notification(
    process: simulation.currentProcess, queue: queue, block: vt_block_copy(block)!)
  simulation.dispatch.groupNotifications[group, default: []].append(notification)
  simulation.dispatch.groupMayBeEmpty(group, in: simulation)
}

@_cdecl("vt_group_async")
func vtGroupAsync(
  _ group: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ block: UnsafeMutableRawPointer
) {
  vt_host_group_enter(group)
  vt_host_dispatch_retain(group)
  let copy = vt_block_copy(block)!
  let simulation = simulation
  simulation.currentProcess.queue(queue).submit(
    .init(
      .call {
        vt_block_invoke(copy)
        simulation.dispatch.workItemFinished(copy, in: simulation)
        vt_block_release(copy)
        vt_host_group_leave(group)
        simulation.dispatch.groupMayBeEmpty(group, in: simulation)
        vt_host_dispatch_release(group)
      }, isBarrier: simulation.dispatch.workItems[copy]?.isBarrier == true))
}

@_cdecl("vt_work_item_created")
func vtWorkItemCreated(_ block: UnsafeMutableRawPointer, _ barrier: Int32) {
  simulation.dispatch.workItems[block] = .init(isBarrier: barrier != 0)
}

@_cdecl("vt_work_item_wait")
func vtWorkItemWait(_ block: UnsafeMutableRawPointer, _ deadline: Int64) -> Int {
  simulation.wait(on: block, for: "DispatchWorkItem.wait", until: deadline) {
    simulation.dispatch.workItems[block]?.hasRun == false ? 1 : 0
  }
}

@_cdecl("vt_work_item_notify")
func vtWorkItemNotify(
  _ block: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer,
  _ body: UnsafeMutableRawPointer
) {
  let notification = DispatchModel.Notification(
    process: simulation.currentProcess, queue: queue, block: vt_block_copy(body)!)
  if simulation.dispatch.workItems[block]?.hasRun == false {
    simulation.dispatch.workItems[block]!.notifications.append(notification)
  } else {
    simulation.dispatch.submit(notification)
  }
}

// MARK: Timer sources

private func timer(_ source: UnsafeMutableRawPointer) -> DispatchTimer? {
  simulation.dispatch.timers[source]
}

@_cdecl("vt_host_source_created") func vtHostSourceCreated() {
  simulation.escape(
    .hostEventSource, "a dispatch source was created that waits for an event of the host")
}

@_cdecl("vt_timer_created")
func vtTimerCreated(_ source: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer?) {
  simulation.dispatch.timers[source] = DispatchTimer(source, queue: queue, in: simulation)
}

@_cdecl("vt_timer_set_handler")
func vtTimerSetHandler(_ source: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer?)
  -> Int32
{
  guard let timer = timer(source) else { return 0 }
  timer.setHandler(block)
  return 1
}

@_cdecl("vt_timer_set_cancel_handler")
func vtTimerSetCancelHandler(_ source: UnsafeMutableRawPointer, _ block: UnsafeMutableRawPointer?)
  -> Int32
{
  guard let timer = timer(source) else { return 0 }
  timer.setCancelHandler(block)
  return 1
}

@_cdecl("vt_timer_set")
func vtTimerSet(_ source: UnsafeMutableRawPointer, _ start: Int64, _ interval: UInt64) -> Int32 {
  guard let timer = timer(source) else { return 0 }
  timer.set(start: start, interval: interval)
  return 1
}

@_cdecl("vt_timer_cancel") func vtTimerCancel(_ source: UnsafeMutableRawPointer) -> Int32 {
  guard let timer = timer(source) else { return 0 }
  timer.cancel()
  return 1
}

@_cdecl("vt_timer_is_cancelled") func vtTimerIsCancelled(_ source: UnsafeMutableRawPointer) -> Int32
{
  timer(source).map { $0.isCancelled ? 1 : 0 } ?? -1
}

@_cdecl("vt_timer_data") func vtTimerData(_ source: UnsafeMutableRawPointer) -> Int64 {
  timer(source).map { Int64($0.fired) } ?? -1
}

@_cdecl("vt_timer_retain") func vtTimerRetain(_ object: UnsafeMutableRawPointer) {
  if !simulation.dispatch.timers.isEmpty { timer(object)?.references += 1 }
}

@_cdecl("vt_timer_release") func vtTimerRelease(_ object: UnsafeMutableRawPointer) {
  guard !simulation.dispatch.timers.isEmpty, let timer = timer(object) else { return }
  timer.references -= 1
  guard timer.references == 0 else { return }
  timer.dispose()
  simulation.dispatch.timers[object] = nil
}

// MARK: Locks

@_cdecl("vt_mutex_wait")
func vtMutexWait(_ mutex: UnsafeMutableRawPointer, _ deadline: Int64) -> Int32 {
  let simulation = simulation
  guard deadline > simulation.now.nanoseconds else { return 0 }
  let reason = simulation.waits.waitForLock(
    on: mutex, for: "a lock", until: deadline, in: simulation)
  return reason == .signalled ? 1 : 0
}

@_cdecl("vt_mutex_released") func vtMutexReleased(_ mutex: UnsafeMutableRawPointer) {
  simulation.waits.wakeOne(mutex, in: simulation)
}

@_cdecl("vt_condition_wait")
func vtConditionWait(
  _ condition: UnsafeMutableRawPointer, _ mutex: UnsafeMutableRawPointer, _ deadline: Int64
) -> Int32 {
  let simulation = simulation
  vt_mutex_unlock(mutex)
  if !simulation.waits.isEmpty { simulation.waits.wakeOne(mutex, in: simulation) }
  let reason = simulation.waits.waitForLock(
    on: condition, for: "a condition", until: deadline, in: simulation)
  while vt_mutex_try(mutex) != 0 { _ = vtMutexWait(mutex, .max) }
  return reason == .signalled ? 1 : 0
}

@_cdecl("vt_condition_signalled")
func vtConditionSignalled(_ condition: UnsafeMutableRawPointer, _ all: Int32) {
  let simulation = simulation
  if all != 0 {
    simulation.waits.wakeAll(condition, in: simulation)
  } else {
    simulation.waits.wakeOne(condition, in: simulation)
  }
}
