import Foundation
import OpenCombine
import YobanFoundation

extension YobanFoundation.URLSession {
  /// Returns a publisher that sends the answer of a data task, which begins when it is demanded.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  /// Returns a publisher that sends the answer of a data task, which begins when it is demanded.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Sends the body and the response of one data task, then finishes; or fails with the task's error.
  /// Each subscriber has a task of its own, which is canceled with the subscription.
  public struct DataTaskPublisher: Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    public let request: URLRequest
    public let session: YobanFoundation.URLSession

    public init(request: URLRequest, session: YobanFoundation.URLSession) {
      self.request = request
      self.session = session
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      subscriber.receive(subscription: DataTaskSubscription(subscriber, self))
    }
  }
}

/// A receiver of the result of a task, without the type of the subscriber.
private protocol TaskReceiver: AnyObject, Sendable {
  func ended(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
}

/// Sendable: its state is used only while the lock is held.
private final class DataTaskSubscription<Downstream: Subscriber>: Subscription, TaskReceiver,
  @unchecked Sendable
where Downstream.Input == (data: Data, response: URLResponse), Downstream.Failure == URLError {
  private let lock = NSLock()
  private var downstream: Downstream?
  private let publisher: YobanFoundation.URLSession.DataTaskPublisher
  private var task: URLSessionTask?

  init(_ downstream: Downstream, _ publisher: YobanFoundation.URLSession.DataTaskPublisher) {
    self.downstream = downstream
    self.publisher = publisher
  }

  func request(_ demand: Subscribers.Demand) {
    let receiver: any TaskReceiver = self
    let begun = lock.withLock { () -> URLSessionTask? in
      guard downstream != nil, task == nil, demand > .none else { return nil }
      task = publisher.session.dataTask(with: publisher.request) { data, response, error in
        receiver.ended(data, response, error)
      }
      return task
    }
    begun?.resume()
  }

  func ended(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    guard let downstream = lock.withLock({ exchange(&downstream, with: nil) }) else { return }
    if let response, error == nil {
      _ = downstream.receive((data ?? Data(), response))
      downstream.receive(completion: .finished)
    } else {
      downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
    }
  }

  func cancel() {
    let begun = lock.withLock {
      downstream = nil
      return exchange(&task, with: nil)
    }
    begun?.cancel()
  }
}
