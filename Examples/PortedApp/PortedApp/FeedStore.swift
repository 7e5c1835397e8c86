import Combine
import Foundation
import os

#if os(iOS)
  import UIKit
#endif

/// Receives the events of the store.
@objc protocol FeedStoreDelegate: AnyObject {
  @objc optional func feedStoreDidStart(_ store: FeedStore)
  func feedStore(_ store: FeedStore, didFinishWith count: Int)
}

/// Loads a list of headlines, and again when the app comes to the foreground.
@objcMembers class FeedStore: NSObject, ObservableObject {
  static let shared = FeedStore()

  @Published private(set) var headlines: [String] = []
  weak var delegate: FeedStoreDelegate?
  dynamic private(set) var refreshes = 0
  private let logger = Logger(subsystem: "com.example.PortedApp", category: "feed")
  private let url = URL(string: "https://news.example.com/headlines.json")!

  func observeLifecycle() {
    #if os(iOS)
      NotificationCenter.default.addObserver(
        self, selector: #selector(appWillEnterForeground(_:)),
        name: UIApplication.willEnterForegroundNotification, object: nil)
    #endif
  }

  func appWillEnterForeground(_ notification: Notification) {
    refresh()
  }

  func refresh() {
    refreshes += 1
    delegate?.feedStoreDidStart?(self)
    let task = URLSession.shared.dataTask(with: url) { data, response, error in
      let headlines = data.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
      if let error {
        self.logger.error("no headlines: \(error.localizedDescription, privacy: .public)")
      }
      DispatchQueue.main.async {
        self.headlines = headlines
        self.delegate?.feedStore(self, didFinishWith: headlines.count)
      }
    }
    task.resume()
  }
}
