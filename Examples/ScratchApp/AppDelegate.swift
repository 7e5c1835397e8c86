import UIKit
import Yoban

/// Keeps one Bean connected, reads its battery and writes its scratch (experiment E2).
///
/// Prints every event with the state of the session at that moment.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private var session: BluetoothSession?
  private var lastPercent: Int?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let session = BluetoothSession(.bean, restoreIdentifier: "bean")
    self.session = session
    watch(session)
    session.start()
    on(.disconnectBean) { $0.stop() }
    on(.connectBean) { session in
      self.watch(session)
      session.start()
    }
    return true
  }

  /// Performs an action for one of the two buttons.
  private func on(
    _ button: Notification.Name, _ action: @escaping @MainActor (BluetoothSession) -> Void
  ) {
    _ = NotificationCenter.default.addObserver(forName: button, object: nil, queue: .main) {
      [weak self] _ in
      MainActor.assumeIsolated { if let session = self?.session { action(session) } }
    }
  }

  private func watch(_ session: BluetoothSession) {
    let events = session.events()
    Task {
      for await event in events {
        if case .value(let value) = event, let level = value[.batteryLevel] {
          await notified(level.percent, session)
        }
        guard let row = event.row else { continue }
        print("\(row) [\(session.truth)]")
        if case .ready = event { await useBean(session) }
      }
    }
  }

  /// Reads and writes all values again after the Bean sent its battery level by itself.
  private func notified(_ percent: Int, _ session: BluetoothSession) async {
    guard let last = lastPercent, percent != last else { return }
    print("notified: battery \(percent) % [\(session.truth)]")
    await useBean(session)
  }

  /// Reads both values, writes two bytes, and reads them back.
  private func useBean(_ session: BluetoothSession) async {
    do throws(BluetoothRequestError) {
      let percent = try await session.read(.batteryLevel).percent
      lastPercent = percent
      print("battery \(percent) %")
      print("scratch \(hex(try await session.read(.scratch)))")
      try await session.write(Data([1, 2]), to: .scratch)
      print("scratch written")
      print("scratch \(hex(try await session.read(.scratch)))")
    } catch {
      print(error.message)
    }
  }
}

private func hex(_ bytes: Data) -> String {
  bytes.map { String(format: "%02X", $0) }.joined(separator: " ")
}

extension Notification.Name {
  static let disconnectBean = Notification.Name("DisconnectBean")
  static let connectBean = Notification.Name("ConnectBean")
}

extension BluetoothSession {
  /// The names of the session's three properties that are true.
  fileprivate var truth: String {
    [(isPoweredOn, "on"), (isScanning, "scanning"), (isConnected, "connected")]
      .filter(\.0).map(\.1).joined(separator: " ")
  }
}

extension BluetoothEvent {
  /// The text to print; nil for events that are not printed.
  fileprivate var row: String? {
    switch self {
    case .bluetooth(let availability): "bluetooth \(availability)"
    case .restored: "restored"
    case .scanning: "scanning"
    case .found(let advertisement): "found \(advertisement.localName ?? "nameless")"
    case .connecting: "connecting"
    case .connected: "connected"
    case .ready: "ready"
    case .connectionFailed(let failure, _): "connection failed: \(failure)"
    case .disconnected(let reason): "disconnected: \(reason.word)"
    case .problem(let problem): "problem: \(problem)"
    case .hint(let hint): "hint: \(hint)"
    case .stopped: "stopped"
    case .servicesChanged, .value: nil
    }
  }
}

extension DisconnectReason {
  fileprivate var word: String {
    switch self {
    case .requested: "requested"
    case .linkLost: "link lost"
    case .bluetoothUnavailable: "bluetooth unavailable"
    case .discoveryFailed: "discovery failed"
    }
  }
}
