import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanMotion

private let minute: Int64 = 60_000_000_000
private let hour = 60 * minute

/// The state machine of the system's recording, without the simulator (WK7).
@Suite struct SensorRecordingTests {
  private let policy = MotionPolicy(iOS: 17)

  private func recording(
    _ calls: [(at: Int64, for: Int64)], downAt: Int64? = nil
  ) -> SensorRecording {
    var recording = SensorRecording()
    for call in calls { recording.record(for: call.for, boot: 0, at: call.at, policy) }
    if let downAt { recording.deviceWentDown(at: downAt) }
    return recording
  }

  struct Calls: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var calls: [(at: Int64, for: Int64)]
    /// Starts and ends, in minutes.
    var stretches: [[Int64]]
  }

  static let calls: [Calls] = [
    .init(testDescription: "one call", calls: [(0, 10)], stretches: [[0, 10]]),
    .init(testDescription: "longer than 12 h is cut", calls: [(5, 2000)], stretches: [[5, 725]]),
    .init(
      testDescription: "a call before the end extends", calls: [(0, 60), (50, 60)],
      stretches: [[0, 110]]),
    .init(
      testDescription: "a shorter call does not shorten", calls: [(0, 60), (10, 5)],
      stretches: [[0, 60]]),
    .init(
      testDescription: "a call after the end leaves a gap", calls: [(0, 10), (20, 10)],
      stretches: [[0, 10], [20, 30]]),
    .init(
      testDescription: "extending beyond 12 h in all", calls: [(0, 720), (700, 720)],
      stretches: [[0, 1420]]),
    .init(testDescription: "nothing asked for", calls: [(0, 0), (0, -5)], stretches: []),
  ]

  @Test(arguments: calls.indices)
  func `a call records at most 12 h, and another call extends it (WK7)`(_ row: Int) {
    let row = Self.calls[row]
    let found = recording(row.calls.map { ($0.at * minute, $0.for * minute) }).stretches
    #expect(found.map { [$0.start / minute, $0.end / minute] } == row.stretches)
  }

  @Test(
    arguments: [
      // (now, end of the readable samples), in minutes, of a recording from minute 10 to minute 20
      (10, nil), (12, nil), (13, 13), (15, 13), (16, 16), (19, 19), (20, 20), (25, 20),
    ] as [(Int64, Int64?)])
  func `samples can be read up to 3 min late, in blocks, and all of them at the end (WK7)`(
    _ now: Int64, _ readable: Int64?
  ) throws {
    let recording = recording([(10 * minute, 10 * minute)])
    let found = try recording.read(after: 0, through: hour, at: now * minute, policy)
    #expect(found.map { $0.through / minute } == (readable.map { [$0] } ?? []))
    if readable != nil { #expect(found[0].after == 10 * minute) }
    // Never later than three minutes, at any moment.
    if now < 20, now >= 13 { #expect(now * minute - found[0].through < 3 * minute) }
  }

  @Test
  func `a query returns samples after its start, up to and including its end, without gaps (WK7)`()
    throws
  {
    let recording = recording([(0, 10 * minute), (20 * minute, 10 * minute)])
    let found = try recording.read(after: 5 * minute, through: 25 * minute, at: hour, policy)
    #expect(
      found == [
        .init(after: 5 * minute, through: 10 * minute, boot: 0),
        .init(after: 20 * minute, through: 25 * minute, boot: 0),
      ])
    #expect(try recording.read(after: 11 * minute, through: 19 * minute, at: hour, policy) == [])
  }

  @Test func `a query spans at most 12 h (WK7)`() throws {
    let recording = recording([(0, 12 * hour)])
    #expect(try recording.read(after: 0, through: 12 * hour, at: 13 * hour, policy).count == 1)
    #expect(throws: SensorRecording.Refusal.tooLong) {
      try recording.read(after: 0, through: 12 * hour + 1, at: 13 * hour, policy)
    }
    #expect(throws: SensorRecording.Refusal.tooLong) {
      try recording.read(after: .min, through: .max, at: 13 * hour, policy)
    }
    #expect(throws: SensorRecording.Refusal.empty) {
      try recording.read(after: hour, through: hour, at: 13 * hour, policy)
    }
  }

  @Test(
    arguments: [
      // (hours since the beginning, first hour that is still kept) of the hours 0 to 10
      (71, 0), (72, 0), (75, 3), (82, nil), (100, nil),
    ] as [(Int64, Int64?)])
  func `samples are kept for 3 days (WK7)`(_ now: Int64, _ first: Int64?) throws {
    let recording = recording([(0, 10 * hour)])
    let found = try recording.read(after: 0, through: 12 * hour, at: now * hour, policy)
    #expect(found.map { $0.after / hour } == (first.map { [$0] } ?? []))
  }

  @Test func `a device that goes down stops recording, and a later call starts it again (WK7)`()
    throws
  {
    var recording = recording([(0, hour)], downAt: 10 * minute)
    #expect(recording.ends(at: 11 * minute) == nil)
    recording.record(for: hour, boot: 11 * minute, at: 12 * minute, policy)
    let found = try recording.read(after: 0, through: 2 * hour, at: 2 * hour, policy)
    #expect(
      found == [
        .init(after: 0, through: 10 * minute, boot: 0),
        .init(after: 12 * minute, through: 72 * minute, boot: 11 * minute),
      ])
  }
}
