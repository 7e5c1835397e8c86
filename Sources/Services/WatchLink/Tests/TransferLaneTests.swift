import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanWatchLink

/// The state machines of the link, without the simulator.
@Suite struct TransferLaneTests {
  /// 1,000 bytes per second over Bluetooth, 10,000 over Wi-Fi.
  private static let policy: WatchLinkPolicy = {
    var policy = WatchLinkPolicy(watchOS: 10, .series9)
    policy.bluetoothBytesPerSecond = 1_000
    policy.wifiBytesPerSecond = 10_000
    return policy
  }()

  private enum Input {
    case add(Int, Int64, isUrgent: Bool = false)
    case remove(Int)
    case reach(LinkRadio?)
    case time
  }
  private typealias Step = (second: Double, input: Input, expected: [TransferLane.Action])

  private func play(_ steps: [Step]) -> TransferLane {
    var lane = TransferLane(Self.policy)
    for (second, input, expected) in steps {
      let now = at(second)
      let actions =
        switch input {
        case .add(let number, let bytes, let isUrgent):
          lane.add(.init(number: number, bytes: bytes), isUrgent: isUrgent, at: now)
        case .remove(let number): lane.remove(number, at: now)
        case .reach(let radio): lane.reachChanged(to: radio, at: now)
        case .time: lane.timeCame(at: now)
        }
      #expect(actions == expected, "at \(second)")
    }
    return lane
  }

  @Test func `transfers run one after the other, each for as long as its bytes take (WC3, WC7)`() {
    let lane = play([
      (0, .add(1, 2_000), []), (0, .add(2, 500), []),
      (1, .reach(.bluetooth), [.begin(1, over: .bluetooth)]),
      (2.999, .time, []),
      (3, .time, [.arrive(1, carried: 2_000, over: .bluetooth), .begin(2, over: .bluetooth)]),
      (3.5, .time, [.arrive(2, carried: 500, over: .bluetooth)]),
      (9, .time, []),
    ])
    #expect(lane.deadline == nil && lane.numbers.isEmpty)
  }

  @Test func `an interrupted transfer starts again from the first byte (WC7)`() {
    let lane = play([
      (0, .reach(.bluetooth), []),
      (0, .add(1, 4_000), [.begin(1, over: .bluetooth)]),
      (0, .add(2, 4_000), []),
      (3, .reach(nil), [.interrupt(1, carried: 3_000, over: .bluetooth)]),
      (4, .time, []),
      (10, .reach(.bluetooth), [.begin(1, over: .bluetooth)]),
      (13.9, .time, []),
      (14, .time, [.arrive(1, carried: 4_000, over: .bluetooth), .begin(2, over: .bluetooth)]),
    ])
    #expect(lane.carried(2, at: at(15)) == 1_000 && lane.carried(1, at: at(15)) == 0)
  }

  @Test func `a change of the radio interrupts a transfer (WC7)`() {
    _ = play([
      (0, .reach(.bluetooth), []),
      (0, .add(1, 20_000), [.begin(1, over: .bluetooth)]),
      (1, .reach(.bluetooth), []),
      (
        5, .reach(.wifi),
        [.interrupt(1, carried: 5_000, over: .bluetooth), .begin(1, over: .wifi)]
      ),
      (7, .time, [.arrive(1, carried: 20_000, over: .wifi)]),
    ])
  }

  @Test
  func `urgent transfers go first, a running one is not replaced, and any can be removed (WC3)`() {
    let lane = play([
      (0, .reach(.bluetooth), []),
      (0, .add(1, 1_000), [.begin(1, over: .bluetooth)]),
      (0, .add(2, 1_000), []), (0, .add(3, 1_000, isUrgent: true), []),
      (0, .remove(9), []),
      (
        0.5, .remove(1),
        [.drop(1, carried: 500, over: .bluetooth), .begin(3, over: .bluetooth)]
      ),
      (1, .add(4, 1_000), []), (1, .remove(2), []),
      (1.5, .time, [.arrive(3, carried: 1_000, over: .bluetooth), .begin(4, over: .bluetooth)]),
    ])
    #expect(lane.numbers == [4])
  }

  @Test(
    arguments: [
      (9.0, true, true, LinkRadio.bluetooth), (10, true, false, .bluetooth),
      (10.1, true, true, .wifi),
      (10.1, true, false, nil), (0, false, true, .wifi), (0, false, false, nil),
    ] as [(Double, Bool, Bool, LinkRadio?)])
  func `Bluetooth is used within its range, otherwise Wi-Fi, otherwise nothing (WC7)`(
    _ distance: Double, _ bluetooth: Bool, _ wifi: Bool, _ radio: LinkRadio?
  ) {
    #expect(
      LinkRadio.choose(
        distance: distance, hasBluetooth: bluetooth, hasWiFi: wifi, Self.policy) == radio)
  }

  @Test(arguments: [
    (WatchModel.series3, 30_000, 30_000), (.series3, 900_000, 125_000),
    (.series4, 900_000, 250_000),
    (.ultra, 200_000, 200_000), (.series9, 0, 1),
  ])
  func `the rate of a radio has a maximum (WC7)`(_ watch: WatchModel, _ set: Int, _ rate: Int) {
    var policy = WatchLinkPolicy(watchOS: watch == .series3 ? 5 : 10, watch)
    policy.bluetoothBytesPerSecond = set
    #expect(policy.rate(over: .bluetooth) == rate)
    #expect(policy.rate(over: .wifi) == 1_000_000)
  }

  @Test(arguments: [
    (WatchLinkPolicy.Mode.documented, true, false, false), (.documented, false, false, false),
    (.documented, true, true, false), (.observed, true, false, false),
    (.observed, true, true, true), (.observed, false, false, true), (.observed, false, true, true),
  ])
  func `in observed mode a file needs its receiver from the first byte to the last (WC5)`(
    _ mode: WatchLinkPolicy.Mode, _ runs: Bool, _ stops: Bool, _ isLost: Bool
  ) {
    var fate = FileFate(mode, receiverRuns: runs)
    if stops { fate.receiverStopped() }
    #expect(fate.isLost == isLost)
  }

  @Test
  func `a complication has a daily number of transfers, and none if it is not on the face (WC3)`() {
    var budget = ComplicationBudget(perDay: 2)
    let taken = [
      budget.take(isOnFace: false, day: 7), budget.take(isOnFace: true, day: 7),
      budget.take(isOnFace: true, day: 7), budget.take(isOnFace: true, day: 7),
    ]
    #expect(taken == [false, true, true, false])
    #expect(budget.remaining(isOnFace: true, day: 7) == 0)
    #expect(budget.remaining(isOnFace: true, day: 8) == 2)
    #expect(budget.remaining(isOnFace: false, day: 8) == 0)
    #expect(budget.take(isOnFace: true, day: 8) && budget.remaining(isOnFace: true, day: 8) == 1)
  }
}
