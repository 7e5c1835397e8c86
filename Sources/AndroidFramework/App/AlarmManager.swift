internal import YobanSimulatedAndroid

/// `android.app.PendingIntent`: an action that the system performs for the app later, even when its
/// process has ended.
public final class PendingIntent: Sendable {
  public static let FLAG_UPDATE_CURRENT: Int32 = 1 << 27
  public static let FLAG_IMMUTABLE: Int32 = 1 << 26
  public static let FLAG_MUTABLE: Int32 = 1 << 25

  let pending: PendingIntentDescription
  private init(_ pending: PendingIntentDescription) { self.pending = pending }

  /// - Throws: `IllegalArgumentException` without `FLAG_IMMUTABLE` or `FLAG_MUTABLE`, for apps that
  ///   target API level 31 or later.
  public static func getBroadcast(
    _ context: Context, _ requestCode: Int32, _ intent: Intent, _ flags: Int32
  ) throws -> PendingIntent {
    try make(.broadcast, context, requestCode, intent, flags)
  }

  /// - Throws: The same error as `getBroadcast`.
  public static func getService(
    _ context: Context, _ requestCode: Int32, _ intent: Intent, _ flags: Int32
  ) throws -> PendingIntent {
    try make(.service, context, requestCode, intent, flags)
  }

  /// - Throws: The same error as `getBroadcast`.
  public static func getForegroundService(
    _ context: Context, _ requestCode: Int32, _ intent: Intent, _ flags: Int32
  ) throws -> PendingIntent {
    try make(.foregroundService, context, requestCode, intent, flags)
  }

  /// - Throws: The same error as `getBroadcast`.
  public static func getActivity(
    _ context: Context, _ requestCode: Int32, _ intent: Intent, _ flags: Int32
  ) throws -> PendingIntent {
    try make(.activity, context, requestCode, intent, flags)
  }

  private static func make(
    _ target: PendingIntentDescription.Target, _ context: Context, _ requestCode: Int32,
    _ intent: Intent, _ flags: Int32
  ) throws -> PendingIntent {
    let hasMutability = flags & (FLAG_IMMUTABLE | FLAG_MUTABLE) != 0
    if !hasMutability, context.client.apiLevel >= 31, context.client.manifest.targetSdkVersion >= 31
    {
      throw IllegalArgumentException(
        "\(context.getPackageName()): Targeting S+ (version 31 and above) requires that one of FLAG_IMMUTABLE or FLAG_MUTABLE be specified when creating a PendingIntent."
      )
    }
    return PendingIntent(
      PendingIntentDescription(target, requestCode: requestCode, intent.description))
  }

  public func send() {
    AndroidClient.calling("PendingIntent.send was called").send(pending)
  }
}

/// `android.app.AlarmManager` (AN8, AN9). A force stop and a reboot cancel all alarms (AN18).
public final class AlarmManager {
  public static let RTC_WAKEUP: Int32 = 0
  public static let RTC: Int32 = 1
  public static let ELAPSED_REALTIME_WAKEUP: Int32 = 2
  public static let ELAPSED_REALTIME: Int32 = 3
  public static let INTERVAL_FIFTEEN_MINUTES: Int64 = 15 * 60 * 1000
  public static let INTERVAL_HOUR: Int64 = 60 * 60 * 1000

  /// `android.app.AlarmManager.OnAlarmListener`: receives an alarm; lost when the process ends.
  public protocol OnAlarmListener: AnyObject { func onAlarm() }

  /// `android.app.AlarmManager.AlarmClockInfo`.
  public final class AlarmClockInfo: Sendable {
    private let triggerTime: Int64
    public init(_ triggerTime: Int64, _ showIntent: PendingIntent?) {
      self.triggerTime = triggerTime
    }
    public func getTriggerTime() -> Int64 { triggerTime }
  }

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Sets an inexact alarm. In Doze, it waits for a maintenance window.
  public func set(_ type: Int32, _ triggerAtMillis: Int64, _ operation: PendingIntent) {
    try? set(type, triggerAtMillis, .inexact, operation)
  }

  /// Sets an inexact alarm for a listener of this process.
  public func set(
    _ type: Int32, _ triggerAtMillis: Int64, _ tag: String, _ listener: OnAlarmListener,
    _ targetHandler: Handler?
  ) {
    try? setListener(type, triggerAtMillis, .inexact, tag, listener)
  }

  /// Sets an exact alarm.
  ///
  /// - Throws: `SecurityException` without the permission for exact alarms (API level 31).
  public func setExact(
    _ type: Int32, _ triggerAtMillis: Int64, _ operation: PendingIntent
  ) throws {
    try set(type, triggerAtMillis, .exact, operation)
  }

  /// Sets an exact alarm for a listener of this process. Needs no permission.
  public func setExact(
    _ type: Int32, _ triggerAtMillis: Int64, _ tag: String, _ listener: OnAlarmListener,
    _ targetHandler: Handler?
  ) throws {
    try setListener(type, triggerAtMillis, .exact, tag, listener)
  }

  /// Sets an inexact alarm that also fires in Doze, once in 9 min.
  public func setAndAllowWhileIdle(
    _ type: Int32, _ triggerAtMillis: Int64, _ operation: PendingIntent
  ) {
    try? set(type, triggerAtMillis, .whileIdle, operation)
  }

  /// Sets an exact alarm that also fires in Doze, 72 times in an hour.
  ///
  /// - Throws: `SecurityException` as `setExact`.
  public func setExactAndAllowWhileIdle(
    _ type: Int32, _ triggerAtMillis: Int64, _ operation: PendingIntent
  ) throws {
    try set(type, triggerAtMillis, .exactWhileIdle, operation)
  }

  /// Sets an alarm clock.
  ///
  /// - Throws: `SecurityException` as `setExact`.
  public func setAlarmClock(_ info: AlarmClockInfo, _ operation: PendingIntent) throws {
    try set(Self.RTC_WAKEUP, info.getTriggerTime(), .clock, operation)
  }

  /// Sets a repeating alarm, which is inexact, as since API level 19.
  public func setRepeating(
    _ type: Int32, _ triggerAtMillis: Int64, _ intervalMillis: Int64, _ operation: PendingIntent
  ) {
    try? set(type, triggerAtMillis, .inexact, operation, intervalMillis)
  }

  public func setInexactRepeating(
    _ type: Int32, _ triggerAtMillis: Int64, _ intervalMillis: Int64, _ operation: PendingIntent
  ) {
    setRepeating(type, triggerAtMillis, intervalMillis, operation)
  }

  public func cancel(_ operation: PendingIntent) { client.cancelAlarm(operation.pending) }

  public func cancel(_ listener: OnAlarmListener) {
    let thread = ActivityThread.current
    for entry in thread.listeners where entry.listener === listener {
      client.cancelAlarm(listener: entry.number)
    }
    thread.listeners.removeAll { $0.listener === listener }
  }

  public func canScheduleExactAlarms() -> Bool { client.mayScheduleExactAlarms }

  // MARK: Setting alarms

  private func set(
    _ type: Int32, _ trigger: Int64, _ kind: AndroidClient.AlarmKind, _ operation: PendingIntent,
    _ interval: Int64? = nil
  ) throws {
    let delay = delay(type, trigger)
    try throwing { () throws(AndroidException) in
      try client.setAlarm(
        operation.pending, kind, after: delay, wakes: wakes(type),
        interval: interval.map { .milliseconds($0) })
    }
  }

  private func setListener(
    _ type: Int32, _ trigger: Int64, _ kind: AndroidClient.AlarmKind, _ tag: String,
    _ listener: OnAlarmListener
  ) throws {
    cancel(listener)
    let thread = ActivityThread.current
    thread.lastListener += 1
    thread.listeners.append((thread.lastListener, listener))
    let delay = delay(type, trigger)
    try throwing { () throws(AndroidException) in
      try client.setAlarm(
        listener: thread.lastListener, tag: tag, kind, after: delay, wakes: wakes(type))
    }
  }

  private func wakes(_ type: Int32) -> Bool {
    type == Self.RTC_WAKEUP || type == Self.ELAPSED_REALTIME_WAKEUP
  }

  private func delay(_ type: Int32, _ trigger: Int64) -> Duration {
    let isElapsed = type == Self.ELAPSED_REALTIME || type == Self.ELAPSED_REALTIME_WAKEUP
    let now =
      isElapsed
      ? SystemClock.elapsedRealtime() : Int64((Date().timeIntervalSince1970 * 1000).rounded())
    return .milliseconds(trigger - now)
  }
}
