import Foundation
import Testing

@testable import Yoban

/// Tests `RegionWatchMachine` with random sequences of system events, including launches.
@Suite struct RegionWatchHistoryTests {
  typealias Machine = RegionWatchMachine

  /// Simulates the system for one `RegionWatch`, and collects the events that it posts.
  private struct SimulatedHistory {
    let regions: [WatchedRegion]
    var machine: Machine
    var dice: SeededGenerator
    var now: TimeInterval = 0
    /// The regions that the system monitors for the watch; they outlast the process.
    var monitored: [WatchedRegion] = []
    var stored: RegionMemory?
    var ranged: Set<String> = []
    var posted: [String: [(isEntry: Bool, date: Date)]] = [:]
    var wake: Date?
    var isAwake = false
    let seed: UInt64

    init(_ regions: [WatchedRegion], seed: UInt64) {
      self.regions = regions
      self.seed = seed
      machine = Machine(regions, memory: nil)
      dice = SeededGenerator(state: seed)
    }

    var date: Date { Date(timeIntervalSince1970: 1e9 + now) }

    mutating func perform(_ actions: [Machine.Action]) {
      for action in actions {
        switch action {
        case .register(let region):
          #expect(!monitored.contains { $0.isSame(as: region) }, "registered twice, seed \(seed)")
          monitored.removeAll { $0.name == region.name }
          monitored.append(region)
          #expect(monitored.count <= Machine.regionCountMax, "seed \(seed)")
        case .unregister(let name):
          #expect(monitored.contains { $0.name == name }, "seed \(seed)")
          monitored.removeAll { $0.name == name }
        case .requestState(let name):
          #expect(monitored.contains { $0.name == name }, "seed \(seed)")
        case .startRanging(let name):
          #expect(ranged.insert(name).inserted, "ranged twice, seed \(seed)")
        case .stopRanging(let name):
          #expect(ranged.remove(name) != nil, "seed \(seed)")
        case .save: stored = machine.memory
        case .wake(let date): wake = date
        case .cancelWake: wake = nil
        case .stayAwake: isAwake = true
        case .maySleep:
          #expect(isAwake, "seed \(seed)")
          isAwake = false
        case .post(.entered(let change)):
          posted[change.region.name, default: []].append((true, change.date))
        case .post(.exited(let change)):
          posted[change.region.name, default: []].append((false, change.date))
        case .post(.proximity(let change)):
          #expect(
            ranged.contains(change.region.name) || change.proximity == .unknown, "seed \(seed)")
        case .askAgain(let name, _):
          #expect(!machine.confirmed.contains(name), "seed \(seed)")
          perform(machine.askAgain(name))
        case .askPermission, .confirm, .doubt, .post: break
        }
      }
    }

    mutating func launch() {
      machine = Machine(regions, memory: stored)
      (wake, isAwake, ranged) = (nil, false, [])
      perform(machine.launched(.always, monitored: monitored, others: 0, now: date))
    }

    mutating func performRandomEvent() {
      now += Double(Int.random(in: 0..<15_000, using: &dice)) / 1_000
      let name = regions.randomElement(using: &dice)!.name
      switch Int.random(in: 0..<14, using: &dice) {
      case 0, 1, 2: perform(machine.entered(name, whileNotRunning: false, now: date))
      case 3, 4, 5: perform(machine.exited(name, whileNotRunning: false, now: date))
      case 6:
        let presence = [RegionPresence.unknown, .inside, .outside].randomElement(using: &dice)!
        perform(machine.determined(name, presence, whileNotRunning: false, now: date))
      case 7: launch()
      case 8:
        let access: [Machine.Access] = [.always, .denied, .whenInUse, .reducedAccuracy]
        perform(
          machine.accessChanged(
            access.randomElement(using: &dice)!, monitored: monitored, now: date))
      case 9:
        let beacon = ReceivedBeacon(major: 1, minor: 1, proximity: .near, accuracy: 1, rssi: -60)
        perform(machine.ranged(name, Bool.random(using: &dice) ? [beacon] : [], now: date))
      case 10: perform(machine.enteredForeground(monitored: monitored, now: date))
      case 11: perform(machine.rangingFailed(name, code: 16, now: date))
      default:
        if let wake, wake <= date { perform(machine.deadlinePassed(now: date)) }
      }
    }
  }

  static let regions = (0..<3).map {
    WatchedRegion.beacon("b\($0)", uuid: UUID(), major: UInt16($0))
  }

  @Test func `entries and exits alternate, in the order of their dates, in every history`()
    throws
  {
    for seed in UInt64(1)...1_000 {
      var history = SimulatedHistory(Self.regions, seed: seed)
      history.launch()
      history.perform(try history.machine.start(monitored: [], others: 0, now: history.date))
      for _ in 0..<80 {
        history.performRandomEvent()
        // The stored memory, which remains after a kill, matches the machine's.
        #expect(history.stored == history.machine.memory, "seed \(seed)")
        #expect(history.ranged == Set(history.machine.ranging.keys), "seed \(seed)")
        let waits = history.machine.memory.records.values.contains { $0.pendingExit != nil }
        #expect(waits == (history.wake != nil), "seed \(seed)")
      }
      for (name, events) in history.posted {
        for (event, next) in zip(events, events.dropFirst()) {
          #expect(event.isEntry != next.isEntry, "\(name), seed \(seed)")
          #expect(event.date <= next.date, "\(name), seed \(seed)")
          if !event.isEntry {
            // The machine's default `exitDelay` is 20 seconds.
            #expect(next.date.timeIntervalSince(event.date) >= 20, "\(name), seed \(seed)")
          }
        }
      }
    }
  }

  @Test func `after the last event, the reported state is the last one from the system`() throws {
    for seed in UInt64(1)...500 {
      var history = SimulatedHistory(Self.regions, seed: seed << 32)
      history.launch()
      history.perform(try history.machine.start(monitored: [], others: 0, now: history.date))
      for _ in 0..<40 { history.performRandomEvent() }
      history.now += 100
      history.perform(
        history.machine.accessChanged(.always, monitored: history.monitored, now: history.date))
      let isInside = Bool.random(using: &history.dice)
      for region in Self.regions {
        history.perform(
          history.machine.determined(
            region.name, isInside ? .inside : .outside, whileNotRunning: false, now: history.date))
      }
      history.now += 30
      if history.wake != nil { history.perform(history.machine.deadlinePassed(now: history.date)) }
      for region in Self.regions {
        let record = history.machine.memory.records[region.name]
        #expect(record?.presence == (isInside ? .inside : .outside), "seed \(seed)")
        if let last = history.posted[region.name]?.last {
          #expect(last.isEntry == isInside, "seed \(seed)")
        } else {
          #expect(!isInside, "seed \(seed)")
        }
      }
      #expect(!history.isAwake && history.wake == nil, "seed \(seed)")
      #expect(history.monitored.count == 3, "seed \(seed)")
    }
  }
}
