import CoreData
import Testing
import UIKit
import YobanExploration
import YobanTesting

/// Stores that no app opens, while worlds run whose apps use SQLite. SQLite's variables belong to processes.
@Suite struct OtherThreadTests {
  private static func save(_ value: Double) async throws -> Int {
    let container = try Models.container()
    // The context, and with it the connection, is released on a queue of its own, later.
    return try await container.performBackgroundTask { context in
      _ = context.insert("Sample", ["value": value])
      try context.save()
      return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Sample"))
    }
  }

  private static func visit(
    _ world: World, statics: StaticVariables = .ofLinkedModules
  ) async throws {
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(RecorderDelegate.self), infoPlist: InfoPlist(), statics: statics)
    await phone.open(app)
  }

  @Test func `a store without a world is used while worlds run`() async throws {
    let worlds = Task {
      for _ in 1...20 {
        let run = try await Explorer.play(
          { run in
            try await Self.visit(run.world)
            try await run.world.pass(.minutes(1))
          }, Schedule())
        #expect(run.failure == nil, "\(run)")
      }
    }
    for i in 1...200 { #expect(try await Self.save(Double(i)) == 1) }
    try await worlds.value
  }

  @Test(.world(), arguments: 1...4)
  func `the code of a test uses a store of its own between those of an app`(number: Int)
    async throws
  {
    let world = try World.current
    try await Self.visit(world)
    let own = try await MainActor.run { try Models.container() }
    for i in 1...20 {
      try await MainActor.run {
        _ = own.viewContext.insert("Sample", ["value": Double(i)])
        try own.viewContext.save()
      }
      try await world.pass(.seconds(5))
    }
    let samples = NSFetchRequest<NSManagedObject>(entityName: "Sample")
    #expect(try await MainActor.run { try own.viewContext.count(for: samples) } == 20)
    #expect(world.findings.isEmpty)
  }

  @Test(.world(), arguments: 1...6)
  func `apps that share SQLite's variables use it at once`(number: Int) async throws {
    let world = try World.current
    try await Self.visit(world, statics: number.isMultiple(of: 2) ? .shared : .ofLinkedModules)
    try await world.pass(.minutes(2))
    #expect(world.findings.isEmpty)
  }
}
