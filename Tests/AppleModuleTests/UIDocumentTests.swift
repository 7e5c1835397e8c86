import Foundation
import Testing
import UIKit
import YobanTesting

/// Documents that save themselves.
@Suite struct UIDocumentTests {
  /// A note in a file.
  final class Note: UIDocument, @unchecked Sendable {
    var text = "" { didSet { updateChangeCount(.done) } }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
      text = String(decoding: data, as: UTF8.self)
      updateChangeCount(.cleared)
    }

    override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
      print("error \((error as NSError).code)")
    }

    static var file: URL { URL.documentsDirectory.appending(path: "night.note") }

    @MainActor static func create() {
      let note = Note(fileURL: file)
      Kept.of("note", note)
      note.text = "first"
      note.save(to: note.fileURL, for: .forCreating) { print("created \($0) \(stored)") }
    }

    static var stored: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "nothing" }
  }

  @Test(.world()) func `a change is saved after 15 s, and not before (DK9)`() async throws {
    let fixture = try await startApp(AppFixture { _ in Note.create() })
    try await fixture.world.pass(.seconds(30))
    await fixture.touch { Kept.get("note", as: Note.self)?.text = "second" }
    try await fixture.world.pass(.seconds(14))
    await fixture.touch { print(Note.stored) }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch { print(Note.stored) }
    #expect(fixture.app.log.texts == ["created true first", "first", "second"])
  }

  @Test(.world(), arguments: [true, false])
  func `a change is saved when the app enters the background, and lost at a kill before (DK9)`(
    _ goesHome: Bool
  ) async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        guard Note.stored != "nothing" else { return Note.create() }
        let note = Note(fileURL: Note.file)
        Kept.of("note", note)
        note.open { print("opened \($0) \(note.text) \(note.documentState.rawValue)") }
      })
    try await fixture.world.pass(.seconds(30))
    await fixture.touch { Kept.get("note", as: Note.self)?.text = "second" }
    if goesHome { await fixture.phone.goHome() }
    try await fixture.world.pass(.seconds(1))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    let text = goesHome ? "second" : "first"
    #expect(fixture.app.log.texts == ["created true first", "opened true \(text) 0"])
  }

  @Test(.world()) func `a document without a file does not open, and one closes with its changes`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let missing = Note(fileURL: URL.documentsDirectory.appending(path: "missing.note"))
        missing.open { print("missing \($0) \(missing.documentState == .closed)") }
        Note.create()
      })
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      let note = Kept.get("note", as: Note.self)
      note?.text = "third"
      note?.close { print("closed \($0) \(Note.stored)") }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.app.log.texts == [
        "error 260", "missing false true", "created true first", "closed true third",
      ])
    await fixture.touch { Kept.get("note", as: Note.self)?.text = "late" }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(30))
    await fixture.phone.open(fixture.app)
    await fixture.touch {
      print(Note.stored, Kept.get("note", as: Note.self)?.documentState == .closed)
    }
    #expect(fixture.app.log.texts.last == "third true", "a closed document does not save itself")
  }

  @Test(.world()) func `a save that failed is tried again (DK9)`() async throws {
    let fixture = try await startApp(AppFixture { _ in Note.create() })
    try await fixture.world.pass(.seconds(30))
    fixture.phone.storage.free = 0
    await fixture.touch {
      Kept.get("note", as: Note.self)?.text = String(repeating: "n", count: 100_000)
    }
    try await fixture.world.pass(.seconds(20))
    await fixture.touch {
      let note = Kept.get("note", as: Note.self)
      print(note?.documentState == .savingError, note?.hasUnsavedChanges == true)
    }
    fixture.phone.storage.free = 1 << 30
    try await fixture.world.pass(.seconds(20))
    await fixture.touch { print(Note.stored.count) }
    #expect(fixture.app.log.texts.suffix(2) == ["true true", "100000"])
    #expect(fixture.app.log.contains("error"))
  }

  @Test(.world()) func `a change that is undone leaves nothing to save`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let note = Note(fileURL: Note.file)
        note.updateChangeCount(.done)
        note.updateChangeCount(.undone)
        print(note.hasUnsavedChanges)
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["false"])
  }
}
