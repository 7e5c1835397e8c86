import AndroidFramework
import Testing
import YobanTesting

/// The findings of a search for Stop and for hibernation in apps that expect neither, and in the same apps when
/// they are mended.
@Suite struct AndroidFaultSearchTests {
  @Test func `a search finds a recording that nothing brings back after Stop (AN22)`() async throws
  {
    try await expectFound(.taskManagerStop, breaking: "the app records") { isMended in
      { run in
        let world = run.world
        let phone = try world.addAndroidPhone()
        phone.power.isCharging = true
        let app = try phone.install(
          AndroidManifest(
            package: "com.example.recorder", targetSdkVersion: 34,
            permissions: [
              "FOREGROUND_SERVICE", "FOREGROUND_SERVICE_HEALTH", "HIGH_SAMPLING_RATE_SENSORS",
              "WAKE_LOCK", "USE_EXACT_ALARM",
            ],
            components: [
              .activity("RecorderActivity"),
              .service("RecorderService", foregroundServiceType: .health),
              .receiver("RecorderAlarm", actions: []),
            ]),
          name: "Recorder", application: { SampleApplication(mends: isMended) },
          components: [RecorderActivity.self, RecorderService.self, RecorderAlarm.self])
        run.eventually(within: .minutes(25), withoutUser: true, "the app records") {
          guard app.lastOpened != nil, let last = app.log.last(where: { $0.text == "sample" })
          else { return app.lastOpened == nil }
          return world.now - last.instant < .seconds(70)
        }
        await phone.open(app)
        try await world.pass(.minutes(2))
        await phone.goHome()
        try await world.pass(.hours(1))
      }
    }
  }

  fileprivate enum Mistake: CaseIterable { case asksOnce, schedulesOnce }

  @Test(arguments: Mistake.allCases)
  private func `a search finds what an app has only when it was opened for the first time (AN23)`(
    mistake: Mistake
  ) async throws {
    try await expectFound(.unused, breaking: "the app measures") { isMended in
      { run in
        let world = run.world
        let phone = try world.addAndroidPhone()
        phone.power.isCharging = true
        let app = try phone.install(
          AndroidManifest(
            package: "com.example.diary", targetSdkVersion: 34,
            permissions: ["ACCESS_COARSE_LOCATION"],
            components: [.activity("DiaryActivity"), .service("DiaryJobs")]),
          name: "Diary", application: { SampleApplication(mends: isMended, mistake) },
          components: [DiaryActivity.self, DiaryJobs.self])
        run.eventually(within: .minutes(50), "the app measures") {
          guard let opened = app.lastOpened else { return true }
          let last = app.log.last { $0.text == "measured" }?.instant ?? opened
          return world.now - last < .minutes(40)
        }
        await phone.open(app)
        try await world.pass(.minutes(2))
        await phone.goHome()
        try await world.pass(.hours(2))
      }
    }
  }
}

private typealias Mistake = AndroidFaultSearchTests.Mistake

/// Knows which form of an app its process is.
private final class SampleApplication: Application, @unchecked SimulationConfined {
  let isMended: Bool
  let mistake: Mistake?

  init(mends isMended: Bool, _ mistake: Mistake? = nil) {
    (self.isMended, self.mistake) = (isMended, mistake)
    super.init()
  }
  required init() { fatalError("the app is made with its form") }
}

extension Context {
  fileprivate var sample: SampleApplication { getApplicationContext() as! SampleApplication }
}

// MARK: The recorder

private final class RecorderActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    try startForegroundService(Intent(self, RecorderService.self))
  }
}

/// Records a sample each 30 s. The faulty app relies on START_STICKY to come back after each end.
private final class RecorderService: Service, @unchecked SimulationConfined {
  private var isRecording = false

  override func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32
  {
    try enterForeground()
    if sample.isMended { try RecorderAlarm.set(self) }
    if !isRecording {
      isRecording = true
      try getSystemService(PowerManager.self)!
        .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "recorder:samples").acquire()
      Task {
        while true {
          print("sample")
          try await Task.sleep(for: .seconds(30))
        }
      }
    }
    return Service.START_STICKY
  }
}

/// Starts the service again: an exact alarm may do so from the background (AN4), and Stop does not cancel it. There
/// are two, because Stop may come when one of them has just rung.
private final class RecorderAlarm: BroadcastReceiver, @unchecked SimulationConfined {
  static func set(_ context: Context) throws {
    for minutes in [10, 15] as [Int32] {
      let pending = try PendingIntent.getBroadcast(
        context, minutes, Intent(context, RecorderAlarm.self), PendingIntent.FLAG_IMMUTABLE)
      try context.getSystemService(AlarmManager.self)!.setExactAndAllowWhileIdle(
        AlarmManager.ELAPSED_REALTIME_WAKEUP,
        SystemClock.elapsedRealtime() + Int64(minutes) * 60_000, pending)
    }
  }

  override func onReceive(_ context: Context, _ intent: Intent) throws {
    try context.startForegroundService(Intent(context, RecorderService.self))
  }
}

// MARK: The diary

/// Asks for its permission and schedules its job. The faulty app remembers that it has done one of them.
private final class DiaryActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    let done = File(getFilesDir(), "done")
    let isFirst = done.mkdirs()
    func isDue(_ mistake: Mistake) -> Bool {
      isFirst || sample.isMended || sample.mistake != mistake
    }
    if isDue(.asksOnce) { requestPermissions([DiaryJobs.permission], 1) }
    let scheduler = getSystemService(JobScheduler.self)!
    if isDue(.schedulesOnce), scheduler.getAllPendingJobs().isEmpty {
      try scheduler.schedule(
        JobInfo.Builder(7, ComponentName(self, DiaryJobs.self)).setPeriodic(900_000).build())
    }
  }
}

private final class DiaryJobs: JobService, @unchecked SimulationConfined {
  static let permission = "android.permission.ACCESS_COARSE_LOCATION"

  override func onStartJob(_ params: JobParameters) throws -> Bool {
    if checkSelfPermission(Self.permission) == PackageManager.PERMISSION_GRANTED {
      print("measured")
    }
    return false
  }
}
