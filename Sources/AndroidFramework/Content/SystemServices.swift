internal import YobanSimulatedAndroid

/// Creates the services that `Context.getSystemService` returns, by name.
enum SystemServices {
  static let names = [
    Context.POWER_SERVICE, Context.ALARM_SERVICE, Context.NOTIFICATION_SERVICE,
    Context.ACTIVITY_SERVICE, Context.JOB_SCHEDULER_SERVICE, Context.USAGE_STATS_SERVICE,
    Context.BATTERY_SERVICE, Context.SENSOR_SERVICE, Context.BLUETOOTH_SERVICE,
    Context.COMPANION_DEVICE_SERVICE, Context.AUDIO_SERVICE,
    Context.HEALTHCONNECT_SERVICE,
  ]

  static func make(_ name: String, _ context: Context) -> AnyObject? {
    let client = context.client
    return switch name {
    case Context.POWER_SERVICE: PowerManager(client)
    case Context.ALARM_SERVICE: AlarmManager(client)
    case Context.NOTIFICATION_SERVICE: NotificationManager(client)
    case Context.ACTIVITY_SERVICE: ActivityManager(client)
    case Context.JOB_SCHEDULER_SERVICE: JobScheduler(client)
    case Context.USAGE_STATS_SERVICE: UsageStatsManager(client)
    case Context.AUDIO_SERVICE: AudioManager(client)
    case Context.BATTERY_SERVICE: BatteryManager(client)
    default: ActivityThread.current.systemService(name, context)
    }
  }
}
