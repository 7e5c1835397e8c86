import Testing
import YobanVirtualTime

@testable import YobanExploration

@Suite struct JudgeTests {
  /// Looks each second at a property that is false in some seconds, while others are disturbed.
  private static func judge(
    _ form: Property.Form, falseIn: Range<Int>, disturbedIn: Range<Int> = 0..<0, seconds: Int = 30
  ) -> Judge {
    var (judge, now) = (Judge(), 0)
    judge.add(Property(form: form, sentence: "it holds") { !falseIn.contains(now) })
    while now < seconds {
      judge.look(at: moment(now), isDisturbed: disturbedIn.contains(now))
      now += 1
    }
    return judge
  }

  /// A moment at a second, with an event in each second before it.
  private static func moment(_ second: Int) -> RunMoment {
    RunMoment(.start + .seconds(second), after: second)
  }

  @Test func `what must always hold fails at once, also while something disturbs the app`() {
    let judge = Self.judge(.always, falseIn: 4..<5, disturbedIn: 0..<30)
    #expect(judge.failure == RunFailure(.property("it holds"), at: Self.moment(4)))
    #expect(Self.judge(.always, falseIn: 0..<0).failure == nil)
  }

  @Test(
    arguments: [
      // False for 9 s is allowed, for 10 s it is not.
      (4..<13, 0..<0, nil), (4..<15, 0..<0, 4),
      // While something disturbs the app, the time does not count, and begins again afterwards.
      (4..<20, 5..<12, nil), (4..<23, 5..<12, 12), (4..<14, 13..<14, nil),
    ] as [(Range<Int>, Range<Int>, Int?)])
  func
    `what must hold eventually fails after its time without a disturbance, and is wrong since it was false`(
      _ falseIn: Range<Int>, _ disturbedIn: Range<Int>, _ counted: Int?
    )
  {
    let judge = Self.judge(
      .eventually(within: .seconds(10)), falseIn: falseIn, disturbedIn: disturbedIn)
    #expect(judge.failure?.since == counted.map { _ in Self.moment(4) })
    #expect(judge.failure?.undisturbedSince == counted.map { .start + .seconds($0) })
    #expect(judge.failure?.moment == counted.map { Self.moment($0 + 10) })
  }

  @Test(arguments: [(true, nil), (false, 14)] as [(Bool, Int?)])
  func `the time stops while only the user can help, unless the property says otherwise`(
    _ waitsForUser: Bool, _ second: Int?
  ) {
    var judge = Judge()
    judge.add(
      Property(
        form: .eventually(within: .seconds(10)), waitsForUser: waitsForUser,
        sentence: "it holds"
      ) { false })
    for now in 4..<30 { judge.look(at: Self.moment(now), isDisturbed: false, needsUser: true) }
    #expect(judge.failure?.moment == second.map(Self.moment))
  }

  @Test func `what is true sometimes is seen, and is never a failure`() {
    #expect(Self.judge(.sometimes, falseIn: 0..<29).seen == ["it holds"])
    let never = Self.judge(.sometimes, falseIn: 0..<30)
    #expect(never.seen.isEmpty)
    #expect(never.failure == nil)
  }

  @Test func `the first failure counts`() {
    var judge = Judge()
    judge.fail(RunFailure(.termination("a"), at: Self.moment(0)))
    judge.fail(RunFailure(.termination("b"), at: Self.moment(0)))
    #expect(judge.failure?.kind == .termination("a"))
  }
}
