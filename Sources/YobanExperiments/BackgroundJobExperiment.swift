import YobanBackgroundJobApp
import Foundation
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

/// The app of experiment E3 with the settings of its Info.plist.
struct CountingJob: Sendable {
  var seconds = 3600
  var leaksTask = false
  var suspendsAtExpiration = false
  var workInBackground = 0.0

  var app: AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.background-job", name: "BackgroundJobApp",
      infoPlist: InfoPlist([
        "Seconds": seconds, "LeaksTask": leaksTask, "SuspendsAtExpiration": suspendsAtExpiration,
        "WorkInBackground": workInBackground,
      ])
    ) {
      UIApplicationMain(0, nil, nil, "YobanBackgroundJobApp.AppDelegate")
    }
  }
}

extension Experiment {
  /// E3: how long a background task keeps an app running, and what happens when it ends (S2).
  static let backgroundJob = Experiment(
    id: "E3", title: "A job in background",
    parts: budgets.map { version, budget in
      Part(
        name: "iOS \(version.short): \(budget) s in background",
        expected: BackgroundJobRows.budget(budget)
      ) {
        try await away($0, CountingJob(), version, for: budget + 60)
      }
    }
      + [(7.1, 180), (13, 30)].map { (version: SystemVersion, budget: Int) in
        Part(
          name: "iOS \(version.short): the job ends, the app is suspended",
          expected: BackgroundJobRows.ended(budget)
        ) {
          try await away($0, CountingJob(seconds: 30), version, for: 300)
        }
      }
      + [(6, 600), (7.1, 180), (13, 30)].map { (version: SystemVersion, budget: Int) in
        Part(
          name:
            "iOS \(version.short): a job suspended at its expiration continues when the app is reopened",
          expected: BackgroundJobRows.continued(budget)
        ) {
          try await away(
            $0, CountingJob(seconds: budget + 20, suspendsAtExpiration: true), version,
            for: budget + 300)
        }
      }
      + [(8, 180), (12, 180), (13, 30), (17, 30), (26, 30)].map {
        (version: SystemVersion, budget: Int) in
        Part(
          name: "iOS \(version.short): a task that is never ended causes a kill",
          expected: BackgroundJobRows.leaked(budget)
        ) {
          try await away(
            $0, CountingJob(leaksTask: true), version, for: budget + 60, returns: false)
        }
      } + [
        Part(
          name: "iOS 7: a task that is never ended does not cause a kill",
          expected: BackgroundJobRows.outlived
        ) {
          try await away(
            $0, CountingJob(seconds: 400, leaksTask: true), 7, for: 500, returns: false)
        },
        Part(
          name: "iOS 7.1: the app counts on its badge in background",
          expected: BackgroundJobRows.badge(180)
        ) {
          try await countBadge($0)
        },
        Part(name: "4 s of work in didEnterBackground", expected: BackgroundJobRows.saved) {
          try await away(
            $0, CountingJob(seconds: 10, workInBackground: 4), 7.1, for: 60, returns: false)
        },
        Part(
          name: "6 s of work in didEnterBackground cause a kill",
          expected: BackgroundJobRows.notSaved
        ) {
          try await away(
            $0, CountingJob(seconds: 10, workInBackground: 6), 7.1, for: 60, returns: false)
        },
      ])

  /// The budgets in seconds, by version (BG1).
  private static let budgets: [(SystemVersion, Int)] = [
    (6, 600), (7, 180), (7.1, 180), (12, 180), (13, 30), (17, 30), (26, 30),
  ]

  /// The user opens the app for a little more than 10 s, goes home for a while, and opens it again.
  private static func away(
    _ seed: UInt64, _ definition: CountingJob, _ version: SystemVersion, for seconds: Int,
    returns: Bool = true
  ) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: version))
      let app = try phone.install(definition.app)
      await phone.open(app)
      await phone.tap("Start", in: app)
      try await Task.sleep(for: .milliseconds(10_250))
      await phone.goHome()
      try await Task.sleep(for: .seconds(seconds))
      guard returns else { return }
      await phone.open(app)
      try await Task.sleep(for: .seconds(60))
    }
    // A separate part compares the badge.
    return Recording(world) { !$0.text.hasPrefix("(badge") }
  }

  /// The user opens the app for a little more than 10 s and goes home; 15 s later, the user looks
  /// at the home screen.
  private static func countBadge(_ seed: UInt64) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 7.1))
      let app = try phone.install(CountingJob(seconds: 30).app)
      await phone.open(app)
      await phone.tap("Start", in: app)
      try await Task.sleep(for: .milliseconds(10_250))
      await phone.goHome()
      try await Task.sleep(for: .seconds(15))
      phone.lookAtHomeScreen()
      try await Task.sleep(for: .seconds(60))
    }
    return Recording(world)
  }
}
