import Foundation
import Synchronization
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// Saves notes: to a new file, which then gets the name of the old one.
private final class NotesApp: UIResponder, UIApplicationDelegate {
  /// The mistake that the app makes.
  enum Mistake { case none, deletesFirst, ownThread }
  private let mistake: Mistake

  init(_ mistake: Mistake) { self.mistake = mistake }

  private static func path(_ name: String) -> String {
    URL.documentsDirectory.appending(path: name).path
  }

  func save(_ text: String) {
    guard mistake == .ownThread else { return Self.store(text, mistake) }
    Thread.detachNewThread { Self.store(text, .none) }
  }

  private static func store(_ text: String, _ mistake: Mistake) {
    let file = open(path("notes.new"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let count = write(file, text, text.utf8.count)
    close(file)
    guard count == text.utf8.count else { return print("failed", errno) }
    if mistake == .deletesFirst { unlink(path("notes")) }
    if rename(path("notes.new"), path("notes")) != 0 { return print("failed", errno) }
    print("saved", text)
  }

  func writeMany(_ count: Int) {
    for number in 1...count {
      try? Data("\(number)".utf8).write(to: URL(filePath: Self.path("\(number)")))
      let letters = number.description.map { Character(UnicodeScalar($0.asciiValue! + 49)) }
      try? Data("a".utf8).write(to: URL(filePath: Self.path(String(letters))))
    }
  }
}

/// Faults just before calls of an app on its files.
@Suite struct CallFaultTests {
  private static func scenario(
    _ mistake: NotesApp.Mistake = .none, reads: (@Sendable (String) -> Void)? = nil
  ) -> Scenario {
    { run in
      let phone = try run.world.addPhone()
      let app = try phone.install(
        .making {
          NotesApp(mistake)
        }, infoPlist: InfoPlist(["CFBundleName": "Notes"]))
      // An update moves the container.
      func notes() -> URL { app.container.home.appending(path: "Documents/notes") }
      run.always("notes that were saved are there") {
        !app.log.contains("saved") || FileManager.default.fileExists(atPath: notes().path)
      }
      await phone.open(app)
      for text in ["one", "two"] {
        await phone.touch(app, "save \(text)") { (app: NotesApp) in app.save(text) }
        try await run.world.pass(.seconds(10))
      }
      reads?((try? String(contentsOf: notes(), encoding: .utf8)) ?? "none")
      try await run.world.pass(.minutes(1))
    }
  }

  private static func fault(
    _ kind: FaultKind, _ call: String = "file.rename(Documents/notes)", occurrence: Int = 2
  ) -> Fault {
    Fault(
      kind, kind.target == .app ? "phone/Notes" : "phone",
      at: Anchor(
        subject: Subject(device: "phone", app: "Notes", launch: 1), event: call,
        occurrence: occurrence))
  }

  private static func play(
    _ fault: Fault?, _ mistake: NotesApp.Mistake = .none, choices: [ChoiceOverride] = [],
    _ details: RunDetails = .events
  ) async throws -> (run: RunResult, notes: String?) {
    let notes = Mutex<String?>(nil)
    let run = try await ExplorationRun(
      Schedule(faults: fault.map { [$0] } ?? [], choices: choices), details
    ).run(scenario(mistake) { text in notes.withLock { $0 = text } })
    return (run, notes.withLock { $0 })
  }

  // MARK: Effects

  private static let ends: [FaultKind] = [
    .jetsam, .crash, .forceQuit, .watchdog, .reboot, .powerLoss, .kernelPanic,
  ]

  @Test(arguments: ends, [NotesApp.Mistake.none, .ownThread])
  private func `a process ends just before the call, on the thread that makes it (DK1)`(
    kind: FaultKind, mistake: NotesApp.Mistake
  ) async throws {
    let survives = ChoiceOverride(ChoicePlace("power-loss", of: "phone"), value: 3)
    let (result, notes) = try await Self.play(Self.fault(kind), mistake, choices: [survives])
    #expect(result.happened.map(\.fault.kind) == [kind])
    #expect(result.error == nil)
    // The new notes are written, and the old ones still have the name.
    #expect(notes == "one")
    let events = try #require(result.events)
    #expect(!events.contains { $0.words == "saved two" })
    let after = result.happened[0].after
    #expect(events[after...].contains { $0.name.hasPrefix("app.terminated") })
    #expect(!events[..<after].contains { $0.name.hasPrefix("app.terminated") })
    // Without the fault, the same scenario reads what was saved last.
    #expect(try await Self.play(nil, mistake).notes == "two")
  }

  @Test(arguments: [
    (FaultKind.ioError, EIO, "file.rename(Documents/notes)"),
    (.diskFull, ENOSPC, "file.create(Documents/notes.new)"),
    (.diskFull, ENOSPC, "file.write(Documents/notes.new)"),
  ])
  func `a call fails with the errno of the fault (DK8)`(
    kind: FaultKind, errno: Int32, call: String
  ) async throws {
    let (result, notes) = try await Self.play(Self.fault(kind, call))
    #expect(result.happened.count == 1)
    #expect(notes == "one")
    let words = result.events?.map(\.words) ?? []
    #expect(words.contains("failed \(errno)") || words.contains("failed \(EBADF)"))
  }

  @Test func `another kind at a call begins when the code has returned`() async throws {
    let (suspended, _) = try await Self.play(Self.fault(.suspension))
    #expect(suspended.happened.isEmpty, "the app runs in the foreground")
    let (locked, notes) = try await Self.play(Self.fault(.lock))
    #expect(locked.happened.map(\.fault.kind) == [.lock])
    #expect(notes == "two")
  }

  @Test func `a fault at a call that never comes does not happen`() async throws {
    let (result, _) = try await Self.play(Self.fault(.jetsam, occurrence: 3))
    #expect(result.happened.isEmpty)
    #expect(result.digest == (try await Self.play(nil)).run.digest)
  }

  // MARK: Loss of power

  @Test func `what a loss of power keeps is a decision of the system (DK1)`() async throws {
    let fault = Fault(
      .powerLoss, "phone",
      at: Anchor(
        subject: Subject(device: "phone", app: "Notes", launch: 1), event: "output.line(saved two)")
    )
    var read: [Int64: String] = [:]
    for value in Int64(0)...3 {
      let choice = ChoiceOverride(ChoicePlace("power-loss", of: "phone"), value: value)
      let (result, notes) = try await Self.play(fault, choices: value == 0 ? [] : [choice])
      read[value] = notes
      let taken = try #require(result.choices.first { $0.choice.kind.name == "power-loss" })
      #expect(taken.choice.range == 0...3)
      #expect(taken.choice.kind.basis == "DK1")
    }
    // The first notes are 10 s old: their names are durable, and their content is not.
    #expect(read[1] == "")
    #expect(read[2] == "")
    #expect(read[3] == "two")
  }

  @Test func `a world notes which writes are durable only if its schedule has a loss`() throws {
    for kind in [FaultKind.jetsam, .reboot, .powerLoss, .kernelPanic] {
      let world = try World(seed: 1)
      let player = FaultPlayer([Self.fault(kind)], in: world)
      #expect(world.simulatesPowerLoss == [.powerLoss, .kernelPanic].contains(kind))
      withExtendedLifetime(player) {}
      world.discard()
    }
  }

  // MARK: Places

  @Test func `calls are observed only for places and for faults at calls`() throws {
    let world = try World(seed: 1)
    var atEvent = Self.fault(.jetsam)
    atEvent.anchor.event = "output.line(saved)"
    var player = FaultPlayer([atEvent], in: world)
    #expect(world.systemCallFaults == nil)
    player.onCall = { _ in }
    #expect(world.systemCallFaults != nil)
    player = FaultPlayer([Self.fault(.jetsam)], in: world)
    #expect(world.systemCallFaults != nil)
    player.stop()
    #expect(world.systemCallFaults == nil)
    world.discard()
  }

  @Test func `a run lists the calls before which a fault can happen`() async throws {
    let (result, _) = try await Self.play(nil, .deletesFirst, .places)
    let calls = result.places.filter(\.anchor.isCall)
    #expect(
      calls.map { "\($0.anchor)" } == [
        "phone/Notes#1:file.create(Documents/notes.new)*1+0ms",
        "phone/Notes#1:file.write(Documents/notes.new)*1+0ms",
        "phone/Notes#1:file.delete(Documents/notes)*1+0ms",
        "phone/Notes#1:file.rename(Documents/notes)*1+0ms",
        "phone/Notes#1:file.create(Documents/notes.new)*2+0ms",
        "phone/Notes#1:file.write(Documents/notes.new)*2+0ms",
        "phone/Notes#1:file.delete(Documents/notes)*2+0ms",
        "phone/Notes#1:file.rename(Documents/notes)*2+0ms",
      ])
    for call in calls { #expect(Anchor("\(call.anchor)") == call.anchor) }
    let (other, _) = try await Self.play(nil, .deletesFirst)
    #expect(other.places.isEmpty)
    #expect(other.digest == result.digest, "observing calls changes nothing")
  }

  /// Each number is one more name, and the search would try several kinds of faults at each.
  @Test func `an app that writes very many files gives few places`() async throws {
    let scenario: Scenario = { run in
      let phone = try run.world.addPhone()
      let app = try phone.install(
        .making {
          NotesApp(.none)
        }, infoPlist: InfoPlist(["CFBundleName": "Notes"]))
      await phone.open(app)
      await phone.touch(app, "write") { (app: NotesApp) in app.writeMany(500) }
    }
    let result = try await ExplorationRun(Schedule(), .places).run(scenario)
    let calls = result.places.filter(\.anchor.isCall)
    #expect(calls.count > 6)
    // Up to three times each name, and each kind of call on other files of the folder once.
    #expect(calls.count <= 3 * PlaceCollector.callNamesMax + 10, "\(calls.count)")
  }

  @Test(arguments: [
    ("example.notes/Data/Documents/state.json", "Documents/state.json"),
    ("example.notes/Data-2/Documents/state.json", "Documents/state.json"),
    ("AppGroups/group.example/log", "AppGroups/group.example/log"),
    ("example.notes/Data/Documents/.dat.nosync1f3a.4k2jq8", "Documents/temporary"),
    ("example.notes/Data/tmp/F7826DA6-4FA2-4E98-8024-BC5B71E0893E.jpg", "tmp/0.jpg"),
    ("example.notes/Data/Documents/chunk-17-of-230.dat", "Documents/chunk-0-of-0.dat"),
    ("example.notes/Data/tmp/download.7k3mqz", "tmp/download.0"),
    ("", ""),
  ])
  func `the name of a file has no part that differs from run to run`(path: String, name: String) {
    #expect(CallName.fileName(path) == name)
  }

  @Test func `what happens inside a call concerns its app and its device`() {
    let call = Place(
      anchor: Self.fault(.jetsam).anchor, instant: .start, states: ["phone/Notes": .active])
    var event = call
    event.anchor.event = "output.line(saved)"
    let result = RunResult(
      schedule: Schedule(), failure: nil, happened: [], places: [call, event], findings: [],
      seen: [], hoped: [], digest: "", error: nil,
      targets: .init(apps: ["phone/Notes", "watch/Notes"], devices: ["phone", "watch"]))
    var search = Search(
      baseline: result, kinds: [.jetsam, .diskFull, .lock], depth: 1, seed: 1)
    let singles = (0..<search.singleCount).map { _ in search.next().faults[0] }
    #expect(
      Set(singles.map { "\($0.kind) \($0.target) \($0.anchor.isCall)" }) == [
        "jetsam phone/Notes true", "disk-full phone true", "jetsam phone/Notes false",
        "lock phone false", "lock watch false",
      ])
  }

  // MARK: Search

  @Test func `a moment without a file is found with default settings, and told in plain words`()
    async throws
  {
    let explorer = Explorer()
    let scenario = Self.scenario(.deletesFirst)
    let result = try await explorer.explore(scenario)
    let found = try #require(result.found.first)
    #expect(found.isMinimal)
    let fault = try #require(found.smallest.schedule.faults.first)
    #expect(found.smallest.schedule.size == 1)
    #expect(fault.anchor.event == "file.rename(Documents/notes)")
    let schedule = try #require(Schedule("\(found.smallest.schedule)"))
    #expect(try await Explorer.play(scenario, schedule).digest == found.smallest.digest)
    let story = try #require(found.story)
    let moment = "before Notes on phone renames a file to Documents/notes for the 2nd time"
    #expect(story.lines.contains { $0.role == .fault && $0.text.contains(moment) }, "\(story)")
    #expect(story.rules.contains { $0.hasPrefix("DK1 ") })
    #expect(story.test.contains("\(found.smallest.schedule)"))
    #expect(story.test.contains(moment))
    let mended = try await explorer.explore(Self.scenario())
    #expect(mended.found.isEmpty, "\(mended)")
  }

  @Test func `a fault inside a call becomes one at the event before it, if this fails, too`()
    async throws
  {
    let fault = Self.fault(.jetsam)
    let event = Anchor(subject: Subject(device: "phone"), event: "user.did(touches save two)")
    let shrinker = Shrinker(
      fails: { $0.faults.contains { $0.kind == .jetsam } }, runsMax: 100,
      nearest: [fault.anchor: event])
    let result = try await shrinker.shrink(Schedule(faults: [fault]))
    #expect(result.schedule.faults.map(\.anchor) == [event])
    let (run, _) = try await Self.play(fault)
    #expect(run.happened[0].nearest == event)
  }
}
