import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Whether a file is delivered or lost, by the state of its receiver, in both modes (WC5).
@Suite struct FileLossTests {
  /// The receiving phone app at the start, and halfway through the ten seconds that a file takes.
  enum Receiver: CaseIterable, Sendable {
    case active, background, suspended, terminated, neverRun
    case suspendedMidway, killedMidway, resumedMidway, reopenedMidway, forceQuitMidway

    /// Whether it runs from the first byte to the last.
    var runsThroughout: Bool { self == .active || self == .background }

    func prepare(_ couple: Couple) async throws {
      if self == .neverRun { return }
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(1)
      switch self {
      case .active, .killedMidway, .forceQuitMidway, .neverRun: break
      case .background:
        await couple.onPhone { _ in Self.keepRunning(for: 20) }
        await couple.phone.goHome()
      case .suspendedMidway:
        await couple.onPhone { _ in Self.keepRunning(for: 10) }
        await couple.phone.goHome()
        try await couple.pass(7)
      case .suspended, .resumedMidway:
        await couple.phone.goHome()
        try await couple.pass(60)
      case .terminated, .reopenedMidway: couple.phone.jetsam(couple.phoneApp)
      }
    }

    /// Begins a background task, and ends it after some seconds.
    @MainActor private static func keepRunning(for seconds: Double) {
      let task = UIApplication.shared.beginBackgroundTask(withName: "receive")
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
        UIApplication.shared.endBackgroundTask(task)
      }
    }

    func midway(_ couple: Couple) async throws {
      switch self {
      case .active, .background, .suspended, .terminated, .neverRun, .suspendedMidway: break
      case .killedMidway: couple.phone.jetsam(couple.phoneApp)
      case .forceQuitMidway: await couple.phone.swipeAway(couple.phoneApp)
      case .resumedMidway, .reopenedMidway: await couple.phone.open(couple.phoneApp)
      }
    }
  }

  private static func play(_ mode: WatchLinkPolicy.Mode, _ receiver: Receiver) async throws -> World
  {
    try await withCouple(mode: mode) { couple in
      await couple.watch.open(couple.watchApp)
      try await receiver.prepare(couple)
      await couple.onWatch { $0.transferFile("night") }
      try await couple.pass(5)
      try await receiver.midway(couple)
      try await couple.pass(60)
      // In every case nothing more is delivered at the next launch.
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(5)
    }
  }

  @Test(arguments: Receiver.allCases)
  func `documented mode: the receiver need not run (WC5)`(_ receiver: Receiver) async throws {
    let world = try await Self.play(.documented, receiver)
    #expect(world.output(of: "phone").filter { $0.hasPrefix("file") } == ["file night 300000"])
    #expect(world.output(of: "watch").filter { $0.hasPrefix("done") } == ["done file"])
    #expect(world.kinds == [])
    let isWoken =
      !receiver.runsThroughout && receiver != .resumedMidway && receiver != .reopenedMidway
    let launches = world.launches.filter { $0 == .watchConnectivity }.count
    #expect(launches == (isWoken && ![.suspended, .suspendedMidway].contains(receiver) ? 1 : 0))
  }

  @Test(arguments: Receiver.allCases)
  func `observed mode: a short suspension loses the file, and no app is notified (WC5)`(
    _ receiver: Receiver
  ) async throws {
    let world = try await Self.play(.observed, receiver)
    let isLost = !receiver.runsThroughout
    #expect(
      world.output(of: "phone").filter { $0.hasPrefix("file") }
        == (isLost ? [] : ["file night 300000"]))
    #expect(
      world.output(of: "watch").filter { $0.hasPrefix("done") } == ["done file"],
      "the sender is reported that it is done")
    #expect(world.linkEvents(of: "phone").contains(.lost(.file, number: 1)) == isLost)
    #expect(world.kinds == (isLost ? [.wcFileLost.by(.wc5)] : []))
    #expect(!world.launches.contains(.watchConnectivity))
  }

  @Test func `observed mode: user infos and contexts are delivered as documented (WC5)`()
    async throws
  {
    let world = try await withCouple(mode: .observed) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.transfer("a")
        talker.update("b")
      }
      try await couple.pass(30)
    }
    #expect(
      world.output(of: "phone") == ["activated activated", "info a", "context b"]
        && world.launches == [.user, .watchConnectivity])
  }

  @Test func `observed mode: a watch app loses files in the same way (WC5)`() async throws {
    let world = try await withCouple(mode: .observed) { couple in
      try await couple.openBoth()
      await couple.onPhone { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await couple.pass(15)
      couple.watch.jetsam(couple.watchApp)
      await couple.watch.open(couple.watchApp)
      try await couple.pass(20)
    }
    #expect(world.output(of: "watch").filter { $0.hasPrefix("file") } == ["file one 300000"])
    #expect(world.kinds == [.wcFileLost.by(.wc5)])
  }

  @Test func `observed mode: after an interruption only the last attempt counts (WC5, WC7)`()
    async throws
  {
    let world = try await withCouple(mode: .observed) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { $0.transferFile("night") }
      try await couple.pass(5)
      couple.part()
      try await couple.pass(60)
      await couple.phone.open(couple.phoneApp)
      couple.meet()
      try await couple.pass(30)
    }
    #expect(world.output(of: "phone").filter { $0.hasPrefix("file") } == ["file night 300000"])
  }
}
