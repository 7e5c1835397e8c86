import Testing
import YobanExploration

@testable import YobanExperiments

@Suite struct ExploredAppTests {
  @Test func `each explored app has a name of its own`() {
    #expect(Set(ExploredApp.all.map(\.name)).count == ExploredApp.all.count)
  }

  /// A few runs; `yoban explore` searches further. The night costs most, and has its own tests.
  @Test(arguments: ExploredApp.all.filter { $0.name != "night" }.map(\.name))
  func `no fault of a short search makes an app of the experiments fail`(_ name: String)
    async throws
  {
    let app = try #require(ExploredApp.all.first { $0.name == name })
    var explorer = Explorer()
    explorer.runsMax = 60
    let result = try await explorer.explore(app.scenario)
    #expect(result.baseline.failure == nil)
    #expect(result.baseline.error == nil)
    #expect(result.found.isEmpty, "\(result)")
    #expect(result.unseen.isEmpty, "\(result.unseen)")
    #expect(result.runs == 60)
  }

  /// The exploration has found that the app crashed: the time that is left is too large for an integer in
  /// the foreground.
  @Test func `the job of E3 ends in order if its user opens the app when its time is over`()
    async throws
  {
    let schedule = try #require(
      Schedule(
        "yoban1;seed=1;visit|phone%2FBackgroundJobApp@phone/BackgroundJobApp#1:background-task.expired(0)*1+0ms"
      ))
    let run = try await Explorer.play(ExploredApp.job.scenario, schedule)
    #expect(run.happened.count == 1)
    #expect(run.failure == nil)
  }
}
