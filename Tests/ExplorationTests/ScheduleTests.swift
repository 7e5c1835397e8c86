import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanExploration

@Suite struct ScheduleTests {
  private static let anchor = Anchor(
    subject: Subject(device: "phone", app: "Pulse", launch: 2),
    event: "bluetooth.connected(strap)", occurrence: 3, delay: .milliseconds(250))

  @Test func `a schedule is one line, from which it is made again`() {
    let schedule = Schedule(
      seed: 7,
      faults: [
        Fault(.jetsam, "phone/Pulse", at: Self.anchor),
        Fault(.accessoryOff, "strap", at: Anchor(subject: Subject(device: "strap"), event: "a")),
      ])
    let line =
      "yoban1;seed=7;jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)%2A*3+250ms"
    #expect(
      "\(schedule)"
        == "yoban1;seed=7;jetsam|phone%2FPulse@phone/Pulse#2:bluetooth.connected(strap)*3+250ms"
        + ";accessory-off|strap@strap:a*1+0ms")
    #expect(Schedule("\(schedule)") == schedule)
    #expect(Schedule(line)?.faults[0].anchor.event == "bluetooth.connected(strap)*")
  }

  @Test(arguments: FaultKind.allCases)
  func `every kind of fault has a text from which it is made again`(kind: FaultKind) {
    let schedule = Schedule(faults: [Fault(kind, "phone/Pulse", at: Self.anchor)])
    #expect(Schedule("\(schedule)") == schedule)
    #expect(kind.name.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!kind.words.isEmpty)
  }

  @Test func `a schedule contains the decisions of the system that differ from the usual ones`() {
    let choices = [
      ChoiceOverride(ChoicePlace("task-delay", of: "phone/Pulse", number: 2), value: 600_000),
      ChoiceOverride(ChoicePlace("a|b*1=2", of: "x;y=1@z"), value: -1),
    ]
    let schedule = Schedule(
      seed: 3, faults: [Fault(.lock, "phone", at: Self.anchor)], choices: choices)
    #expect("\(schedule)".contains(";choice|task-delay|phone%2FPulse*2=600000;"))
    #expect(Schedule("\(schedule)") == schedule)
  }

  /// The names of events contain what apps print.
  @Test(arguments: ["a;b", "a@b:c", "50 %", "x*2+3ms", "a|b#1/2", "line\nline", "日本語 ✓", ""])
  func `a name may contain every character`(name: String) {
    var schedule = Schedule(faults: [Fault(.lock, "phone \(name)", at: Self.anchor)])
    schedule.faults[0].anchor.event = "output.line(\(name))"
    schedule.faults[0].anchor.subject.app = "App \(name)"
    #expect(Schedule("\(schedule)") == schedule)
    #expect(!"\(schedule)".contains("\n"))
  }

  @Test(arguments: [
    "", "yoban1", "yoban2;seed=1", "yoban1;seed=x", "yoban1;seed=1;",
    "yoban1;seed=1;explosion|phone@phone:a*1+0ms", "yoban1;seed=1;lock|phone@phone:a*0+0ms",
    "yoban1;seed=1;lock|phone@phone:a*1", "yoban1;seed=1;lock|@phone:a*1+0ms",
    "yoban1;seed=1;lock|phone@phone/App:a*1+0ms", "yoban1;seed=1;lock|%4@phone:a*1+0ms",
    "yoban1;seed=1;lock|phone@phone:a*1+99999999999999999999ms", "yoban1;seed=1;choice|a|b*0=1",
    "yoban1;seed=1;choice|a|b*1", "yoban1;seed=1;choice|a*1=1", "yoban1;seed=1;choice|a|b*1=x",
  ])
  func `a text that is no schedule is refused`(text: String) {
    #expect(Schedule(text) == nil)
  }

  @Test func `the name of an event has no numbers that differ from run to run`() {
    func name(_ kind: TraceEvent.Kind) -> String {
      Anchor.name(of: TraceEvent(instant: .start, device: "phone", process: "Pulse#1", kind: kind))
    }
    #expect(name(.bluetooth(.connected("strap"))) == "bluetooth.connected(strap)")
    #expect(
      name(.bluetooth(.discovered("strap", rssi: -61)))
        == name(.bluetooth(.discovered("strap", rssi: -48))))
    #expect(name(.output("sent 17 of 20")) == "output.line(sent 0 of 0)")
    #expect(name(.output("sent 17 of 20")) != name(.output("sent all")))
    #expect(name(.output("1 and 0012")) == "output.line(0 and 0)")
    #expect(name(.output("für 17")) == "output.line(für 0)")
    #expect(name(.badge(1)) == name(.badge(12)))
  }

  @Test func `events are counted for each launch and name`() {
    var counter = EventCounter()
    func count(_ process: String?, _ kind: TraceEvent.Kind) -> String {
      "\(counter.count(TraceEvent(instant: .start, device: "phone", process: process, kind: kind)))"
    }
    #expect(
      count("Pulse#1", .bluetooth(.connected("strap")))
        == "phone/Pulse#1:bluetooth.connected(strap)*1+0ms")
    #expect(
      count("Pulse#1", .bluetooth(.connected("other")))
        == "phone/Pulse#1:bluetooth.connected(other)*1+0ms")
    #expect(
      count("Pulse#1", .bluetooth(.connected("strap")))
        == "phone/Pulse#1:bluetooth.connected(strap)*2+0ms")
    #expect(
      count("Pulse#2", .bluetooth(.connected("strap")))
        == "phone/Pulse#2:bluetooth.connected(strap)*1+0ms")
    #expect(count(nil, .screen(isOn: true)) == "phone:screen.lit*1+0ms")
  }

  @Test(arguments: FaultKind.allCases)
  func `a weaker kind has the same target or is one of an app, and no kind is weaker than itself`(
    kind: FaultKind
  ) {
    var seen: Set<FaultKind> = []
    var open = kind.weaker
    while let next = open.popLast() {
      #expect(next != kind)
      let own = kind.target
      let targets: [FaultKind.Target] = own == .device ? [.device, .app] : [own]
      #expect(targets.contains(next.target))
      if seen.insert(next).inserted { open += next.weaker }
    }
  }

  @Test func `a reboot is replaced by a force-quit, that by jetsam, and that by a suspension`() {
    #expect(FaultKind.reboot.weaker.contains(.forceQuit))
    #expect(FaultKind.forceQuit.weaker.contains(.jetsam))
    #expect(FaultKind.jetsam.weaker.contains(.suspension))
  }
}
