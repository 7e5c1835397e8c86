import YobanExperiments
import Testing

@Suite struct ExperimentTests {
  @Test(arguments: Experiment.all.flatMap { e in e.parts.indices.map { (e.id, $0) } })
  func `an experiment reproduces the rows that its authors measured, for every seed`(
    _ id: String, _ part: Int
  )
    async throws
  {
    let experiment = try #require(Experiment.all.first { $0.id == id })
    let part = experiment.parts[part]
    for seed in 1...experiment.testedSeeds {
      let outcome = try await part.run(seed: seed)
      #expect(
        outcome.difference == nil, "\(id) \(part.name), seed \(seed): \(outcome.difference ?? "")")
    }
  }
}
