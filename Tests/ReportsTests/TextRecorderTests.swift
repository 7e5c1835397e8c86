import Testing
import YobanReports
import YobanSimulatedOS

@Suite struct TextRecorderTests {
  @Test func `a line has time, device, process, text and state`() {
    let lines = text([
      event(2_000, nil, .user("opens NightApp")),
      event(2_000, "NightApp#1", .launched(.user)),
      event(2_020, "NightApp#1", .appState(.background)),
      event(2_350, "NightApp#1", .callback(.sceneDidBecomeActive, seen: .inactive)),
      event(2_400, "NightApp#1", .output("hello")),
      event(43_200_000, "NightApp#1", .terminated(.reboot)),
    ])
    let words = { (text: String) in text + String(repeating: " ", count: 46 - text.count) }
    #expect(
      lines == [
        "00:00:02.000  phone                opens NightApp",
        "00:00:02.000  phone  NightApp#1    launched (user)",
        "00:00:02.020  phone  NightApp#1    \(words("is background")) [background]",
        "00:00:02.350  phone  NightApp#1    \(words("sceneDidBecomeActive")) [inactive]",
        "00:00:02.400  phone  NightApp#1    \(words("hello")) [background]",
        "12:00:00.000  phone  NightApp#1    \(words("ended: device rebooted")) [not running]",
      ])
  }

  @Test(
    arguments: [
      (.bluetooth(.power(.poweredOff)), "Bluetooth: off"),
      (.bluetooth(.scanStarted("")), "started a scan for everything"),
      (.bluetooth(.scanStarted("180D 180F")), "started a scan for 180D 180F"),
      (.bluetooth(.discovered("strap", rssi: -60)), "discovered strap, -60 dBm"),
      (.bluetooth(.disconnected("strap", nil)), "disconnected from strap"),
      (.bluetooth(.disconnected("strap", "timeout")), "lost the connection to strap: timeout"),
      (.bluetooth(.attribute("strap", "read 2A19", nil)), "read 2A19 of strap"),
      (
        .bluetooth(.attribute("strap", "read 2A19", "invalidPdu")),
        "read 2A19 of strap failed: invalidPdu"
      ),
      (.accessory("switched on"), "switched on"),
    ] as [(TraceEvent.Kind, String)])
  func `Bluetooth events are described in plain words`(kind: TraceEvent.Kind, words: String) {
    #expect(text([event(0, nil, kind)])[0].hasSuffix("  " + words))
  }

  @Test func `columns become wider for longer texts and stay wide`() {
    let lines = text([
      event(0, "A#1", .launched(.user)), event(0, "AVeryLongAppName#12", .launched(.user)),
      event(0, "A#1", .launched(.user)),
    ])
    #expect(lines[0] == "00:00:00.000  phone  A#1           launched (user)")
    #expect(lines[2] == "00:00:00.000  phone  A#1                  launched (user)")
  }

  @Test func `the output of an app cannot control the terminal`() {
    let line = text([event(0, "A#1", .output("\u{1B}[2J\r\u{202E}x\nnext 👩‍🚀"))])[0]
    #expect(line.hasSuffix("\\u{1b}[2J\\u{d}\\u{202e}x\\u{a}next 👩‍🚀"))
  }

  /// A description that Swift itself makes of a value, such as `Optional(0)` or `cancelled(reason: 0)`.
  @Test(arguments: TraceEvent.Kind.samplesOfAll)
  func `no words of an event contain a description by Swift itself`(kind: TraceEvent.Kind) {
    #expect(!kind.words.contains(#/Optional\(|nil\b|\w\(\w+: |\bYoban\w+\./#), "\(kind.words)")
  }

  @Test(arguments: TraceEvent.Kind.samplesOfAll)
  func `colors only add escape sequences`(kind: TraceEvent.Kind) {
    var (plain, colored) = (TextRecorder(), TextRecorder(isColored: true))
    let line = colored.line(event(5, "A#1", kind))
    #expect(line.contains("\u{1B}["))
    let sequence = /\u{1B}\[[0-9;]*m/
    #expect(line.replacing(sequence, with: "") == plain.line(event(5, "A#1", kind)))
  }

  @Test func `the legend explains colors only if there are any`() {
    #expect(!TextRecorder.legend().contains("\u{1B}"))
    #expect(TextRecorder.legend(isColored: true).contains("\u{1B}[33myellow"))
    #expect(TextRecorder.legend().contains("[state]"))
  }

  private func text(_ events: [TraceEvent]) -> [String] {
    var recorder = TextRecorder()
    return events.map { recorder.line($0) }
  }
}
