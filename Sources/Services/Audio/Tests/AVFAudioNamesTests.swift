import AVFoundation
import Testing

/// Tests that numbers and strings equal those in Apple's headers.
@Suite struct AVFAudioNamesTests {
  @Test func `enumerations have Apple's numbers`() {
    typealias Session = AVAudioSession
    #expect(Session.InterruptionType.began.rawValue == 1)
    #expect(Session.InterruptionType.ended.rawValue == 0)
    #expect(Session.InterruptionOptions.shouldResume.rawValue == 1)
    #expect(
      [Session.InterruptionReason.default, .appWasSuspended, .builtInMicMuted, .routeDisconnected]
        .map(\.rawValue) == [0, 1, 2, 4])
    #expect(
      [
        Session.RouteChangeReason.unknown, .newDeviceAvailable, .oldDeviceUnavailable,
        .categoryChange, .override, .wakeFromSleep, .noSuitableRouteForCategory,
        .routeConfigurationChange,
      ].map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
    #expect(
      [
        Session.RouteSharingPolicy.default, .longFormAudio, .independent, .longFormVideo,
      ].map(\.rawValue) == [0, 1, 2, 3])
    #expect(Session.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(
      [Session.SilenceSecondaryAudioHintType.begin, .end].map(\.rawValue) == [1, 0])
    #expect(
      [
        Session.CategoryOptions.mixWithOthers, .duckOthers, .allowBluetooth, .allowBluetoothHFP,
        .defaultToSpeaker, .interruptSpokenAudioAndMixWithOthers, .allowBluetoothA2DP,
        .allowAirPlay, .overrideMutedMicrophoneInterruption,
      ].map(\.rawValue) == [1, 2, 4, 4, 8, 17, 32, 64, 128])
    #expect(
      [AVAudioQuality.min, .low, .medium, .high, .max].map(\.rawValue) == [0, 32, 64, 96, 127])
  }

  @Test func `permissions and errors are four-character codes`() {
    func code(_ text: String) -> Int { text.utf8.reduce(0) { $0 << 8 | Int($1) } }
    #expect(
      [AVAudioSession.RecordPermission.undetermined, .denied, .granted].map { Int($0.rawValue) }
        == ["undt", "deny", "grnt"].map(code))
    #expect(
      [AVAudioApplication.recordPermission.undetermined, .denied, .granted].map(\.rawValue)
        == ["undt", "deny", "grnt"].map(code))
    let errors: [(AVAudioSession.ErrorCode, Int)] = [
      (.none, 0), (.mediaServicesFailed, code("msrv")), (.isBusy, code("!act")),
      (.incompatibleCategory, code("!cat")), (.cannotInterruptOthers, code("!int")),
      (.missingEntitlement, code("ent?")), (.siriIsRecording, code("siri")),
      (.cannotStartPlaying, code("!pla")), (.cannotStartRecording, code("!rec")),
      (.badParam, -50), (.insufficientPriority, code("!pri")),
      (.resourceNotAvailable, code("!res")), (.unspecified, code("what")),
      (.expiredSession, code("!ses")), (.sessionNotActive, code("inac")),
    ]
    for (error, number) in errors { #expect(error.rawValue == number) }
    #expect(Int(kAudioFormatLinearPCM) == code("lpcm"))
  }

  @Test func `categories, modes, notifications and keys have Apple's strings`() {
    #expect(
      [
        AVAudioSession.Category.ambient, .soloAmbient, .playback, .record, .playAndRecord,
        .multiRoute,
      ]
      .map { $0.rawValue.replacing("AVAudioSessionCategory", with: "") } == [
        "Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord", "MultiRoute",
      ])
    #expect(
      [
        AVAudioSession.Mode.default, .voiceChat, .gameChat, .videoRecording, .measurement,
        .moviePlayback, .videoChat, .spokenAudio, .voicePrompt,
      ].map { $0.rawValue.replacing("AVAudioSessionMode", with: "") } == [
        "Default", "VoiceChat", "GameChat", "VideoRecording", "Measurement", "MoviePlayback",
        "VideoChat", "SpokenAudio", "VoicePrompt",
      ])
    #expect(
      AVAudioSession.interruptionNotification.rawValue == "AVAudioSessionInterruptionNotification")
    #expect(
      AVAudioSession.routeChangeNotification.rawValue == "AVAudioSessionRouteChangeNotification")
    #expect(
      AVAudioSession.mediaServicesWereResetNotification.rawValue
        == "AVAudioSessionMediaServicesWereResetNotification")
    #expect(
      AVAudioSession.silenceSecondaryAudioHintNotification.rawValue
        == "AVAudioSessionSilenceSecondaryAudioHintNotification")
  }
}
