import CollectorSQLite
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import Collector

/// Counts the alerts that another collector could send at the end of each sending.
private final class WatchedWebhook: Webhook {
  let storage: SQLiteStorage
  let others = Mutex<[Int?]>([])
  let sendSecondsMax = 86_400.0

  init(storage: SQLiteStorage) { self.storage = storage }

  func send(_ content: [UInt8], id: Int64) async -> String? {
    let end = Date.nowInSeconds + 86_400
    let count = try? await storage.value("SELECT count(*) FROM alerts WHERE next_at <= \(end)")
    others.withLock { $0.append(count) }
    return nil
  }
}

/// Alerts of a running server.
@Suite(.patience) struct AlertServiceTests {
  @Test func `each alert is reserved for as long as it is sent, and no other one`() async throws {
    let storage = try SQLiteStorage()
    for subject in ["a", "b", "c"] {
      let alert = Alert(
        kind: .gap, device: "phone", subject: subject, time: 0, content: Array("{}".utf8))
      #expect(try await storage.add(alert, unlessRaisedSince: nil))
    }
    let webhook = WatchedWebhook(storage: storage)
    let settings = AlertSettings(webhook: webhook, interval: .milliseconds(50))
    try await TestServer.run(.patient(alerts: settings), over: storage) { _ in
      while try await storage.waitingAlertCount() > 0 {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    #expect(webhook.others.withLock { $0 } == [2, 1, 0])
  }
}
