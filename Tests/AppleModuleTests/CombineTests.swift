import Combine
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CombineTests {
  private enum Failed: Error { case once }

  /// The values and the end of a publisher, as texts.
  private final class Recorder {
    var texts: [String] = []
    var bag: Set<AnyCancellable> = []

    func record<P: Publisher>(_ publisher: P) {
      publisher.sink { [self] in
        if case .finished = $0 { texts.append("end") } else { texts.append("failed") }
      } receiveValue: { [self] in
        texts.append("\($0)")
      }.store(in: &bag)
    }
  }

  @Test func `a data task publisher sends body and response, and its error as a URLError`()
    async throws
  {
    let server = try World.current.addServer("api.example.com")
    server.respond(to: "GET", "/a") { _ in .json("[1]").after(.seconds(2)) }
    let fixture = try await startApp(
      AppFixture { _ in
        let kept = Recorder()
        for address in ["http://api.example.com/a", "http://none.example.com/"] {
          URLSession.shared.dataTaskPublisher(for: URL(string: address)!)
            .map { data, response in
              "\(String(decoding: data, as: UTF8.self)) \((response as! HTTPURLResponse).statusCode)"
            }
            .sink { [kept] end in
              if case .failure(let error) = end { print(error.code.rawValue) }
              kept.texts.append("end")
            } receiveValue: {
              print($0)
            }
            .store(in: &kept.bag)
        }
      }, gateway: World.current.gateway)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["-1003"])
    try await fixture.world.pass(.seconds(4))
    #expect(fixture.world.log.texts == ["-1003", "[1] 200"])
  }

  @Test func `merge sends the values in the order of arrival and ends with the last`() {
    let (a, b, c) = (
      PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(),
      PassthroughSubject<Int, Never>()
    )
    let recorder = Recorder()
    recorder.record(a.merge(with: b, c))
    a.send(1)
    c.send(2)
    a.send(completion: .finished)
    b.send(3)
    b.send(completion: .finished)
    #expect(recorder.texts == ["1", "2", "3"])
    c.send(completion: .finished)
    #expect(recorder.texts == ["1", "2", "3", "end"])
  }

  @Test func `merge of up to eight publishers and of many`() {
    let just = { (n: Int) in Just(n) }
    let recorder = Recorder()
    recorder.record(
      just(1).merge(with: just(2)).merge(with: just(3), just(4)).merge(
        with: just(5), just(6), just(7), just(8)))
    recorder.record(Publishers.MergeMany((1...3).map(just)))
    recorder.record(Publishers.MergeMany([Just<Int>]()))
    #expect(
      recorder.texts == [
        "1", "2", "3", "4", "5", "6", "7", "8", "end", "1", "2", "3", "end", "end",
      ])
  }

  @Test func `merge fails at once with the first failure`() {
    let (a, b) = (PassthroughSubject<Int, Failed>(), PassthroughSubject<Int, Failed>())
    let recorder = Recorder()
    recorder.record(a.merge(with: b))
    a.send(1)
    b.send(completion: .failure(.once))
    a.send(2)
    #expect(recorder.texts == ["1", "failed"])
  }

  @Test func `merge keeps the values that are not demanded yet`() {
    var received: [Int] = []
    var subscription: (any Subscription)?
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: {
        subscription = $0
        $0.request(.max(1))
      },
      receiveValue: {
        received.append($0)
        return .none
      })
    [1, 3].publisher.merge(with: [2, 4].publisher).subscribe(subscriber)
    #expect(received.count == 1)
    subscription?.request(.max(2))
    #expect(received.count == 3)
    subscription?.request(.unlimited)
    #expect(received.sorted() == [1, 2, 3, 4])
  }

  @Test func `combineLatest begins when every publisher has sent a value`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    let recorder = Recorder()
    recorder.record(a.combineLatest(b).map { "\($0)\($1)" })
    recorder.record(a.combineLatest(b, Just(true)) { "\($0)\($1)\($2)" })
    a.send(1)
    a.send(2)
    b.send("x")
    a.send(3)
    a.send(completion: .finished)
    b.send("y")
    b.send(completion: .finished)
    #expect(
      recorder.texts.sorted() == [
        "2x", "2xtrue", "3x", "3xtrue", "3y", "3ytrue", "end", "end",
      ])
  }

  @Test func `combineLatest keeps an optional value that is nil`() {
    let a = CurrentValueSubject<Int?, Never>(nil)
    let recorder = Recorder()
    recorder.record(a.combineLatest(Just(1)).map { "\($0 ?? 0) \($1)" })
    #expect(recorder.texts == ["0 1"])
  }

  @Test func `schedulers, timers and debounce run in virtual time`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let begin = Date()
      func minutes() -> Int { Int((Date().timeIntervalSince(begin) / 60).rounded()) }
      var bag: Set<AnyCancellable> = []
      let subject = PassthroughSubject<String, Never>()
      subject.debounce(for: .seconds(3_600), scheduler: DispatchQueue.main)
        .sink { print("debounced", $0, minutes()) }.store(in: &bag)
      subject.delay(for: .seconds(120), scheduler: RunLoop.main)
        .sink { print("delayed", $0, minutes()) }.store(in: &bag)
      subject.collect(.byTime(DispatchQueue.main, .seconds(6_000)))
        .sink { print("collected", $0, minutes()) }.store(in: &bag)
      subject.receive(on: OperationQueue.main)
        .sink { print("received", $0, minutes()) }.store(in: &bag)
      subject.timeout(.seconds(7_200), scheduler: DispatchQueue.main)
        .sink { _ in
          print("timeout", minutes())
        } receiveValue: { _ in
        }.store(in: &bag)
      Timer.publish(every: 2_400, on: .main, in: .common).autoconnect().prefix(2)
        .sink { _ in print("tick", minutes()) }.store(in: &bag)
      subject.send("a")
      DispatchQueue.main.asyncAfter(deadline: .now() + 600) { subject.send("b") }
      Kept.of("bag", bag)
    }
    try await test.world.pass(.hours(4))
    #expect(
      test.app.log.texts == [
        "received a 0", "delayed a 2", "received b 10", "delayed b 12", "tick 40",
        "debounced b 70", "tick 80", "collected [\"a\", \"b\"] 100", "timeout 130",
      ])
  }

  @Test func `a killed process receives nothing any more`() async throws {
    let test = try await startApp(
      AppFixture { _ in
        var bag: Set<AnyCancellable> = []
        Timer.publish(every: 60, on: .main, in: .common).autoconnect()
          .sink { _ in print("tick") }.store(in: &bag)
        NotificationCenter.default.publisher(for: Notification.Name("n"))
          .sink { _ in print("notified") }.store(in: &bag)
        NotificationCenter.default.post(name: Notification.Name("n"), object: nil)
        Kept.of("bag", bag)
      })
    try await test.world.pass(.seconds(90))
    #expect(test.app.log.texts == ["notified", "tick"])
    await test.phone.swipeAway(test.app)
    try await test.world.pass(.hours(1))
    #expect(test.app.log.texts == ["notified", "tick"])
  }

  @Test func `published properties announce a change before it`() {
    final class Model: ObservableObject {
      @Published var count = 1
      @Published var name = "a"
    }
    let model = Model()
    var seen: [Int] = []
    let cancellable = model.objectWillChange.sink { seen.append(model.count) }
    model.count = 5
    model.name = "b"
    #expect(seen == [1, 5])
    Just(9).assign(to: &model.$count)
    #expect(model.count == 9)
    cancellable.cancel()
  }

  @Test func `retry, flatMap, switchToLatest, share and Future`() async {
    let recorder = Recorder()
    var attempts = 0
    recorder.record(
      Deferred {
        attempts += 1
        return attempts < 3
          ? Fail<Int, Failed>(error: .once).eraseToAnyPublisher()
          : Just(attempts).setFailureType(to: Failed.self).eraseToAnyPublisher()
      }.retry(2))
    recorder.record([1, 2].publisher.flatMap(maxPublishers: .max(1)) { Just($0 * 10) })
    recorder.record([[1], [2, 3]].publisher.map(\.publisher).switchToLatest())
    let future = Future<Int, Never> { $0(.success(7)) }
    recorder.record(future.share())
    #expect(await future.value == 7)
    #expect(
      recorder.texts == ["3", "end", "10", "20", "end", "1", "2", "3", "end", "7", "end"])
    var values: [Int] = []
    for await value in [4, 5].publisher.values { values.append(value) }
    #expect(values == [4, 5])
  }
}
