import AndroidFramework
import Testing
import YobanTesting

/// Tests audio of apps in the background (AN25).
@Suite struct BackgroundAudioTests {
  /// Returns an app that plays a sound without end, and a receiver that requests the focus and sets the volume.
  private static func player(_ target: Int, _ base: AndroidAppFixture) -> AndroidAppFixture {
    var appFixture = base
    appFixture.targetSdkVersion = target
    appFixture.types = .mediaPlayback
    appFixture.permissions.append("FOREGROUND_SERVICE_MEDIA_PLAYBACK")
    appFixture.actions = ["PLAY"]
    let created = base.created
    appFixture.created = { activity in
      try created(activity)
      try play()
    }
    appFixture.received = { context, _ in
      let audio = context.getSystemService(AudioManager.self)!
      let request = try AudioFocusRequest.Builder(AudioManager.AUDIOFOCUS_GAIN).build()
      print("focus \(audio.requestAudioFocus(request))")
      let volume = try audio.getStreamVolume(AudioManager.STREAM_MUSIC)
      try audio.setStreamVolume(AudioManager.STREAM_MUSIC, volume + 1, 0)
      print("louder \(try audio.getStreamVolume(AudioManager.STREAM_MUSIC) > volume)")
    }
    return appFixture
  }

  private static func play() throws {
    let track = try AudioTrack.Builder().setBufferSizeInBytes(4_800)
      .setTransferMode(AudioTrack.MODE_STATIC).build()
    track.write([Int8](repeating: 1, count: 4_800), 0, 4_800)
    track.setLoopPoints(0, 1_200, -1)
    try track.play()
  }

  @Test(arguments: [
    // Without a service: before API 35, from 35 on as target, and from 37 on.
    (34, 34, false, true, 1, true), (36, 34, false, true, 1, true),
    (36, 36, false, true, 0, true), (37, 34, false, false, 0, false),
    (37, 37, false, false, 0, false),
    // With a service that began while the app was visible.
    (36, 36, true, true, 1, true), (37, 37, true, true, 1, true),
  ])
  func `what an app in background may do with audio depends on its foreground service (AN25)`(
    api: Int, target: Int, hasService: Bool, isAudible: Bool, focus: Int, isLouder: Bool
  ) async throws {
    try await withWorld { world in
      let base =
        hasService ? AndroidAppFixture.foregroundService(.mediaPlayback) : AndroidAppFixture()
      let (phone, app) = try installAndroidApp(Self.player(target, base), api: api)
      phone.power.isCharging = true
      await phone.open(app)
      #expect(phone.isAudible(app))
      await phone.goHome()
      try await world.pass(.seconds(6))
      #expect(phone.isAudible(app) == isAudible)
      phone.deliverHighPriorityMessage(to: app, receiver: "ScriptedReceiver")
      try await world.pass(.seconds(1))
      #expect(app.log.contains("focus \(focus)"))
      #expect(app.log.contains("louder \(isLouder)"))
      let refusals = [isAudible, focus == 1, isLouder].filter { !$0 }.count
      let refused = world.androidEvents.filter {
        if case .audio(_, isRefused: true) = $0 { true } else { false }
      }
      #expect(refused.count == refusals)
      #expect(
        world.findings.are(
          [Finding.Kind](repeating: .androidAudioBackground.by(.an25), count: refusals)))
      await phone.open(app)
      #expect(phone.isAudible(app), "a muted track is heard again")
    }
  }

  @Test(arguments: [(36, true), (37, false)])
  func `a service that an alarm started has no while-in-use capabilities (AN25)`(
    target: Int, isAudible: Bool
  ) async throws {
    try await withWorld { world in
      var appFixture = AndroidAppFixture.foregroundService(.mediaPlayback, wakeLock: false)
      appFixture.targetSdkVersion = target
      appFixture.permissions += ["FOREGROUND_SERVICE_MEDIA_PLAYBACK", "USE_EXACT_ALARM"]
      appFixture.created = { activity in
        let pending = try PendingIntent.getForegroundService(
          activity, 1, activity.work(), PendingIntent.FLAG_IMMUTABLE)
        try activity.getSystemService(AlarmManager.self)!.setExactAndAllowWhileIdle(
          AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 600_000, pending)
      }
      appFixture.commanded = { service, _, _ in
        try service.enterForeground()
        try Self.play()
        return Service.START_NOT_STICKY
      }
      let (phone, app) = try installAndroidApp(appFixture, api: 37)
      phone.power.isCharging = true
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(10) + .seconds(1))
      #expect(phone.isAudible(app) == isAudible)
      await phone.open(app)
      #expect(phone.isAudible(app), "a muted track is heard again")
      await phone.goHome()
      try await world.pass(.seconds(4))
      #expect(phone.isAudible(app))
      try await world.pass(.seconds(2))
      #expect(phone.isAudible(app) == isAudible)
    }
  }

  @Test(arguments: [(4, true, 1, true), (6, false, 0, false)])
  func `an app without a service may use audio for 5 s after it left the screen (AN25)`(
    seconds: Int, isAudible: Bool, focus: Int, isLouder: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.player(37, AndroidAppFixture()), api: 37)
      phone.power.isCharging = true
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.seconds(seconds))
      #expect(phone.isAudible(app) == isAudible)
      phone.deliverHighPriorityMessage(to: app, receiver: "ScriptedReceiver")
      try await world.pass(.milliseconds(500))
      #expect(app.log.contains("focus \(focus)"))
      #expect(app.log.contains("louder \(isLouder)"))
      #expect(phone.isAudible(app) == isAudible)
      try await world.pass(.seconds(2))
      #expect(!phone.isAudible(app))
      let muted = world.androidEvents.filter {
        if case .audio("playback is muted", _) = $0 { true } else { false }
      }
      #expect(muted.count == 1)
    }
  }

  @Test(.world()) func `the grace time for audio ends with the process (AN25)`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.actions = ["PLAY"]
    appFixture.received = { _, _ in try Self.play() }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 37)
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.seconds(1))
    app.process?.kill(.jetsam)
    phone.deliverHighPriorityMessage(to: app, receiver: "ScriptedReceiver")
    try await world.pass(.seconds(1))
    #expect(app.process != nil && !phone.isAudible(app))
    #expect(world.findings.are([.androidAudioBackground.by(.an25)]))
  }

  @Test(.world()) func `a sound ends after its data, and its app may change the volume (AN25)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      let format = try AudioFormat.Builder().setSampleRate(8_000)
        .setChannelMask(AudioFormat.CHANNEL_OUT_MONO).build()
      let track = try AudioTrack.Builder().setAudioFormat(format).setBufferSizeInBytes(16_000)
        .build()
      do { try track.play() } catch { print("\(type(of: error))") }
      track.write([Int8](repeating: 1, count: 16_000), 0, 16_000)
      try track.play()
      let audio = activity.getSystemService(AudioManager.self)!
      try audio.setStreamVolume(AudioManager.STREAM_ALARM, 99, 0)
      print("alarm \(try audio.getStreamVolume(AudioManager.STREAM_ALARM))")
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 37)
    await phone.open(app)
    #expect(app.log.contains("IllegalStateException") && app.log.contains("alarm 7"))
    try await world.pass(.milliseconds(900))
    #expect(phone.isAudible(app))
    try await world.pass(.milliseconds(200))
    #expect(!phone.isAudible(app))
    #expect(world.findings == [])
  }
}
