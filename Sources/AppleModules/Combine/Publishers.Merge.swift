import OpenCombine

// The publishers that merge two to eight publishers. Their subscription is `MergeSubscription`.

extension Publishers {
  /// Sends the values of two publishers in the order of arrival.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where B.Failure == A.Failure, B.Output == A.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 2)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
    }
  }

  /// Sends the values of three publishers in the order of arrival.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, B.Output == A.Output, C.Output == A.Output {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C

    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 3)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
    }
  }

  /// Sends the values of four publishers in the order of arrival.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, B.Output == A.Output,
    C.Output == A.Output, D.Output == A.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 4)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
      subscription.subscribe(to: d, as: 3)
    }
  }

  /// Sends the values of five publishers in the order of arrival.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>:
    Publisher
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
    B.Output == A.Output, C.Output == A.Output, D.Output == A.Output, E.Output == A.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 5)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
      subscription.subscribe(to: d, as: 3)
      subscription.subscribe(to: e, as: 4)
    }
  }

  /// Sends the values of six publishers in the order of arrival.
  public struct Merge6<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher
  >: Publisher
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
    F.Failure == A.Failure, B.Output == A.Output, C.Output == A.Output, D.Output == A.Output,
    E.Output == A.Output, F.Output == A.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 6)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
      subscription.subscribe(to: d, as: 3)
      subscription.subscribe(to: e, as: 4)
      subscription.subscribe(to: f, as: 5)
    }
  }

  /// Sends the values of seven publishers in the order of arrival.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
    F.Failure == A.Failure, G.Failure == A.Failure, B.Output == A.Output, C.Output == A.Output,
    D.Output == A.Output, E.Output == A.Output, F.Output == A.Output, G.Output == A.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 7)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
      subscription.subscribe(to: d, as: 3)
      subscription.subscribe(to: e, as: 4)
      subscription.subscribe(to: f, as: 5)
      subscription.subscribe(to: g, as: 6)
    }
  }

  /// Sends the values of eight publishers in the order of arrival.
  public struct Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    G: Publisher, H: Publisher
  >: Publisher
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
    F.Failure == A.Failure, G.Failure == A.Failure, H.Failure == A.Failure, B.Output == A.Output,
    C.Output == A.Output, D.Output == A.Output, E.Output == A.Output, F.Output == A.Output,
    G.Output == A.Output, H.Output == A.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    public let a: A
    public let b: B
    public let c: C
    public let d: D
    public let e: E
    public let f: F
    public let g: G
    public let h: H

    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: 8)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: a, as: 0)
      subscription.subscribe(to: b, as: 1)
      subscription.subscribe(to: c, as: 2)
      subscription.subscribe(to: d, as: 3)
      subscription.subscribe(to: e, as: 4)
      subscription.subscribe(to: f, as: 5)
      subscription.subscribe(to: g, as: 6)
      subscription.subscribe(to: h, as: 7)
    }
  }

  /// Sends the values of publishers of one type in the order of arrival.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }
    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = MergeSubscription(subscriber, count: publishers.count)
      subscriber.receive(subscription: subscription)
      for (i, publisher) in publishers.enumerated() {
        subscription.subscribe(to: publisher, as: i)
      }
      if publishers.isEmpty { subscription.request(.none) }
    }

    public func merge(with other: Upstream) -> MergeMany<Upstream> {
      MergeMany(publishers + [other])
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable
{}
extension Publishers.Merge8: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable,
  H: Equatable
{}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
