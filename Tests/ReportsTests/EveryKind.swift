import YobanSimulatedOS
import YobanVirtualTime

/// Returns an event of the phone, or of a process on it, some milliseconds after the start.
func event(_ milliseconds: Int64, _ process: String?, _ kind: TraceEvent.Kind) -> TraceEvent {
  TraceEvent(
    instant: VirtualInstant(nanoseconds: milliseconds * 1_000_000), device: "phone",
    process: process, kind: kind)
}

func instant(_ milliseconds: Int64) -> VirtualInstant {
  VirtualInstant(nanoseconds: milliseconds * 1_000_000)
}

extension TraceEvent.Kind {
  /// One event of each kind, and of each kind of location, transfer, task, push and Bluetooth
  /// event.
  static let samplesOfAll: [TraceEvent.Kind] = [
    .user("goes home"), .launched(.user), .appState(.active),
    .callback(.didFinishLaunching, seen: .background), .terminated(.jetsam),
    .backgroundTask(.began(1, name: "keep-alive")), .backgroundTask(.began(2, name: nil)),
    .backgroundTask(.ended(1)), .backgroundTask(.expired(2)),
    .location(.authorization("always")), .location(.started), .location(.stopped),
    .location(.paused), .location(.keepAliveEnded),
    .location(.authorizationStage("asks for always")), .location(.monitoringStarted("door")),
    .location(.monitoringStopped("door")), .location(.monitoringFailed("door", error: 5)),
    .location(.entered("door")), .location(.exited("door")),
    .location(.determined("door", state: "inside")),
    .location(.condition("monitor/door", state: "satisfied")),
    .location(.rangingStarted("beacons")), .location(.rangingStopped("beacons")),
    .location(.significantChange), .location(.visit("arrived")), .location(.indicator(true)),
    .location(.indicator(false)), .location(.woke("door")), .location(.held("door")),
    .audio(.category("playback")), .audio(.session("active")), .audio(.playing(1)),
    .audio(.recording(2)), .audio(.session("interrupted")), .audio(.stopped(1, "finished")),
    .audio(.keepsRunning(true)), .audio(.keepsRunning(false)), .audio(.microphone("granted")),
    .samples(stream: "accelerometer", count: 6000), .sensor("accelerometer", isOn: true),
    .health("observes HeartRate"),
    .transfer(.created(task: 1, session: "s", bytes: 10)),
    .transfer(.began(task: 1, session: "s")),
    .transfer(.finished(task: 1, session: "s", status: 201)),
    .transfer(.failed(task: 1, session: "s", error: "timedOut")),
    .transfer(.eventsDelivered(session: "s")),
    .scheduledTask(.submitted("tidy", "processing")),
    .scheduledTask(.refused("tidy", .notPermitted)), .scheduledTask(.cancelled("tidy")),
    .scheduledTask(.launched("tidy", "processing")),
    .scheduledTask(.activity("tidy", title: "Tidying", subtitle: "3 of 7")),
    .scheduledTask(.expired("tidy", "picked up")),
    .scheduledTask(.completed("tidy", success: false)),
    .scheduledTask(.completed("tidy", success: true)),
    .remoteNotification(.registered), .remoteNotification(.received(priority: 5)),
    .remoteNotification(.shown), .remoteNotification(.held("Low Power Mode")),
    .remoteNotification(.dropped("offline")), .remoteNotification(.answered(.newData)),
    .remoteNotification(.unregistered),
    .notification(.permission("authorized")), .notification(.permission("denied")),
    .notification(.scheduled("gap", trigger: "in 60.0 s")), .notification(.refused("gap", code: 1)),
    .notification(.discarded("gap")), .notification(.removed("gap")),
    .notification(.shown("gap", text: "A gap", place: "lock screen")),
    .notification(.notShown("gap", why: "the app has no permission")),
    .notification(.response("gap", action: "default")), .notification(.completed("gap")),
    .notification(.badgeRefused(3)),
    .bluetooth(.power(.poweredOff)), .bluetooth(.authorization("allowedAlways")),
    .bluetooth(.scanStarted("180D")), .bluetooth(.discovered("strap", rssi: -60)),
    .bluetooth(.scanStopped), .bluetooth(.connecting("strap")), .bluetooth(.connected("strap")),
    .bluetooth(.attribute("strap", "read 2A19", nil)),
    .bluetooth(.attribute("strap", "read 2A19", "readNotPermitted")),
    .bluetooth(.disconnected("strap", nil)), .bluetooth(.disconnected("strap", "timeout")),
    .bluetooth(.connectFailed("strap", "connectionLimitReached")),
    .bluetooth(.advertising(isOn: true)), .bluetooth(.advertising(isOn: false)),
    .bluetooth(.restored("central")), .bluetooth(.alert("strap connected")),
    .accessory("switched on"), .accessory("moved"),
    .network("offline"), .power("charging"), .power("Low Power Mode on"),
    .power("Low Power Mode off"), .power("installing iOS 17"), .power("rebooting"),
    .power("booted"), .power("memory warning"), .screen(isOn: false), .screen(isOn: true),
    .watchLink(.activated), .watchLink(.reachable(true)), .watchLink(.reachable(false)),
    .watchLink(.queued(.file, number: 1, bytes: 41_000)),
    .watchLink(.began(.file, number: 1, over: "Bluetooth")),
    .watchLink(.interrupted(.file, number: 1)), .watchLink(.received(.userInfo, number: 2)),
    .watchLink(.finished(.applicationContext, number: 3)),
    .watchLink(.failed(.message, number: 4, code: 7007)), .watchLink(.lost(.file, number: 1)),
    .watch(.wrist(isUp: true)), .watch(.wrist(isUp: false)), .watch(.workout("paused")),
    .watch(.workoutFailed(code: 6)), .watch(.exerciseCredited(minutes: 30)),
    .watch(.extendedRuntime("running")), .watch(.backgroundRefresh("launched")),
    .watch(.sensorRecorder("until 12 h")),
    .android(.service("RecorderService", isRunning: true)),
    .android(.service("RecorderService", isRunning: false)),
    .android(.foreground("RecorderService", types: "health")),
    .android(.foreground("RecorderService", types: nil)),
    .android(.refused("startForeground", exception: "SecurityException")),
    .android(.timeout("RecorderService")), .android(.wakeLock("yoban", isHeld: true)),
    .android(.wakeLock("yoban", isHeld: false)), .android(.cpu(isAwake: true)),
    .android(.cpu(isAwake: false)), .android(.doze("deep")), .android(.standbyBucket("rare")),
    .android(.broadcast("BOOT_COMPLETED")), .android(.alarm("fired")), .android(.job("started")),
    .android(.scan("throttled")), .android(.permission("granted")),
    .output("a line"), .badge(3),
    .logged(LogMessage(level: .info, subsystem: "com.example", category: "radio", text: "a")),
    .finding(Finding("bgtask.leaked", rule: "BG4", what: "Never ended.", remedy: "End it.")),
  ]
}
