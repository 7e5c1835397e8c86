import Foundation
import Testing

@testable import Yoban

extension RegionWatchMachineTests {
  enum Step {
    /// The argument is true if the app was launched for the event.
    case enters(launched: Bool)
    case exits(launched: Bool)
    case determined(RegionPresence)
    case deadline
    case ranged([ReceivedBeacon])
  }

  struct History: CustomTestStringConvertible {
    var name: String
    /// The state that an earlier launch stored.
    var memory: RegionMemory.Record? = .init(region: door)
    var exitDelay: TimeInterval = 20
    var steps: [(second: TimeInterval, input: Step, actions: [Action])]
    var testDescription: String { name }
  }

  static let wasInside = RegionMemory.Record(region: door, presence: .inside)
  static let wasOutside = RegionMemory.Record(region: door, presence: .outside)
  static let wasLeaving = RegionMemory.Record(
    region: door, presence: .inside,
    pendingExit: .init(date: at(-5), source: .monitored, happenedWhileNotRunning: false))
  static let hadLeft = RegionMemory.Record(
    region: door, presence: .inside,
    pendingExit: .init(date: at(-500), source: .monitored, happenedWhileNotRunning: true))

  static let histories: [History] = [
    History(
      name: "an entry is reported once, although the system repeats it (BC3, BC10)",
      steps: [
        (
          5, .enters(launched: false),
          [entered(5), .save, .confirm("door"), .startRanging("door")]
        ),
        (5, .determined(.inside), [.confirm("door")]),
        (6, .determined(.inside), [.confirm("door")]),
        (7, .enters(launched: false), [.confirm("door")]),
        (8, .determined(.unknown), []),
      ]),
    History(
      name: "an exit is reported when no entry has followed within the delay", memory: wasInside,
      steps: [
        (
          40, .exits(launched: false),
          [.save, .doubt("door"), .stopRanging("door"), .wake(at: at(60)), .stayAwake]
        ),
        (40, .determined(.outside), []),
        (41, .exits(launched: false), []),
        (59, .deadline, [.wake(at: at(60))]),
        (60, .deadline, [exited(40), .confirm("door"), .save, .cancelWake, .maySleep]),
        (61, .determined(.outside), [.confirm("door")]),
        (62, .exits(launched: false), [.confirm("door")]),
      ]),
    History(
      name: "an exit that an entry follows within the delay is not reported", memory: wasInside,
      steps: [
        (
          40, .exits(launched: false),
          [.save, .doubt("door"), .stopRanging("door"), .wake(at: at(60)), .stayAwake]
        ),
        (
          59.9, .enters(launched: false),
          [.save, .confirm("door"), .cancelWake, .maySleep, .startRanging("door")]
        ),
        (60, .deadline, [.cancelWake]),
      ]),
    History(
      name: "an exit is reported before an entry that comes after the delay", memory: wasInside,
      steps: [
        (
          40, .exits(launched: false),
          [.save, .doubt("door"), .stopRanging("door"), .wake(at: at(60)), .stayAwake]
        ),
        (
          300, .enters(launched: false),
          [
            exited(40), entered(300), .save, .confirm("door"), .cancelWake, .maySleep,
            .startRanging("door"),
          ]
        ),
      ]),
    History(
      name: "without a delay an exit is reported at once", memory: wasInside, exitDelay: 0,
      steps: [
        (
          40, .exits(launched: false),
          [exited(40), .save, .confirm("door"), .stopRanging("door")]
        ),
        (
          41, .enters(launched: false),
          [entered(41), .save, .confirm("door"), .startRanging("door")]
        ),
      ]),
    History(
      name: "a delay for which the system grants no run time ends at the next wake",
      memory: wasInside,
      exitDelay: 60,
      steps: [
        (
          40, .exits(launched: false),
          [.save, .doubt("door"), .stopRanging("door"), .wake(at: at(100))]
        ),
        (4_000, .deadline, [exited(40), .confirm("door"), .save, .cancelWake]),
      ]),
    History(
      name: "an exit that was pending in an earlier launch is settled after the launch",
      memory: wasLeaving,
      steps: [
        (1, .deadline, [.wake(at: at(15))]),
        (15, .deadline, [exited(-5), .confirm("door"), .save, .cancelWake, .maySleep]),
      ]),
    History(
      name: "the entry that launched the app cancels a pending exit within the delay",
      memory: wasLeaving,
      steps: [
        (
          1, .enters(launched: true),
          [.save, .confirm("door"), .cancelWake, .maySleep, .startRanging("door")]
        )
      ]),
    History(
      name: "a pending exit that is long overdue waits only for the event of the launch",
      memory: hadLeft,
      steps: [
        (1, .deadline, [.wake(at: at(2))]),
        (
          2, .deadline,
          [exited(-500, missed: true), .confirm("door"), .save, .cancelWake, .maySleep]
        ),
      ]),
    History(
      name: "an overdue exit and the entry that launched the app are both reported",
      memory: hadLeft,
      steps: [
        (
          1, .enters(launched: true),
          [
            exited(-500, missed: true), entered(1, missed: true), .save, .confirm("door"),
            .cancelWake, .maySleep, .startRanging("door"),
          ]
        )
      ]),
    History(
      name: "the entry that launched the app happened while it did not run (BC9)",
      memory: wasOutside,
      steps: [
        (
          1, .enters(launched: true),
          [entered(1, missed: true), .save, .confirm("door"), .startRanging("door")]
        ),
        (1, .determined(.inside), [.confirm("door")]),
      ]),
    History(
      name: "an entry that the system did not report is found at launch (BC7)", memory: wasOutside,
      steps: [
        (
          1, .determined(.inside),
          [
            entered(1, .determined, missed: true), .save, .confirm("door"), .startRanging("door"),
          ]
        )
      ]),
    History(
      name: "an exit that the system did not report is found at launch (BC7)", memory: wasInside,
      steps: [
        (
          1, .determined(.outside),
          [.save, .doubt("door"), .stopRanging("door"), .wake(at: at(21)), .stayAwake]
        ),
        (
          21, .deadline,
          [
            exited(1, .determined, missed: true), .confirm("door"), .save, .cancelWake, .maySleep,
          ]
        ),
      ]),
    History(
      name: "a first known state `outside` is not reported", memory: nil,
      steps: [
        (1, .determined(.outside), [.save, .confirm("door")]),
        (2, .determined(.outside), [.confirm("door")]),
        (
          3, .enters(launched: false),
          [entered(3), .save, .confirm("door"), .startRanging("door")]
        ),
      ]),
    History(
      name: "a first known state `inside` is an entry in this launch",
      memory: nil,
      steps: [
        (
          1, .determined(.inside),
          [entered(1, .determined), .save, .confirm("door"), .startRanging("door")]
        )
      ]),
    History(
      name: "an exit from an unknown state is reported as an exit", memory: nil,
      steps: [
        (
          1, .exits(launched: true),
          [.save, .doubt("door"), .wake(at: at(21)), .stayAwake]
        ),
        (
          21, .deadline,
          [exited(1, missed: true), .confirm("door"), .save, .cancelWake, .maySleep]
        ),
      ]),
    History(
      name: "only changes of proximity are reported (BC8)", memory: wasInside,
      steps: [
        (1, .ranged([]), []),
        (2, .ranged([beacon(.unknown, accuracy: -1, rssi: 0)]), []),
        (3, .ranged([beacon(.far, accuracy: 9)]), [proximity(3, .far, beacon(.far, accuracy: 9))]),
        (4, .ranged([beacon(.far, accuracy: 8)]), []),
        (
          5, .ranged([beacon(.far, accuracy: 8), beacon(.near, accuracy: 2)]),
          [proximity(5, .near, beacon(.near, accuracy: 2))]
        ),
        // Up to nine seconds without a packet are not a change.
        (6, .ranged([]), []),
        (14.9, .ranged([beacon(.unknown, accuracy: -1, rssi: 0)]), []),
        (15, .ranged([]), [proximity(15, .unknown, nil)]),
        (16, .ranged([]), []),
        (17, .ranged([beacon(.immediate)]), [proximity(17, .immediate, beacon(.immediate))]),
      ]),
    History(
      name: "proximity is reported again after an exit, and not while the device is outside (BC8)",
      memory: wasInside, exitDelay: 0,
      steps: [
        (1, .ranged([beacon(.near)]), [proximity(1, .near, beacon(.near))]),
        (
          2, .exits(launched: false),
          [exited(2), .save, .confirm("door"), .stopRanging("door")]
        ),
        (3, .ranged([beacon(.near)]), []),
        (
          4, .enters(launched: false),
          [entered(4), .save, .confirm("door"), .startRanging("door")]
        ),
        (5, .ranged([beacon(.near)]), [proximity(5, .near, beacon(.near))]),
      ]),
  ]
}
