import CYobanVirtualTime
import Glibc
import Testing
@testable import YobanVirtualTime

/// The names in Swift's libraries that a simulation replaces or reads.
@Suite struct LibraryNamesTests {
  @Test func `this version of Swift has all names`() { #expect(LibraryNames.problem == nil) }

  @Test func `a name that no library has is reported with its symbol and the version that has it`()
    throws
  {
    let problem = try #require(Self.problem(with: ["swift_retain", "$s6YobanMadeUp", "malloc"]))
    #expect(problem.contains("Timer.madeUp (symbol $s6YobanMadeUp)"))
    #expect(problem.contains("Swift 6.3"))
    #expect(!problem.contains("swift_retain") && !problem.contains("malloc"))
    #expect(Self.problem(with: ["swift_retain", "malloc"]) == nil)
  }

  @Test func `a missing name is an escape at the beginning, and the simulation runs nevertheless`()
    async throws
  {
    let simulation = Simulation()
    simulation.libraryProblem = Self.problem(with: ["$s6YobanMadeUp"])
    #expect(try await simulation.run { 7 } == 7)
    #expect(simulation.escapes.map(\.kind) == [.unknownLibraries])
    #expect(simulation.escapes.first?.instant == .start)
    #expect(simulation.escapes.first?.detail.contains("Timer.madeUp") == true)
  }

  /// A replacement that nothing links would be found in the library, too, but have no effect.
  @Test func `this executable replaces each name that it looks up behind itself`() {
    var count: Int32 = 0
    let table = UnsafeBufferPointer(start: vt_library_names(&count), count: Int(count))
    let behind = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT, which Swift does not import
    let notReplaced = table.filter {
      $0.where == behind && dlsym(nil, $0.symbol) == dlsym(behind, $0.symbol)
    }
    // These two are only called.
    #expect(
      notReplaced.map { String(cString: $0.meaning) }
        == ["Timer.init(fire:interval:repeats:block:)", "NSObject.init()"])
  }

  /// The sentence of the check about names that are looked up in all libraries.
  private static func problem(with symbols: [String]) -> String? {
    let meaning = strdup("Timer.madeUp")!
    let texts = symbols.map { strdup($0)! }
    defer { for text in texts + [meaning] { free(text) } }
    let names = texts.map { vt_library_name(symbol: $0, meaning: meaning, where: nil) }
    return LibraryNames.sentence(about: LibraryNames.missing(in: names))
  }
}
