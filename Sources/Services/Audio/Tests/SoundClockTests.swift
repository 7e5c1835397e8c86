import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanAudio

@Suite struct SoundClockTests {
  // MARK: Players

  enum Step: Sendable {
    case play, pause
    case seek(Double)
    case loops(Int)
    case rate(Double)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    /// Steps for a sound of 10 s, each at its second.
    var steps: [(second: Double, step: Step)]
    /// The position at second 100, in seconds.
    var position: Double
    /// The second at which it ends. Nil: never.
    var end: Double?
    var testDescription: String { "\(steps)" }
  }

  static let rows: [Row] = [
    .init(steps: [], position: 0, end: nil),
    .init(steps: [(95, .play)], position: 5, end: 105),
    .init(steps: [(95, .play), (97, .pause)], position: 2, end: nil),
    .init(steps: [(90, .play), (92, .pause), (99, .play)], position: 3, end: 107),
    .init(steps: [(98, .seek(7)), (99, .play)], position: 8, end: 102),
    .init(steps: [(98, .play), (99, .seek(7))], position: 8, end: 102),
    .init(steps: [(99, .seek(-3))], position: 0, end: nil),
    .init(steps: [(99, .seek(99))], position: 10, end: nil),
    .init(steps: [(0, .loops(-1)), (0, .play)], position: 0, end: nil),
    .init(steps: [(0, .loops(-1)), (17, .play)], position: 3, end: nil),
    .init(steps: [(0, .loops(2)), (85, .play)], position: 5, end: 115),
    .init(steps: [(0, .loops(2)), (75, .play)], position: 5, end: 105),
    // Finished passes count.
    .init(steps: [(0, .loops(1)), (50, .play), (65, .pause), (97, .play)], position: 8, end: 102),
    // Fewer loops than passes already finished: this is the last pass.
    .init(steps: [(0, .loops(-1)), (75, .play), (99, .loops(1))], position: 5, end: 105),
    .init(steps: [(95, .rate(2)), (98, .play)], position: 4, end: 103),
    .init(steps: [(95, .rate(0.5)), (98, .play)], position: 1, end: 118),
    .init(steps: [(96, .play), (98, .rate(2))], position: 6, end: 102),
    .init(steps: [(95, .rate(9)), (98, .play)], position: 4, end: 103),
    .init(steps: [(95, .rate(0)), (98, .play)], position: 1, end: 118),
    // It starts in the future.
    .init(steps: [(103, .play)], position: 0, end: 113),
  ]

  @Test(arguments: rows)
  func `rate, pauses and loops determine a player's position`(_ row: Row) {
    var clock = PlaybackClock(duration: .seconds(10))
    for (second, step) in row.steps {
      switch step {
      case .play: clock.play(from: at(second))
      case .pause: clock.pause(at: at(second))
      case .seek(let position): clock.seek(to: .seconds(position), at: at(second))
      case .loops(let loops): clock.setLoops(loops, at: at(second))
      case .rate(let rate): clock.setRate(rate, at: at(second))
      }
    }
    #expect(clock.position(at: at(100)) == .seconds(row.position))
    #expect(clock.end == row.end.map { at($0) })
  }

  @Test func `a player that finished is back at its beginning, and keeps its number of loops`() {
    var clock = PlaybackClock(duration: .seconds(10))
    clock.setLoops(1, at: at(0))
    clock.play(from: at(0))
    #expect(clock.position(at: at(30)) == .seconds(10))
    clock.finish()
    #expect(!clock.isPlaying && clock.position(at: at(40)) == .zero)
    clock.play(from: at(50))
    #expect(clock.end == at(70))
  }

  @Test func `changing a player before its start time does not start it`() {
    var clock = PlaybackClock(duration: .seconds(10))
    clock.play(from: at(10))
    clock.setRate(2, at: at(5))
    #expect(clock.position(at: at(9)) == .zero && clock.end == at(15))
    #expect(clock.position(at: at(12)) == .seconds(4))
  }

  // MARK: Recorders

  @Test func `the length of a recording does not include pauses`() {
    var clock = RecordingClock()
    #expect(clock.length(at: at(5)) == .zero && clock.end == nil)
    clock.record(for: nil, at: at(10))
    clock.pause(at: at(15))
    clock.record(for: nil, at: at(60))
    #expect(clock.isRecording && clock.length(at: at(62)) == .seconds(7))
    #expect(clock.stop(at: at(63)) == .seconds(8))
    #expect(!clock.isRecording && clock.length(at: at(64)) == .zero)
  }

  @Test func `a recorder with a duration stops by itself, and pauses do not count`() {
    var clock = RecordingClock()
    clock.record(for: .seconds(30), at: at(0))
    #expect(clock.end == at(30) && clock.length(at: at(50)) == .seconds(30))
    clock.pause(at: at(10))
    #expect(clock.end == nil)
    clock.record(for: .seconds(5), at: at(100))
    #expect(clock.end == at(105) && clock.stop(at: at(105)) == .seconds(15))
  }
}
